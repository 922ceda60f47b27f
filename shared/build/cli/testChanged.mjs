// `npm run test:changed [-- BASE]`: what the changes since the main branch can affect, in four minutes at
// most: types, lint and boundaries, the nearest unit tests, the journeys of the areas. It says what it
// left out for want of time; `npm test` runs everything. Only the first run of a day, which fills the
// demonstration anew, takes longer.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { chooseSuites, GENERATORS, planFor, SHORT, specsWith } from './changed.ts';
import { chromium } from './chromium.mjs';
import { jestFailures, playwrightFailures, readJson } from './failures.mjs';
import { bin, childEnv, hashOf, install, pinnedNode, root, run } from './run.mjs';
import { jestTimes, playwrightTimes, slowest } from './slowest.mjs';

/** What is left when checks, build and unit tests are over is the journeys', between these two. */
const SECONDS = { all: 230, unit: 60, journeys: { least: 45, most: 100 } };
const began = Date.now();
const results = join(root, '.cache', 'changed');
const env = (more = {}) => childEnv({ FORCE_COLOR: '0', ...more });
const node = (...args) => run(pinnedNode(), args, { env: env(), capture: true });
const total = { passed: 0, failed: 0 };
const failures = [];
const times = [];
const leftOut = [];

const lines = (text) => text.split('\n').filter(Boolean);
const git = async (...args) => run('git', args, { capture: true });

/** Files that differ from the base, committed or not. */
async function changedFiles(base) {
  const merged = await git('merge-base', base, 'HEAD');
  const from = merged.code === 0 ? merged.output.trim() : 'HEAD';
  const [diff, untracked] = await Promise.all([
    git('diff', '--name-only', '--diff-filter=d', from),
    git('ls-files', '--others', '--exclude-standard'),
  ]);
  return [...new Set([...lines(diff.output), ...lines(untracked.output)])].filter((file) =>
    existsSync(join(root, file)),
  );
}

async function base() {
  if (process.argv[2]) return process.argv[2];
  const { code } = await git('rev-parse', '--verify', '--quiet', 'main');
  return code === 0 ? 'main' : 'origin/main';
}

async function whole(name, ...args) {
  const started = Date.now();
  const { code, output } = await node(...args);
  total[code === 0 ? 'passed' : 'failed'] += 1;
  if (code !== 0) failures.push(`${name}\n${output.trim()}`);
  console.log(`   ${name}: ${code === 0 ? 'passed' : 'failed'}, ${since(started)}`);
}
const since = (started) => `${((Date.now() - started) / 1000).toFixed(1)} s`;

/** How long each file took in the last `npm test` here. */
function lastTimes() {
  const known = new Map();
  const { testResults = [] } = readJson(join(root, '.cache', 'tests', 'jest.json')) ?? {};
  for (const { name, startTime, endTime } of testResults)
    known.set(relative(root, name), (endTime - startTime) / 1000);
  return known;
}

async function unit(plan) {
  const suites = new Set(plan.suites);
  if (plan.related.length > 0) {
    const { output } = await node(
      bin('jest'),
      '--listTests',
      '--findRelatedTests',
      ...plan.related,
    );
    for (const file of lines(output)) if (file.startsWith('/')) suites.add(relative(root, file));
  }
  const { chosen, left } = chooseSuites([...suites], {
    changed: plan.related,
    named: plan.suites,
    times: lastTimes(),
    seconds: SECONDS.unit * 2,
  });
  if (left.length > 0) leftOut.push(`${left.length} further unit test files: ${left.join(', ')}`);
  if (chosen.length === 0) return;
  console.log(`\n── unit: ${chosen.length} files`);
  const file = join(results, 'jest.json');
  await run(
    pinnedNode(),
    [
      bin('jest'),
      '--json',
      `--outputFile=${file}`,
      '--maxWorkers=2',
      '--runTestsByPath',
      ...chosen,
    ],
    {
      env: env(
        Object.values(GENERATORS).some((suite) => plan.suites.includes(suite))
          ? { TEST_GENERATOR: '1' }
          : {},
      ),
    },
  );
  const report = readJson(file);
  total.passed += report?.numPassedTests ?? 0;
  total.failed += report ? report.numFailedTests + report.numRuntimeErrorTestSuites : 1;
  if (!report) return;
  failures.push(...jestFailures(report));
  times.push(...jestTimes(report));
}

/** Journeys that were changed, a short one of each area where all are concerned, those of the areas. */
const specsOf = (plan) => [
  ...new Set([...plan.specs, ...(plan.isBelowAll ? SHORT : []), ...specsWith(root, plan.tags)]),
];

const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
const cluster = join(root, '.cache', 'e2e', 'demo');
/**
 * The demonstration is made anew where its story, a migration or the day that it ends on is another; a
 * newer migration is applied to the copy.
 */
const servers = () => ({
  DEMO_PASSWORD: 'Boxyard-e2e-2026',
  DEMO_KEY: `${hashOf(['api/src/demo', 'api/src/db/migrations']).slice(0, 24)}${today}`,
});

async function fill() {
  const started = Date.now();
  mkdirSync(cluster, { recursive: true, mode: 0o711 });
  await run(pinnedNode(), ['api/src/testing/serveDemo.ts', cluster, '4310', '0'], {
    env: env(servers()),
    capture: true,
  });
  console.log(`   filled database: ${since(started)}`);
}

async function journeys(plan) {
  const specs = specsOf(plan);
  if (plan.isBelowAll)
    leftOut.push(
      'most journeys, which all stand on what has changed; a short one of each area ran',
    );
  const { least, most } = SECONDS.journeys;
  const left = SECONDS.all - (Date.now() - began) / 1000;
  const seconds = Math.round(Math.min(most, Math.max(least, left)));
  console.log(`\n── journeys, until ${seconds} s are over: ${specs.join(', ')}`);
  const file = join(results, 'playwright.json');
  const { code } = await run(
    pinnedNode(),
    [
      bin('@playwright/test', 'playwright'),
      'test',
      ...['-c', 'e2e/playwright.config.ts', `--global-timeout=${seconds * 1000}`],
      ...specs.map((spec) => spec.replace(/^e2e\//, '')),
    ],
    {
      env: env({
        CHROMIUM_PATH: await chromium(),
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        E2E_DATA_DIR: cluster,
        E2E_KEEP: '1',
        // What was changed before what may be affected by it.
        E2E_FIRST: plan.specs.join(','),
        ...servers(),
      }),
    },
  );
  const report = readJson(file);
  if (!report) {
    total.failed += 1;
    return;
  }
  const { stats } = report;
  times.push(...playwrightTimes(report));
  const isOver = (report.errors ?? []).some(({ message }) => /Timed out waiting/.test(message));
  const failed = stats.unexpected + stats.flaky;
  total.passed += stats.expected;
  total.failed += failed > 0 || code === 0 || isOver ? failed : 1;
  if (isOver || stats.skipped > 0) leftOut.push(`${stats.skipped} journeys, for want of time`);
  failures.push(...playwrightFailures({ ...report, errors: isOver ? [] : report.errors }));
}

try {
  await install();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const files = await changedFiles(await base());
  const plan = planFor(files);
  console.log(`${files.length} files differ from ${await base()}.`);
  if (files.length > 0) {
    const checks = [
      whole('wiring', 'shared/build/cli/wiring.mjs'),
      whole('types', 'shared/build/cli/typecheck.mjs'),
      whole(
        'boundaries',
        bin('dependency-cruiser', 'depcruise'),
        '--config',
        '.dependency-cruiser.cjs',
        '.',
      ),
    ];
    if (plan.lint.length > 0)
      checks.push(
        whole(
          'lint',
          bin('@biomejs/biome', 'biome'),
          ...['check', '--no-errors-on-unmatched', ...plan.lint],
        ),
      );
    // The filling waits for its database most of the time.
    const hasJourneys = specsOf(plan).length > 0;
    if (hasJourneys) checks.push(whole('build', 'shared/build/cli/buildChanged.mjs'), fill());
    await Promise.all(checks);
    await unit(plan);
    if (hasJourneys) await journeys(plan);
    leftOut.push(
      'unused code, sizes, the external PostgreSQL, rules of the shell and accessibility',
    );
  }
} catch (error) {
  console.error(error.message);
  total.failed += 1;
}
for (const failure of failures) console.log(`\n✗ ${failure}`);
if (leftOut.length > 0) console.log('\nLeft out; `npm test` runs everything:');
for (const sentence of leftOut) console.log(`  ${sentence}`);
if (times.length > 0) console.log('\nThe slowest tests:');
for (const line of slowest(times)) console.log(`  ${line}`);
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
