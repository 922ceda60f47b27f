import { decimal } from '@boxyard/shared/domain';
import { v7 } from 'uuid';
import { migrations } from '../db/migrate.ts';
import { type Client, pgOf } from '../db/pool.ts';
import { ensureLots, ensureSerials } from './lots.ts';
import { postConversion, postMoves, reverseMoves } from './posting.ts';
import { release, reserve } from './reservations.ts';
import { stockOf } from './stockOf.ts';
import { type LedgerDatabase, openLedgerDatabase } from './testing/database.ts';
import { inTransaction } from './testing/run.ts';
import { makeWorld, type TestCompany, type World } from './testing/world.ts';
import { LedgerError, type MoveInput, type MoveWorth } from './types.ts';
import { verifyStock } from './verify.ts';

/** The posting matrix and the moving average, case by case (domain-warehouse 3.2, 3.3, 3.6). */
const now = new Date('2026-11-20T04:00:00.000Z');
let database: LedgerDatabase;
let world: World;
let a: TestCompany;
let b: TestCompany;
let item: string;
let bin: string;

beforeAll(async () => {
  database = await openLedgerDatabase();
});
beforeEach(async () => {
  world = await makeWorld(pgOf(database.pool), { now, parts: 1 });
  [a, b] = [nth(world.companies, 0), nth(world.companies, 1)];
  [item, bin] = [nth(world.plain, 0), nth(a.bins, 0)];
});
afterEach(async () => {
  expect((await verifyStock(pgOf(database.pool))).drift).toEqual([]);
});
afterAll(() => database.close());

function nth<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new Error(`nothing at ${index}`);
  return value;
}

type Move = Omit<MoveInput, 'itemId'> & { itemId?: string };
const post = (
  moves: readonly Move[],
  extra: { effectiveDate?: string; mayBackdate?: boolean } = {},
) =>
  inTransaction(database.pool, (pg) =>
    postMoves(pg, {
      docType: 'test',
      docId: v7(),
      action: 'post',
      now,
      postedBy: null,
      moves: moves.map((move) => ({ itemId: item, ...move })),
      ...extra,
    }),
  );
const reverse = (id: string) =>
  inTransaction(database.pool, (pg) =>
    reverseMoves(pg, {
      docType: 'test',
      docId: v7(),
      action: 'reverse',
      now,
      postedBy: null,
      moveIds: [id],
    }),
  );
const receive = (quantity: number, value: string, place = a) =>
  post([{ quantity, from: place.places.SUPPLIER, to: place.bins[0] ?? '', value }]);

async function worth(company = a) {
  const { rows } = await database.pool.query<Record<'qty' | 'value' | 'avg', string>>(
    `select owned_qty::text as qty, owned_value::text as value, avg_cost::text as avg
      from part_valuations where company_id = $1 and item_id = $2`,
    [company.id, item],
  );
  return rows[0];
}

const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LedgerError)) throw new Error('it was not refused by the ledger');
  return { code: error.code, ...error.details };
};

test('the average follows what comes in, and the last unit takes what is left of the value', async () => {
  await receive(3, '10.00');
  expect(await worth()).toEqual({ qty: '3.000', value: '10.00', avg: '3.333333' });
  const values = [];
  for (let unit = 0; unit < 3; unit += 1) {
    const { moves } = await post([{ quantity: 1, from: bin, to: a.places.CONSUMED }]);
    values.push(nth(moves, 0).value);
  }
  expect(values).toEqual(['3.33', '3.33', '3.34']);
  expect(await worth()).toMatchObject({ qty: '0.000', value: '0.00' });
});

test('moves within what is owned change no value (I9)', async () => {
  await receive(10, '99.99');
  const before = await worth();
  const { QUARANTINE, TRANSIT, REPAIR, CLAIM } = a.places;
  for (const [from, to] of [
    [bin, QUARANTINE],
    [QUARANTINE, CLAIM],
    [CLAIM, REPAIR],
    [REPAIR, TRANSIT],
    [TRANSIT, bin],
  ] as const) {
    const { moves } = await post([{ quantity: 4, from, to }]);
    expect(nth(moves, 0)).toMatchObject({ value: '0.00', unitCost: '9.999000' });
  }
  expect(await worth()).toEqual(before);
});

test('goods that change company leave at the average and arrive at the same value', async () => {
  await receive(3, '10.00');
  await receive(1, '90.00', b);
  const { moves } = await post([{ quantity: 2, from: bin, to: nth(b.bins, 1) }]);
  expect(nth(moves, 0).value).toBe('6.67');
  expect([await worth(a), await worth(b)]).toMatchObject([
    { qty: '1.000', value: '3.33' },
    { qty: '3.000', value: '96.67' },
  ]);
});

test('a reversal uses the original value; what no longer covers it is a variance', async () => {
  const dear = await receive(1, '100.00');
  await receive(1, '10.00');
  await post([{ quantity: 1, from: bin, to: a.places.CONSUMED }]);
  expect(await worth()).toMatchObject({ qty: '1.000', value: '55.00' });
  await reverse(nth(dear.moves, 0).id);
  expect(await worth()).toMatchObject({ qty: '0.000', value: '0.00' });
  const { rows } = await database.pool.query(
    'select amount::text from cost_variances where item_id = $1',
    [item],
  );
  expect(rows).toEqual([{ amount: '45.00' }]);
  expect(await refusal(reverse(nth(dear.moves, 0).id))).toMatchObject({ code: 'ALREADY_REVERSED' });
});

test('a move and its reversal leave everything as it was (I11)', async () => {
  await receive(7, '33.33');
  const before = await worth();
  const { moves } = await post([{ quantity: 2, from: bin, to: a.places.SCRAP }]);
  expect(await worth()).not.toEqual(before);
  await reverse(nth(moves, 0).id);
  expect(await worth()).toEqual({ ...before, avg: '4.761429' });
});

test('found goods come in at the average, and need a cost when there is none', async () => {
  expect(await refusal(post([{ quantity: 1, from: a.places.ADJUST, to: bin }]))).toMatchObject({
    code: 'COST_REQUIRED',
  });
  await database.pool.query('update material_parts set last_purchase_price = 12.5 where id = $1', [
    item,
  ]);
  const first = await post([{ quantity: 2, from: a.places.ADJUST, to: bin }]);
  expect(nth(first.moves, 0).value).toBe('25.00');
  await receive(2, '35.00');
  const second = await post([{ quantity: 1, from: a.places.ADJUST, to: bin }]);
  expect(nth(second.moves, 0).value).toBe('15.00');
});

test('a shortage says what is available; reserved stock is not', async () => {
  await receive(10, '10.00');
  const [held] = await inTransaction(database.pool, (pg) =>
    reserve(pg, {
      docType: 'test',
      docId: v7(),
      now,
      lines: [{ itemId: item, locationId: bin, quantity: 6 }],
    }),
  );
  const take = (quantity: number, reservationId?: string) =>
    post([{ quantity, from: bin, to: a.places.SOLD, ...(reservationId ? { reservationId } : {}) }]);
  expect(await refusal(take(5))).toMatchObject({
    code: 'INSUFFICIENT_STOCK',
    available: 4,
    requested: 5,
  });
  await take(4, held);
  const stock = () =>
    stockOf(pgOf(database.pool), {
      companyIds: [a.id],
      warehouseIds: null,
      partIds: [item],
      today: '2026-11-20',
    });
  expect((await stock()).get(item)).toMatchObject({ onHand: 6, reserved: 2, available: 4 });
  expect(await inTransaction(database.pool, (pg) => release(pg, { ids: [held ?? ''], now }))).toBe(
    1,
  );
  expect((await stock()).get(item)).toMatchObject({ onHand: 6, reserved: 0, available: 6 });
});

test('the figures of a part tell its places apart', async () => {
  await receive(20, '20.00');
  const { QUARANTINE, RECEIVING, REPAIR, TRANSIT, CLAIM, SUPPLIER } = a.places;
  for (const [to, quantity] of [
    [QUARANTINE, 1],
    [TRANSIT, 2],
    [REPAIR, 3],
    [CLAIM, 4],
  ] as const) {
    await post([{ quantity, from: bin, to }]);
  }
  await post([{ quantity: 5, from: SUPPLIER, to: RECEIVING, value: '5.00' }]);
  const figures = await stockOf(pgOf(database.pool), {
    companyIds: [a.id],
    warehouseIds: null,
    partIds: [item],
    today: '2026-11-20',
  });
  expect(figures.get(item)).toEqual({
    onHand: 10,
    reserved: 0,
    available: 10,
    inTransit: 2,
    quarantine: 6,
    inRepair: 3,
    atSupplier: 4,
    onOrder: 0,
    projected: 12,
  });
  const others = await stockOf(pgOf(database.pool), {
    companyIds: [b.id],
    warehouseIds: null,
    partIds: [item],
    today: '2026-11-20',
  });
  expect(others.get(item)).toMatchObject({ onHand: 0, atSupplier: 0 });
});

test('an expired lot is there but not available', async () => {
  item = nth(world.lot, 0);
  const [old, fresh] = await ensureLots(pgOf(database.pool), {
    lots: [
      { itemId: item, lotNo: 'OLD', expiryDate: '2026-11-19' },
      { itemId: item, lotNo: 'FRESH', expiryDate: '2026-11-20' },
    ],
    now,
  });
  for (const lotId of [old, fresh]) {
    await post([
      { quantity: 2, lotId: lotId ?? '', from: a.places.SUPPLIER, to: bin, value: '4.00' },
    ]);
  }
  const figures = await stockOf(pgOf(database.pool), {
    companyIds: null,
    warehouseIds: null,
    partIds: [item],
    today: '2026-11-20',
  });
  expect(figures.get(item)).toMatchObject({ onHand: 4, available: 2 });
});

test('an earlier date needs the stock of that day, three days back at most', async () => {
  await post([{ quantity: 5, from: a.places.SUPPLIER, to: bin, value: '5.00' }], {
    effectiveDate: '2026-11-18',
  });
  await receive(5, '5.00');
  const take = (quantity: number, extra: { effectiveDate: string; mayBackdate?: boolean }) =>
    post([{ quantity, from: bin, to: a.places.SOLD }], extra);
  expect(await refusal(take(6, { effectiveDate: '2026-11-19' }))).toMatchObject({
    code: 'INSUFFICIENT_STOCK',
    available: 5,
  });
  expect(await refusal(take(1, { effectiveDate: '2026-11-17' }))).toMatchObject({
    code: 'INSUFFICIENT_STOCK',
    available: 0,
  });
  await take(5, { effectiveDate: '2026-11-19' });
  expect(await refusal(take(1, { effectiveDate: '2026-11-16' }))).toMatchObject({
    code: 'BACKDATE_LIMIT',
    earliest: '2026-11-17',
  });
  expect(await refusal(take(1, { effectiveDate: '2026-11-21' }))).toMatchObject({
    code: 'FUTURE_DATE',
  });
  await post([{ quantity: 1, from: a.places.SUPPLIER, to: bin, value: '1.00' }], {
    effectiveDate: '2026-10-01',
    mayBackdate: true,
  });
});

test('a refused line takes the whole document with it (I14)', async () => {
  await receive(2, '2.00');
  const outcome = await refusal(
    post([
      { quantity: 1, from: bin, to: a.places.SOLD },
      { quantity: 2, from: bin, to: a.places.SOLD },
    ]),
  );
  expect(outcome).toMatchObject({ code: 'INSUFFICIENT_STOCK', available: 1 });
  expect(await worth()).toMatchObject({ qty: '2.000', value: '2.00' });
});

/** So much of the part becomes one of the same. */
const convert = (quantity: number, worthOf: (taken: readonly MoveWorth[]) => string) => {
  const { TRANSFORM } = a.places;
  const made = { itemId: item, docItemId: v7(), quantity: 1, from: TRANSFORM, to: bin };
  return inTransaction(database.pool, (pg) =>
    postConversion(
      pg,
      {
        docType: 'test',
        docId: v7(),
        action: 'take-in',
        now,
        postedBy: null,
        moves: [{ itemId: item, docItemId: v7(), quantity, from: bin, to: TRANSFORM }],
      },
      {
        action: 'give-out',
        moves: [made],
        valued: (taken) => [{ ...made, value: worthOf(taken) }],
      },
    ),
  );
};

test('what is made of goods is worth what they were, in the same posting (2.9)', async () => {
  await receive(3, '10.00');
  const { moves } = await convert(2, (taken) =>
    decimal.round(decimal.add('1.00', ...taken.map(({ value }) => value))),
  );
  expect(moves.map(({ value }) => value)).toEqual(['6.67', '7.67']);
  expect(await worth()).toEqual({ qty: '2.000', value: '11.00', avg: '5.500000' });
  const { rows } = await database.pool.query(
    `select action, part_no as "partNo", value from stock_moves where item_id = $1
      and doc_type = 'test' and action <> 'post' order by seq`,
    [item],
  );
  expect(rows).toEqual([
    { action: 'take-in', partNo: 1, value: '6.67' },
    { action: 'give-out', partNo: 1, value: '7.67' },
  ]);
});

test('goods that are not there become nothing, and what is made has a value in satang', async () => {
  await receive(1, '2.00');
  expect(await refusal(convert(2, () => '2.00'))).toMatchObject({ code: 'INSUFFICIENT_STOCK' });
  expect(await refusal(convert(1, () => '2.005'))).toMatchObject({
    code: 'INVALID_MOVE',
    reason: 'VALUE',
  });
  expect(await worth()).toMatchObject({ qty: '1.000', value: '2.00' });
});

/** Changes what only the ledger writes, and takes it back. */
async function meddling(work: (client: Client) => Promise<void>): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('a ledger row changed behind the trigger breaks the chain, and the report says where (I12)', async () => {
  const { moves } = await receive(2, '2.00');
  await meddling(async (client) => {
    await client.query('alter table stock_moves disable trigger user');
    await client.query(`update stock_moves set document_no = 'FORGED' where id = $1`, [
      nth(moves, 0).id,
    ]);
    const report = await verifyStock(pgOf(client));
    expect(report.drift).toContainEqual({
      invariant: 'I12',
      detail: expect.objectContaining({ moveId: nth(moves, 0).id }),
    });
  });
});

async function moveCounts(company: TestCompany, itemId = item) {
  const { rows } = await database.pool.query<Record<'own' | 'received', number>>(
    `select own_moves as own, received_moves as received from part_valuations
      where company_id = $1 and item_id = $2`,
    [company.id, itemId],
  );
  return rows[0];
}

test('each posting counts its moves for the company that gives and for another that receives', async () => {
  await receive(3, '10.00');
  const { moves } = await post([
    { quantity: 1, from: bin, to: nth(a.bins, 1) },
    { quantity: 2, from: bin, to: nth(b.bins, 0) },
  ]);
  expect([await moveCounts(a), await moveCounts(b)]).toEqual([
    { own: 3, received: 0 },
    { own: 0, received: 1 },
  ]);
  await reverse(nth(moves, 1).id);
  // Nothing that is owned comes or goes, and still it is a move of both.
  await post([{ quantity: 1, from: a.places.SUPPLIER, to: b.places.CONSUMED }]);
  expect([await moveCounts(a), await moveCounts(b)]).toEqual([
    { own: 4, received: 1 },
    { own: 1, received: 2 },
  ]);
});

test('the way back of a serial that had left is counted as well', async () => {
  const itemId = nth(world.serial, 0);
  const [serialId = ''] = await inTransaction(database.pool, (pg) =>
    ensureSerials(pg, { serials: [{ itemId, serialNo: 'COUNTED-1' }], now }),
  );
  const one = { itemId, serialId, quantity: 1 };
  const { SUPPLIER, SOLD } = a.places;
  await post([{ ...one, from: SUPPLIER, to: bin, value: '5.00' }]);
  await post([{ ...one, from: bin, to: SOLD }]);
  await post([{ ...one, from: SUPPLIER, to: bin, value: '4.00' }]);
  expect(await moveCounts(a, itemId)).toEqual({ own: 4, received: 0 });
});

test('what was posted before moves were counted is counted by the migration', async () => {
  await receive(3, '10.00');
  await post([{ quantity: 2, from: bin, to: nth(b.bins, 0) }]);
  const counting = migrations().find(({ name }) => name === '0037_move_counts.sql');
  await meddling(async (client) => {
    await client.query(
      'alter table part_valuations drop column own_moves, drop column received_moves',
    );
    await client.query(counting?.sql ?? '');
    expect((await verifyStock(pgOf(client))).drift).toEqual([]);
  });
});

test.each(['own_moves', 'received_moves'])(
  '%s changed by hand is reported by the part',
  async (column) => {
    await receive(2, '2.00');
    await meddling(async (client) => {
      await client.query(
        `update part_valuations set ${column} = ${column} + 1 where company_id = $1 and item_id = $2`,
        [a.id, item],
      );
      const { drift } = await verifyStock(pgOf(client));
      expect(drift).toMatchObject([
        {
          invariant: 'moves',
          detail: { company_id: a.id, item_id: item, found: { own: 1, received: 0 } },
        },
      ]);
    });
  },
);

test('a balance changed by hand is reported as drift, never repaired (I2, I7)', async () => {
  await receive(2, '2.00');
  await meddling(async (client) => {
    await client.query(
      'update stock_balances set on_hand = on_hand + 1 where item_id = $1 and is_physical',
      [item],
    );
    const report = await verifyStock(pgOf(client));
    expect(new Set(report.drift.map(({ invariant }) => invariant))).toEqual(
      new Set(['I2', 'I7', 'available']),
    );
  });
});
