// `npm run new:page -- REMOTE NAME [LIST] [--thai TITLE] [--area PATH]`: a page with texts and a test,
// entered where the host finds it. With a list of the contract (`suppliers.list`) it is a page of the kit.
import { parseArgs } from 'node:util';
import { ROUTES } from '../../src/domain/access/pages.ts';
import { bin, root, run } from './run.mjs';
import { newPage } from './scaffold.ts';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { thai: { type: 'string' }, area: { type: 'string' } },
  });
  const [remote, name, list] = positionals;
  const { dir, path, open } = await newPage({
    root,
    remote,
    name,
    list,
    ...values,
    routes: ROUTES,
  });
  await run(bin('@biomejs/biome', 'biome'), ['format', '--write', remote], { capture: true });
  console.log(`Made ${dir.slice(root.length + 1)}, shown at ${path}. Next:`);
  for (const sentence of open) console.log(`  ${sentence}`);
  console.log(`  npm run build -- ${remote}`);
  console.log('  docs/add-a-page.md says what a page with calls or a table of its own needs.');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
