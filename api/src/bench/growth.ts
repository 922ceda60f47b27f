import type { TestApp } from '../testing/index.ts';
import { listen, onBenchServer } from './benchServer.ts';
import { fillMasters, fillMoves } from './fill.ts';
import { load } from './load.ts';

/**
 * What the filtered list of the ledger costs as the ledger grows (at 10 million
 * rows at most 1.5 times of that at 100,000). Calls over HTTP one after another, so that the figure
 * is the call's own cost; each filter by itself, since an average would hide the one that grows.
 *
 *   npm run bench -- growth                     BENCH_ROWS=10000000
 */
const SMALL = 100_000;
const LARGE = Number(process.env.BENCH_ROWS ?? 10_000_000);
/** In pieces, so that no single statement keeps everything in the log. */
const PIECE = 500_000;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const GOAL = 1.5;

const say = (text: string) => process.stdout.write(`growth: ${text}\n`);

/** Median milliseconds of a call of each filter. */
async function costs(test: TestApp, port: number, token: string): Promise<Map<string, number>> {
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
    await load({ port, calls, connections: 1, rate: 0, seconds: 1 });
    const { latencies, failed, failure } = await load({
      port,
      calls,
      connections: 1,
      rate: 0,
      seconds: SECONDS,
    });
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

await onBenchServer(async (test) => {
  const { token } = await test.as('warehouse-staff');
  await fillMasters(test);
  await fillMoves(test, { first: 1, last: SMALL });
  await settle(test);
  const port = await listen(test);
  const before = await costs(test, port, token);
  for (let first = SMALL + 1; first <= LARGE; first += PIECE) {
    await fillMoves(test, { first, last: Math.min(LARGE, first + PIECE - 1) });
  }
  await settle(test);
  const after = await costs(test, port, token);
  for (const [name, small] of before) {
    const large = after.get(name) ?? 0;
    const ratio = large / small;
    say(
      `by ${name}: ${small.toFixed(1)} ms at ${SMALL} rows, ${large.toFixed(1)} ms at ${LARGE}: ` +
        `${ratio.toFixed(2)} times (goal ${GOAL})`,
    );
    if (ratio > GOAL) process.exitCode = 1;
  }
});
