import { SYSTEM } from '../../kernel/index.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../testing/index.ts';
import { makeWorld, type World } from '../../workflow/testing/world.ts';
import { contractEnded } from './index.ts';
import {
  type PlantedSold,
  plantSold,
  putUnderContract,
  strayTransactions,
} from './testing/planted.ts';

const INGEST = '/product_contracts/transactions/ingest';
let clock: ReturnType<typeof manualClock>;
let test: TestApp;
let world: World;
let manager: Person;
let sold: PlantedSold;
let key: string;

beforeAll(async () => {
  clock = manualClock(new Date('2026-11-20T05:00:00Z'));
  test = await createTestApp({ clock });
  world = await makeWorld(test);
  manager = await test.as('system-admin');
  sold = await plant();
  key = (await keyOf(sold)).key;
});
afterEach(async () => {
  expect(await strayTransactions(test)).toEqual([]);
});
afterAll(() => test?.close());

const plant = () => plantSold(test, { companyId: test.companyId, warehouseId: world.warehouseId });

async function keyOf({ id }: PlantedSold, expiresOn = '2027-11-20') {
  const { status, body } = await manager.post(`/product_contracts/${id}/keys`, {
    name: 'Controller',
    expiresOn,
  });
  expect(status).toBe(201);
  return body.data as { id: string; key: string };
}

let numbers = 0;
const nextNumber = () => {
  numbers += 1;
  return `T${String(numbers).padStart(6, '0')}`;
};
const sale = (over: object = {}) => ({
  machineTxnId: nextNumber(),
  occurredAt: '2026-11-20T04:00:00Z',
  channel: 'promptpay',
  amount: '25.00',
  ...over,
});
const send = (transactions: readonly object[], bearer = key) =>
  test.nobody.post(INGEST, { transactions }, { headers: { authorization: `Bearer ${bearer}` } });
const stored = async ({ productId }: PlantedSold = sold) => {
  const { rows } = await test.app.pg.query<{ n: number; days: number; amount: string }>(
    `select count(*)::int as n, coalesce((select sum(d.count)::int from product_sales_days d where d.product_id = $1), 0) as days,
      coalesce((select sum(d.amount) from product_sales_days d where d.product_id = $1), 0)::text as amount
     from product_transactions where product_id = $1`,
    [productId],
  );
  return rows[0];
};

describe('what a machine says of its sales', () => {
  let container: PlantedSold;
  let bearer: string;
  beforeEach(async () => {
    container = await plant();
    bearer = (await keyOf(container)).key;
  });
  const rows = async () => {
    const { body } = await manager.get(
      `/product_contracts/transactions?productId=${container.productId}&sort=occurredAt&limit=50`,
    );
    return { rows: body.data as readonly Listed[], summary: body.meta.summary };
  };
  interface Listed {
    readonly machineTxnId: string;
    readonly mark: string | null;
    readonly amount: string;
    readonly costAmount: string;
  }
  const marks = async () =>
    (await rows()).rows.map(({ machineTxnId, mark }) => [machineTxnId, mark]);
  const refund = (refundOf: string, amount: string, minute: number) =>
    sale({
      status: 'refunded',
      refundOf,
      amount,
      occurredAt: `2026-11-20T04:${String(minute).padStart(2, '0')}:00Z`,
    });

  it('gives the share of the revenue back with a refund, by what held at the sale', async () => {
    await manager.post('/product_contracts/setting/cost', {
      productId: container.productId,
      version: 1,
      effectiveDate: '2026-11-19',
      cost: { fixedPerMonth: '0.00', perUnit: '2.00', revenueSharePercent: '30.00' },
    });
    await send([sale({ machineTxnId: 's', amount: '100.00' }), refund('s', '100.00', 30)], bearer);
    const { rows: listed, summary } = await rows();
    expect(listed.map(({ costAmount }) => costAmount)).toEqual(['32.00', '-30.00']);
    expect(summary).toMatchObject({ amount: '0.00', cost: '2.00', margin: '-2.00' });
  });

  it('marks a refund beyond its sale, which takes nothing from what was sold', async () => {
    await send([sale({ machineTxnId: 's', amount: '20.00' }), refund('s', '15.00', 10)], bearer);
    const { body } = await send([refund('s', '5.00', 20), refund('s', '50.00', 30)], bearer);
    expect(body.data).toMatchObject({ stored: 2, marked: 1 });
    const { rows: listed, summary } = await rows();
    expect(listed.map(({ mark }) => mark)).toEqual([null, null, null, 'refundAboveSale']);
    expect(summary).toMatchObject({ count: 4, amount: '0.00' });
  });

  it('holds twenty refunds of one sale at once against each other', async () => {
    await send([sale({ machineTxnId: 's', amount: '20.00' })], bearer);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send([refund('s', '5.00', index)], bearer)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await rows()).summary).toMatchObject({ amount: '0.00' });
    expect((await marks()).filter(([, mark]) => mark === 'refundAboveSale')).toHaveLength(16);
  });

  it('marks a refund of a sale that nobody has reported, until it is', async () => {
    await send([{ ...refund('late', '20.00', 30), machineTxnId: 'r' }], bearer);
    expect(await marks()).toEqual([['r', 'refundOfUnknown']]);
    await send([sale({ machineTxnId: 'late', amount: '20.00' })], bearer);
    expect(await marks()).toEqual([
      ['late', null],
      ['r', null],
    ]);
  });

  it('marks a sale that comes after more was paid back of it than it was', async () => {
    await send([refund('late', '20.00', 30), refund('late', '15.00', 31)], bearer);
    const { body } = await send([sale({ machineTxnId: 'late', amount: '20.00' })], bearer);
    expect(body.data).toMatchObject({ stored: 1, marked: 1 });
    const { rows: listed, summary } = await rows();
    expect(listed[0]).toMatchObject({ machineTxnId: 'late', mark: 'refundAboveSale' });
    // What is stored stays as it was reported; a person decides.
    expect(summary).toMatchObject({ count: 3, amount: '-15.00' });
  });

  it('finds the sale of a refund in the same tick, whatever comes first', async () => {
    const at = { occurredAt: '2026-11-20T04:30:00Z' };
    const back = { ...refund('s', '20.00', 30), ...at, machineTxnId: 'r' };
    await send([back, sale({ machineTxnId: 's', amount: '20.00', ...at })], bearer);
    expect((await marks()).map(([, mark]) => mark)).toEqual([null, null]);
    const { body } = await send([refund('s', '1.00', 40)], bearer);
    expect(body.data).toMatchObject({ marked: 1 });
  });

  it('counts a refund to the sale before it only, where a number was used again', async () => {
    const at = (day: number, hour: number) => ({ occurredAt: `2026-11-${day}T0${hour}:00:00Z` });
    const x = { machineTxnId: 'x', amount: '20.00' };
    await send([sale({ ...x, ...at(19, 1) })], bearer);
    await send([sale({ ...x, ...at(20, 1) })], bearer);
    await send([{ ...refund('x', '20.00', 0), ...at(20, 2) }], bearer);
    // It comes late: the first sale is still whole.
    const { body } = await send([{ ...refund('x', '20.00', 0), ...at(19, 2) }], bearer);
    expect(body.data).toMatchObject({ stored: 1, marked: 0 });
    expect((await rows()).summary).toMatchObject({ count: 4, amount: '0.00' });
  });

  it('takes a number that it gave before as another sale, and marks it', async () => {
    const first = { machineTxnId: 'x', occurredAt: '2026-11-19T04:00:00Z', amount: '20.00' };
    const other = {
      ...first,
      occurredAt: '2026-11-20T04:30:00Z',
      channel: 'cash',
      amount: '35.00',
    };
    await send([sale(first)], bearer);
    const again = await send([sale(other)], bearer);
    expect(again.body.data).toMatchObject({ stored: 1, repeated: 0, marked: 1 });
    const twice = await send([sale(first), sale({ ...other, amount: '36.00' })], bearer);
    expect(twice.body.data).toMatchObject({ stored: 0, repeated: 2, differing: 1, marked: 0 });
    expect(await marks()).toEqual([
      ['x', null],
      ['x', 'numberReused'],
    ]);
    expect((await rows()).summary).toMatchObject({ count: 2, amount: '55.00' });
  });
});

describe('the key of a machine', () => {
  it('is kept as a keyed hash, and shown once', async () => {
    const { rows } = await test.app.pg.query<{ row: string }>(
      'select to_jsonb(k)::text as row from machine_keys k where product_id = $1',
      [sold.productId],
    );
    const secret = key.slice(-43);
    expect(secret).toHaveLength(43);
    expect(rows[0]?.row).not.toContain(secret);
    const { body } = await manager.get(`/product_contracts/${sold.id}/keys`);
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(body.data).toMatchObject([{ name: 'Controller', hint: secret.slice(-4) }]);
  });

  it('is not kept as the answer to a repeated request', async () => {
    const other = await plant();
    const path = `/product_contracts/${other.id}/keys`;
    const body = { name: 'Twice', expiresOn: '2027-01-31' };
    await manager.post(path, body, { key: 'one' });
    const { rows } = await test.app.pg.query(
      `select 1 from idempotency_keys where route = 'productContracts.createKey'`,
    );
    expect(rows).toEqual([]);
  });

  it.each([
    ['no key', ''],
    ['a word', 'Bearer'],
    ['another secret', () => `${key.slice(0, -4)}AAAA`],
    ['another id', () => key.replace(/bxk_........../, 'bxk_0000000000')],
  ])('refuses %s', async (_name, bearer) => {
    const { status } = await send([sale()], typeof bearer === 'string' ? bearer : bearer());
    expect(status).toBe(401);
  });

  it('opens nothing else', async () => {
    const headers = { authorization: `Bearer ${key}` };
    for (const path of [
      '/product_contracts',
      '/product_contracts/transactions',
      '/auth/profile',
      '/notifications',
    ]) {
      expect([path, (await test.nobody.get(path, { headers })).status]).toEqual([path, 401]);
    }
    const { status } = await test.nobody.post(
      `/product_contracts/${sold.id}/keys`,
      { name: 'x', expiresOn: '2027-01-01' },
      { headers },
    );
    expect(status).toBe(401);
  });

  it('is no person: a session, even of an administrator, reports no sale', async () => {
    const { status } = await manager.post(INGEST, { transactions: [sale()] });
    expect(status).toBe(401);
  });

  it('is refused for what it is not for', async () => {
    const other = await keyOf(await plant());
    await test.app.pg.query(`update machine_keys set abilities = '{other}' where id = $1`, [
      other.id,
    ]);
    expect((await send([sale()], other.key)).status).toBe(403);
  });

  it('ends when it is revoked, and on its last day', async () => {
    const container = await plant();
    const [one, two] = [await keyOf(container), await keyOf(container, '2026-11-21')];
    expect((await send([sale()], one.key)).status).toBe(200);
    const path = `/product_contracts/${container.id}/keys/${one.id}/revoke`;
    const answer = await manager.post(path, { version: 1, reason: 'Controller changed' });
    expect(answer.status).toBe(200);
    expect((await send([sale()], one.key)).status).toBe(401);
    expect((await manager.post(path, { version: 2, reason: 'Again and again' })).body.code).toBe(
      'KEY_REVOKED',
    );
    expect((await send([sale()], two.key)).status).toBe(200);
    const before = clock.now();
    clock.set(new Date('2026-11-21T17:00:00Z'));
    expect((await send([sale()], two.key)).status).toBe(401);
    clock.set(before);
  });

  it('notes when it was used last', async () => {
    const { body } = await manager.get(`/product_contracts/${sold.id}/keys`);
    await send([sale()]);
    const { body: after } = await manager.get(`/product_contracts/${sold.id}/keys`);
    expect(body.data[0].id).toBe(after.data[0].id);
    expect(after.data[0].lastUsedAt).toBe('2026-11-20T05:00:00.000Z');
  });

  it('is one of five at most', async () => {
    const container = await plant();
    for (let count = 0; count < 5; count += 1) await keyOf(container);
    const { body } = await manager.post(`/product_contracts/${container.id}/keys`, {
      name: 'Sixth',
      expiresOn: '2027-01-01',
    });
    expect(body.code).toBe('TOO_MANY_KEYS');
  });
});

it('is described as a class of its own', async () => {
  const { body } = await manager.get('/openapi.json');
  expect(body.paths[`/api/v1${INGEST}`].post).toMatchObject({
    'x-access': 'machine',
    'x-abilities': ['product-transactions:ingest'],
    security: [{ machineKey: [] }],
    responses: { 401: {}, 403: {}, 422: {}, 429: {} },
  });
  expect(body.components.securitySchemes.machineKey.scheme).toBe('bearer');
});

it('is slowed down by its key and not by its address', async () => {
  const limited = await createTestApp({ limitsRates: true, clock });
  try {
    const office = await makeWorld(limited);
    const admin = await limited.as('system-admin');
    const planting = { companyId: limited.companyId, warehouseId: office.warehouseId };
    const keys = await Promise.all(
      [await plantSold(limited, planting), await plantSold(limited, planting)].map(
        async ({ id }) =>
          (
            await admin.post(`/product_contracts/${id}/keys`, {
              name: 'x',
              expiresOn: '2027-06-01',
            })
          ).body.data.key as string,
      ),
    );
    const call = async (bearer: string | undefined) =>
      (
        await limited.nobody.post(
          INGEST,
          { transactions: [] },
          { headers: { authorization: `Bearer ${bearer}` } },
        )
      ).status;
    expect(await call(keys[0])).toBe(422);
    // As if it had called on without pause.
    await limited.app.pg.query(
      'update rate_limits set calls = 599, started_at = clock_timestamp()',
    );
    expect(await call(keys[0])).toBe(422);
    expect(await call(keys[0])).toBe(429);
    expect(await call(keys[1])).toBe(422);
  } finally {
    await limited.close();
  }
});

describe('sales that a machine reports', () => {
  it('are stored once each, however often and in whichever order they come', async () => {
    const container = await plant();
    const bearer = (await keyOf(container)).key;
    const all = Array.from({ length: 300 }, (_, index) =>
      sale({
        machineTxnId: `R${index}`,
        occurredAt: new Date(Date.UTC(2026, 10, 1 + (index % 18), index % 24)).toISOString(),
        amount: '10.00',
      }),
    );
    const batches = [all.slice(0, 200), all.slice(100).reverse(), all, all.slice(50, 60)];
    const answers = await Promise.all(batches.map((batch) => send(batch, bearer)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const sum = answers.reduce((total, { body }) => total + body.data.stored, 0);
    expect(sum).toBe(300);
    expect(await stored(container)).toEqual({ n: 300, days: 300, amount: '3000.00' });
  });

  it('keep their first report', async () => {
    const one = sale({ amount: '40.00' });
    expect((await send([one, one])).body.data).toMatchObject({ stored: 1, repeated: 1 });
    expect((await send([{ ...one, amount: '99.00' }])).body.data).toMatchObject({
      stored: 0,
      repeated: 1,
    });
    const { rows } = await test.app.pg.query<{ amount: string }>(
      'select amount from product_transactions where machine_txn_id = $1 and product_id = $2',
      [one.machineTxnId, sold.productId],
    );
    expect(rows).toEqual([{ amount: '40.00' }]);
  });

  it('keep their instant, however far the clock of the machine is from Bangkok', async () => {
    const one = sale({ occurredAt: '2026-11-20T03:59:00+23:59' });
    expect((await send([one])).body.data).toMatchObject({ stored: 1 });
    const { rows } = await test.app.pg.query<{ at: Date }>(
      'select occurred_at as at from product_transactions where machine_txn_id = $1 and product_id = $2',
      [one.machineTxnId, sold.productId],
    );
    expect(rows).toEqual([{ at: new Date('2026-11-19T04:00:00Z') }]);
  });

  it('cost what was set for their day, and count what was paid back', async () => {
    const container = await plant();
    const bearer = (await keyOf(container)).key;
    const call = (path: string, body: object) =>
      manager.post(`/product_contracts/setting${path}`, {
        productId: container.productId,
        ...body,
      });
    const option = { key: 'water', label: 'Water', price: '10.00', isActive: true };
    await call('/price_option', {
      version: 1,
      effectiveDate: '2026-01-01',
      priceOptions: [{ ...option, cost: '4.00' }],
    });
    await call('/price_option', {
      version: 2,
      effectiveDate: '2026-11-10',
      priceOptions: [{ ...option, cost: '5.00' }],
    });
    await call('/cost', {
      version: 3,
      effectiveDate: '2026-11-10',
      cost: { fixedPerMonth: '900.00', perUnit: '0.50', revenueSharePercent: '10.00' },
    });
    await send(
      [
        sale({
          machineTxnId: 'a',
          occurredAt: '2026-11-09T16:59:59Z',
          priceOptionKey: 'water',
          amount: '10.00',
        }),
        // Midnight in Bangkok: the new costs hold.
        sale({
          machineTxnId: 'b',
          occurredAt: '2026-11-10T00:00:00+07:00',
          priceOptionKey: 'water',
          quantity: 2,
          amount: '20.00',
        }),
        sale({ machineTxnId: 'c', status: 'failed', amount: '10.00' }),
        sale({ machineTxnId: 'd', status: 'refunded', amount: '10.00' }),
        sale({ machineTxnId: 'e', status: 'refunded', refundOf: 'a', amount: '10.00' }),
      ],
      bearer,
    );
    const { body } = await manager.get(
      `/product_contracts/transactions?productId=${container.productId}&sort=occurredAt`,
    );
    expect(body.data.map((row: { costAmount: string }) => row.costAmount)).toEqual([
      '4.00',
      '13.00',
      '0.00',
      '0.00',
      '0.00',
    ]);
    expect(body.meta.summary).toEqual({ count: 5, amount: '20.00', cost: '17.00', margin: '3.00' });
  });

  it('sum up to what the list shows, whatever cuts it', async () => {
    const container = await plant();
    const bearer = (await keyOf(container)).key;
    const sent = Array.from({ length: 40 }, (_, index) =>
      sale({
        machineTxnId: `s${index}`,
        channel: ['cash', 'card', 'free'][index % 3],
        status: ['success', 'success', 'failed', 'refunded'][index % 4],
        occurredAt: `2026-${index % 5 === 0 ? '10' : '11'}-${String(1 + (index % 19)).padStart(2, '0')}T0${index % 9}:00:00+07:00`,
        amount: `${index + 1}.00`,
      }),
    );
    await send(sent, bearer);
    // Before its contract.
    await send([sale({ machineTxnId: 'old', occurredAt: '2025-12-01T00:00:00Z' })], bearer);
    for (const cut of [
      '',
      'channel=cash,card',
      'channel.not=cash',
      'status=success&startDate=2026-11-03&endDate=2026-11-10',
      'status.not=failed,refunded',
      'occurredAt.before=2026-11-05',
      'occurredAt.after=2026-11-05',
      'contractId.empty=true',
      'contractId.empty=false&isWaiting=false',
      `contractId=${container.contractId}`,
      `contractId.not=${container.contractId}`,
      'isWaiting=true',
    ]) {
      const { status, body } = await manager.get(
        `/product_contracts/transactions?limit=100&productId=${container.productId}&${cut}`,
      );
      expect([cut, status]).toEqual([cut, 200]);
      const rows = body.data as { status: string; amount: string }[];
      const amount = rows
        .filter((row) => row.status === 'success')
        .reduce((sum, row) => sum + Number(row.amount), 0);
      expect([
        cut,
        body.meta.summary.count,
        body.meta.totalItems,
        body.meta.summary.amount,
      ]).toEqual([cut, rows.length, rows.length, amount.toFixed(2)]);
    }
  });

  it('wait for a contract, and belong to the one that was in force', async () => {
    const container = await plantSold(test, {
      companyId: test.companyId,
      warehouseId: world.warehouseId,
      from: '2026-10-01T00:00:00+07:00',
    });
    const bearer = (await keyOf(container)).key;
    const { body } = await send(
      [
        sale({ machineTxnId: 'early', occurredAt: '2026-09-30T23:59:59+07:00', amount: '7.00' }),
        sale({ machineTxnId: 'first', occurredAt: '2026-10-01T00:00:00+07:00', amount: '5.00' }),
      ],
      bearer,
    );
    expect(body.data).toEqual({
      stored: 2,
      repeated: 0,
      differing: 0,
      waiting: 1,
      marked: 0,
    });
    const waiting = () =>
      manager.get(
        `/product_contracts/transactions?isWaiting=true&productId=${container.productId}`,
      );
    expect((await waiting()).body.data).toMatchObject([{ machineTxnId: 'early', contract: null }]);
    // Another contract, which was in force before, comes to be known; then the first one ends.
    await test.app.pg.query(
      `update product_contracts set in_force_until = in_force_from, in_force_from = '2026-09-01T00:00:00+07:00'
        where id = $1`,
      [container.id],
    );
    const later = await putUnderContract(test, {
      companyId: test.companyId,
      warehouseId: world.warehouseId,
      productId: container.productId,
      from: '2026-10-01T00:00:00+07:00',
    });
    expect((await waiting()).body.data).toEqual([]);
    const { rows } = await test.app.pg.query(
      'select contract_id, amount, count from product_sales_days where product_id = $1 order by day',
      [container.productId],
    );
    expect(rows).toEqual([
      { contract_id: container.contractId, amount: '7.00', count: 1 },
      { contract_id: container.contractId, amount: '5.00', count: 1 },
    ]);
    await send([sale({ machineTxnId: 'now', occurredAt: '2026-10-02T00:00:00+07:00' })], bearer);
    const { rows: now } = await test.app.pg.query(
      `select contract_id from product_transactions where product_id = $1 and machine_txn_id = 'now'`,
      [container.productId],
    );
    expect(now).toEqual([{ contract_id: later.contractId }]);
    // One contract at a time; what is sold after its end waits again.
    const again = putUnderContract(test, {
      companyId: test.companyId,
      warehouseId: world.warehouseId,
      productId: container.productId,
    });
    await expect(again).rejects.toThrow('NOT_AVAILABLE');
    await test.app.transaction({ actor: SYSTEM }, (ctx) =>
      contractEnded(ctx, { contractId: later.contractId, at: new Date('2026-11-01T00:00:00Z') }),
    );
    const after = await send([sale({ machineTxnId: 'after' })], bearer);
    expect(after.body.data).toMatchObject({ stored: 1, waiting: 1 });
  });

  it.each([
    ['none', [], 'transactions', 'LINES_REQUIRED'],
    ['1,001', Array.from({ length: 1001 }, () => sale()), 'transactions', 'TOO_MANY'],
    [
      'one of tomorrow',
      [sale({ occurredAt: '2026-11-21T05:00:00Z' })],
      'transactions[0].occurredAt',
      'IN_FUTURE',
    ],
    [
      'one of 1970',
      [sale({ occurredAt: '1970-01-01T00:00:00Z' })],
      'transactions[0].occurredAt',
      'TOO_EARLY',
    ],
    ['a negative amount', [sale(), sale({ amount: '-1.00' })], 'transactions[1].amount', 'MONEY'],
    ['a sale that pays back', [sale({ refundOf: 'x' })], 'transactions[0].refundOf', 'ONLY_REFUND'],
    ['another way to pay', [sale({ channel: 'gold' })], 'transactions[0].channel', 'ONE_OF'],
    ['an unknown field', [sale({ productId: 'x' })], 'transactions[0].productId', 'UNKNOWN_KEY'],
  ])('are refused as a whole with the field: %s', async (_name, transactions, ...fault) => {
    const before = await stored();
    const { status, body } = await send(transactions);
    expect([status, body.errors[0].field, body.errors[0].code]).toEqual([422, ...fault]);
    expect(await stored()).toEqual(before);
  });

  it('are never changed or deleted', async () => {
    for (const statement of [
      'update product_transactions set amount = 0',
      'delete from product_transactions',
      'truncate product_transactions',
    ]) {
      await expect(test.app.pg.query(statement)).rejects.toThrow(/append-only|refused|change/i);
    }
  });
});
