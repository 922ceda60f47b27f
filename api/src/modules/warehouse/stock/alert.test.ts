import { SYSTEM } from '../../../kernel/index.ts';
import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { makeWorld, newPart, stock, type World } from '../requisitions/testing/world.ts';
import { alertDrift } from './alert.ts';

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
});
afterAll(() => test.close());

const nightly = () => test.app.transaction({ actor: SYSTEM }, alertDrift);

const alerts = async (): Promise<string[]> =>
  (
    await test.app.db
      .selectFrom('notifications')
      .select('descriptionEn')
      .where('userId', '=', world.admin.userId)
      .where('category', '=', 'alert')
      .execute()
  ).map(({ descriptionEn }) => descriptionEn);

it('is silent while the stock agrees, and names a balance altered by hand, once a day', async () => {
  const part = await newPart(world);
  await stock(world, part, { quantity: 5 });
  expect(await nightly()).toMatchObject({ ok: true, drift: [] });
  expect(await alerts()).toEqual([]);

  await test.app.pg.query(
    'update stock_balances set on_hand = on_hand + 1 where item_id = $1 and is_physical',
    [part],
  );
  const { ok, drift } = await nightly();
  expect(ok).toBe(false);
  const balance = drift.find(({ invariant }) => invariant === 'I2')?.detail;
  expect(balance).toMatchObject({ item_id: part, location_id: world.bins['A-01'] });
  await nightly();
  expect(await alerts()).toEqual([expect.stringContaining('I2')]);
});
