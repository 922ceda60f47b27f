import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import { orderBody } from '../testing/documents.ts';

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
});
afterAll(() => test?.close());

const line = (more: object) => ({
  quantity: 1,
  unitId: world.pcs,
  unitPrice: '10.0000',
  isService: false,
  ...more,
});
const order = async (...items: object[]): Promise<string> =>
  expectData(await world.officer.post('/purchase_orders', orderBody(world, { items }))).id;

it('orders are found by a part on any of their lines, each once', async () => {
  const part = line({ partId: world.part });
  const service = line({ description: 'Installation', isService: true });
  const both = await order(service, part, part);
  await order(service);
  const idsOf = async (query: string) =>
    expectData(await world.officer.get(`/purchase_orders?${query}`)).map(
      ({ id }: { id: string }) => id,
    );
  expect(await idsOf(`partId=${world.part}`)).toEqual([both]);
  expect(await idsOf(`partId=${world.part}&status=draft`)).toEqual([]);
  expect(await idsOf(`partId=${world.supplier}`)).toEqual([]);
  // A value that is no id is refused by its field, never ignored.
  const refused = await world.officer.get('/purchase_orders?partId=x');
  expect([refused.status, refused.body.errors[0].field]).toEqual([422, 'partId']);
});
