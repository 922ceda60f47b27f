import { fillAccounts } from '../modules/money/testing/fillAccounts.ts';
import { makeWorld } from '../modules/money/testing/world.ts';
import type { TestApp } from '../testing/index.ts';
import { dayFrom, expectData } from '../workflow/testing/world.ts';
import { onBenchServer } from './benchServer.ts';

/**
 * The ageing of customers with a million invoices and a million payments: of today, of last month, of
 * last year, and of one customer. The goal is half a second.
 *
 *   npm run bench -- ageing                     BENCH_ROWS=1000000 invoices, BENCH_CUSTOMERS=5000
 */
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const CUSTOMERS = Number(process.env.BENCH_CUSTOMERS ?? 5000);
const REPEATS = 7;

const say = (text: string) => process.stdout.write(`ageing: ${text}\n`);

async function measure(test: TestApp): Promise<void> {
  const world = await makeWorld(test);
  const started = Date.now();
  await fillAccounts(test, {
    customerId: world.customerId,
    rows: ROWS,
    customers: CUSTOMERS,
  });
  say(`${ROWS} invoices and payments of ${CUSTOMERS} customers in ${Date.now() - started} ms`);
  const of = async (name: string, query: string) => {
    const times: number[] = [];
    for (let count = 0; count < REPEATS; count += 1) {
      const from = performance.now();
      expectData(await world.admin.get(`/receivables?limit=20&${query}`));
      times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor(share * (REPEATS - 1))]?.toFixed(0);
    say(`${name}: median ${at(0.5)} ms, slowest ${at(1)} ms (goal 500 ms)`);
  };
  const [customer] = (
    await test.app.pg.query<{ id: string }>(`select id from customers where code = 'B7'`)
  ).rows;
  await of('today', '');
  await of('of one customer', `customerId=${customer?.id}`);
  await of('a month ago', `asOf=${dayFrom(world, -30)}`);
  await of('a year ago', `asOf=${dayFrom(world, -365)}`);
}

await onBenchServer(measure);
