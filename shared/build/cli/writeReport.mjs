// Writes a report; `newReport.mjs` runs it on the Node that takes the sources as they are.
import { parseArgs } from 'node:util';
import { newReport } from './newReport.ts';
import { bin, pinnedNode, root, run } from './run.mjs';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { thai: { type: 'string' }, title: { type: 'string' } },
  });
  const [family, name] = positionals;
  const { written, changed, path, open } = newReport({ root, family, name, ...values });
  await run(
    pinnedNode(),
    [
      bin('@biomejs/biome', 'biome'),
      ...['check', '--write', '--no-errors-on-unmatched'],
      ...written,
      ...changed,
    ],
    { capture: true },
  );
  console.log(`Wrote ${written.length} files and changed these:`);
  for (const file of changed) console.log(`  ${file}`);
  console.log(`Its page is at ${path}. Next:`);
  for (const sentence of open) console.log(`  ${sentence}`);
  console.log('  docs/add-a-report.md says what stands where.');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
