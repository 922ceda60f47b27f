import { loadavg } from 'node:os';
import { type FilledLog, fillActivity } from '../modules/admin/activity/testing/fill.ts';
import { sealActivity } from '../modules/admin/index.ts';
import type { TestApp } from '../testing/index.ts';
import { listen, runBench } from './benchServer.ts';
import { figuresOf, load } from './load.ts';
import { asked, Report } from './report.ts';

/**
 * The activity log: the filtered list over HTTP at 20 connections, by somebody
 * whose companies cut it and by somebody who sees all; sealing and checking its chain.
 *
 *   npm run bench -- activity                    100,000 entries
 *   BENCH_ROWS=1000000 npm run bench -- activity
 */
const sizes = () => ({
  rows: asked('ROWS', 100_000),
  seconds: asked('SECONDS', 10),
  rate: asked('RATE', 200),
});
const CONNECTIONS = 20;
const GOAL = { p99: 30, check: 5 };

const machineLoad = () =>
  loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');

/** Every filter, and those that are used together. */
const pathsOf = ({ people, records }: FilledLog, companyId: string): string[] =>
  [
    `userId=${people[0]}`,
    `userId=${people[90]}&startDate=2025-09-01&endDate=2025-09-30`,
    `subject=users`,
    `subject=goodsImports&action=create`,
    `action=approval,update`,
    `companyId=${companyId}&subject=companies`,
    `subjectId=${records[7]}`,
    'search=PR2511-00123',
    'startDate=2025-09-01&endDate=2025-09-30&sort=at',
    '',
  ].map((query) => `/api/v1/activity-logs?limit=20${query === '' ? '' : `&${query}`}`);

const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
  const from = performance.now();
  return [await work(), (performance.now() - from) / 1000];
};

async function sealAll(test: TestApp): Promise<number> {
  let sealed = 0;
  for (let now = -1; now !== 0; sealed += now) now = await sealActivity(test.app);
  return sealed;
}

interface Chain {
  readonly token: string;
  readonly rows: number;
}

async function measureChain(test: TestApp, report: Report, { token, rows }: Chain): Promise<void> {
  const [sealed, sealing] = await timed(() => sealAll(test));
  report.say(
    `${sealed} entries sealed in ${sealing.toFixed(1)} s = ${(sealed / sealing).toFixed(0)}/s`,
  );
  await test.app.pg.query('vacuum analyze activity_seals');
  for (const round of ['first', 'again']) {
    const before = process.memoryUsage().rss;
    const [answer, checking] = await timed(() =>
      test.server.inject({
        url: '/api/v1/activity-logs/check',
        headers: { authorization: `Bearer ${token}` },
      }),
    );
    const { checked, broken } = answer.json().data as { checked: number; broken: unknown };
    const grown = Math.max(0, (process.memoryUsage().rss - before) / 1_048_576).toFixed(0);
    report.say(
      `${checked} entries checked ${round} in ${checking.toFixed(2)} s (goal ${GOAL.check}), memory + ${grown} MB`,
    );
    if (broken !== null || checked < rows) report.fault(`the chain is broken: ${broken}`);
    report.goal(checking <= GOAL.check, `check ${round}`);
  }
}

export async function measure(test: TestApp, report: Report, asks = sizes()): Promise<void> {
  const { rows, seconds, rate } = asks;
  const readers = {
    'all companies': await test.as('system-admin'),
    'one company': await test.as('company-admin', { companyId: test.companyId }),
  };
  const filled = await fillActivity(test, rows);
  report.say(`${rows} entries; load of the machine ${machineLoad()}`);
  await measureChain(test, report, { token: readers['all companies'].token, rows });
  const port = await listen(test);
  const paths = pathsOf(filled, test.companyId);
  for (const [name, { token }] of Object.entries(readers)) {
    const calls = paths.map((path) => ({ token, path }));
    const common = { port, calls, connections: CONNECTIONS };
    const run = async (at: number, how: string) => {
      const found = await load({ ...common, rate: at, seconds });
      const note = `goal of p99 ${GOAL.p99} ms; ${CONNECTIONS} connections, ${how}`;
      report.sayLoad(`${name}: ${figuresOf(found)} (${note})`, found);
      return found;
    };
    await load({ ...common, rate: 0, seconds: Math.min(2, seconds) });
    const { latencies } = await run(rate, `${rate} a second come in`);
    report.goal((latencies[Math.floor(latencies.length * 0.99)] ?? 0) <= GOAL.p99, name);
    await run(0, 'each as fast as it is answered');
  }
  report.say(`load of the machine at the end ${machineLoad()}`);
}

if (import.meta.main) await runBench(new Report('activity'), measure);
