// `npm test`: everything that says whether Boxyard is right, from a clean checkout. Ends with one line
// `N passed, N failed`, before it the ten slowest tests. `--full`: the long variants too. `--only=step,…`
// runs some of the steps.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from './chromium.mjs';
import { jestFailures, playwrightFailures, readJson } from './failures.mjs';
import { bin, childEnv, install, pinnedNode, root, run } from './run.mjs';
import { jestTimes, playwrightTimes, slowest } from './slowest.mjs';

const results = join(root, '.cache', 'tests');
const full = process.argv.includes('--full');
const only = process.argv
  .find((arg) => arg.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');
/** The long run takes the suites in an order of its own, which shows what leaks from one to the next. */
const order = process.env.TEST_ORDER ?? (full ? Date.now().toString(36) : undefined);
const env = () =>
  childEnv({
    FORCE_COLOR: '0',
    ...(full ? { TEST_FULL: '1' } : {}),
    ...(order === undefined ? {} : { TEST_ORDER: order }),
  });

const nodeWith = (more, ...args) => run(pinnedNode(), args, { env: { ...env(), ...more } });
const node = (...args) => nodeWith({}, ...args);

/** A step that is right or wrong as a whole counts as one test; what it says comes when it is over. */
const whole =
  (script, ...args) =>
  async () => {
    // A package's script is found once it is installed: a clean clone has none while this is read.
    const path = typeof script === 'function' ? script() : script;
    const { code, output } = await run(pinnedNode(), [path, ...args], {
      env: env(),
      capture: true,
    });
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
  };

const jestArgs = (file) => [
  bin('jest'),
  '--json',
  `--outputFile=${file}`,
  '--maxWorkers=2',
  '--silent=false',
];

async function jest() {
  const file = join(results, 'jest.json');
  await node(...jestArgs(file));
  return jestOutcome(file);
}

/** As this moment the 29th of February ends in UTC, and in Bangkok March has begun ten minutes ago. */
const CLOCK = process.env.TEST_CLOCK ?? '2028-02-29T17:10:00Z';
const SHIFTED = join(root, 'shared/build/jest/shiftedDate.cjs');

/** Once more with the clock of all processes set to a day at which months, years and days differ. */
async function clock() {
  const file = join(results, 'clock.json');
  await nodeWith(
    { TEST_CLOCK: CLOCK, NODE_OPTIONS: `--require=${JSON.stringify(SHIFTED)}`, TEST_FULL: '0' },
    ...jestArgs(file),
    // Tools look at the times of files, which are the machine's.
    '--testPathPatterns=^(?!.*/shared/build/)',
  );
  return jestOutcome(file);
}

/**
 * Suites that show that the server works on a PostgreSQL of yours as on its own, with two servers that
 * are asked by turns: what holds locks, the queue, files, two servers, and one family of documents with
 * its stock. `--full` runs all. One of them kills a server.
 */
const ON_EXTERNAL = [
  'api/src/servers.test.ts',
  'api/src/http/acrossServers.test.ts',
  'api/src/kernel/storedFiles.test.ts',
  'api/src/kernel/list.test.ts',
  'api/src/jobs/',
  'api/src/ledger/ledger.parallel.test.ts',
  'api/src/modules/warehouse/transfers/',
];

async function external() {
  const file = join(results, 'external.json');
  await nodeWith(
    // The million rows of the long run are planned once: on the project's own PostgreSQL.
    { PLAN_ROWS: '20000' },
    'api/src/testing/withExternal.ts',
    pinnedNode(),
    ...jestArgs(file),
    '--selectProjects=node',
    ...(full ? [] : ['--testPathPatterns', ...ON_EXTERNAL]),
  );
  return jestOutcome(file);
}

function jestOutcome(file) {
  const report = readJson(file);
  if (!report) return { passed: 0, failed: 1 };
  times.push(...jestTimes(report));
  const skipped = report.numPendingTests + report.numTodoTests;
  if (skipped > 0) console.error(`${skipped} skipped tests count as failed.`);
  failures.push(...jestFailures(report));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites + skipped,
  };
}

async function journeys() {
  const file = join(results, 'playwright.json');
  const { code } = await run(
    pinnedNode(),
    [bin('@playwright/test', 'playwright'), 'test', '-c', 'e2e/playwright.config.ts'],
    { env: { ...env(), CHROMIUM_PATH: await chromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
  );
  const report = readJson(file);
  if (!report) return { passed: 0, failed: 1 };
  failures.push(...playwrightFailures(report));
  times.push(...playwrightTimes(report));
  const { stats } = report;
  const failed = stats.unexpected + stats.flaky + stats.skipped;
  // A run that broke outside any test (its server did not start) is a failure too.
  return { passed: stats.expected, failed: failed > 0 || code === 0 ? failed : 1 };
}

const steps = {
  wiring: whole('shared/build/cli/wiring.mjs'),
  build: whole('shared/build/cli/build.mjs'),
  types: whole('shared/build/cli/typecheck.mjs'),
  lint: whole(() => bin('@biomejs/biome', 'biome'), 'check', '.'),
  boundaries: whole(
    () => bin('dependency-cruiser', 'depcruise'),
    '--config',
    '.dependency-cruiser.cjs',
    '.',
  ),
  unused: whole(() => bin('knip'), '--no-config-hints'),
  sizes: whole('shared/build/cli/sizes.mjs'),
  unit: jest,
  ...(full ? { clock } : {}),
  external,
  journeys,
};

/**
 * Steps of a stage run at the same time where each keeps one processor busy. Tests have the machine to
 * themselves, since they wait for what they drive.
 */
const stages = [
  ['wiring'],
  ['build'],
  ['types', 'lint'],
  ['boundaries', 'unused', 'sizes'],
  ['unit'],
  ['clock'],
  ['external'],
  ['journeys'],
];

/** Steps without which later ones would only repeat, test by test, what has been said once. */
const NEEDED = {
  wiring: ['unit', 'clock', 'external', 'journeys'],
  build: ['sizes', 'journeys'],
};

const total = { passed: 0, failed: 0 };
const failures = [];
const times = [];
const leftOut = new Map();
const add = ({ passed, failed }) => {
  total.passed += passed;
  total.failed += failed;
};

async function runStep(name) {
  const started = Date.now();
  const outcome = await steps[name]().catch((error) => ({
    passed: 0,
    failed: 1,
    output: `${error.message}\n`,
  }));
  add(outcome);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  process.stdout.write(outcome.output ?? '');
  console.log(`   ${name}: ${outcome.passed} passed, ${outcome.failed} failed, ${seconds} s`);
  if (outcome.failed === 0) return;
  for (const later of NEEDED[name] ?? []) leftOut.set(later, name);
}

const started = Date.now();
try {
  await install();
  if (order !== undefined) console.log(`The order of suites: TEST_ORDER=${order}`);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  for (const stage of stages) {
    const chosen = stage.filter((name) => name in steps && (!only || only.includes(name)));
    const due = chosen.filter((name) => !leftOut.has(name));
    for (const name of chosen.filter((one) => leftOut.has(one))) {
      console.log(`\n── ${name} is not run, since ${leftOut.get(name)} failed`);
    }
    if (due.length === 0) continue;
    console.log(`\n── ${due.join(', ')}`);
    await Promise.all(due.map(runStep));
  }
} catch (error) {
  console.error(error.message);
  add({ passed: 0, failed: 1 });
}
for (const failure of failures) console.log(`\n✗ ${failure}`);
if (times.length > 0) {
  console.log(`\nThe slowest tests, of ${((Date.now() - started) / 60_000).toFixed(1)} minutes:`);
  for (const line of slowest(times)) console.log(`  ${line}`);
}
process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
