// The build of `npm start` and `npm run test:changed`: what changed, nothing else. Budgets and missing texts
// warn here and fail `npm run build` and `npm test`. `--quick`: files are compressed with less effort, and
// not weighed.
import { build, checkBuild, checkWords } from './build.mjs';

const quick = process.argv.includes('--quick');
try {
  await build({ quick });
  for (const problem of quick ? checkWords() : checkBuild()) console.warn(problem);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
