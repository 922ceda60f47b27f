import { setSetting, type TestApp } from '../../../testing/index.ts';
import { closeMonth, withTestServer } from '../../../workflow/testing/testServer.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import {
  act as actOnRequisition,
  done as doneOnRequisition,
  handedOut,
  lying,
  newPart,
  stock,
  worth,
} from '../requisitions/testing/world.ts';
import {
  act,
  ask,
  done,
  draw,
  makeWorld,
  onBench,
  RESULT,
  repairable,
  repairBody,
  type World,
} from './testing/world.ts';

/** What a repair does to the stock, and what it refuses (domain-warehouse 2.11, 3.2). */
let test_: TestApp;
let world: World;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test_);
});

const bin = (code: string): string => world.bins[code] ?? '';
const faultsOf = (answer: { body: { errors: { field: string; code: string }[] } }) =>
  answer.body.errors.map(({ field, code }) => [field, code]);
const capitalize = (isOn: boolean) => setSetting(test_, 'capitalizeRepair', isOn);

/** Counts and puts away what came back from the bench. */
async function putAway(doc: { related: { type: string; id: string }[] }, binId = bin('B-01')) {
  const { id } = doc.related.find(({ type }) => type === 'goodsImport') ?? { id: '' };
  const goods = expectData(await world.picker.get(`/material-receives/${id}`));
  const counted = expectData(
    await world.picker.patch(`/material-receives/${id}`, {
      version: goods.version,
      items: goods.items.map((item: { id: string; expectedQty: string }) => ({
        id: item.id,
        receivedQty: Number(item.expectedQty),
        damagedQty: 0,
        missingQty: 0,
        binId,
      })),
    }),
  );
  return expectData(
    await world.chief.post(`/material-receives/${id}/approve`, { version: counted.version }),
  );
}

it('holds, takes to the bench and gives back as refurbished, at the value it had', async () => {
  const part = await repairable(world, 'serial');
  await stock(world, part, { serials: ['R1'], unitCost: '900' });
  const asked = await ask(world, part, {
    serialNo: 'r1',
    technicianId: world.technician.userId,
  });
  expect(asked).toMatchObject({ status: 'pending', serialNo: 'R1', totalCost: null });
  const approved = await done(world.chief, asked, { action: 'approve' });
  expect(await lying(world, part, bin('A-01'))).toEqual([1, 1]);
  const begun = await done(world.technician, approved, { action: 'start' });
  expect([
    await lying(world, part, bin('A-01')),
    await lying(world, part, world.places.REPAIR),
  ]).toEqual([
    [0, 0],
    [1, 0],
  ]);
  const doc = await done(world.technician, begun, { ...RESULT, newWarrantyMonths: 3 });
  expect(doc).toMatchObject({
    status: 'completed',
    outcome: 'refurbished',
    newWarrantyMonths: 3,
    isCapitalized: false,
    related: [{ type: 'goodsImport', status: 'pending' }],
  });
  const goods = await putAway(doc);
  expect(goods).toMatchObject({
    sourceType: 'repairReturn',
    source: { id: doc.id },
    related: [{ type: 'repair', id: doc.id }],
    items: [{ condition: 'refurbished', serials: ['R1'] }],
  });
  expect(await lying(world, part, bin('B-01'))).toEqual([1, 0]);
  expect(await worth(world, part)).toBe('900.00');
});

it('promises the customer the repaired serial’s own term', async () => {
  const part = await repairable(world, 'serial');
  await test_.app.pg.query('update material_parts set warranty_months = 24 where id = $1', [part]);
  await stock(world, part, { serials: ['W1'] });
  const begun = await onBench(world, part, { serialNo: 'W1' });
  await putAway(await done(world.technician, begun, { ...RESULT, newWarrantyMonths: 6 }));
  await handedOut(world, [[part, 1]], { purpose: 'sale' });
  const { rows } = await test_.app.pg.query<{ end: string }>(
    `select customer_warranty_end::text as end from serials where item_id = $1`,
    [part],
  );
  expect(rows).toEqual([{ end: '2027-05-20' }]);
});

it('adds used parts and labour to the value where the company wants that', async () => {
  const [part, fan] = [await repairable(world), await newPart(world)];
  await stock(world, part, { quantity: 2, unitCost: '500' });
  await stock(world, fan, { quantity: 5, unitCost: '33.335' });
  const begun = await onBench(world, part);
  const drawn = await draw(world, begun, [[fan, 3]]);
  const requisition = await world.admin.get(
    `/material_dispatch/${drawn.usedParts.at(-1).requisition.id}`,
  );
  expect(expectData(requisition).remark).toBeNull();
  expect(drawn.usedParts).toMatchObject([{ usedQty: 3, value: '100.01' }]);
  expect([drawn.partsCost, drawn.totalCost]).toEqual(['100.01', '100.01']);
  await capitalize(true);
  const doc = await done(world.technician, drawn, { ...RESULT, externalCost: '50.00' });
  await capitalize(false);
  expect(doc).toMatchObject({ isCapitalized: true });
  // Two at 500.00, and 100.01 + 300.00 + 50.00.
  expect(await worth(world, part)).toBe('1450.01');
  await putAway(doc);
  expect(await worth(world, part)).toBe('1450.01');
});

it('counts what was drawn and not given back, and waits for what is still drawn', async () => {
  const [part, fan] = [await repairable(world), await newPart(world)];
  await stock(world, part, { quantity: 1 });
  await stock(world, fan, { quantity: 4, unitCost: '10' });
  const begun = await onBench(world, part);
  const drawing = await done(world.picker, begun, {
    action: 'parts',
    neededBy: dayFrom(world, 1),
    items: [{ partId: fan, requestedQty: 3 }],
  });
  expect(drawing).toMatchObject({ hasOpenParts: true, usedParts: [{ usedQty: 0 }] });
  for (const call of [RESULT, { action: 'cancel', reason: 'Given up' }]) {
    const early = await act(world.chief, drawing, call);
    expect([early.status, early.body.code]).toEqual([409, 'PARTS_OPEN']);
  }
  const { id } = drawing.usedParts[0].requisition;
  const requisition = expectData(await world.chief.get(`/material_dispatch/${id}`));
  expect(requisition).toMatchObject({
    purpose: 'repairJob',
    related: [{ type: 'repair', id: begun.id }],
  });
  const self = await actOnRequisition(world.picker, requisition, { action: 'approve' });
  expect(self.status).toBe(403);
  const approved = await doneOnRequisition(world.chief, requisition, { action: 'approve' });
  const out = await doneOnRequisition(world.picker, approved, {
    action: 'confirm-dispatch',
    recipientName: 'Ekkachai',
    pickAll: true,
  });
  await doneOnRequisition(world.chief, out, {
    action: 'return',
    items: [{ id: out.items[0].id, quantity: 1, condition: 'new' }],
  });
  const doc = await done(world.technician, drawing, RESULT);
  const shown = expectData(await world.chief.get(`/material_repair/${doc.id}`));
  expect([shown.partsCost, shown.totalCost]).toEqual(['20.00', '320.00']);
});

it('sends what is beyond repair to quarantine, with a destruction that waits for its decision', async () => {
  const part = await repairable(world, 'serial');
  await stock(world, part, { serials: ['U1'], unitCost: '120' });
  const begun = await onBench(world, part, { serialNo: 'U1' });
  const doc = await done(world.technician, begun, { ...RESULT, outcome: 'unrepairable' });
  expect(doc).toMatchObject({ outcome: 'unrepairable', related: [] });
  // A technician does not read destructions, and is told of none.
  const { related } = expectData(await world.chief.get(`/material_repair/${doc.id}`));
  expect(related).toMatchObject([{ type: 'destruction', status: 'pending' }]);
  const [{ id }] = related;
  const destruction = expectData(await world.chief.get(`/material_destroy/${id}`));
  expect(destruction).toMatchObject({
    reason: 'unrepairable',
    createdBy: { id: world.technician.userId },
    bookValue: '120.00',
    items: [{ serials: ['U1'], condition: 'defective', warehouse: { code: 'QUARANTINE' } }],
    related: [{ type: 'repair', id: doc.id }],
    // The repair is named by reference alone: whoever reads the destruction may not read it.
    remark: null,
  });
  const found = await world.chief.get(`/material_destroy?search=${doc.documentNo}`);
  expect(found.body.data).toEqual([]);
  expect(await lying(world, part, world.places.QUARANTINE)).toEqual([1, 0]);
  const warranty = await act(world.technician, await onBench(world, await withStock()), {
    ...RESULT,
    outcome: 'unrepairable',
    newWarrantyMonths: 3,
  });
  expect(faultsOf(warranty)).toEqual([['newWarrantyMonths', 'NOT_FOR_OUTCOME']]);
});

async function withStock(): Promise<string> {
  const part = await repairable(world);
  await stock(world, part, { quantity: 3 });
  return part;
}

it('gives the part back to the bin it came from when it is given up', async () => {
  const part = await withStock();
  const begun = await onBench(world, part, { quantity: 2 });
  expect(await lying(world, part, bin('A-01'))).toEqual([1, 0]);
  await done(world.chief, begun, { action: 'cancel', reason: 'Too dear' });
  expect(await lying(world, part, bin('A-01'))).toEqual([3, 0]);
});

it('has a serial to itself: no destruction and no other repair while it is open', async () => {
  const part = await repairable(world, 'serial');
  await stock(world, part, { serials: ['O1'] });
  await ask(world, part, { serialNo: 'O1' });
  const again = await world.picker.post(
    '/material_repair',
    repairBody(world, part, { serialNo: 'O1' }),
  );
  expect(faultsOf(again)).toEqual([['binId', 'NOTHING_HERE']]);
  const destruction = await world.picker.post('/material_destroy', {
    warehouseId: world.warehouseId,
    reason: 'damaged',
    method: 'crush',
    scheduledAt: dayFrom(world, 1),
    items: [{ partId: part, quantity: 1, binId: bin('A-01'), condition: 'new', serials: ['O1'] }],
  });
  expect(faultsOf(destruction)).toEqual([['items[0].binId', 'NOTHING_HERE']]);
});

it('keeps the part that was decided on, and takes what was found at the bench', async () => {
  const part = await withStock();
  const begun = await onBench(world, part);
  const body = repairBody(world, part, {
    diagnosis: 'Compressor stuck',
    laborHours: 0.75,
    technicianId: world.technician.userId,
  });
  const send = (more: object) =>
    world.technician.patch(`/material_repair/${begun.id}`, {
      version: begun.version,
      ...body,
      ...more,
    });
  const other = await send({ quantity: 2 });
  expect([other.status, other.body.code]).toEqual([409, 'FIELD_LOCKED']);
  const odd = await send({ laborHours: 0.3 });
  expect(faultsOf(odd)).toEqual([['laborHours', 'QUARTERS']]);
  expect(expectData(await send({}))).toMatchObject({
    status: 'onGoing',
    diagnosis: 'Compressor stuck',
    laborHours: 0.75,
  });
});

it('names every fault of what it is asked for at once', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 1 });
  const answer = await world.picker.post(
    '/material_repair',
    repairBody(world, part, { quantity: 4, technicianId: world.warehouseId, teamId: part }),
  );
  expect(faultsOf(answer)).toEqual([
    ['quantity', 'INSUFFICIENT_STOCK'],
    ['partId', 'NOT_REPAIRABLE'],
    ['technicianId', 'UNKNOWN_ID'],
    ['teamId', 'UNKNOWN_ID'],
  ]);
});

it('is given to no team of another company', async () => {
  const { rows } = await world.test.app.pg.query<{ id: string }>(
    `with other as (insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
        values ('OTHER', 'อื่น', 'Other', '0105552029682', 'headOffice', '00000', now(), now()) returning id)
      insert into teams (name, type, company_id, created_at, updated_at)
        select 'Crew elsewhere', 'engineer', id, now(), now() from other returning id`,
  );
  const part = await withStock();
  const answer = await world.picker.post(
    '/material_repair',
    repairBody(world, part, { teamId: rows[0]?.id }),
  );
  expect(faultsOf(answer)).toEqual([['teamId', 'UNKNOWN_ID']]);
});

it.each(['en', 'th'])('prints the job sheet in %s', async (locale) => {
  const doc = await onBench(world, await withStock());
  const answer = await world.chief.get(`/material_repair/${doc.id}/document`, {
    headers: { 'accept-language': locale },
  });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
});

it('takes nothing to the bench in a closed month', async () => {
  const approved = await done(world.chief, await ask(world, await withStock()), {
    action: 'approve',
  });
  clock.advance(20 * 86_400_000);
  await closeMonth(test_, '2026-11');
  clock.advance(-20 * 86_400_000);
  const answer = await act(world.picker, approved, { action: 'start' });
  expect([answer.status, answer.body.code]).toEqual([409, 'PERIOD_CLOSED']);
});
