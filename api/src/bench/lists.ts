import type { Person, TestApp } from '../testing/index.ts';
import { listen, onBenchServer } from './benchServer.ts';
import {
  FIRST_REQUEST,
  fillBalances,
  fillMasters,
  fillMoves,
  fillRequests,
  REQUEST_DAYS,
} from './fill.ts';
import { figuresOf, type LoadCall, type LoadReport, load } from './load.ts';

/**
 * List calls under load (quality "Fast"): 20 rows, filter and sort, total to 10,000, over HTTP on
 * loopback by people whose company, warehouse or own name cuts what they see. First as many as the
 * server answers, then an open loop at BENCH_RATE, whose latency counts from the moment at which a
 * request was due. Requests are asked for in two ways: four questions of one person, whose totals
 * and counts are kept for two seconds, and questions of 200 people of which no two are alike, so
 * that everything is counted for each.
 *
 *   npm run bench -- lists                       200,000 rows of the ledger, as many of requests
 *   BENCH_ROWS=1000000 BENCH_RATE=1000 npm run bench -- lists
 */
const ROWS = Number(process.env.BENCH_ROWS ?? 200_000);
const RATE = Number(process.env.BENCH_RATE ?? 500);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const PEOPLE = 200;
/** Questions of which no two are alike: more than are asked before a figure is forgotten. */
const QUESTIONS = 20_000;

const print = (name: string, report: LoadReport, note: string) =>
  process.stdout.write(`lists: ${name}: ${figuresOf(report)} (${note})\n`);

/** Half of them see their company, a quarter one warehouse of it, a quarter what they asked for. */
async function hire(test: TestApp): Promise<readonly Person[]> {
  const { rows } = await test.app.pg.query<{ id: string }>(
    `select id from warehouses where code like 'BW%' order by code`,
  );
  const people: Person[] = [];
  for (let n = 0; n < PEOPLE; n += 1) {
    const warehouse = rows[(n >> 2) % rows.length]?.id ?? '';
    people.push(
      n % 4 === 3
        ? await test.as('technician')
        : await test.as('warehouse-staff', n % 4 === 2 ? { warehouseIds: [warehouse] } : {}),
    );
  }
  return people;
}

const dayOf = (n: number): string =>
  new Date(Date.parse(FIRST_REQUEST) + n * 86_400_000).toISOString().slice(0, 10);

/** A month, a quarter, a year or all since a day, in a state or in all, by turns. */
function unshared(people: readonly Person[]): LoadCall[] {
  return Array.from({ length: QUESTIONS }, (_, n) => {
    const start = (n * 37) % REQUEST_DAYS;
    const days = ([30, 90, 365, REQUEST_DAYS][n % 4] ?? 0) + Math.floor(n / REQUEST_DAYS);
    const status = ['', '&status=pending', '&status=completed'][n % 3];
    // People go round by one more each time, so that each of them asks for every length.
    const person = people[(n + Math.floor(n / PEOPLE)) % PEOPLE];
    return {
      token: person?.token ?? '',
      path: `/api/v1/purchase_requests?startDate=${dayOf(start)}&endDate=${dayOf(start + days)}${status}&sort=-createdAt&limit=20`,
    };
  });
}

export async function measure(test: TestApp): Promise<void> {
  await fillMasters(test);
  await fillMoves(test, { first: 1, last: ROWS });
  await fillBalances(test);
  const people = await hire(test);
  await fillRequests(test, { rows: ROWS, people: people.map(({ userId }) => userId) });
  await test.app.pg.query('vacuum analyze');
  const port = await listen(test);
  const { rows } = await test.app.pg.query<{ id: string }>(
    'select id from material_parts limit 50',
  );
  const [staff] = people;
  const byStaff = (path: string): LoadCall => ({ token: staff?.token ?? '', path });
  const kinds: Readonly<Record<string, readonly LoadCall[]>> = {
    [`ledger, ${ROWS} rows`]: rows.map(({ id }) =>
      byStaff(`/api/v1/material_parts/${id}/tracking?docType=receipt&sort=-postedAt&limit=20`),
    ),
    [`requests, ${ROWS} rows, four questions`]: ['-createdAt', 'documentNo'].flatMap((sort) =>
      ['pending', 'completed'].map((status) =>
        byStaff(`/api/v1/purchase_requests?status=${status}&sort=${sort}&limit=20`),
      ),
    ),
    [`requests, ${ROWS} rows, nobody asks the same`]: unshared(people),
  };
  for (const [name, calls] of Object.entries(kinds)) {
    // Other questions than those that are measured first: their figures are still kept.
    await load({ port, calls: calls.toReversed(), rate: 0, seconds: Math.min(2, SECONDS) });
    const most = await load({ port, calls, rate: 0, seconds: SECONDS });
    print(name, most, '50 connections, closed loop');
    // Beyond what the server answers, latency would tell how long the loop ran and nothing else.
    const rate = Math.min(RATE, Math.floor((0.8 * most.requests) / most.seconds));
    print(name, await load({ port, calls, rate, seconds: SECONDS }), `open loop at ${rate}/s`);
  }
}

if (import.meta.main) await onBenchServer(measure);
