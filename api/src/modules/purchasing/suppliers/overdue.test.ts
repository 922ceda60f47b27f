import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import { approvedOrder, receive } from '../testing/documents.ts';

let test_: TestApp;
let world: World;
beforeAll(async () => {
  test_ = await createTestApp();
  world = await makeWorld(test_);
});
afterAll(async () => test_?.close());

const suppliersWith = async (hasOverdue: boolean, who = world.officer) => {
  const { body } = await who.get(`/suppliers?hasOverdue=${hasOverdue}&limit=100`);
  return body.data.map(({ id }: { id: string }) => id);
};

it('finds suppliers to whom something is owed that was due before today', async () => {
  const { pg } = test_.app;
  const order = await approvedOrder(world, { paymentType: 'credit', creditDays: 30 });
  expectData(await receive(world, order));
  expect(await suppliersWith(true)).toEqual([]);
  await pg.query("update credit_purchases set due_date = due_date - interval '31 days'");
  expect(await suppliersWith(true)).toEqual([world.supplier]);
  expect(await suppliersWith(false)).not.toContain(world.supplier);
  // Not for whoever works in another warehouse, as in the list of what is owed.
  const elsewhere = await test_.as('warehouse-manager', {
    warehouseIds: [world.otherWarehouseId],
  });
  expect(await suppliersWith(true, elsewhere)).toEqual([]);
  await pg.query("update credit_purchases set status = 'paid', paid_amount = amount - wht");
  expect(await suppliersWith(true)).toEqual([]);
});
