import { fillAccounts } from '../modules/money/testing/fillAccounts.ts';
import { makeWorld } from '../modules/money/testing/world.ts';
import type { TestApp } from '../testing/index.ts';
import { dayFrom, expectData } from '../workflow/testing/world.ts';
import { runBench } from './benchServer.ts';
import { asked, Report } from './report.ts';

/**
 * The ageing of customers with a million invoices and a million payments: of today, of last month, of
 * last year, and of one customer. The goal is half a second.
 *
 *   npm run bench -- ageing                     BENCH_ROWS=1000000 invoices, BENCH_CUSTOMERS=5000
 */
const sizes = () => ({ rows: asked('ROWS', 1_000_000), customers: asked('CUSTOMERS', 5000) });
const REPEATS = 7;
const GOAL = 500;

export async function measure(test: TestApp, report: Report, asks = sizes()): Promise<void> {
  const { rows, customers } = asks;
  const world = await makeWorld(test);
  const started = performance.now();
  await fillAccounts(test, { customerId: world.customerId, rows, customers });
  report.say(
    `${rows} invoices and payments of ${customers} customers in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
  const of = async (name: string, query: string) => {
    const times: number[] = [];
    for (let count = 0; count < REPEATS; count += 1) {
      const from = performance.now();
      expectData(await world.admin.get(`/receivables?limit=20&${query}`));
      times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor(share * (REPEATS - 1))] ?? 0;
    report.say(
      `${name}: median ${at(0.5).toFixed(0)} ms, slowest ${at(1).toFixed(0)} ms (goal ${GOAL} ms)`,
    );
    report.goal(at(0.5) <= GOAL, name);
  };
  const [customer] = (
    await test.app.pg.query<{ id: string }>(`select id from customers where code = 'B7'`)
  ).rows;
  await of('today', '');
  await of('of one customer', `customerId=${customer?.id}`);
  await of('a month ago', `asOf=${dayFrom(world, -30)}`);
  await of('a year ago', `asOf=${dayFrom(world, -365)}`);
}

if (import.meta.main) await runBench(new Report('ageing'), measure);
