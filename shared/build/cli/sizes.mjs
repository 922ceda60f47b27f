// `npm run sizes`: weighs the production builds against shared/build/budgets.json. The build itself and
// `npm test` fail when a budget is exceeded.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root, webApps } from './run.mjs';

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Bytes on the wire: the precompressed file where there is one. */
function weigh(dist, file) {
  const path = join(dist, file);
  if (existsSync(`${path}.br`)) return readFileSync(`${path}.br`).length;
  return brotliCompressSync(readFileSync(path)).length;
}

/** What the build of an app has written of its milestones. */
function milestonesOf(app) {
  const file = join(root, '.cache', 'sizes', `${app}.json`);
  if (!existsSync(file)) throw new Error(`${app} is not built yet: run \`npm run build\``);
  return json(file);
}

/** Milestones that begin with what sign-in and shell are both built upon. */
const UPON_BASE = new Set(['signin', 'shell', 'all']);

/** Every milestone of every build: what it weighs and what it may weigh, in kilobytes. */
export function measure() {
  const budgets = json(join(root, 'shared', 'build', 'budgets.json'));
  const { base } = milestonesOf('base');
  return ['signin', ...webApps()].flatMap((app) => {
    const dist = join(root, app === 'signin' ? 'host' : app, 'dist');
    const own = budgets[app] ?? budgets.remote;
    return Object.entries(milestonesOf(app)).map(([milestone, built]) => {
      const files =
        own !== budgets.remote && UPON_BASE.has(milestone) ? [...base, ...built] : built;
      return {
        app,
        milestone,
        kilobytes: files.reduce((sum, name) => sum + weigh(dist, name), 0) / 1024,
        budget: own[milestone] ?? own.page,
        files,
      };
    });
  });
}

/** A sentence for every budget that is exceeded. */
export function checkSizes() {
  return measure()
    .filter(({ kilobytes, budget }) => kilobytes > budget)
    .map(
      ({ app, milestone, kilobytes, budget }) =>
        `${app}: "${milestone}" weighs ${kilobytes.toFixed(1)} KB brotli, its budget is ${budget} KB (shared/build/budgets.json)`,
    );
}

if (process.argv[1] === import.meta.filename) {
  for (const { app, milestone, kilobytes, budget } of measure()) {
    const share = `${kilobytes.toFixed(1).padStart(7)} of ${String(budget).padStart(3)} KB`;
    console.log(`${share}  ${app}: ${milestone}`);
  }
  const problems = checkSizes();
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
