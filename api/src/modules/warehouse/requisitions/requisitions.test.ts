import type { TestApp } from '../../../testing/index.ts';
import { closeMonth, withTestServer } from '../../../workflow/testing/testServer.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import { requisitionsNightlyApart } from './index.ts';
import {
  act,
  ask,
  done,
  handedOut,
  lying,
  makeWorld,
  newPart,
  stock,
  type World,
  worth,
} from './testing/world.ts';

/** What a requisition does to the stock, and what it refuses (domain-warehouse 2.7, 3.2). */
const DAY = 86_400_000;
let test_: TestApp;
let world: World;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test_);
});

const bin = (code: string): string => world.bins[code] ?? '';
const RECIPIENT = { recipientName: 'Ekkachai' };

describe('approving holds stock', () => {
  it('of lots that expire first, and says where', async () => {
    const part = await newPart(world, 'lot');
    const late = { lotNo: 'LATE', expiryDate: '2028-01-31' };
    const soon = { lotNo: 'SOON', expiryDate: '2026-12-31' };
    const past = { lotNo: 'PAST', expiryDate: '2026-11-01' };
    await stock(world, part, { quantity: 5, bin: bin('A-01'), lot: late });
    await stock(world, part, { quantity: 3, bin: bin('B-01'), lot: soon });
    await stock(world, part, { quantity: 9, bin: bin('B-01'), lot: past });
    const doc = await done(world.chief, await ask(world, [[part, 4]]), { action: 'approve' });
    const [line] = doc.items;
    expect([doc.status, line.state, line.reservedQty]).toEqual(['approved', 'reserved', 4]);
    const held = line.picks.map((pick: { lotNo: string; quantity: number }) => [
      pick.lotNo,
      pick.quantity,
    ]);
    // The pick list goes along the bins, whatever expires first.
    expect(held).toEqual([
      ['LATE', 1],
      ['SOON', 3],
    ]);
    expect(await lying(world, part, bin('A-01'))).toEqual([5, 1]);
  });

  it('of serial numbers that came first', async () => {
    const part = await newPart(world, 'serial');
    await stock(world, part, { serials: ['Z1'] });
    clock.advance(60_000);
    await stock(world, part, { serials: ['A1', 'A2'] });
    const doc = await done(world.chief, await ask(world, [[part, 2]]), { action: 'approve' });
    const serials = doc.items[0].picks.map((pick: { serialNo: string }) => pick.serialNo);
    expect(serials.sort()).toEqual(['A1', 'Z1']);
  });

  it('as far as there is any, with what else could be taken', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 2 });
    await stock(world, part, { quantity: 9, bin: world.otherBin });
    const asked = await ask(world, [[part, 5]]);
    expect(asked.items[0]).toMatchObject({ state: 'waiting', available: 2 });
    const doc = await done(world.chief, asked, { action: 'approve' });
    expect(doc).toMatchObject({ status: 'approved', hasShortLines: true });
    expect(doc.items[0]).toMatchObject({ state: 'short', reservedQty: 2, shortQty: 3 });
    expect(doc.items[0].alternatives).toMatchObject([
      { warehouse: { id: world.otherWarehouseId }, part: null, available: 9 },
    ]);
    const more = await done(world.chief, doc, {
      action: 'allocate',
      items: [{ id: doc.items[0].id, warehouseId: world.otherWarehouseId }],
    });
    expect(more).toMatchObject({ status: 'approved', hasShortLines: false });
    expect(more.items[0]).toMatchObject({ state: 'reserved', reservedQty: 5 });
    const again = await act(world.chief, more, { action: 'allocate' });
    expect([again.status, again.body.details.guard]).toEqual([409, 'hasShortLines']);
  });

  const newCategory = async (code: string): Promise<string> => {
    const { rows } = await test_.app.pg.query<{ id: string }>(
      `insert into categories (id, code, name, parent_id, created_at, updated_at)
       select new_id(), $2, $2, category_id, now(), now() from material_parts where id = $1
       returning id`,
      [world.part, code],
    );
    return String(rows[0]?.id);
  };
  const newModel = async (code: string): Promise<string> => {
    const { rows } = await test_.app.pg.query<{ id: string }>(
      `with t as (insert into product_types (id, code, name, created_at, updated_at)
         values (new_id(), $1, $1, now(), now()) returning id)
       insert into product_models (id, code, name, product_type_id, serial_prefix, serial_pattern,
         created_at, updated_at)
       select new_id(), $1, $1, t.id, $1, '{prefix}-{seq:4}', now(), now() from t returning id`,
      [code],
    );
    return String(rows[0]?.id);
  };
  const isFor = (partId: string, ...models: readonly string[]) =>
    test_.app.pg.query(
      `insert into part_product_models (part_id, product_model_id)
       select $1, id from unnest($2::uuid[]) as t(id)`,
      [partId, models],
    );

  it('offers parts of much the same name, and no others', async () => {
    const subCategory = await newCategory('FANS');
    const named = async (name: string) => {
      const id = await newPart(world, 'none', { subCategory });
      await test_.app.pg.query('update material_parts set name = $2 where id = $1', [id, name]);
      return id;
    };
    const fan = await named('Axial fan 120-12V');
    const alike = await named('Axial fan 120-24V');
    const filter = await named('Air filter M');
    await stock(world, alike, { quantity: 2 });
    await stock(world, filter, { quantity: 9 });
    const asked = await ask(world, [[fan, 1]]);
    expect(asked.items[0].alternatives).toMatchObject([{ part: { id: alike }, available: 2 }]);
  });

  it('offers no part for other models of containers, and refuses it', async () => {
    const [a, b] = [await newModel('COOLA'), await newModel('COOLB')];
    const subCategory = await newCategory('PUMPS');
    const named = async (name: string, ...models: readonly string[]) => {
      const id = await newPart(world, 'none', { subCategory });
      await test_.app.pg.query('update material_parts set name = $2 where id = $1', [id, name]);
      await isFor(id, ...models);
      await stock(world, id, { quantity: 2 });
      return id;
    };
    const pump = await named('Water pump 12V', a);
    const both = await named('Water pump 12V long', a, b);
    const other = await named('Water pump 12V short', b);
    const any = await named('Water pump 12V spare');
    const asked = await ask(world, [[pump, 5]]);
    const offered = asked.items[0].alternatives.map(
      ({ part }: { part: { id: string } }) => part.id,
    );
    expect(offered.sort()).toEqual([both, any].sort());
    const decide = (substitutePartId: string) =>
      act(world.chief, asked, {
        action: 'approve',
        items: [{ id: asked.items[0].id, approvedQty: 2, substitutePartId }],
      });
    expect((await decide(other)).body.errors).toMatchObject([
      { field: 'items[0].substitutePartId', code: 'SUBSTITUTE_MODEL' },
    ]);
    expect((await decide(both)).status).toBe(200);
  });

  it.each([
    ['of another sub-category', 'SUBSTITUTE_CATEGORY', 'none'],
    ['tracked otherwise', 'SUBSTITUTE_TRACKING', 'lot'],
  ] as const)('refuses a part %s', async (_, code, tracking) => {
    const part = await newPart(world);
    const other = await newPart(
      world,
      tracking,
      code === 'SUBSTITUTE_CATEGORY' ? { subCategory: await newCategory('SEALS') } : {},
    );
    const asked = await ask(world, [[part, 1]]);
    const answer = await act(world.chief, asked, {
      action: 'approve',
      items: [{ id: asked.items[0].id, approvedQty: 1, substitutePartId: other }],
    });
    expect(answer.body.errors).toMatchObject([{ field: 'items[0].substitutePartId', code }]);
  });

  it('of another part in its place', async () => {
    const [part, other] = [await newPart(world), await newPart(world)];
    const kilos = await newPart(world, 'none', { unit: world.kg });
    await stock(world, part, { quantity: 1 });
    await stock(world, other, { quantity: 4, bin: bin('B-01') });
    const doc = await done(world.chief, await ask(world, [[part, 3]]), { action: 'approve' });
    const line = doc.items[0];
    const wrong = await act(world.chief, doc, {
      action: 'allocate',
      items: [{ id: line.id, substitutePartId: kilos }],
    });
    expect(wrong.body.errors).toMatchObject([
      { field: 'items[0].substitutePartId', code: 'SUBSTITUTE_UNIT' },
    ]);
    const after = await done(world.chief, doc, {
      action: 'allocate',
      items: [{ id: line.id, substitutePartId: other }],
    });
    expect(after.items[0]).toMatchObject({ state: 'reserved', substitute: { id: other } });
    expect([await lying(world, part, bin('A-01')), await lying(world, other, bin('B-01'))]).toEqual(
      [
        [1, 0],
        [4, 3],
      ],
    );
  });

  it('names every fault of the decision at once and holds nothing', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 5 });
    const asked = await ask(world, [[part, 3]]);
    const answer = await act(world.chief, asked, {
      action: 'approve',
      items: [
        { id: asked.items[0].id, approvedQty: 4.5, warehouseId: test_.companyId },
        { id: asked.id, approvedQty: 1 },
      ],
    });
    expect(answer.status).toBe(422);
    const faults = answer.body.errors.map((error: { field: string; code: string }) => [
      error.field,
      error.code,
    ]);
    expect(faults).toEqual([
      ['items[0].approvedQty', 'MAX'],
      ['items[0].approvedQty', 'WHOLE'],
      ['items[0].warehouseId', 'UNKNOWN_ID'],
      ['items[1].id', 'UNKNOWN_ID'],
    ]);
    const none = await act(world.chief, asked, {
      action: 'approve',
      items: [{ id: asked.items[0].id, approvedQty: 0 }],
    });
    expect(none.body.errors).toMatchObject([{ field: 'items', code: 'NOTHING_APPROVED' }]);
    expect(await lying(world, part, bin('A-01'))).toEqual([5, 0]);
  });

  it('is not for whoever made or wants it', async () => {
    const part = await newPart(world);
    const own = expectData(
      await world.chief.post('/material_dispatch', {
        purpose: 'internal',
        warehouseId: world.warehouseId,
        neededBy: dayFrom(world, 1),
        items: [{ partId: part, requestedQty: 1 }],
      }),
    );
    const answer = await act(world.chief, own, { action: 'approve' });
    expect([answer.status, answer.body.code]).toEqual([409, 'SELF_APPROVAL']);
    const told = (await world.keeper.get('/notifications')).body.data as { title: string }[];
    expect(told.some(({ title }) => title.includes(own.documentNo))).toBe(true);
  });
});

describe('picking', () => {
  it('takes the serial number that was scanned instead of the one that was held', async () => {
    const part = await newPart(world, 'serial');
    await stock(world, part, { serials: ['S1', 'S2', 'S3', 'S4'] });
    const doc = await done(world.chief, await ask(world, [[part, 2]]), { action: 'approve' });
    const [line] = doc.items;
    const picked = await done(world.picker, doc, {
      action: 'confirm-items',
      items: [{ id: line.id, quantity: 2, serials: ['s1', 'S4'] }],
    });
    expect([picked.status, picked.items[0].state]).toEqual(['picking', 'picked']);
    const serials = picked.items[0].picks.map((pick: { serialNo: string }) => pick.serialNo);
    expect(serials.sort()).toEqual(['S1', 'S4']);
    expect(await lying(world, part, bin('A-01'))).toEqual([4, 2]);
    for (const [given, code] of [
      [['S1', 'NOBODY'], 'SERIAL_NOT_AVAILABLE'],
      [['S1'], 'SERIAL_COUNT'],
      [['S1', 'S1'], 'SERIAL_REPEATED'],
    ] as const) {
      const answer = await act(world.picker, picked, {
        action: 'confirm-items',
        items: [{ id: line.id, quantity: 2, serials: given }],
      });
      expect([answer.status, answer.body.errors[0].code]).toEqual([422, code]);
    }
  });

  it('does not take what is held for somebody else', async () => {
    const part = await newPart(world, 'serial');
    await stock(world, part, { serials: ['X1', 'X2'] });
    const first = await done(world.chief, await ask(world, [[part, 1]]), { action: 'approve' });
    const second = await done(world.chief, await ask(world, [[part, 1]]), { action: 'approve' });
    const theirs = first.items[0].picks[0].serialNo;
    const answer = await act(world.picker, second, {
      action: 'confirm-items',
      items: [{ id: second.items[0].id, quantity: 1, serials: [theirs] }],
    });
    expect(answer.body.errors).toMatchObject([
      { field: 'items[0].serials', code: 'SERIAL_NOT_AVAILABLE' },
    ]);
  });

  it('takes from the bin that was scanned, in part, and takes it back', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 4, bin: bin('A-01') });
    await stock(world, part, { quantity: 4, bin: bin('B-01') });
    const doc = await done(world.chief, await ask(world, [[part, 4]]), { action: 'approve' });
    const id = doc.items[0].id;
    const picked = await done(world.picker, doc, {
      action: 'confirm-items',
      items: [{ id, quantity: 3, picks: [{ bin: 'b-01', quantity: 3 }] }],
    });
    expect(picked.items[0]).toMatchObject({ state: 'picking', pickedQty: 3, reservedQty: 4 });
    expect([await lying(world, part, bin('A-01')), await lying(world, part, bin('B-01'))]).toEqual([
      [4, 1],
      [4, 3],
    ]);
    const over = await act(world.picker, picked, {
      action: 'confirm-items',
      items: [{ id, quantity: 5 }],
    });
    expect(over.body.errors).toMatchObject([{ code: 'OVER_PICK', params: { held: 4 } }]);
    const unequal = await act(world.picker, picked, {
      action: 'confirm-items',
      items: [{ id, quantity: 2, picks: [{ bin: 'NOWHERE', quantity: 1 }] }],
    });
    expect(unequal.body.errors.map((error: { code: string }) => error.code)).toEqual([
      'PICK_SUM',
      'INSUFFICIENT_STOCK',
    ]);
    const back = await done(world.picker, picked, {
      action: 'confirm-items',
      items: [{ id, quantity: 0 }],
    });
    expect([back.status, back.items[0].pickedQty]).toEqual(['approved', 0]);
  });

  it('gives lines up, and the whole when nothing is left', async () => {
    const [part, other] = [await newPart(world), await newPart(world)];
    await stock(world, part, { quantity: 6 });
    await stock(world, other, { quantity: 6 });
    const asked = await ask(world, [
      [part, 6],
      [other, 1],
    ]);
    const doc = await done(world.chief, asked, { action: 'approve' });
    const [first, second] = doc.items;
    const reason = 'Not needed any more';
    const some = await done(world.picker, doc, {
      action: 'cancel-items',
      items: [{ id: first.id, quantity: 2, reason }],
    });
    expect(some.items[0]).toMatchObject({ state: 'reserved', cancelledQty: 2, reservedQty: 4 });
    expect(await lying(world, part, bin('A-01'))).toEqual([6, 4]);
    const none = await done(world.picker, some, {
      action: 'cancel-items',
      items: [
        { id: first.id, reason },
        { id: second.id, reason },
      ],
    });
    expect([none.status, none.items[0].state]).toEqual(['cancelled', 'cancelled']);
    expect(await lying(world, part, bin('A-01'))).toEqual([6, 0]);
  });

  it('cancels all, by its owner only while it waits', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 2 });
    const reason = 'Job was called off';
    const waiting = await ask(world, [[part, 1]]);
    expect(await done(world.technician, waiting, { action: 'cancel-all', reason })).toMatchObject({
      status: 'cancelled',
      statusReason: reason,
    });
    const doc = await done(world.chief, await ask(world, [[part, 2]]), { action: 'approve' });
    expect((await act(world.technician, doc, { action: 'cancel-all', reason })).status).toBe(403);
    const over = await done(world.chief, doc, { action: 'cancel-all', reason });
    expect([over.status, over.items[0].state]).toEqual(['cancelled', 'cancelled']);
    expect(await lying(world, part, bin('A-01'))).toEqual([2, 0]);
    const told = (await world.technician.get('/notifications')).body.data as { title: string }[];
    expect(
      told.some(({ title }) => title.includes(doc.documentNo) && /cancelled/.test(title)),
    ).toBe(true);
  });
});

describe('handing out', () => {
  it('takes the goods out at their average cost, and starts the warranty of serials', async () => {
    const part = await newPart(world, 'serial', { warrantyMonths: 12 });
    await stock(world, part, { serials: ['W1', 'W2'], unitCost: '10' });
    await stock(world, part, { serials: ['W3'], unitCost: '40' });
    const doc = await handedOut(world, [[part, 2]]);
    expect(doc).toMatchObject({ status: 'dispatched', recipientName: 'Ekkachai' });
    // The picker may not see costs; the manager may.
    expect(doc.items[0]).toMatchObject({ state: 'dispatched', dispatchedQty: 2, issueValue: null });
    const seen = expectData(await world.chief.get(`/material_dispatch/${doc.id}`));
    expect(seen.items[0].issueValue).toBe('40.00');
    expect(await worth(world, part)).toBe('20.00');
    expect(await lying(world, part, world.places.CONSUMED)).toEqual([2, 0]);
    const { rows } = await test_.app.pg.query(
      `select customer_warranty_start::text as start, customer_warranty_end::text as until from serials
       where item_id = $1 and customer_warranty_start is not null`,
      [part],
    );
    expect(rows).toEqual([1, 2].map(() => ({ start: '2026-11-20', until: '2027-11-20' })));
  });

  it('waits for open lines, or asks for the rest anew', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 2 });
    const doc = await done(world.chief, await ask(world, [[part, 5]]), { action: 'approve' });
    const open = await act(world.picker, doc, {
      action: 'confirm-dispatch',
      ...RECIPIENT,
      pickAll: true,
    });
    expect([open.status, open.body.code, open.body.details.lines]).toEqual([
      409,
      'LINES_OPEN',
      [1],
    ]);
    const nothing = await act(world.picker, doc, {
      action: 'confirm-dispatch',
      ...RECIPIENT,
      backorder: true,
    });
    expect([nothing.status, nothing.body.code]).toEqual([409, 'NOTHING_PICKED']);
    const over = await done(world.picker, doc, {
      action: 'confirm-dispatch',
      ...RECIPIENT,
      pickAll: true,
      backorder: true,
    });
    expect(over.items[0]).toMatchObject({ dispatchedQty: 2, cancelledQty: 3 });
    const [rest] = over.related;
    const anew = expectData(await world.technician.get(`/material_dispatch/${rest.id}`));
    expect(anew).toMatchObject({
      status: 'pending',
      requester: { id: world.technician.userId },
      createdBy: { id: world.picker.userId },
    });
    expect(anew.items).toMatchObject([{ part: { id: part }, requestedQty: 3 }]);
    // The line names what asks for its rest: by reference, which each reader is told as they may read it.
    expect(over.items[0].cancelReason).toBe(anew.documentNo);
    const { rows } = await test_.app.pg.query(
      'select cancel_reason as reason from requisition_items where requisition_id = $1',
      [over.id],
    );
    expect(rows).toEqual([{ reason: `{{requisitions:${anew.id}}}` }]);
  });

  it('sells, or fills a van, which keeps what it is worth', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 5 });
    await handedOut(world, [[part, 1]], { purpose: 'sale' });
    expect(await lying(world, part, world.places.SOLD)).toEqual([1, 0]);
    const wrong = await world.technician.post('/material_dispatch', {
      purpose: 'sale',
      warehouseId: world.warehouseId,
      toWarehouseId: world.van,
      neededBy: dayFrom(world, 1),
      items: [{ partId: part, requestedQty: 1 }],
    });
    expect(wrong.body.errors).toMatchObject([{ field: 'toWarehouseId', code: 'NOT_FOR_PURPOSE' }]);
    await handedOut(world, [[part, 2]], { purpose: 'internal', toWarehouseId: world.van });
    expect(await lying(world, part, world.vanBin)).toEqual([2, 0]);
    expect(await worth(world, part)).toBe('40.00');
  });

  it('is refused for a closed month, and in one on hold', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 2 });
    const now = clock.now();
    clock.set(new Date('2026-11-30T03:00:00Z'));
    const doc = await done(world.chief, await ask(world, [[part, 1]]), { action: 'approve' });
    clock.set(new Date('2026-12-02T03:00:00Z'));
    const { companyId } = test_;
    await closeMonth(test_, '2026-11');
    const body = { ...RECIPIENT, pickAll: true, dispatchedDate: '2026-11-30' };
    const closed = await act(world.picker, doc, { action: 'confirm-dispatch', ...body });
    expect([closed.status, closed.body.code]).toEqual([409, 'PERIOD_CLOSED']);
    expect(await lying(world, part, bin('A-01'))).toEqual([2, 1]);
    await test_.app.pg.query(
      `insert into stock_periods (company_id, period, status, changed_at) values ($1, '2026-12', 'hold', now())`,
      [companyId],
    );
    const held = await act(world.picker, doc, {
      action: 'confirm-dispatch',
      ...RECIPIENT,
      pickAll: true,
    });
    expect([held.status, held.body.code]).toEqual([409, 'PERIOD_HOLD']);
    await test_.app.pg.query('delete from stock_periods where company_id = $1 and status = $2', [
      companyId,
      'hold',
    ]);
    await test_.app.pg.query(`update stock_periods set status = 'open' where company_id = $1`, [
      companyId,
    ]);
    await test_.app.pg.query('delete from stock_snapshots');
    await test_.app.pg.query('delete from stock_value_snapshots');
    expect(
      (await done(world.picker, doc, { action: 'confirm-dispatch', ...body })).dispatchedDate,
    ).toBe('2026-11-30');
    clock.set(now);
  });

  it('twice at once hands out once, and k requisitions of the last n pieces no more than n (I20)', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 5 });
    const asked = await Promise.all(Array.from({ length: 8 }, () => ask(world, [[part, 1]])));
    const approved = await Promise.all(
      asked.map((doc) => act(world.chief, doc, { action: 'approve' }).then(expectData)),
    );
    expect(approved.filter((doc) => doc.items[0].reservedQty === 1)).toHaveLength(5);
    expect(approved.filter((doc) => doc.hasShortLines)).toHaveLength(3);
    const answers = await Promise.all(
      approved.flatMap((doc) =>
        [1, 2].map(() =>
          act(world.picker, doc, { action: 'confirm-dispatch', ...RECIPIENT, pickAll: true }),
        ),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await lying(world, part, bin('A-01'))).toEqual([0, 0]);
    expect(await lying(world, part, world.places.CONSUMED)).toEqual([5, 0]);
  });

  it('is taken back on its own day, and not later', async () => {
    const part = await newPart(world, 'serial', { warrantyMonths: 6 });
    await stock(world, part, { serials: ['R1', 'R2'], unitCost: '33.33' });
    const doc = await handedOut(world, [[part, 1]]);
    const reason = 'Handed to the wrong person';
    expect(await done(world.chief, doc, { action: 'reverse', reason })).toMatchObject({
      status: 'reversed',
    });
    expect([await lying(world, part, bin('A-01')), await worth(world, part)]).toEqual([
      [2, 0],
      '66.66',
    ]);
    const later = await handedOut(world, [[part, 1]]);
    clock.advance(DAY);
    const late = await act(world.chief, later, { action: 'reverse', reason });
    expect([late.status, late.body.code]).toEqual([409, 'NOT_SAME_DAY']);
    const seen = expectData(await world.chief.get(`/material_dispatch/${later.id}`));
    expect(seen.allowedActions).toEqual(['return']);
  });
});

describe('giving back', () => {
  const importOf = async (doc: { related: { type: string; id: string }[] }, index = 0) => {
    const imports = doc.related.filter(({ type }) => type === 'goodsImport');
    return expectData(await world.chief.get(`/material-receives/${imports[index]?.id}`));
  };

  it('comes in at what it was worth when it left, however it is cut', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 3, unitCost: '33.3333' });
    const doc = await handedOut(world, [[part, 3]]);
    await stock(world, part, { quantity: 10, unitCost: '500' });
    const id = doc.items[0].id;
    const first = await done(world.technician, doc, {
      action: 'return',
      items: [{ id, quantity: 1, condition: 'used' }],
    });
    expect([first.status, first.items[0].returnedQty]).toEqual(['partlyReturned', 1]);
    const over = await act(world.technician, first, {
      action: 'return',
      items: [{ id, quantity: 3, condition: 'used' }],
    });
    expect(over.body.errors).toMatchObject([{ code: 'OVER_RETURN', params: { max: 2 } }]);
    const all = await done(world.technician, first, {
      action: 'return',
      items: [
        { id, quantity: 1, condition: 'new' },
        { id, quantity: 1, condition: 'defective' },
      ],
    });
    expect([all.status, all.items[0].state]).toEqual(['returned', 'returned']);
    for (const index of [0, 1]) {
      const goods = await importOf(all, index);
      expect(goods).toMatchObject({ sourceType: 'dispatchReturn', status: 'pending' });
      const counted = expectData(
        await world.picker.patch(`/material-receives/${goods.id}`, {
          version: goods.version,
          items: goods.items.map(
            (item: { id: string; expectedQty: number; condition: string }) => ({
              id: item.id,
              receivedQty: item.expectedQty,
              damagedQty: 0,
              missingQty: 0,
              ...(item.condition === 'defective' ? {} : { binId: bin('B-01') }),
            }),
          ),
        }),
      );
      expectData(
        await world.chief.post(`/material-receives/${goods.id}/approve`, {
          version: counted.version,
        }),
      );
    }
    expect(await lying(world, part, bin('B-01'))).toEqual([2, 0]);
    expect(await lying(world, part, world.places.QUARANTINE)).toEqual([1, 0]);
    // 100.00 left and came back; 5,000.00 were bought since.
    expect(await worth(world, part)).toBe('5100.00');
  });

  it('names serial numbers that were handed out, once', async () => {
    const part = await newPart(world, 'serial');
    await stock(world, part, { serials: ['B1', 'B2', 'B3'] });
    const doc = await handedOut(world, [[part, 2]]);
    const id = doc.items[0].id;
    const out = doc.items[0].picks.map((pick: { serialNo: string }) => pick.serialNo);
    const stays = ['B1', 'B2', 'B3'].find((serialNo) => !out.includes(serialNo));
    const back = (serials: unknown, quantity = 1) =>
      act(world.technician, doc, {
        action: 'return',
        items: [{ id, quantity, condition: 'used', serials }],
      });
    expect((await back([stays])).body.errors[0].code).toBe('SERIAL_UNKNOWN');
    expect((await back([])).body.errors[0].code).toBe('SERIAL_COUNT');
    const some = expectData(await back([out[0]]));
    expect(some.status).toBe('partlyReturned');
    const twice = await act(world.technician, some, {
      action: 'return',
      items: [{ id, quantity: 1, condition: 'used', serials: [out[0]] }],
    });
    expect(twice.body.errors[0].code).toBe('OVER_RETURN');
    const goods = await importOf(some);
    expect(goods.items).toMatchObject([{ serials: [out[0]], condition: 'used' }]);
  });

  it('comes out of a van without changing what anything is worth', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 4 });
    const doc = await handedOut(world, [[part, 3]], {
      purpose: 'internal',
      toWarehouseId: world.van,
    });
    const back = await done(world.technician, doc, {
      action: 'return',
      items: [{ id: doc.items[0].id, quantity: 2, condition: 'new' }],
    });
    const goods = await importOf(back);
    const counted = expectData(
      await world.picker.patch(`/material-receives/${goods.id}`, {
        version: goods.version,
        items: [
          {
            id: goods.items[0].id,
            receivedQty: 2,
            damagedQty: 0,
            missingQty: 0,
            binId: bin('A-01'),
          },
        ],
      }),
    );
    expectData(
      await world.chief.post(`/material-receives/${goods.id}/approve`, {
        version: counted.version,
      }),
    );
    expect([await lying(world, part, world.vanBin), await lying(world, part, bin('A-01'))]).toEqual(
      [
        [1, 0],
        [3, 0],
      ],
    );
    expect(await worth(world, part)).toBe('40.00');
  });
});

it('what is held too long is said two days before, then given back', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 2 });
  const doc = await done(world.chief, await ask(world, [[part, 2]]), { action: 'approve' });
  const night = async () => {
    for (const work of requisitionsNightlyApart) await work(test_.app);
  };
  const seen = async () => expectData(await world.technician.get(`/material_dispatch/${doc.id}`));
  const warned = async () =>
    (await world.technician.get('/notifications')).body.data.filter(
      ({ title, category }: { title: string; category: string }) =>
        category === 'alert' && title.includes(doc.documentNo),
    ).length;
  clock.advance(12 * DAY);
  await night();
  expect([(await seen()).status, await warned()]).toEqual(['approved', 0]);
  clock.advance(DAY);
  await night();
  await night();
  expect([(await seen()).status, await warned()]).toEqual(['approved', 1]);
  clock.advance(2 * DAY);
  await night();
  const after = await seen();
  expect([after.status, after.items[0].state, after.history.at(-1).action]).toEqual([
    'pending',
    'waiting',
    'expire',
  ]);
  expect(await lying(world, part, bin('A-01'))).toEqual([2, 0]);
  const again = await done(world.chief, after, { action: 'approve' });
  expect(again.items[0].reservedQty).toBe(2);
});

it('a hold that cannot be given back keeps no other from its turn', async () => {
  const held = async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 2 });
    return done(world.chief, await ask(world, [[part, 2]]), { action: 'approve' });
  };
  const made = [await held(), await held(), await held()];
  const broken = made.toSorted((one, other) => (one.id < other.id ? -1 : 1))[0]?.id;
  // Stands for any fault of one requisition: the database refuses to take its approval back.
  await test_.app.pg.query(`create function refuse_expiry() returns trigger language plpgsql as $$ begin
      if old.id = '${broken}' and new.status = 'pending' then raise exception 'this one is broken'; end if;
      return new;
    end $$;
    create trigger refuse_expiry before update on requisitions
      for each row execute function refuse_expiry()`);
  clock.advance(20 * DAY);
  for (const work of requisitionsNightlyApart) {
    await expect(work(test_.app)).rejects.toThrow('holds were not watched everywhere');
  }
  await test_.app.pg.query(
    'drop trigger refuse_expiry on requisitions; drop function refuse_expiry()',
  );
  const statusOf = async (id: string) =>
    expectData(await world.technician.get(`/material_dispatch/${id}`)).status;
  for (const { id } of made) {
    expect([id, await statusOf(id)]).toEqual([id, id === broken ? 'approved' : 'pending']);
  }
});

it('what is available is said for the warehouses of one’s scope', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 3 });
  await stock(world, part, { quantity: 4, bin: world.otherBin });
  const here = await world.technician.get(
    `/material_dispatch/available?partIds=${part}&warehouseId=${world.warehouseId}`,
  );
  expect(here.body.data).toMatchObject([{ partId: part, available: 3 }]);
  expect(here.body.data[0].warehouses).toHaveLength(2);
  const scoped = await test_.as('warehouse-staff', { warehouseIds: [world.otherWarehouseId] });
  const theirs = await scoped.get(`/material_dispatch/available?partIds=${part}`);
  expect(theirs.body.data).toMatchObject([{ available: 4, warehouses: [{ available: 4 }] }]);
});

it('is seen by the warehouse, and of technicians by whoever made it', async () => {
  const part = await newPart(world);
  const doc = await ask(world, [[part, 1]]);
  const [colleague, elsewhere] = await Promise.all([
    test_.as('technician'),
    test_.as('warehouse-staff', { warehouseIds: [world.otherWarehouseId] }),
  ]);
  expect((await colleague.get(`/material_dispatch/${doc.id}`)).status).toBe(404);
  expect((await elsewhere.get(`/material_dispatch/${doc.id}`)).status).toBe(404);
  const found = await world.picker.get(
    `/material_dispatch?search=${doc.documentNo}&status=pending`,
  );
  expect(found.body.data).toMatchObject([{ id: doc.id }]);
  expect(found.body.meta.counts.pending).toBe(1);
});

it('is a PDF, as long as it is picked the way along the bins, and a spreadsheet', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 2, bin: bin('B-01') });
  const doc = await done(world.chief, await ask(world, [[part, 2]]), { action: 'approve' });
  const pdf = await world.picker.get(`/material_dispatch/${doc.id}/document`);
  expect([pdf.status, pdf.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  const sheet = await world.picker.get('/material_dispatch?format=csv&columns=documentNo,status', {
    headers: { 'accept-language': 'th' },
  });
  expect(sheet.raw.toString()).toContain(`${doc.documentNo},อนุมัติแล้ว`);
});
