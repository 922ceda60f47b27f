import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import { orderBody } from '../testing/documents.ts';

/** A discount takes off at most all of what it is given on (domain-warehouse 1.10). */
let test_: TestApp;
let world: World;

beforeAll(async () => {
  test_ = await createTestApp();
  world = await makeWorld(test_);
});
afterAll(() => test_.close());

const amount = (value: string) => ({ type: 'amount', value });
const line = (more: object) => ({
  partId: world.part,
  quantity: 10,
  unitId: world.pcs,
  unitPrice: '100.0000',
  isService: false,
  ...more,
});
const faultsOf = (body: { errors: { field: string; code: string; params?: unknown }[] }) =>
  body.errors.map(({ field, code, params }) => [field, code, params]);

it('of a line is at most what the line costs', async () => {
  const items = [line({ discount: amount('1000.01') }), line({ discount: amount('1000.00') })];
  const answer = await world.officer.post('/purchase_orders', orderBody(world, { items }));
  expect(answer.status).toBe(422);
  expect(faultsOf(answer.body)).toEqual([
    ['items[0].discount.value', 'DISCOUNT_ABOVE_TOTAL', { max: '1000.00' }],
  ]);
});

it('of an order is at most what is left of its lines', async () => {
  const items = [line({ discount: amount('400.00') })];
  const send = (value: string) =>
    world.officer.post('/purchase_orders', orderBody(world, { items, discount: amount(value) }));
  const above = await send('600.01');
  expect(above.status).toBe(422);
  expect(faultsOf(above.body)).toEqual([
    ['discount.value', 'DISCOUNT_ABOVE_TOTAL', { max: '600.00' }],
  ]);
  expect(expectData(await send('600.00'))).toMatchObject({ grandTotal: '0.00' });
});

it('is refused in a change of an order, too', async () => {
  const { id, version } = expectData(
    await world.officer.post('/purchase_orders', orderBody(world)),
  );
  const answer = await world.officer.patch(`/purchase_orders/${id}`, {
    ...orderBody(world, { discount: amount('1000.01') }),
    version,
  });
  expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([422, 'DISCOUNT_ABOVE_TOTAL']);
});
