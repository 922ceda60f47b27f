import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { newPart, stock } from '../../containers/testing/world.ts';
import {
  inForce,
  makeWorld as makeSales,
  newContainer,
  type World as Sales,
} from '../../sales/contracts/testing/world.ts';
import {
  act,
  ask as askFor,
  begun,
  type Doc,
  done,
  issue as handOut,
  PATH,
  partLine,
  photograph,
  report,
  scheduled,
  summary,
  type World,
} from './testing/world.ts';

/** Parts of jobs: asked for, issued, used, given back (domain-containers 2.10). */
let world: World & Sales;
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  const sales = await makeSales(test);
  const { id: productId } = await newContainer(sales);
  world = { ...sales, productId, otherTechnician: await test.as('technician') };
});

type Faults = { body: { errors: { field: string; code: string }[] } };
const faultsOf = (answer: Faults) => answer.body.errors.map(({ field, code }) => [field, code]);
const seen = async (id: string, by: Person = world.admin) =>
  expectData(await by.get(`${PATH}/${id}`));

const line = (partId: string, quantity: number, more = {}) =>
  partLine(world, { partId, quantity, ...more });
const ask = (doc: Doc, ...items: readonly ReturnType<typeof line>[]) =>
  askFor(world, doc, ...items);
const issue = (doc: Doc, more = {}) => handOut(world, doc, more);

const summarise = async (doc: Doc, result: string, more: object = {}) => {
  if (result === 'fixed') expectData(await photograph(world.technician, doc.id));
  return act(world.technician, doc, {
    action: 'technician-summary',
    ...summary(result, { ...more }),
  });
};

const stockOf = async (partId: string) => {
  const { rows } = await world.test.app.pg.query<{
    onHand: number;
    reserved: number;
    value: string;
  }>(
    `select coalesce(sum(b.on_hand) filter (where b.is_physical and w.kind <> 'system'), 0)::float as "onHand",
        coalesce(sum(b.reserved), 0)::float as reserved,
        (select owned_value::text from part_valuations v where v.item_id = $1 limit 1) as value
      from stock_balances b join bins n on n.id = b.location_id join warehouses w on w.id = n.warehouse_id
      where b.item_id = $1`,
    [partId],
  );
  return rows[0];
};

const serialPart = async (...serials: readonly string[]) => {
  const partId = await newPart(world, 'serial');
  await stock(world, partId, { quantity: serials.length, serials, unitCost: '100' });
  return partId;
};

it('holds what there is by a requisition that the warehouse hands out', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 5 });
  const doc = await ask(await begun(world), line(partId, 2));
  expect(doc.status).toBe('inProgress');
  const held = await seen(doc.id);
  expect(held.parts).toMatchObject([
    {
      part: { id: partId },
      askedQty: 2,
      reservedQty: 2,
      issuedQty: 0,
      requisition: { status: 'approved' },
    },
  ]);
  expect(held.related.map(({ type }: { type: string }) => type)).toEqual(['requisition']);
  expect(await stockOf(partId)).toMatchObject({ reserved: 2 });
  const issued = await issue(doc);
  expect(issued).toMatchObject({
    status: 'inProgress',
    parts: [{ issuedQty: 2, inHandQty: 2, usedQty: 0, returnedQty: 0 }],
  });
});

it('waits for what is short, buys it, and goes on once it was handed out', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 1 });
  const doc = await ask(await begun(world), line(partId, 3));
  expect(doc.status).toBe('waitingParts');
  const waits = await seen(doc.id);
  expect(waits.times).toMatchObject([{ pauseReason: 'parts', endedAt: expect.any(String) }]);
  const request = waits.related.find(({ type }: { type: string }) => type === 'purchaseRequest');
  expect(expectData(await world.admin.get(`/purchase_requests/${request.id}`))).toMatchObject({
    purpose: 'job',
    refNo: doc.documentNo,
    items: [{ part: { id: partId }, quantity: 2 }],
  });
  // The missing parts have come.
  await stock(world, partId, { quantity: 2 });
  const { id } = waits.parts[0].requisition;
  const { version } = expectData(await world.chief.get(`/material_dispatch/${id}`));
  expectData(await world.chief.post(`/material_dispatch/${id}/allocate`, { version }));
  expect((await seen(doc.id)).status).toBe('waitingParts');
  const issued = await issue(doc);
  expect(issued.status).toBe('scheduled');
  const { body } = await world.technician.get('/notifications?limit=10');
  expect(body.data.map(({ title }: { title: string }) => title)).toContain(
    `The parts of job ${doc.documentNo} are there`,
  );
  expect((await done(world.technician, issued, { action: 'resume' })).status).toBe('inProgress');
});

it('goes on waiting while a part of what it waits for is handed out, and the rest asked for anew', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 1 });
  const doc = await ask(await begun(world), line(partId, 3, { isBillable: true }));
  const partly = await issue(doc, { backorder: true });
  expect(partly).toMatchObject({
    status: 'waitingParts',
    parts: [
      { askedQty: 1, issuedQty: 1, isBillable: true },
      { askedQty: 2, issuedQty: 0, isBillable: true, requisition: { status: 'approved' } },
    ],
  });
});

it('builds used serial numbers in at their exact cost, and takes the replaced one out', async () => {
  const [old, fresh] = [`OLD-${Date.now()}`, `NEW-${Date.now()}`];
  const partId = await serialPart(old, fresh);
  const first = await issue(await ask(await begun(world), line(partId, 1)));
  const installed = first.parts[0].serials[0].serialNo;
  const other = installed === old ? fresh : old;
  const built = expectData(
    await summarise(first, 'fixed', {
      used: [{ id: first.parts[0].id, quantity: 1, serials: [installed] }],
    }),
  );
  expect(built.status).toBe('resolved');
  const { parts } = expectData(await world.admin.get(`/products/${world.productId}`));
  const row = parts.find(({ serialNo }: { serialNo: string }) => serialNo === installed);
  expect(row).toMatchObject({ unitCost: '100.0000', part: { id: partId } });
  const second = await issue(await ask(await begun(world), line(partId, 1)));
  expect(second.inside.map(({ id }: { id: string }) => id)).toContain(row.id);
  expectData(
    await summarise(second, 'fixed', {
      used: [{ id: second.parts[0].id, quantity: 1, serials: [other], replacesId: row.id }],
      removed: [{ id: row.id, quantity: 1, disposition: 'scrap' }],
    }),
  );
  expect(await seen(second.id)).toMatchObject({
    status: 'resolved',
    parts: [
      { usedQty: 1, inHandQty: 0, serials: [{ serialNo: other, state: 'used' }], value: '100.00' },
    ],
    partsCost: '100.00',
  });
  const now = expectData(await world.admin.get(`/products/${world.productId}`));
  expect(now.parts.find(({ id }: { id: string }) => id === row.id)).toBeUndefined();
  expect(now.removedParts.find(({ id }: { id: string }) => id === row.id)).toMatchObject({
    disposition: 'scrap',
    document: { type: 'destruction' },
  });
  expect(now.parts.some(({ serialNo }: { serialNo: string }) => serialNo === other)).toBe(true);
});

it('takes a part back out of a sold container at what it cost', async () => {
  const { product } = await inForce(world);
  const productId = product?.id ?? '';
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 2, unitCost: '40' });
  const first = await issue(await ask(await begun(world, { productId }), line(partId, 1)));
  const used = [{ id: first.parts[0].id, quantity: 1 }];
  expectData(await summarise(first, 'fixed', { used }));
  const second = await issue(await ask(await begun(world, { productId }), line(partId, 1)));
  const row = second.inside.find(({ part }: { part: { id: string } }) => part.id === partId);
  expectData(
    await summarise(second, 'fixed', {
      used: [{ id: second.parts[0].id, quantity: 1, replacesId: row.id }],
      removed: [{ id: row.id, quantity: 1, condition: 'used' }],
    }),
  );
  const { rows } = await world.test.app.pg.query<{ value: string }>(
    `select m.value::text from stock_moves m where m.item_id = $1 and m.condition_to = 'used'`,
    [partId],
  );
  expect(rows).toEqual([{ value: '40.00' }]);
});

it('takes each part back out of a sold container at its own cost', async () => {
  const { product } = await inForce(world);
  const productId = product?.id ?? '';
  const partId = await newPart(world);
  for (const unitCost of ['40', '60']) {
    await stock(world, partId, { quantity: 1, unitCost });
    const doc = await issue(await ask(await begun(world, { productId }), line(partId, 1)));
    expectData(await summarise(doc, 'fixed', { used: [{ id: doc.parts[0].id, quantity: 1 }] }));
  }
  const { inside } = await seen((await begun(world, { productId })).id);
  const own = inside.filter(({ part }: { part: { id: string } }) => part.id === partId);
  const costs: Record<string, string> = {};
  const { parts } = expectData(await world.admin.get(`/products/${productId}`));
  for (const { id, unitCost } of parts) costs[id] = unitCost;
  const taken = await begun(world, { productId });
  const [first, second] = own.map(({ id }: { id: string }) => id);
  expectData(
    await summarise(taken, 'notFixed', {
      removed: [{ id: second, quantity: 1, condition: 'used' }],
      warehouseId: world.warehouseId,
    }),
  );
  const back = async () =>
    (
      await world.test.app.pg.query<{ value: string }>(
        `select m.value::text from stock_moves m where m.item_id = $1 and m.condition_to = 'used' order by seq`,
        [partId],
      )
    ).rows.map(({ value }) => value);
  expect(await back()).toEqual([Number(costs[second]).toFixed(2)]);
  expectData(
    await summarise(await seen(taken.id), 'notFixed', {
      removed: [{ id: first, quantity: 1, condition: 'used' }],
      warehouseId: world.warehouseId,
    }),
  );
  expect((await back()).sort()).toEqual(['40.00', '60.00']);
});

it('exchanges nothing in a container that is on its way, and says so', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 1 });
  const { id: productId } = await newContainer(world);
  const doc = await issue(await ask(await begun(world, { productId }), line(partId, 1)));
  await world.test.app.pg.query(`update products set status = 'inTransit' where id = $1`, [
    productId,
  ]);
  const used = [{ id: doc.parts[0].id, quantity: 1 }];
  const refused = await summarise(doc, 'notFixed', { used });
  expect([refused.status, refused.body.code]).toEqual([409, 'CONTAINER_NOT_THERE']);
  expect(refused.body.message).toMatch(/on its way/);
  await world.test.app.pg.query(`update products set status = 'inWarehouse' where id = $1`, [
    productId,
  ]);
  expectData(await summarise(doc, 'notFixed', { used }));
});

it('is solved only where issued is used and returned; unused parts go back at their exact cost', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 3, unitCost: '3.33' });
  await stock(world, partId, { quantity: 1, unitCost: '0.01' });
  const doc = await issue(await ask(await begun(world), line(partId, 3)));
  const { id } = doc.parts[0];
  const open = await summarise(doc, 'fixed', { used: [{ id, quantity: 1 }] });
  expect(faultsOf(open)).toEqual([['used', 'PARTS_IN_HAND']]);
  const over = await summarise(doc, 'notFixed', { used: [{ id, quantity: 4 }] });
  expect(faultsOf(over)).toEqual([['used[0].quantity', 'OVER_RETURN']]);
  const solved = expectData(
    await summarise(doc, 'fixed', {
      used: [{ id, quantity: 1, isConsumed: true }],
      returned: [{ id, quantity: 2, condition: 'new' }],
    }),
  );
  expect(solved.parts).toMatchObject([{ issuedQty: 3, usedQty: 1, returnedQty: 2, inHandQty: 0 }]);
  const { rows } = await world.test.app.pg.query<{ issued: string; used: string; back: string }>(
    `select k.issue_value as issued, k.used_value as used, (select sum(g.source_value)
        from goods_import_items g where g.source_item_id = $1) as back
      from requisition_picks k where k.item_id = $1`,
    [id],
  );
  expect(Number(rows[0]?.used) + Number(rows[0]?.back)).toBeCloseTo(Number(rows[0]?.issued), 2);
});

it('gives parts back from the field, and asks for them no more', async () => {
  const partId = await serialPart(`R-${Date.now()}`);
  const doc = await issue(await ask(await scheduled(world), line(partId, 1)));
  const [{ id, serials }] = doc.parts;
  const wrong = await act(world.technician, doc, {
    action: 'return-parts',
    items: [{ id, quantity: 1, condition: 'new', serials: ['OTHER'] }],
  });
  expect(faultsOf(wrong)).toEqual([['items[0].serials', 'SERIAL_UNKNOWN']]);
  const back = await done(world.technician, doc, {
    action: 'return-parts',
    items: [{ id, quantity: 1, condition: 'new', serials: [serials[0].serialNo] }],
  });
  expect(await seen(back.id)).toMatchObject({
    parts: [{ returnedQty: 1, inHandQty: 0, serials: [{ state: 'returned' }] }],
  });
});

it.each([
  ['held', false],
  ['in hand', true],
])('gives everything back that is %s when it is cancelled', async (_, isIssued) => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 4, unitCost: '7' });
  const before = await stockOf(partId);
  const asked = await ask(await begun(world), line(partId, 3));
  const doc = isIssued ? await issue(asked) : asked;
  const cancelled = await done(world.admin, doc, { action: 'cancel', reason: 'Not needed' });
  const { parts } = await seen(cancelled.id);
  if (!isIssued) {
    expect([parts, await stockOf(partId)]).toEqual([[], before]);
    return;
  }
  expect(parts).toMatchObject([{ returnedQty: 3, inHandQty: 0 }]);
  const { rows } = await world.test.app.pg.query(
    `select g.status, i.expected_qty::float as quantity, i.source_value as value
      from goods_imports g join goods_import_items i on i.import_id = g.id where i.part_id = $1`,
    [partId],
  );
  expect(rows).toEqual([{ status: 'pending', quantity: 3, value: '21.00' }]);
});

it('gives everything back when it is refused after all', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 2 });
  const doc = await issue(await ask(await scheduled(world), line(partId, 2)));
  const asked = await done(world.admin, doc, {
    action: 'manager-response',
    decision: 'needInfo',
    note: 'Which door?',
  });
  await done(world.admin, asked, {
    action: 'manager-response',
    decision: 'reject',
    reason: 'Sold meanwhile',
  });
  expect((await seen(doc.id)).parts).toMatchObject([{ returnedQty: 2, inHandQty: 0 }]);
});

/** Names a technician as the user of the van. */
const drive = (person: Person) =>
  world.test.app.pg.query(
    'insert into user_warehouses (user_id, warehouse_id) select $1, unnest($2::uuid[])',
    [person.userId, [world.van, world.warehouseId]],
  );

it('has what lies in a van in hand at once, and waits for the rest alone', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 2, bin: world.vanBin });
  await drive(world.technician);
  const doc = await begun(world);
  const asked = await ask(doc, line(partId, 2, { warehouseId: world.van }));
  expect(await seen(asked.id)).toMatchObject({
    status: 'inProgress',
    parts: [{ issuedQty: 2, inHandQty: 2, requisition: { status: 'dispatched' } }],
  });
  const more = await ask(await seen(doc.id), line(partId, 1, { warehouseId: world.van }));
  expect(more.status).toBe('waitingParts');
});

it('takes the request of what is short back with it when it is cancelled', async () => {
  const partId = await newPart(world);
  const doc = await ask(await scheduled(world), line(partId, 3));
  const cancelled = await done(world.admin, doc, { action: 'cancel', reason: 'Not needed' });
  const { related } = await seen(cancelled.id);
  expect(related.map(({ status }: { status: string }) => status)).toEqual([
    'cancelled',
    'cancelled',
  ]);
});

it('frees what was not handed out when the work is done', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 2 });
  const doc = await ask(await begun(world), line(partId, 2));
  const solved = expectData(await summarise(await seen(doc.id), 'fixed'));
  expect(solved.status).toBe('resolved');
  expect(await stockOf(partId)).toMatchObject({ onHand: 2, reserved: 0 });
});

it('waits on where the technician says that parts are missing', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 1 });
  const doc = await issue(await ask(await begun(world), line(partId, 1)));
  const waits = expectData(await summarise(doc, 'needParts'));
  expect(waits).toMatchObject({ status: 'waitingParts', parts: [{ inHandQty: 1 }] });
});

it('buys nothing more once it was solved without what was short', async () => {
  const partId = await newPart(world);
  const doc = await ask(await begun(world), line(partId, 1));
  expect(doc.status).toBe('waitingParts');
  const waits = await seen(doc.id);
  const request = waits.related.find(({ type }: { type: string }) => type === 'purchaseRequest');
  await world.test.app.pg.query(`update jobs set status = 'inProgress' where id = $1`, [doc.id]);
  expectData(await summarise(doc, 'fixed'));
  expect(expectData(await world.admin.get(`/purchase_requests/${request.id}`)).status).toBe(
    'cancelled',
  );
});

it('is refused where two lines are about the same parts, which nothing tells apart', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 3 });
  const doc = await issue(await ask(await begun(world), line(partId, 3)));
  const [{ id }] = doc.parts;
  const refused = await summarise(doc, 'notFixed', {
    used: [
      { id, quantity: 2, isConsumed: true },
      { id, quantity: 1 },
    ],
  });
  expect(faultsOf(refused as Faults)).toEqual([['used[1].id', 'REPEATED']]);
});

it('keeps its requisition as the job asked, also after it has expired', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 1 });
  const doc = await ask(await begun(world), line(partId, 1));
  const [{ requisition }] = (await seen(doc.id)).parts;
  await world.test.app.pg.query(`update requisitions set status = 'pending' where id = $1`, [
    requisition.id,
  ]);
  const { version } = expectData(await world.admin.get(`/material_dispatch/${requisition.id}`));
  const refused = await world.technician.patch(`/material_dispatch/${requisition.id}`, {
    version,
    purpose: 'internal',
    warehouseId: world.warehouseId,
    neededBy: '2026-11-30',
    items: [{ partId, requestedQty: 1 }],
  });
  expect([refused.status, refused.body.code]).toEqual([409, 'REQUISITION_OF_JOB']);
  await world.test.app.pg.query(`update requisitions set status = 'approved' where id = $1`, [
    requisition.id,
  ]);
});

it('does not take a hand-over back of which something was used', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 2 });
  const doc = await issue(await ask(await begun(world), line(partId, 2)));
  const [{ id, requisition }] = doc.parts;
  expectData(await summarise(doc, 'notFixed', { used: [{ id, quantity: 1 }] }));
  const { version, allowedActions } = expectData(
    await world.chief.get(`/material_dispatch/${requisition.id}`),
  );
  expect(allowedActions).not.toContain('reverse');
  const refused = await world.chief.post(`/material_dispatch/${requisition.id}/reverse`, {
    version,
    reason: 'By mistake',
  });
  expect([refused.status, refused.body.code]).toEqual([409, 'PARTS_USED']);
});

describe('is refused', () => {
  it('to those who may not ask, and outside their scope', async () => {
    const partId = await newPart(world);
    const doc = await begun(world);
    const body = { version: doc.version, items: [line(partId, 1)] };
    expect((await world.technician.post(`${PATH}/${doc.id}/stock-summary`, body)).status).toBe(403);
    const other = await world.test.as('engineer-manager');
    expect((await other.post(`${PATH}/${doc.id}/stock-summary`, body)).status).toBe(404);
    const early = await act(world.technician, doc, {
      action: 'return-parts',
      items: [{ id: partId, quantity: 1, condition: 'new' }],
    });
    expect([early.status, early.body.guard ?? early.body.code]).toEqual([409, 'GUARD']);
    const stranger = await world.otherTechnician.post(`${PATH}/${doc.id}/return-parts`, {
      version: doc.version,
      items: [{ id: partId, quantity: 1, condition: 'new' }],
    });
    expect(stranger.status).toBe(404);
  });

  it('at the fields that are wrong', async () => {
    const partId = await newPart(world, 'serial');
    const doc = await begun(world);
    const wrong = await act(world.admin, doc, {
      action: 'stock-summary',
      neededBy: '2026-01-01',
      items: [
        line(partId, 1.5),
        line(partId, 1),
        line(world.productId, 1, { warehouseId: world.otherWarehouseId }),
      ],
    });
    expect(faultsOf(wrong)).toEqual([
      ['neededBy', 'PAST_DATE'],
      ['items[0].quantity', 'WHOLE'],
      ['items[1].partId', 'REPEATED'],
      ['items[2].partId', 'UNKNOWN_ID'],
    ]);
    const nowhere = await act(world.admin, doc, {
      action: 'stock-summary',
      items: [line(partId, 1, { warehouseId: partId })],
    });
    expect(faultsOf(nowhere)).toEqual([['items[0].warehouseId', 'UNKNOWN_ID']]);
    const unknown = await act(world.technician, doc, {
      action: 'technician-summary',
      ...summary('notFixed', { used: [{ id: partId, quantity: 1 }] }),
    });
    expect(faultsOf(unknown)).toEqual([['used[0].id', 'UNKNOWN_ID']]);
  });
});

it('names its cost to those alone who see costs', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 1, unitCost: '12.50' });
  const doc = await issue(await ask(await begun(world), line(partId, 1)));
  const used = await summarise(doc, 'notFixed', { used: [{ id: doc.parts[0].id, quantity: 1 }] });
  expect(expectData(used)).toMatchObject({ partsCost: null, parts: [{ value: null }] });
  expect(await seen(doc.id)).toMatchObject({ partsCost: '12.50', parts: [{ value: '12.50' }] });
});

it('offers parts with what may be picked of them', async () => {
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 2 });
  const { body } = await world.admin.get(
    `${PATH}/parts?page=1&limit=1000&stockIn=${world.warehouseId}`,
  );
  expect(body.data.find(({ id }: { id: string }) => id === partId)).toMatchObject({ available: 2 });
  expect((await report(world)).status).toBe('reported');
});
