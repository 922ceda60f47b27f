// The build of `npm start`: what changed, nothing else. Budgets and missing texts warn here
// and fail `npm run build` and `npm test`.
import { build, checkBuild } from './build.mjs';

try {
  await build();
  for (const problem of checkBuild()) console.warn(problem);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
