import { type PlantedSold, plantSold } from '../modules/soldContainers/testing/planted.ts';
import type { TestApp } from '../testing/index.ts';
import { makeWorld } from '../workflow/testing/world.ts';
import { listen, onBenchServer } from './benchServer.ts';
import { figuresOf, type LoadCall, load } from './load.ts';

/**
 * Sales that machines report: 8 clients at once, batches of 1,000 over HTTP, everything shuffled and a
 * tenth of it sent twice. Each sale has to be stored exactly once, also in the sums of its day. Then
 * what the pages ask for at that size.
 *
 *   npm run bench -- ingest                    1,000,000 sales
 *   BENCH_ROWS=100000 npm run bench -- ingest
 */
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const CLIENTS = 8;
const BATCH = 1000;
/** Batches whose bodies are in memory at a time. */
const ROUND = 160;
const START = Date.parse('2025-05-01T02:00:00Z');

const say = (text: string): void => {
  process.stdout.write(`ingest: ${text}\n`);
};

/** Numbers of a fixed sequence, so that every run sends the same. */
function randomly(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Numbers of all sales and a tenth of them once more, in no order. */
function shuffled(): Uint32Array {
  const random = randomly(20_261_121);
  const all = new Uint32Array(Math.floor(ROWS * 1.1));
  for (let at = 0; at < all.length; at += 1) {
    all[at] = at < ROWS ? at : Math.floor(random() * ROWS);
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

async function measure(test: TestApp): Promise<void> {
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
  const batches = batchesOf(shuffled());
  const path = '/api/v1/product_contracts/transactions/ingest';
  let took = 0;
  for (let at = 0; at < batches.length; at += ROUND) {
    const calls = batches.slice(at, at + ROUND).map((numbers): LoadCall => {
      const token = keys[(numbers[0] ?? 0) % CLIENTS] ?? '';
      return { token, path, body: { transactions: numbers.map(saleOf) } };
    });
    const report = await load({ port, calls, connections: CLIENTS, rate: 0 });
    took += report.seconds;
    if (report.failed > 0) {
      say(`failed: ${report.failure}`);
      process.exitCode = 1;
      return;
    }
  }
  const sent = Math.floor(ROWS * 1.1);
  say(
    `${sent} reports of ${ROWS} sales by ${CLIENTS} clients in ${took.toFixed(1)} s = ${(sent / took).toFixed(0)} reports/s, ${(ROWS / took).toFixed(0)} stored/s`,
  );
  const { rows } = await test.app.pg.query<{ n: number; days: number; sums: number }>(
    `select count(*)::int as n, (select sum(count)::int from product_sales_days) as sums,
      (select count(*)::int from product_sales_days) as days from product_transactions`,
  );
  say(
    `${rows[0]?.n} stored, ${rows[0]?.sums} in the sums of ${rows[0]?.days} days by channel and option`,
  );
  if (rows[0]?.n !== ROWS || rows[0]?.sums !== ROWS) process.exitCode = 1;
  await measurePages(test, port);
}

/** What the pages ask for at that size. */
async function measurePages(test: TestApp, port: number): Promise<void> {
  await test.app.pg.query('vacuum analyze');
  const { token } = await test.as('auditor');
  const base = '/api/v1/product_contracts/transactions';
  const asked = {
    'list with its sums': `${base}?limit=20`,
    'a month by channel': `${base}?limit=20&startDate=2025-09-01&endDate=2025-09-30&channel=card`,
    'totals of 18 months': `${base}/totals?startDate=2025-05-01&endDate=2026-10-31`,
  };
  for (const [name, path] of Object.entries(asked)) {
    const report = await load({
      port,
      calls: [{ token, path }],
      connections: 1,
      rate: 0,
      seconds: 3,
    });
    say(`${name}: ${figuresOf(report)}`);
  }
  const began = performance.now();
  const before = process.memoryUsage().rss;
  const exported = await test.app.call(
    { actor: await test.as('system-admin').then((who) => who.actor()), isJob: true },
    'productTransactions.list',
    { query: { format: 'csv' } },
  );
  let bytes = 0;
  if ('file' in exported && !Buffer.isBuffer(exported.file)) {
    for await (const part of exported.file) bytes += Buffer.from(part as Buffer).length;
  }
  say(
    `export of ${ROWS} rows: ${((performance.now() - began) / 1000).toFixed(1)} s, ${(bytes / 1e6).toFixed(0)} MB, memory + ${Math.max(0, (process.memoryUsage().rss - before) / 1e6).toFixed(0)} MB`,
  );
}

await onBenchServer(measure);
