import { setSetting, type TestApp } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import { lying, newPart, stock, worth } from '../requisitions/testing/world.ts';
import { transfersNightly } from './index.ts';
import {
  act,
  approved,
  ask,
  counted,
  done,
  importOf,
  makeWorld,
  onTheRoad,
  received,
  seen,
  shipped,
  transferBody,
  type World,
} from './testing/world.ts';

/** What a transfer does to the stock at both ends, and what it refuses (domain-warehouse 2.8, 3.2). */
const DAY = 86_400_000;
let test_: TestApp;
let world: World;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test_);
});

const bin = (code: string): string => world.bins[code] ?? '';
const LOST = { action: 'resolve-loss', outcome: 'lost', liable: 'carrier', reason: 'Fell off' };

it('a loss above the approval limit is written off by somebody whose limit is higher, in parts as well', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 10, unitCost: '30000' });
  const road = await done(world.picker, await approved(world, [[part, 6]]), { action: 'ship' });
  const there = await received(world, road, { missing: 5 });
  const manager = await test_.as('warehouse-manager');
  const { rows } = await test_.app.pg.query<{ limit: string }>(
    `select approval_limit::text as limit from roles where name = 'warehouse-manager'`,
  );
  expect(Number(rows[0]?.limit)).toBe(100_000);
  const line = { id: there.items[0].id, quantity: 3 };
  const part1 = await done(manager, there, { ...LOST, items: [line] });
  const above = await act(manager, part1, { ...LOST, items: [{ ...line, quantity: 2 }] });
  expect([above.status, above.body.code]).toEqual([409, 'APPROVAL_LIMIT']);
  const settled = await done(world.admin, part1, { ...LOST, items: [{ ...line, quantity: 2 }] });
  expect(settled.status).toBe('completed');
});

describe('from one warehouse to the other', () => {
  it('holds at approval, travels through TRANSIT, arrives at the same value', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 10, unitCost: '12.3456' });
    const before = await worth(world, part);
    const held = await approved(world, [[part, 4]]);
    expect([held.status, held.items[0].state]).toEqual(['approved', 'reserved']);
    expect(held.items[0].picks).toMatchObject([{ bin: 'A-01', quantity: 4 }]);
    expect(await lying(world, part, bin('A-01'))).toEqual([10, 4]);

    const road = await done(world.picker, held, {
      action: 'ship',
      carrier: 'Kerry',
      trackingNo: 'TH-1',
    });
    expect(road).toMatchObject({ status: 'inTransit', carrier: 'Kerry', trackingNo: 'TH-1' });
    expect(road.items[0]).toMatchObject({ state: 'inTransit', shippedQty: 4, inTransitQty: 4 });
    expect(await lying(world, part, bin('A-01'))).toEqual([6, 0]);
    expect(await onTheRoad(world, part)).toBe(4);
    expect(await worth(world, part)).toBe(before);

    const there = await received(world, road);
    expect([there.status, there.items[0].state]).toEqual(['completed', 'received']);
    expect(await lying(world, part, world.otherBin)).toEqual([4, 0]);
    expect(await onTheRoad(world, part)).toBe(0);
    expect(await worth(world, part)).toBe(before);
    expect(there.history.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['create', 'approve', 'ship', 'receive']),
    );
  });

  it('takes lots and serials along, and what is scanned in place of what was held', async () => {
    const serial = await newPart(world, 'serial');
    const lot = await newPart(world, 'lot');
    await stock(world, serial, { serials: ['T-1', 'T-2', 'T-3'] });
    await stock(world, lot, {
      quantity: 5,
      lot: { lotNo: 'L-7', expiryDate: '2027-06-30' },
      condition: 'used',
    });
    const doc = await approved(world, [
      [serial, 2],
      [lot, 3],
    ]);
    const road = await done(world.picker, doc, {
      action: 'ship',
      items: [
        { id: doc.items[0].id, quantity: 2, serials: ['T-3', 't-1'] },
        { id: doc.items[1].id, quantity: 3 },
      ],
    });
    const goods = await importOf(world, road);
    expect(goods.items).toMatchObject([
      { expectedQty: 2, serials: ['T-1', 'T-3'] },
      { expectedQty: 3, lots: [{ lotNo: 'L-7' }], condition: 'used' },
    ]);
    await received(world, road);
    const { rows } = await test_.app.pg.query(
      `select s.serial_no from serials s where s.item_id = $1 and s.location_id = $2 order by 1`,
      [serial, world.otherBin],
    );
    expect(rows).toEqual([{ serial_no: 'T-1' }, { serial_no: 'T-3' }]);
    expect(await lying(world, serial, bin('A-01'))).toEqual([1, 0]);
  });

  it('may send less than was held, and frees the rest', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 8 });
    const doc = await approved(world, [[part, 6]]);
    const road = await done(world.picker, doc, {
      action: 'ship',
      items: [{ id: doc.items[0].id, quantity: 2, picks: [{ bin: 'A-01', quantity: 2 }] }],
    });
    expect(road.items[0]).toMatchObject({ approvedQty: 6, shippedQty: 2 });
    expect(await lying(world, part, bin('A-01'))).toEqual([6, 0]);
    expect((await received(world, road)).status).toBe('completed');
  });
});

describe('what arrives damaged or not at all', () => {
  it('is put into quarantine, or stays in transit until it is settled', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 10, unitCost: '7' });
    const road = await shipped(world, [[part, 6]]);
    const there = await received(world, road, { damaged: 1, missing: 2 });
    expect([there.status, there.hasMissing]).toEqual(['partlyReceived', true]);
    expect(there.items[0]).toMatchObject({
      state: 'missing',
      receivedQty: 3,
      damagedQty: 1,
      missingQty: 2,
      missing: [{ quantity: 2, lotNo: null, serialNo: null, condition: 'new' }],
    });
    expect(await lying(world, part, world.places.QUARANTINE)).toEqual([1, 0]);
    expect(await onTheRoad(world, part)).toBe(2);

    const told = await world.sender.get('/notifications');
    expect(told.body.data[0].title).toContain('missing');

    const id = there.items[0].id;
    const unsaid = await act(world.chief, there, {
      ...LOST,
      liable: undefined,
      items: [{ id, quantity: 1 }],
    });
    expect([unsaid.status, unsaid.body.errors[0]]).toMatchObject([
      422,
      { field: 'liable', code: 'REQUIRED' },
    ]);
    const tooMuch = await act(world.chief, there, { ...LOST, items: [{ id, quantity: 3 }] });
    expect(tooMuch.body.errors).toMatchObject([
      { field: 'items[0].quantity', code: 'OVER_MISSING', params: { max: 2 } },
    ]);
    const one = await done(world.chief, there, { ...LOST, items: [{ id, quantity: 1 }] });
    expect(one.status).toBe('partlyReceived');
    expect(one.losses).toMatchObject([
      { quantity: 1, liable: 'carrier', reason: 'Fell off', value: '7.00' },
    ]);
    expect(await worth(world, part)).toBe('63.00');
    const over = await done(world.chief, one, { ...LOST, items: [{ id, quantity: 1 }] });
    expect([over.status, over.hasMissing]).toEqual(['completed', false]);
    expect(over.items[0]).toMatchObject({ state: 'lost', lostQty: 2, missingQty: 0 });
    expect(await onTheRoad(world, part)).toBe(0);
  });

  it('is settled by somebody who did not count it', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 4 });
    const road = await shipped(world, [[part, 4]]);
    const counter = await test_.as('warehouse-manager');
    const sheet = await counted(world, await importOf(world, road), { by: counter, missing: 2 });
    expectData(
      await world.farKeeper.post(`/material-receives/${sheet.id}/approve`, {
        version: sheet.version,
      }),
    );
    const there = expectData(await counter.get(`/material_tranfers/${road.id}`));
    expect([there.hasMissing, there.allowedActions]).toEqual([true, []]);
    const items = [{ id: there.items[0].id, quantity: 2 }];
    const alone = await act(counter, there, { ...LOST, items });
    expect([alone.status, alone.body.code]).toEqual([409, 'SELF_APPROVAL']);
    const tasks = String((await counter.get('/dashboard/work')).raw);
    expect(tasks).not.toContain(road.id);
    expect((await done(world.farKeeper, there, { ...LOST, items })).status).toBe('completed');
  });

  it('is put away by another goods import when it turns up', async () => {
    const part = await newPart(world, 'serial');
    await stock(world, part, { serials: ['F-1', 'F-2'] });
    const road = await shipped(world, [[part, 2]]);
    const there = await received(world, road, { missing: 1, missingSerials: ['F-2'] });
    expect(there.items[0].missing).toMatchObject([{ serialNo: 'F-2', quantity: 1 }]);
    const id = there.items[0].id;
    const call = { action: 'resolve-loss', outcome: 'found', reason: 'Behind the seat' };
    const wrong = await act(world.chief, there, {
      ...call,
      items: [{ id, quantity: 1, serials: ['F-1'] }],
    });
    expect(wrong.body.errors[0].code).toBe('OVER_MISSING');
    const found = await done(world.chief, there, {
      ...call,
      items: [{ id, quantity: 1, serials: ['F-2'] }],
    });
    expect([found.status, found.hasMissing]).toEqual(['partlyReceived', false]);
    expect((await received(world, found)).status).toBe('completed');
    expect(await lying(world, part, world.otherBin)).toEqual([2, 0]);
  });

  it('may be everything: it stays in transit until somebody says what became of it', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 3 });
    const there = await received(world, await shipped(world, [[part, 3]]), { missing: 3 });
    expect([there.status, there.hasMissing]).toEqual(['inTransit', true]);
    const recall = await act(world.chief, there, { action: 'recall', reason: 'Where is it?' });
    expect([recall.status, recall.body.code]).toEqual([409, 'GUARD']);
    const items = [{ id: there.items[0].id, quantity: 3 }];
    expect((await done(world.chief, there, { ...LOST, items })).status).toBe('completed');
  });
});

describe('goods that come back', () => {
  it('are called back while nobody has counted them, and put away at the source', async () => {
    const part = await newPart(world, 'serial');
    await stock(world, part, { serials: ['R-1', 'R-2'], bin: bin('B-01') });
    const road = await shipped(world, [[part, 2]]);
    const first = await importOf(world, road);
    const back = await done(world.chief, road, { action: 'recall', reason: 'Sent by mistake' });
    expect([back.status, back.items[0].state]).toEqual(['recalled', 'inTransit']);
    expect(expectData(await world.admin.get(`/material-receives/${first.id}`)).status).toBe(
      'reversed',
    );
    const home = await importOf(world, back);
    const sheet = await counted(world, home, { bin: bin('A-01'), by: world.picker });
    expectData(
      await world.keeper.post(`/material-receives/${sheet.id}/approve`, { version: sheet.version }),
    );
    const end = await seen(world, back);
    expect([end.status, end.items[0].state]).toEqual(['returned', 'returned']);
    expect(await lying(world, part, bin('A-01'))).toEqual([2, 0]);
  });

  it('wait at one goods import only, however many waited for them before', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 3 });
    const road = await shipped(world, [[part, 3]]);
    const first = await importOf(world, road);
    const there = await received(world, road, { missing: 1 });
    const found = { action: 'resolve-loss', outcome: 'found', reason: 'Behind the seat' };
    const items = [{ id: there.items[0].id, quantity: 1 }];
    expectData(await act(world.chief, there, { ...found, items }));
    const { version } = expectData(await world.admin.get(`/material-receives/${first.id}`));
    // Two are on the road again, at an import of their own beside that of the third.
    expectData(
      await world.farKeeper.post(`/material-receives/${first.id}/reverse`, {
        version,
        reason: 'The wrong shelf',
      }),
    );
    const back = await done(world.chief, await seen(world, road), {
      action: 'recall',
      reason: 'Sent by mistake',
    });
    expect(back.status).toBe('recalled');
    const { rows } = await world.test.app.pg.query<{ status: string; quantity: string }>(
      `select g.status, sum(i.expected_qty)::int as quantity from goods_imports g
       join goods_import_items i on i.import_id = g.id where g.source_id = $1 group by 1 order by 1`,
      [road.id],
    );
    expect(rows).toEqual([
      { status: 'pending', quantity: 3 },
      { status: 'reversed', quantity: 6 },
    ]);
  });

  it('cannot be called back once they are being counted', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 3 });
    const road = await shipped(world, [[part, 3]]);
    await counted(world, await importOf(world, road));
    const now = await seen(world, road);
    expect(now.allowedActions).not.toContain('recall');
    const recall = await act(world.chief, now, { action: 'recall', reason: 'Too late' });
    expect([recall.status, recall.body.code]).toEqual([409, 'GUARD']);
  });

  it('go back into the bins that they left when the destination refuses them', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 2, bin: bin('A-01') });
    await stock(world, part, { quantity: 2, bin: bin('B-01') });
    const road = await shipped(world, [[part, 3]]);
    const goods = await importOf(world, road);
    expectData(
      await world.farKeeper.post(`/material-receives/${goods.id}/reject`, {
        version: goods.version,
        reason: 'We asked for others',
      }),
    );
    const end = await seen(world, road);
    expect([end.status, end.items[0].returnedQty]).toEqual(['returned', 3]);
    const there = [await lying(world, part, bin('A-01')), await lying(world, part, bin('B-01'))];
    expect(there).toEqual([
      [2, 0],
      [2, 0],
    ]);
  });

  it('are on the road again when their put-away is reversed, but for what was missing', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 5 });
    const there = await received(world, await shipped(world, [[part, 5]]), {
      damaged: 1,
      missing: 1,
    });
    const goods = there.related.find(({ type }: { type: string }) => type === 'goodsImport');
    const import_ = expectData(await world.admin.get(`/material-receives/${goods.id}`));
    expectData(
      await world.farKeeper.post(`/material-receives/${goods.id}/reverse`, {
        version: import_.version,
        reason: 'Counted into the wrong bin',
      }),
    );
    const again = await seen(world, there);
    expect([again.status, again.items[0].missingQty]).toEqual(['inTransit', 1]);
    expect((await importOf(world, again)).items).toMatchObject([{ expectedQty: 4 }]);
    expect(await onTheRoad(world, part)).toBe(5);
    // Whoever took it back made the new import.
    expect((await received(world, again, { by: world.chief })).items[0]).toMatchObject({
      receivedQty: 4,
      damagedQty: 0,
      missingQty: 1,
    });
  });
});

describe('who may', () => {
  it('decides and ships at the source, receives at the destination, and never both', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 5 });
    const doc = await ask(world, [[part, 2]]);
    // The other end sees it, and may not take from this one.
    const theirs = expectData(await world.farKeeper.get(`/material_tranfers/${doc.id}`));
    expect(theirs.allowedActions).toEqual(['update', 'cancel']);
    expect(theirs.items[0].available).toBeNull();
    const far = await act(world.farKeeper, doc, { action: 'approve' });
    expect([far.status, far.body.code]).toEqual([409, 'NOT_YOUR_WAREHOUSE']);
    const own = await act(world.sender, doc, { action: 'approve' });
    expect(own.status).toBe(403);

    const near = await test_.as('warehouse-manager', { warehouseIds: [world.warehouseId] });
    const road = await done(near, await done(world.chief, doc, { action: 'approve' }), {
      action: 'ship',
    });
    const goods = await importOf(world, road);
    expect((await near.get(`/material-receives/${goods.id}`)).status).toBe(404);
    const again = await done(world.chief, await ask(world, [[part, 1]]), { action: 'approve' });
    const both = await done(world.keeper, again, { action: 'ship' });
    const sheet = await importOf(world, both);
    const count = await world.keeper.patch(`/material-receives/${sheet.id}`, {
      version: sheet.version,
      items: [
        {
          id: sheet.items[0]?.id,
          receivedQty: 1,
          damagedQty: 0,
          missingQty: 0,
          binId: world.otherBin,
        },
      ],
    });
    expect([count.status, count.body.code]).toEqual([409, 'SENT_BY_YOU']);
  });

  it('may receive what they shipped where the company allows it', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 1 });
    const set = (value: boolean) => setSetting(test_, 'transfer.shipperMayReceive', value);
    await set(true);
    const road = await done(world.keeper, await approved(world, [[part, 1]]), { action: 'ship' });
    await set(false);
    const sheet = await counted(world, await importOf(world, road), { by: world.keeper });
    expect(sheet.items).toHaveLength(1);
  });

  it('sees it from either end, and from nowhere else', async () => {
    const part = await newPart(world);
    const doc = await ask(world, [[part, 2]]);
    const elsewhere = await test_.as('warehouse-manager', { warehouseIds: [world.van] });
    expect((await elsewhere.get(`/material_tranfers/${doc.id}`)).status).toBe(404);
    const list = async (who: typeof elsewhere) =>
      (await who.get('/material_tranfers?limit=100')).body.data.map(({ id }: { id: string }) => id);
    expect(await list(elsewhere)).toEqual([]);
    expect(await list(world.farStaff)).toContain(doc.id);
  });
});

describe('what is refused', () => {
  it('in a request', async () => {
    const part = await newPart(world);
    const post = (more: object) =>
      world.sender.post('/material_tranfers', { ...transferBody(world, [[part, 1]]), ...more });
    const codes = async (more: object) =>
      (await post(more)).body.errors.map((error: { field: string; code: string }) => [
        error.field,
        error.code,
      ]);
    expect(await codes({ toWarehouseId: world.warehouseId })).toEqual([
      ['toWarehouseId', 'SAME_WAREHOUSE'],
    ]);
    expect(await codes({ expectedDate: dayFrom(world, -1) })).toEqual([
      ['expectedDate', 'PAST_DATE'],
    ]);
    expect(
      await codes({
        items: [
          { partId: part, quantity: 1.5 },
          { partId: part, quantity: 1 },
        ],
      }),
    ).toEqual([
      ['items[0].quantity', 'WHOLE'],
      ['items[1].partId', 'REPEATED'],
    ]);
    expect((await post({ items: [] })).status).toBe(422);
    const theirs = await test_.as('warehouse-staff', { warehouseIds: [world.van] });
    const none = await theirs.post('/material_tranfers', transferBody(world, [[part, 1]]));
    expect(none.body.errors).toMatchObject([{ field: 'toWarehouseId', code: 'UNKNOWN_ID' }]);
  });

  it('at approval: what is not there cannot be promised, less may be', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 3 });
    const doc = await ask(world, [[part, 5]]);
    const id = doc.items[0].id;
    const short = await act(world.chief, doc, {
      action: 'approve',
      items: [{ id, approvedQty: 4 }],
    });
    expect([short.status, short.body.errors]).toMatchObject([
      422,
      [{ field: 'items[0].approvedQty', code: 'INSUFFICIENT_STOCK', params: { available: 3 } }],
    ]);
    expect(await lying(world, part, bin('A-01'))).toEqual([3, 0]);
    const none = await act(world.chief, doc, {
      action: 'approve',
      items: [{ id, approvedQty: 0 }],
    });
    expect(none.body.errors[0].code).toBe('NOTHING_APPROVED');
    const less = await done(world.chief, doc, {
      action: 'approve',
      items: [{ id, approvedQty: 3 }],
    });
    expect(less.items[0]).toMatchObject({ approvedQty: 3, state: 'reserved' });
    const over = await act(world.picker, less, { action: 'ship', items: [{ id, quantity: 4 }] });
    expect(over.body.errors[0]).toMatchObject({ code: 'OVER_PICK', params: { held: 3 } });
    const nothing = await act(world.picker, less, { action: 'ship', items: [{ id, quantity: 0 }] });
    expect([nothing.status, nothing.body.code]).toEqual([409, 'NOTHING_SHIPPED']);
    const freed = await done(world.chief, less, { action: 'cancel', reason: 'Not needed' });
    expect(freed.status).toBe('cancelled');
    expect(freed.items[0]).toMatchObject({ state: 'unshipped' });
    expect(await lying(world, part, bin('A-01'))).toEqual([3, 0]);
  });
});

it('says of goods on the road, once, that they are late', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 2 });
  const road = await shipped(world, [[part, 2]], { expectedDate: dayFrom(world, 1) });
  const night = () =>
    test_.app.transaction({ actor: { kind: 'system' } as never }, async (ctx) => {
      for (const job of transfersNightly) await job(ctx);
    });
  const isLate = async () => (await seen(world, road)).isLate;
  await night();
  expect(await isLate()).toBe(false);
  clock.set(new Date(clock.now().getTime() + 2 * DAY));
  await night();
  await night();
  expect(await isLate()).toBe(true);
  const late = await world.admin.get('/material_tranfers?late=true&limit=100');
  expect(late.body.data.map(({ id }: { id: string }) => id)).toContain(road.id);
  const told = (await world.farStaff.get('/notifications')).body.data.filter(
    ({ title }: { title: string }) => title.includes(`${road.documentNo} is late`),
  );
  expect(told).toHaveLength(1);
  expect((await received(world, road)).isLate).toBe(false);
});

it('prints the transfer, and the delivery note once it is shipped', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 2 });
  const doc = await approved(world, [[part, 2]]);
  const print = async () => world.admin.get(`/material_tranfers/${doc.id}/document`);
  expect((await print()).status).toBe(200);
  await done(world.picker, doc, { action: 'ship' });
  const note = await print();
  expect([note.status, note.headers['content-type']]).toEqual([200, 'application/pdf']);
});

it('keeps a part and a warehouse in use as long as a transfer is open', async () => {
  const part = await newPart(world);
  await ask(world, [[part, 1]]);
  const gone = await world.admin.delete(`/material_parts/${part}`);
  expect([gone.status, gone.body.code]).toEqual([409, 'IN_USE']);
  expect(JSON.stringify(gone.body.details)).toContain('transfers');
  const path = `/sub-warehouses/${world.otherWarehouseId}`;
  const { version, name } = expectData(await world.admin.get(path));
  const body = { version, name, holds: 'parts', isPickable: true };
  const off = await world.admin.patch(path, { ...body, managerIds: [], isActive: false });
  expect(JSON.stringify([off.status, off.body])).toContain('transfers');
});
