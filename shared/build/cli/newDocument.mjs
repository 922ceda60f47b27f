// `npm run new:document -- AREA NAME --thai NAME --prefix AB [--label NAME] [--page PAGE] [--remote REMOTE]
// [--path PATH] [--maker ROLE] [--decider ROLE]`: a family of documents that works, with its tests.
import { parseArgs } from 'node:util';
import { newDocument } from './newDocument.ts';
import { bin, pinnedNode, root, run } from './run.mjs';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: Object.fromEntries(
      ['thai', 'prefix', 'label', 'page', 'remote', 'path', 'maker', 'decider'].map((name) => [
        name,
        { type: 'string' },
      ]),
    ),
  });
  const [area, name] = positionals;
  const { written, changed, path, open } = newDocument({ root, area, name, ...values });
  await run(
    bin('@biomejs/biome', 'biome'),
    ['check', '--write', '--no-errors-on-unmatched', ...written, ...changed],
    { capture: true },
  );
  await run(pinnedNode(), ['shared/build/cli/docsMachines.mjs'], { capture: true });
  console.log(`Wrote ${written.length} files and changed these:`);
  for (const file of [...changed, 'docs/machines.md']) console.log(`  ${file}`);
  console.log(`Its list is at ${path}. Next:`);
  for (const sentence of open) console.log(`  ${sentence}`);
  console.log('  docs/add-a-document.md says what stands where, and what to change first.');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
