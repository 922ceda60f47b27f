// `npm run new:report -- FAMILY NAME [--thai TITLE] [--title TITLE]`: a report of a family's documents
// that works, with its test. It installs the dependencies first where a clone has none yet.
import { install, pinnedNode, run } from './run.mjs';

await install();
const { code } = await run(pinnedNode(), [
  'shared/build/cli/writeReport.mjs',
  ...process.argv.slice(2),
]);
process.exitCode = code;
