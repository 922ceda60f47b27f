// `npm run packages [-- ARGUMENTS]`: installs the packages of all folders by the pinned pnpm, and writes
// the lock file anew where a package.json has changed.
import { PNPM, root, run } from './run.mjs';

const args = process.argv.slice(2);
const { code } = await run('npx', ['-y', PNPM, ...(args.length > 0 ? args : ['install'])], {
  cwd: root,
  env: process.env,
});
process.exitCode = code;
