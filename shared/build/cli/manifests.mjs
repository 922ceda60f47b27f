// Compares a built remote's manifest with the table of shared packages (architecture 4): what it asks
// of the host must be in the table, in the host's version, and none of it in its own files.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './run.mjs';

const { sharedTable } = createRequire(import.meta.url)('../federation.cjs');

/** A sentence for everything in the manifest of a remote that does not fit the table. */
export function checkManifest(remote, folder = join(root, remote)) {
  const manifest = JSON.parse(readFileSync(join(folder, 'dist', 'mf-manifest.json'), 'utf8'));
  const table = sharedTable('host');
  return manifest.shared.flatMap(({ name, version, assets }) => {
    const row = table[name] ?? table[`${name.split('/')[0]}/`];
    const carried = [assets.js, assets.css].flatMap(({ sync, async }) => [...sync, ...async]);
    if (!row) return [`${remote} asks the host for ${name}, which it does not provide`];
    if (carried.length > 0) return [`${remote} carries ${name} itself: ${carried.join(', ')}`];
    if (row.requiredVersion && row.version !== version) {
      return [`${remote} was built against ${name} ${version}, the host has ${row.version}`];
    }
    return [];
  });
}
