// `npm run build -- [app …] [--force]`: builds the host and the remotes whose sources changed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkTexts } from '../texts.ts';
import { checkManifest } from './manifests.mjs';
import { bin, childEnv, hashOf, isDone, markDone, pinnedNode, root, run, webApps } from './run.mjs';
import { checkSizes } from './sizes.mjs';

const preset = [
  'pnpm-lock.yaml',
  'shared/package.json',
  'shared/build/webpack.cjs',
  'shared/build/withoutProse.cjs',
  'shared/build/federation.cjs',
  'shared/build/milestones.cjs',
  'shared/build/preloads.cjs',
  'shared/build/splitImports.cjs',
  'shared/build/contributions.ts',
  'shared/build/kitTexts.cjs',
  'shared/build/familyTexts.cjs',
  'shared/src/kit/list/firstTab.ts',
  'shared/build/provided',
];

/** What an app's build depends on: a remote carries only the pure layers of shared. */
const sourcesOf = (app) =>
  app === 'host'
    ? [...preset, app, 'shared/src']
    : [
        ...preset,
        app,
        'shared/src/domain',
        'shared/src/contract',
        'shared/src/ui/parts',
        'shared/src/kit/parts',
      ];

const outputOf = (app) =>
  join(root, app, 'dist', app === 'host' ? 'index.html' : 'mf-manifest.json');

/** What is written of a build that compressed its files quickly; a thorough one serves whoever asks for either. */
const quickly = (hash) => `${hash} quickly`;

const isBuilt = (app, hash, quick) =>
  existsSync(outputOf(app)) &&
  (isDone(`build-${app}`, hash) || (quick && isDone(`build-${app}`, quickly(hash))));

async function buildOne(app, quick) {
  const hash = hashOf(sourcesOf(app));
  const started = Date.now();
  const { code, output } = await run(
    pinnedNode(),
    [bin('webpack-cli'), 'build', '--mode', 'production'],
    {
      cwd: join(root, app),
      capture: true,
      env: childEnv({ BUILD_QUICKLY: quick ? '1' : '0' }),
    },
  );
  if (code !== 0) throw new Error(`${app} does not build:\n${output}`);
  const problems = app === 'host' ? [] : checkManifest(app);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  markDone(`build-${app}`, quick ? quickly(hash) : hash);
  console.log(`Built ${app} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/**
 * Builds what changed, two at a time, the host first since it takes longest; `quick`: files are
 * compressed with less effort.
 */
export async function build({ only = webApps(), force = false, quick = false } = {}) {
  const due = only.filter((app) => force || !isBuilt(app, hashOf(sourcesOf(app)), quick));
  const failures = [];
  const next = async () => {
    for (let app = due.shift(); app; app = due.shift()) {
      // One app that does not build keeps no other from being built.
      await buildOne(app, quick).catch((error) => failures.push(error.message));
    }
  };
  await Promise.all([next(), next()]);
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

/** Texts that are missing. */
export const checkWords = () => ['shared', ...webApps()].flatMap(checkTexts);

/** What is wrong with a finished build: budgets exceeded, texts missing. */
export const checkBuild = () => [...checkSizes(), ...checkWords()];

if (process.argv[1] === import.meta.filename) {
  const args = process.argv.slice(2);
  const only = args.filter((arg) => !arg.startsWith('-'));
  try {
    await build({ ...(only.length > 0 ? { only } : {}), force: args.includes('--force') });
    const problems = checkBuild();
    for (const problem of problems) console.error(problem);
    process.exitCode = problems.length > 0 ? 1 : 0;
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
