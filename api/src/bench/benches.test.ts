import { createTestApp, type TestApp } from '../testing/index.ts';
import { measure as activity } from './activity.ts';
import { measure as ageing } from './ageing.ts';
import { measure as containers } from './containers.ts';
import { measure as documents } from './documents.ts';
import { measure as growth } from './growth.ts';
import { measure as ingest } from './ingest.ts';
import { measure as jobs } from './jobs.ts';
import { measure as ledger, withPool } from './ledger.ts';
import { Report } from './report.ts';
import { measure as reports } from './reports.ts';
import { measure as servers } from './servers.ts';

/**
 * Nobody runs the benches from day to day, and what they call changes: each is run once at a size at
 * which it says nothing about speed. What it needs has to be there, no call may fail, and it has to print
 * its figures; goals are for the run of its own (`npm run bench`).
 */
const MOMENT = 0.05;

type Bench = (test: TestApp, report: Report) => Promise<void>;

const benches: Readonly<Record<string, Bench>> = {
  activity: (test, report) => activity(test, report, { rows: 400, seconds: MOMENT, rate: 50 }),
  ageing: (test, report) => ageing(test, report, { rows: 400, customers: 20 }),
  containers: (test, report) =>
    containers(test, report, { containers: 100, parts: 4, moves: 400, seconds: MOMENT }),
  documents: (test, report) => documents(test, report, { ofEach: 2 }),
  growth: (test, report) => growth(test, report, { small: 200, large: 400, seconds: MOMENT }),
  ingest: (test, report) => ingest(test, report, { rows: 2000, seconds: MOMENT }),
  jobs: (test, report) => jobs(test, report, { rows: 400, technicians: 4 }),
  ledger: ({ databaseUrl }, report) =>
    withPool(databaseUrl, (pool) => ledger(pool, report, { seconds: MOMENT })),
  reports: (test, report) => reports(test, report, { rows: 400, customers: 20, seconds: MOMENT }),
  // Starts servers of its own, each of which takes seconds to begin.
  ...(process.env.TEST_FULL === '1' && process.platform === 'linux'
    ? {
        servers: (test: TestApp, report: Report) =>
          servers(test, report, { rate: 20, seconds: 1, rounds: 1, warm: 1 }),
      }
    : {}),
};

/** Reads its sizes from the environment when it is loaded, and prints. */
async function lists(test: TestApp, report: Report): Promise<void> {
  Object.assign(process.env, { BENCH_ROWS: '400', BENCH_RATE: '50', BENCH_SECONDS: `${MOMENT}` });
  const written = jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
  try {
    const { measure } = await import('./lists.ts');
    await measure(test);
    for (const [line] of written.mock.calls) {
      report.say(String(line));
      if (!String(line).includes(' 0 failed')) report.fault(String(line));
    }
  } finally {
    written.mockRestore();
    for (const name of ['ROWS', 'RATE', 'SECONDS']) delete process.env[`BENCH_${name}`];
  }
}

test.each(Object.entries({ ...benches, lists }))('%s runs', async (name, measure) => {
  const report = new Report(name, () => undefined);
  const app = await createTestApp({ isMeasured: true });
  await measure(app, report).finally(() => app.close());
  expect(report.faults).toEqual([]);
  expect(report.lines.length).toBeGreaterThan(0);
  expect(report.lines.join()).not.toMatch(/NaN|undefined|Infinity/);
});
