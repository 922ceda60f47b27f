// `pnpm new:page REMOTE NAME [LIST]`: a page with texts and a test, entered where the host finds it. With
// a list of the contract (`suppliers.list`) it is a page of the kit.
import { ROUTES } from '../../src/domain/access/pages.ts';
import { bin, root, run } from './run.mjs';
import { newPage } from './scaffold.ts';

try {
  const [remote, name, list] = process.argv.slice(2);
  const { dir, path } = newPage({ root, remote, name, list, routes: ROUTES });
  await run(bin('@biomejs/biome', 'biome'), ['format', '--write', remote], { capture: true });
  console.log(
    `Made ${dir.slice(root.length + 1)}, shown at ${path}. Build it: pnpm build ${remote}`,
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
