import type { TestApp } from '../testing/index.ts';
import { listen, runBench } from './benchServer.ts';
import { fillMasters, fillMoves } from './fill.ts';
import { load } from './load.ts';
import { asked, Report } from './report.ts';

/**
 * What the filtered list of the ledger costs as the ledger grows (at 10 million
 * rows at most 1.5 times of that at 100,000). Calls over HTTP one after another, so that the figure
 * is the call's own cost; each filter by itself, since an average would hide the one that grows.
 *
 *   npm run bench -- growth                     BENCH_ROWS=10000000
 */
const sizes = () => ({
  small: 100_000,
  large: asked('ROWS', 10_000_000),
  seconds: asked('SECONDS', 4),
});
/** In pieces, so that no single statement keeps everything in the log. */
const PIECE = 500_000;
const GOAL = 1.5;

interface Asking {
  readonly port: number;
  readonly token: string;
  readonly seconds: number;
}

/** Median milliseconds of a call of each filter. */
async function costs(
  test: TestApp,
  { port, token, seconds }: Asking,
): Promise<Map<string, number>> {
  const { rows: parts } = await test.app.pg.query<{ id: string }>(
    'select id from material_parts order by part_no limit 50',
  );
  const { rows: warehouses } = await test.app.pg.query<{ id: string }>(
    `select id from warehouses where code like 'BW%'`,
  );
  const of = (query: string) => [`limit=20&${query}`];
  const filters: Readonly<Record<string, readonly string[]>> = {
    none: of(''),
    'document type': of('docType=receipt'),
    part: parts.map(({ id }) => `limit=20&partId=${id}`),
    'part and type': parts.map(({ id }) => `limit=20&partId=${id}&docType=dispatch`),
    warehouse: of(`warehouseId=${warehouses[0]?.id}`),
    'warehouse, type, oldest first': of(
      `warehouseId=${warehouses[0]?.id}&docType=transfer&sort=postedAt`,
    ),
    'days of a month': of('startDate=2025-05-02&endDate=2025-05-09'),
  };
  const found = new Map<string, number>();
  for (const [name, queries] of Object.entries(filters)) {
    const calls = queries.map((query) => ({ token, path: `/api/v1/stock/ledger?${query}` }));
    const one = { port, calls, connections: 1, rate: 0 };
    await load({ ...one, seconds: seconds / 4 });
    const { latencies, failed, failure } = await load({ ...one, seconds });
    if (failed > 0) throw new Error(failure);
    found.set(name, latencies[Math.floor(latencies.length / 2)] ?? 0);
  }
  return found;
}

/** As a database is whose rows came over years: what it does by itself meanwhile is done now. */
async function settle({ app }: TestApp): Promise<void> {
  await app.pg.query('vacuum (analyze)');
  await app.pg.query('checkpoint');
}

export async function measure(test: TestApp, report: Report, asks = sizes()): Promise<void> {
  const { small, large, seconds } = asks;
  const { token } = await test.as('warehouse-staff');
  await fillMasters(test);
  await fillMoves(test, { first: 1, last: small });
  await settle(test);
  const asking = { port: await listen(test), token, seconds };
  const before = await costs(test, asking);
  for (let first = small + 1; first <= large; first += PIECE) {
    await fillMoves(test, { first, last: Math.min(large, first + PIECE - 1) });
  }
  await settle(test);
  const after = await costs(test, asking);
  for (const [name, few] of before) {
    const many = after.get(name) ?? 0;
    const ratio = many / few;
    report.say(
      `by ${name}: ${few.toFixed(1)} ms at ${small} rows, ${many.toFixed(1)} ms at ${large}: ` +
        `${ratio.toFixed(2)} times (goal ${GOAL})`,
    );
    report.goal(ratio <= GOAL, name);
  }
}

if (import.meta.main) await runBench(new Report('growth'), measure);
