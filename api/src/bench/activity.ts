import { loadavg } from 'node:os';
import { type FilledLog, fillActivity } from '../modules/admin/activity/testing/fill.ts';
import { sealActivity } from '../modules/admin/index.ts';
import type { TestApp } from '../testing/index.ts';
import { listen, onBenchServer } from './benchServer.ts';
import { figuresOf, type LoadReport, load } from './load.ts';

/**
 * The activity log: the filtered list over HTTP at 20 connections, by somebody
 * whose companies cut it and by somebody who sees all; sealing and checking its chain.
 *
 *   npm run bench -- activity                    100,000 entries
 *   BENCH_ROWS=1000000 npm run bench -- activity
 */
const ROWS = Number(process.env.BENCH_ROWS ?? 100_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const RATE = Number(process.env.BENCH_RATE ?? 200);
const CONNECTIONS = 20;
const GOAL = { p99: 30, check: 5 };

const say = (text: string): void => {
  process.stdout.write(`activity: ${text}\n`);
};

const print = (name: string, report: LoadReport, how: string) =>
  say(`${name}: ${figuresOf(report)} (goal of p99 ${GOAL.p99} ms; ${how})`);

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

async function measureChain(test: TestApp, token: string): Promise<void> {
  const [sealed, sealing] = await timed(() => sealAll(test));
  say(`${sealed} entries sealed in ${sealing.toFixed(1)} s = ${(sealed / sealing).toFixed(0)}/s`);
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
    say(
      `${checked} entries checked ${round} in ${checking.toFixed(2)} s (goal ${GOAL.check}), memory + ${grown} MB`,
    );
    if (broken !== null || checked < ROWS || checking > GOAL.check) process.exitCode = 1;
  }
}

async function measure(test: TestApp): Promise<void> {
  const readers = {
    'all companies': await test.as('system-admin'),
    'one company': await test.as('company-admin', { companyId: test.companyId }),
  };
  const filled = await fillActivity(test, ROWS);
  say(
    `${ROWS} entries; load of the machine ${loadavg()
      .map((value) => value.toFixed(1))
      .join(' ')}`,
  );
  await measureChain(test, readers['all companies'].token);
  const port = await listen(test);
  const paths = pathsOf(filled, test.companyId);
  for (const [name, { token }] of Object.entries(readers)) {
    const calls = paths.map((path) => ({ token, path }));
    const common = { port, calls, connections: CONNECTIONS };
    await load({ ...common, rate: 0, seconds: 2 });
    const open = await load({ ...common, rate: RATE, seconds: SECONDS });
    print(name, open, `${CONNECTIONS} connections, ${RATE} a second come in`);
    if ((open.latencies[Math.floor(open.latencies.length * 0.99)] ?? 0) > GOAL.p99) {
      process.exitCode = 1;
    }
    print(
      name,
      await load({ ...common, rate: 0, seconds: SECONDS }),
      `${CONNECTIONS} connections, each as fast as it is answered`,
    );
  }
  say(
    `load of the machine at the end ${loadavg()
      .map((value) => value.toFixed(1))
      .join(' ')}`,
  );
}

await onBenchServer(measure);
