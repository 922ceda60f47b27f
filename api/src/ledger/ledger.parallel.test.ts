import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 } from 'uuid';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { createPool, pgOf } from '../db/pool.ts';
import { type Ctx, type Pg, takeNumber } from '../kernel/index.ts';
import { until } from '../testing/streams.ts';
import { ensureSerials } from './lots.ts';
import { closePeriod } from './periods.ts';
import { postMoves, reverseMoves } from './posting.ts';
import { reserve } from './reservations.ts';
import { type LedgerDatabase, openLedgerDatabase } from './testing/database.ts';
import { inTransaction } from './testing/run.ts';
import { makeWorld, type TestCompany, type World } from './testing/world.ts';
import { LedgerError, type MoveInput } from './types.ts';
import { verifyStock } from './verify.ts';

/** Many at once (quality "Reliable"; I15, I16, I20, I21): what one at a time cannot show. */
const CLIENTS = 16;
const now = new Date('2026-11-20T04:00:00.000Z');
let database: LedgerDatabase;
let world: World;
let company: TestCompany;

beforeAll(async () => {
  database = await openLedgerDatabase({ connections: CLIENTS });
});
beforeEach(async () => {
  world = await makeWorld(pgOf(database.pool), { now, parts: 6 });
  const [first] = world.companies;
  if (!first) throw new Error('the world has companies');
  company = first;
});
afterEach(async () => {
  expect((await verifyStock(pgOf(database.pool))).drift).toEqual([]);
});
afterAll(() => database.close());

const nth = <T>(list: readonly T[], index: number): T => {
  const value = list[index];
  if (value === undefined) throw new Error(`nothing at ${index}`);
  return value;
};

const post = (
  moves: readonly MoveInput[],
  extra: { docId?: string; effectiveDate?: string; mayBackdate?: boolean } = {},
) =>
  inTransaction(database.pool, (pg) =>
    postMoves(pg, {
      docType: 'test',
      docId: v7(),
      action: 'post',
      now,
      postedBy: null,
      moves,
      ...extra,
    }),
  );

const stockUp = (
  itemIds: readonly string[],
  { quantity, bin }: { quantity: number; bin: string },
) =>
  post(
    itemIds.map((itemId) => ({
      itemId,
      quantity,
      from: company.places.OPENING,
      to: bin,
      unitCost: '10',
    })),
  );

interface Counts {
  ok?: number;
  PERIOD_CLOSED?: number;
  [code: string]: number | undefined;
}

/** Outcome of each: `ok` or the code of the refusal; anything else is a failure of the test. */
async function outcomes(work: readonly Promise<unknown>[]): Promise<Counts> {
  const counts: Counts = {};
  for (const result of await Promise.allSettled(work)) {
    if (result.status === 'rejected' && !(result.reason instanceof LedgerError))
      throw result.reason;
    const name = result.status === 'fulfilled' ? 'ok' : (result.reason as LedgerError).code;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

async function onHand(itemId: string, bin: string): Promise<number> {
  const { rows } = await database.pool.query<{ qty: string }>(
    'select coalesce(sum(on_hand), 0)::text as qty from stock_balances where item_id = $1 and location_id = $2',
    [itemId, bin],
  );
  return Number(rows[0]?.qty);
}

test('16 clients post lines in any order: no wrong balance, no deadlock reaches anybody', async () => {
  const bin = nth(company.bins, 0);
  const other = nth(company.bins, 2);
  await stockUp(world.plain, { quantity: 60, bin });
  const expected = new Map(world.plain.map((id) => [id, 60]));
  const codes = new Set<string>();
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (let turn = 0; turn < 25; turn += 1) {
        const lines = [...world.plain].sort(() => Math.random() - 0.5).slice(0, 4);
        const outward = (client + turn) % 3 !== 0;
        const moves = lines.map((itemId) =>
          outward
            ? { itemId, quantity: 1 + (turn % 4), from: bin, to: other }
            : { itemId, quantity: 2, from: company.places.SUPPLIER, to: bin, unitCost: '7.77' },
        );
        try {
          await post(moves);
          for (const move of moves) {
            const by = outward ? -move.quantity : move.quantity;
            expected.set(move.itemId, (expected.get(move.itemId) ?? 0) + by);
          }
        } catch (error) {
          if (!(error instanceof LedgerError)) throw error;
          codes.add(error.code);
        }
      }
    }),
  );
  for (const itemId of world.plain) expect(await onHand(itemId, bin)).toBe(expected.get(itemId));
  expect([...codes]).toEqual(['INSUFFICIENT_STOCK']);
});

test('I20: of 20 takers of the last 7 units exactly 7 get one', async () => {
  const [itemId, bin] = [nth(world.plain, 0), nth(company.bins, 0)];
  await stockUp([itemId], { quantity: 7, bin });
  const takers = Array.from({ length: 20 }, () =>
    post([{ itemId, quantity: 1, from: bin, to: company.places.CONSUMED }]),
  );
  expect(await outcomes(takers)).toEqual({ ok: 7, INSUFFICIENT_STOCK: 13 });
  expect(await onHand(itemId, bin)).toBe(0);
});

test('I4: reservations and takers of the same units together get no more than there is', async () => {
  const [itemId, bin] = [nth(world.plain, 1), nth(company.bins, 1)];
  await stockUp([itemId], { quantity: 10, bin });
  const work = Array.from({ length: 20 }, (_, index) =>
    index % 2 === 0
      ? post([{ itemId, quantity: 1, from: bin, to: company.places.SOLD }])
      : inTransaction(database.pool, (pg) =>
          reserve(pg, {
            docType: 'test',
            docId: v7(),
            now,
            lines: [{ itemId, locationId: bin, quantity: 1 }],
          }),
        ),
  );
  expect(await outcomes(work)).toEqual({ ok: 10, INSUFFICIENT_STOCK: 10 });
});

test('I13: one document posted by 10 at once takes effect once', async () => {
  const [itemId, docId] = [nth(world.plain, 0), v7()];
  const moves = [
    {
      itemId,
      quantity: 5,
      from: company.places.SUPPLIER,
      to: company.places.RECEIVING,
      unitCost: '4',
      docItemId: v7(),
    },
  ];
  const work = Array.from({ length: 10 }, () => post(moves, { docId }));
  expect(await outcomes(work)).toEqual({ ok: 1, ALREADY_POSTED: 9 });
  expect(await onHand(itemId, company.places.RECEIVING)).toBe(5);
});

test('I11: one posting reversed by 10 at once is taken back once', async () => {
  const itemId = nth(world.plain, 2);
  const posted = await post([
    {
      itemId,
      quantity: 9,
      from: company.places.SUPPLIER,
      to: company.places.RECEIVING,
      value: '100.00',
    },
    {
      itemId,
      quantity: 9,
      from: company.places.SUPPLIER,
      to: company.places.RECEIVING,
      value: '50.00',
    },
  ]);
  const moveIds = [nth(posted.moves, 0).id];
  const work = Array.from({ length: 10 }, () =>
    inTransaction(database.pool, (pg) =>
      reverseMoves(pg, {
        docType: 'test',
        docId: v7(),
        action: 'reverse',
        now,
        postedBy: null,
        moveIds,
      }),
    ),
  );
  const counts = await outcomes(work);
  expect(counts).toEqual({ ok: 1, ALREADY_REVERSED: 9 });
  expect(await onHand(itemId, company.places.RECEIVING)).toBe(9);
});

test('I6: one serial received by two companies at once is in one of them', async () => {
  const itemId = nth(world.serial, 0);
  const [serialId] = await ensureSerials(pgOf(database.pool), {
    serials: [{ itemId, serialNo: 'X-1' }],
    now,
  });
  const work = Array.from({ length: 10 }, (_, index) => {
    const { places } = nth(world.companies, index % 2);
    return post([
      {
        itemId,
        serialId: serialId ?? '',
        quantity: 1,
        from: places.SUPPLIER,
        to: places.RECEIVING,
        value: '9.00',
      },
    ]);
  });
  expect(await outcomes(work)).toEqual({ ok: 1, SERIAL_EXISTS: 9 });
});

test('I21: nothing slips into a month that is being closed', async () => {
  const itemId = nth(world.plain, 3);
  const early = new Date('2026-11-02T04:00:00.000Z');
  const posting = Array.from({ length: 30 }, () =>
    inTransaction(database.pool, (pg) =>
      postMoves(pg, {
        docType: 'test',
        docId: v7(),
        action: 'post',
        now: early,
        effectiveDate: '2026-10-31',
        postedBy: null,
        moves: [
          {
            itemId,
            quantity: 1,
            from: company.places.SUPPLIER,
            to: company.places.RECEIVING,
            value: '1.00',
          },
        ],
      }),
    ),
  );
  const closing = sleep(15).then(() =>
    inTransaction(database.pool, (pg) =>
      closePeriod(pg, { companyId: company.id, period: '2026-10', now: early, by: null }),
    ),
  );
  const counts = await outcomes(posting);
  await closing;
  const { rows } = await database.pool.query<{ qty: string; value: string }>(
    `select qty::text, value::text from stock_value_snapshots where company_id = $1 and item_id = $2 and period = '2026-10'`,
    [company.id, itemId],
  );
  const accepted = counts.ok ?? 0;
  expect(Number(rows[0]?.qty ?? 0)).toBe(accepted);
  expect(Number(rows[0]?.value ?? 0)).toBe(accepted);
  expect(accepted + (counts.PERIOD_CLOSED ?? 0)).toBe(30);
});

test('I15: numbers have no gap and no double, though every third taker gives up', async () => {
  const taken: string[] = [];
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const take = inTransaction(database.pool, async (pg: Pg) => {
        const number = await takeNumber({ pg } as Ctx, {
          companyId: company.id,
          docType: 'ZZ',
          date: '2026-11-20',
        });
        if (index % 3 === 0) throw new Error('given up');
        return number;
      });
      await take
        .then((number) => taken.push(number))
        .catch((error: Error) => expect(error.message).toBe('given up'));
    }),
  );
  const expected = Array.from(
    { length: 40 },
    (_, index) => `ZZ2611-${String(index + 1).padStart(4, '0')}`,
  );
  expect(taken.sort()).toEqual(expected);
});

test('a ledger row can be neither changed nor deleted, not even by hand (I12)', async () => {
  await stockUp([nth(world.plain, 0)], { quantity: 1, bin: nth(company.bins, 0) });
  for (const table of ['stock_moves', 'stock_entries']) {
    await expect(database.pool.query(`update ${table} set value = 0`)).rejects.toThrow(
      'append-only',
    );
    await expect(database.pool.query(`delete from ${table}`)).rejects.toThrow('append-only');
    await expect(database.pool.query(`truncate ${table} cascade`)).rejects.toThrow('append-only');
  }
});

test('SIGKILL of server and database together loses no acknowledged document', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxyard-kill-'));
  chmodSync(folder, 0o711);
  let running = await startEmbedded(folder);
  try {
    const setUp = createPool(running.url, { max: 2, name: 'boxyard-kill' });
    await migrate(setUp);
    const target = await makeWorld(pgOf(setUp), { now, parts: 3, companies: 1 });
    const { places } = nth(target.companies, 0);
    await setUp.end();
    const writer = spawn(
      process.execPath,
      [
        join(import.meta.dirname, 'testing', 'writer.ts'),
        running.url,
        places.SUPPLIER,
        places.RECEIVING,
        ...target.plain,
      ],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    );
    let output = '';
    writer.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await until(() => output.split('\n').length >= 150 || writer.exitCode !== null);
    process.kill(running.pid, 'SIGKILL');
    writer.kill('SIGKILL');
    await new Promise((resolve) => writer.once('close', resolve));
    // A line cut off by the kill was never read as acknowledged.
    const acknowledged = output.slice(0, output.lastIndexOf('\n')).split('\n');
    expect(acknowledged.length).toBeGreaterThanOrEqual(100);
    running = await startEmbedded(folder);
    const after = createPool(running.url, { max: 2, name: 'boxyard-kill' });
    const { rows } = await after.query<{ doc_id: string; lines: number }>(
      'select doc_id, count(*)::int as lines from stock_moves group by doc_id',
    );
    const kept = new Map(rows.map((row) => [row.doc_id, row.lines]));
    expect(acknowledged.filter((docId) => kept.get(docId) !== 3)).toEqual([]);
    const report = await verifyStock(pgOf(after));
    await after.end();
    expect(report.drift).toEqual([]);
    process.stdout.write(
      `ledger: killed after ${acknowledged.length} acknowledged documents, all of them kept\n`,
    );
  } finally {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
