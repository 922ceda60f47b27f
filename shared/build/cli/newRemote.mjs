// `pnpm new:remote NAME [--in DIR]`: a remote with one page and its test, here or in another workspace.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bin, PNPM, root, run } from './run.mjs';
import { newRemote } from './scaffold.ts';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { in: { type: 'string', default: root } },
  });
  const place = resolve(values.in);
  const { remote, path } = newRemote({ root: place, name: positionals[0] });
  await run(bin('@biomejs/biome', 'biome'), ['format', '--write', remote], {
    cwd: place,
    capture: true,
  });
  console.log(`Made ${remote} with a page at ${path}. Next:`);
  console.log(`  npx -y ${PNPM} install`);
  console.log(`  pnpm build ${remote}`);
  console.log(`  grant "${remote.replace('remote-', '')}:view" to the roles that may open it`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
