import type { Person, TestApp } from '../../../testing/index.ts';
import { stockState } from '../../../workflow/testing/stockState.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import { guarantee } from '../../warehouse/claims/testing/world.ts';
import { lying, worth } from '../../warehouse/requisitions/testing/world.ts';
import { released } from '../containerRequisitions/testing/world.ts';
import {
  begin,
  boltLine,
  build,
  type Doc,
  fanLine,
  makeWorld,
  newFan,
  received,
  takeOut,
  type World,
} from '../testing/world.ts';

/** What becomes of parts that are taken out of a container (domain-containers 1.1, 2.1). */
let test_: TestApp;
let world: World;
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test_);
  await test_.app.pg.query('update material_parts set is_repairable = true where id = $1', [
    world.fan,
  ]);
});

const faultsOf = (answer: { body: { errors?: { field: string; code: string }[] } }) =>
  (answer.body.errors ?? []).map(({ field, code }) => [field, code]);
const fanOf = (doc: Doc) => doc.parts.find(({ part }) => part.id === world.fan);
const boltsOf = (doc: Doc) => doc.parts.find(({ part }) => part.id === world.bolt);
const shelf = () => world.bins['A-01'] ?? '';
const out = (id: string | undefined, disposition: string, more: object = {}) => ({
  id,
  quantity: 1,
  disposition,
  ...more,
});

/** The document that goes on with the part that was taken out last. */
async function followOf(doc: { removedParts: { document: { type: string; id: string } }[] }) {
  const { document } = doc.removedParts[0] as { document: { type: string; id: string } };
  const path = {
    goodsImport: '/material-receives',
    repair: '/material_repair',
    claim: '/material_repair_claims',
    destruction: '/material_destroy',
  }[document.type];
  return { type: document.type, doc: expectData(await world.admin.get(`${path}/${document.id}`)) };
}

it('to stock: a goods import puts it away where it was meant to go, at the value it had', async () => {
  const doc = await received(world);
  const value = await worth(world, world.fan);
  const taken = expectData(
    await takeOut(world.picker, doc, {
      lines: [out(fanOf(doc)?.id, 'restock', { condition: 'used', binId: shelf() })],
    }),
  );
  expect(await worth(world, world.fan)).toBe(value);
  const { type, doc: import_ } = await followOf(taken);
  expect([type, import_.sourceType, import_.items[0].serials, import_.items[0].condition]).toEqual([
    'goodsImport',
    'containerRemoval',
    [fanOf(doc)?.serialNo],
    'used',
  ]);
  expect(import_.related).toContainEqual(
    expect.objectContaining({ type: 'product', id: doc.id, documentNo: doc.serialNumber }),
  );
  const [item] = import_.items;
  const counted = expectData(
    await world.receiver.patch(`/material-receives/${import_.id}`, {
      version: import_.version,
      items: [{ id: item.id, receivedQty: 1, damagedQty: 0, missingQty: 0, binId: item.bin.id }],
    }),
  );
  expectData(
    await world.chief.post(`/material-receives/${import_.id}/approve`, {
      version: counted.version,
    }),
  );
  expect(await worth(world, world.fan)).toBe(value);
  const life = expectData(
    await world.chief.get(`/material_parts/serials/${fanOf(doc)?.serialNo}?partId=${world.fan}`),
  );
  expect([life.condition, life.place.bin]).toEqual(['used', 'A-01']);
});

it('to repair: the piece lies in quarantine, and its repair knows the container', async () => {
  const doc = await received(world);
  const taken = expectData(
    await takeOut(world.picker, doc, { lines: [out(fanOf(doc)?.id, 'repair')] }),
  );
  const { type, doc: repair } = await followOf(taken);
  expect([type, repair.source, repair.serialNo, repair.symptom, repair.condition]).toEqual([
    'repair',
    'containerRemoval',
    fanOf(doc)?.serialNo,
    'Found worn',
    'defective',
  ]);
  expect(taken.related).toContainEqual(expect.objectContaining({ type: 'repair', id: repair.id }));
  const bolt = await takeOut(world.picker, taken, { lines: [out(boltsOf(doc)?.id, 'repair')] });
  expect(faultsOf(bolt)).toEqual([['remove[0].disposition', 'NOT_REPAIRABLE']]);
});

it('to the supplier: a claim within the warranty; without one only by whoever may', async () => {
  const doc = await received(world);
  const lines = [out(fanOf(doc)?.id, 'claim')];
  const unknown = await takeOut(world.picker, doc, { lines });
  expect(faultsOf(unknown)).toEqual([['remove[0].supplierId', 'REQUIRED']]);
  await guarantee(world, world.fan, dayFrom(world, -1));
  const over = await takeOut(world.picker, doc, { lines });
  expect(faultsOf(over)).toEqual([['remove[0].disposition', 'WARRANTY_OVER']]);
  await guarantee(world, world.fan, dayFrom(world, 90));
  const taken = expectData(await takeOut(world.picker, doc, { lines }));
  const { type, doc: claim } = await followOf(taken);
  expect([type, claim.supplier.id, claim.holdsGoods, claim.items[0].serialNo]).toEqual([
    'claim',
    world.supplier,
    true,
    fanOf(doc)?.serialNo,
  ]);
  expect(taken.removedParts[0]).toMatchObject({
    disposition: 'claim',
    origin: { supplier: { id: world.supplier } },
  });
  const claims = async (by: Person) => expectData(await by.get(`/products/${doc.id}/claims`));
  const open = { kind: 'claim', machine: 'claim', id: claim.id, status: 'pending', cost: null };
  expect(await claims(world.chief)).toMatchObject([{ ...open, documentNo: claim.documentNo }]);
  await test_.app.pg.query('update claim_items set claimed_value = 900 where claim_id = $1', [
    claim.id,
  ]);
  expect(await claims(world.chief)).toMatchObject([{ ...open, cost: '900.00' }]);
  // Whoever builds sees what was claimed, and not what it was worth.
  expect(await claims(world.picker)).toMatchObject([open]);
  const elsewhere = await test_.as('warehouse-manager', {
    warehouseIds: [world.otherWarehouseId],
  });
  expect((await elsewhere.get(`/products/${doc.id}/claims`)).status).toBe(404);
});

it('to scrap: one destruction of all that is given up, with a cause', async () => {
  const doc = await received(world);
  const value = await worth(world, world.bolt);
  const lines = [out(fanOf(doc)?.id, 'scrap'), out(boltsOf(doc)?.id, 'scrap', { quantity: 2 })];
  const silent = await world.picker.put(`/products/${doc.id}/material_parts`, {
    version: doc.version,
    remove: lines,
  });
  expect(faultsOf(silent)).toEqual([['reason', 'REQUIRED']]);
  const taken = expectData(await takeOut(world.picker, doc, { lines }));
  const { type, doc: destruction } = await followOf(taken);
  expect([type, destruction.items.length, destruction.status]).toEqual([
    'destruction',
    2,
    'pending',
  ]);
  expect(await worth(world, world.bolt)).toBe(value);
});

it('at the bench what is taken out lies on its shelf again at once', async () => {
  const doc = await build(world);
  const before = await lying(world, world.bolt, shelf());
  const taken = expectData(
    await takeOut(world.picker, doc, {
      lines: [out(boltsOf(doc)?.id, 'restock', { condition: 'new', binId: shelf() })],
    }),
  );
  expect(taken.removedParts[0]).toMatchObject({ disposition: 'restock', document: null });
  expect((await lying(world, world.bolt, shelf()))[0]).toBe(before[0] + 1);
  const nowhere = await takeOut(world.picker, taken, {
    lines: [out(fanOf(doc)?.id, 'restock')],
  });
  expect(faultsOf(nowhere)).toEqual([['remove[0].condition', 'REQUIRED']]);
});

it('is exchanged in one step, and the new piece says which one it replaces', async () => {
  const doc = await received(world);
  const old = fanOf(doc);
  const serialNo = await newFan(world);
  const change = (replacesId: string | undefined) =>
    world.picker.put(`/products/${doc.id}/material_parts`, {
      version: doc.version,
      add: [{ ...fanLine(world, serialNo), replacesId }],
      remove: [out(old?.id, 'scrap')],
      reason: 'Loud',
    });
  expect(faultsOf(await change(boltsOf(doc)?.id))).toEqual([['add[0].replacesId', 'UNKNOWN_ID']]);
  const changed = expectData(await change(old?.id));
  expect(changed.isComplete).toBe(true);
  const rows = expectData(
    await world.chief.get(`/material_parts/products?productId=${doc.id}&partId=${world.fan}`),
  );
  expect(
    rows.map((row: { serialNo: string; disposition: string | null }) => [
      row.serialNo,
      row.disposition,
    ]),
  ).toEqual([
    [serialNo, null],
    [old?.serialNo, 'scrap'],
  ]);
});

it('outside of a warehouse it goes by the documents of the van that is named', async () => {
  const requisition = await released(world);
  const id = requisition.items[0]?.product?.id;
  const doc: Doc = expectData(await world.admin.get(`/products/${id}`));
  const lines = [out(fanOf(doc)?.id, 'scrap')];
  const change = (warehouseId?: string) =>
    world.technician.put(`/products/${doc.id}/material_parts`, {
      version: doc.version,
      remove: lines,
      reason: 'Broken on site',
      ...(warehouseId ? { warehouseId } : {}),
    });
  expect(faultsOf(await change())).toEqual([['warehouseId', 'REQUIRED']]);
  const { doc: destruction } = await followOf(expectData(await change(world.van)));
  expect(destruction.warehouse.id).toBe(world.van);
});

it('that is refused at a line moves nothing', async () => {
  const doc = await begin(world, { parts: [boltLine(world, 4)] });
  const before = await stockState(test_.app.pg);
  const answer = await takeOut(world.picker, doc, {
    lines: [
      out(boltsOf(doc)?.id, 'restock', { condition: 'new', binId: shelf() }),
      out(boltsOf(doc)?.id, 'scrap'),
    ],
  });
  expect(faultsOf(answer)).toEqual([['remove[1].id', 'REPEATED']]);
  expect(await stockState(test_.app.pg)).toBe(before);
});
