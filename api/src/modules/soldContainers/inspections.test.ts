import { createTestApp, type TestApp } from '../../testing/index.ts';
import { dayFrom, expectData, makeWorld, type World } from '../../workflow/testing/world.ts';
import { plantContainer } from '../containers/testing/planted.ts';
import { plantCustomer } from '../partners/testing/planted.ts';
import { plantSold, putUnderContract } from './testing/planted.ts';

/** Whose containers inspections were of. */
const PATH = '/product_follow_ups';
let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
});
afterAll(async () => test?.close());

const at = () => ({ companyId: test.companyId, warehouseId: world.warehouseId });
const plan = async (productId: string): Promise<string> =>
  expectData(
    await world.admin.post(PATH, { type: 'siteVisit', productId, dueOn: dayFrom(world, 3) }),
  ).id;
const ofCustomer = async (id: string): Promise<string[]> =>
  expectData(await world.admin.get(`${PATH}?customerId=${id}`)).map(
    (row: { id: string }) => row.id,
  );
async function customerOf(id: string): Promise<string> {
  const { rows } = await test.app.pg.query<{ customerId: string }>(
    'select customer_id as "customerId" from product_contracts where id = $1',
    [id],
  );
  return String(rows[0]?.customerId);
}

it('are the customer’s under whose contract the container stands on the day', async () => {
  const [own, another] = [await plantSold(test, at()), await plantSold(test, at())];
  const planned = await plan(own.productId);
  await plan(another.productId);
  expect(await ofCustomer(await customerOf(own.id))).toEqual([planned]);
});

it('go over to a new customer with what is still to come', async () => {
  const own = await plantSold(test, at());
  const planned = await plan(own.productId);
  const [before, next] = [
    await customerOf(own.id),
    await plantCustomer(test, { companyId: test.companyId }),
  ];
  await test.app.pg.query(
    'update product_contracts set customer_id = $2, updated_at = $3 where id = $1',
    [own.id, next, test.app.clock.now()],
  );
  expect([await ofCustomer(before), await ofCustomer(next)]).toEqual([[], [planned]]);
});

it('that were planned before the contract are the customer’s with it', async () => {
  const { productId } = await plantContainer(test, at());
  const early = await plan(productId);
  const contract = await putUnderContract(test, { productId, ...at() });
  expect(await ofCustomer(await customerOf(contract.id))).toEqual([early]);
});
