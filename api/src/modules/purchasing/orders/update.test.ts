import { SYSTEM } from '../../../kernel/index.ts';
import { createTestApp, type TestApp, untilWaiting } from '../../../testing/index.ts';
import { expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import { lockRequests } from '../progress.ts';
import { approvedRequest, orderBody, ordering } from '../testing/documents.ts';

let test_: TestApp;
let world: World;
beforeAll(async () => {
  test_ = await createTestApp();
  world = await makeWorld(test_);
});
afterAll(() => test_.close());

const orderedOf = async (id: string): Promise<number> =>
  expectData(await world.asker.get(`/purchase_requests/${id}`)).items[0].orderedQty;

it('frees what an order held just before, though that was changed while it waited', async () => {
  const [first, second, third] = [
    await approvedRequest(world),
    await approvedRequest(world),
    await approvedRequest(world),
  ];
  const order = expectData(
    await world.officer.post('/purchase_orders', orderBody(world, ordering(world, first))),
  );
  const change = (request: typeof first, version: number) =>
    world.officer.patch(`/purchase_orders/${order.id}`, {
      version,
      ...orderBody(world, ordering(world, request)),
    });

  // The first change has written its lines and waits to count them; the second names what comes of it.
  const [one, two] = await test_.app.transaction({ actor: SYSTEM }, async (ctx) => {
    await lockRequests(ctx, [second.id]);
    const one = change(second, order.version);
    await untilWaiting(test_, 1);
    const two = change(third, order.version + 1);
    await untilWaiting(test_, 2);
    return [one, two];
  });
  expectData(await one);
  expectData(await two);

  expect([
    await orderedOf(first.id),
    await orderedOf(second.id),
    await orderedOf(third.id),
  ]).toEqual([0, 0, 10]);
});
