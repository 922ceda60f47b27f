import type { TestApp } from '../testing/index.ts';
import { listen, onBenchServer } from './benchServer.ts';
import { fillBalances, fillMasters, fillMoves, fillRequests } from './fill.ts';
import { figuresOf, type LoadReport, load } from './load.ts';

/**
 * List calls under load (quality "Fast"): 20 rows, filter and sort, total to 10,000, over HTTP on
 * loopback by somebody whose company cuts what they see. First as many as the server answers, then
 * an open loop at BENCH_RATE, whose latency counts from the moment at which a request was due.
 *
 *   npm run bench -- lists                       200,000 rows of the ledger, as many of requests
 *   BENCH_ROWS=1000000 BENCH_RATE=1000 npm run bench -- lists
 */
const ROWS = Number(process.env.BENCH_ROWS ?? 200_000);
const RATE = Number(process.env.BENCH_RATE ?? 500);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);

const print = (name: string, report: LoadReport, note: string) =>
  process.stdout.write(`lists: ${name}: ${figuresOf(report)} (${note})\n`);

export async function measure(test: TestApp): Promise<void> {
  const staff = await test.as('warehouse-staff');
  await fillMasters(test);
  await fillMoves(test, { first: 1, last: ROWS });
  await fillBalances(test);
  await fillRequests(test, ROWS);
  await test.app.pg.query('analyze');
  const port = await listen(test);
  const { rows } = await test.app.pg.query<{ id: string }>(
    'select id from material_parts limit 50',
  );
  const kinds = {
    [`ledger, ${ROWS} rows`]: rows.map(
      ({ id }) => `/api/v1/material_parts/${id}/tracking?docType=receipt&sort=-postedAt&limit=20`,
    ),
    [`requests, ${ROWS} rows`]: ['-createdAt', 'documentNo'].flatMap((sort) =>
      ['pending', 'completed'].map(
        (status) => `/api/v1/purchase_requests?status=${status}&sort=${sort}&limit=20`,
      ),
    ),
  };
  for (const [name, paths] of Object.entries(kinds)) {
    const common = { port, calls: paths.map((path) => ({ token: staff.token, path })) };
    await load({ ...common, rate: 0, seconds: Math.min(2, SECONDS) });
    print(
      name,
      await load({ ...common, rate: 0, seconds: SECONDS }),
      '50 connections, closed loop',
    );
    print(name, await load({ ...common, rate: RATE, seconds: SECONDS }), `open loop at ${RATE}/s`);
  }
}

if (import.meta.main) await onBenchServer(measure);
