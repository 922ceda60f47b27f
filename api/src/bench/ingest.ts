import { type PlantedSold, plantSold } from '../modules/soldContainers/testing/planted.ts';
import type { TestApp } from '../testing/index.ts';
import { makeWorld } from '../workflow/testing/world.ts';
import { listen, runBench } from './benchServer.ts';
import { figuresOf, type LoadCall, load } from './load.ts';
import { asked, Report } from './report.ts';

/**
 * Sales that machines report: 8 clients at once, batches of 1,000 over HTTP, everything shuffled and a
 * tenth of it sent twice. Each sale has to be stored exactly once, also in the sums of its day. Then
 * what the pages ask for at that size.
 *
 *   npm run bench -- ingest                    1,000,000 sales
 *   BENCH_ROWS=100000 npm run bench -- ingest
 */
const sizes = () => ({ rows: asked('ROWS', 1_000_000), seconds: asked('SECONDS', 3) });
const CLIENTS = 8;
const BATCH = 1000;
/** Batches whose bodies are in memory at a time. */
const ROUND = 160;
const START = Date.parse('2025-05-01T02:00:00Z');

/** Numbers of a fixed sequence, so that every run sends the same. */
function randomly(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Numbers of all sales and a tenth of them once more, in no order. */
function shuffled(rows: number): Uint32Array {
  const random = randomly(20_261_121);
  const all = new Uint32Array(Math.floor(rows * 1.1));
  for (let at = 0; at < all.length; at += 1) {
    all[at] = at < rows ? at : Math.floor(random() * rows);
  }
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [all[at], all[other]] = [all[other] ?? 0, all[at] ?? 0];
  }
  return all;
}

const CHANNELS = ['cash', 'promptpay', 'promptpay', 'card', 'ewallet'];

/** The sale of a number; its container is the number's rest by the containers there are. */
const saleOf = (number: number) => ({
  machineTxnId: `T${number}`,
  occurredAt: new Date(START + number * 47_000).toISOString(),
  channel: CHANNELS[number % CHANNELS.length],
  priceOptionKey: `slot-${number % 7}`,
  amount: `${20 + (number % 6) * 5}.00`,
});

/** Batches of one container each, as numbers. */
function batchesOf(numbers: Uint32Array): number[][] {
  const open: number[][] = Array.from({ length: CLIENTS }, () => []);
  const full: number[][] = [];
  for (const number of numbers) {
    const of = number % CLIENTS;
    const batch = open[of] ?? [];
    batch.push(number);
    if (batch.length < BATCH) continue;
    full.push(batch);
    open[of] = [];
  }
  return [...full, ...open.filter((batch) => batch.length > 0)];
}

async function keysOf(test: TestApp, containers: readonly PlantedSold[]): Promise<string[]> {
  const admin = await test.as('system-admin');
  return Promise.all(
    containers.map(async ({ id }) => {
      const day = new Date(test.app.clock.now().getTime() + 30 * 86_400_000);
      const { body } = await admin.post(`/product_contracts/${id}/keys`, {
        name: 'Bench',
        expiresOn: day.toISOString().slice(0, 10),
      });
      return String(body.data.key);
    }),
  );
}

export async function measure(test: TestApp, report: Report, asks = sizes()): Promise<void> {
  const { rows } = asks;
  const world = await makeWorld(test);
  const containers: PlantedSold[] = [];
  for (let count = 0; count < CLIENTS; count += 1) {
    containers.push(
      await plantSold(test, {
        companyId: test.companyId,
        warehouseId: world.warehouseId,
        from: '2025-01-01T00:00:00+07:00',
      }),
    );
  }
  const keys = await keysOf(test, containers);
  const port = await listen(test);
  const batches = batchesOf(shuffled(rows));
  const path = '/api/v1/product_contracts/transactions/ingest';
  let took = 0;
  for (let at = 0; at < batches.length; at += ROUND) {
    const calls = batches.slice(at, at + ROUND).map((numbers): LoadCall => {
      const token = keys[(numbers[0] ?? 0) % CLIENTS] ?? '';
      return { token, path, body: { transactions: numbers.map(saleOf) } };
    });
    const found = await load({ port, calls, connections: CLIENTS, rate: 0 });
    took += found.seconds;
    if (found.failed > 0) return report.fault(`failed: ${found.failure}`);
  }
  const sent = Math.floor(rows * 1.1);
  report.say(
    `${sent} reports of ${rows} sales by ${CLIENTS} clients in ${took.toFixed(1)} s = ${(sent / took).toFixed(0)} reports/s, ${(rows / took).toFixed(0)} stored/s`,
  );
  const [stored] = (
    await test.app.pg.query<{ n: number; days: number; sums: number }>(
      `select count(*)::int as n, (select sum(count)::int from product_sales_days) as sums,
        (select count(*)::int from product_sales_days) as days from product_transactions`,
    )
  ).rows;
  report.say(
    `${stored?.n} stored, ${stored?.sums} in the sums of ${stored?.days} days by channel and option`,
  );
  if (stored?.n !== rows || stored.sums !== rows) report.fault('not each sale is stored once');
  await measurePages(test, report, { ...asks, port });
  await measureExport(test, report, rows);
}

interface Pages {
  readonly port: number;
  readonly seconds: number;
}

/** What the pages ask for at that size. */
async function measurePages(
  test: TestApp,
  report: Report,
  { port, seconds }: Pages,
): Promise<void> {
  await test.app.pg.query('vacuum analyze');
  const { token } = await test.as('auditor');
  const base = '/api/v1/product_contracts/transactions';
  const asked = {
    'list with its sums': `${base}?limit=20`,
    'a month by channel': `${base}?limit=20&startDate=2025-09-01&endDate=2025-09-30&channel=card`,
    'totals of 18 months': `${base}/totals?startDate=2025-05-01&endDate=2026-10-31`,
  };
  for (const [name, path] of Object.entries(asked)) {
    const calls = [{ token, path }];
    const found = await load({ port, calls, connections: 1, rate: 0, seconds });
    report.sayLoad(`${name}: ${figuresOf(found)}`, found);
  }
}

async function measureExport(test: TestApp, report: Report, rows: number): Promise<void> {
  const actor = await test.as('system-admin').then((who) => who.actor());
  for (const format of ['csv', 'xlsx'] as const) {
    const began = performance.now();
    const before = process.memoryUsage().rss;
    const exported = await test.app.call({ actor, isJob: true }, 'productTransactions.list', {
      query: { format },
    });
    let bytes = 0;
    if ('file' in exported) {
      const parts = Buffer.isBuffer(exported.file) ? [exported.file] : exported.file;
      for await (const part of parts) bytes += Buffer.from(part as Buffer).length;
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const grown = Math.max(0, (process.memoryUsage().rss - before) / 1e6).toFixed(0);
    report.say(
      `export of ${rows} rows as ${format}: ${seconds} s, ${(bytes / 1e6).toFixed(0)} MB, memory + ${grown} MB`,
    );
  }
}

if (import.meta.main) await runBench(new Report('ingest'), measure);
