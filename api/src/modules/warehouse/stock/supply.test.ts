import type { Person, TestApp } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  done,
  handedOut,
  makeWorld,
  newPart,
  stock,
  type World,
} from '../requisitions/testing/world.ts';

/** What an approver of a purchase is told of its parts, and what a choice of parts says (2.2, 2.4). */
const DAY = 86_400_000;
let test_: TestApp;
let world: World;
let approver: Person;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test_);
  approver = await test_.as('purchasing-manager');
});

const supply = (by: Person, partId: string, companyId = test_.companyId) =>
  by.get(`/material_parts/supply?partIds=${partId}&companyId=${companyId}`);

describe('what a decision about a purchase needs to know', () => {
  it('is what is available, and what was used in 90 days less what came back', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 20 });
    await handedOut(world, [[part, 9]]);
    clock.advance(91 * DAY);
    const doc = await handedOut(world, [[part, 4]]);
    await handedOut(world, [[part, 1]]);
    await handedOut(world, [[part, 2]], { purpose: 'internal', toWarehouseId: world.van });
    const [line] = expectData(await supply(approver, part));
    // What went into a van stays ours and was not used.
    expect(line).toMatchObject({ partId: part, available: 6, onOrder: 0, used: 5 });
    await done(world.chief, doc, { action: 'reverse', reason: 'Wrong part' });
    expect(expectData(await supply(approver, part))).toMatchObject([{ available: 10, used: 1 }]);
  });

  it('has the last price for those who see costs alone', async () => {
    const part = await newPart(world);
    await test_.app.pg.query('update material_parts set last_purchase_price = 12.5 where id = $1', [
      part,
    ]);
    const priced = expectData(await supply(world.admin, part));
    expect(priced).toMatchObject([{ lastPurchasePrice: '12.5000' }]);
    const blindfold = await test_.as('purchasing-manager');
    await test_.app.pg.query(
      `delete from role_permissions where name = 'parts-warehouse:view-cost'
         and role_id = (select role_id from users where id = $1)`,
      [blindfold.userId],
    );
    test_.app.forgetActors();
    expect(expectData(await supply(blindfold, part))).toMatchObject([{ lastPurchasePrice: null }]);
  });

  it('is for whoever decides, about companies of theirs', async () => {
    const part = await newPart(world);
    expect((await supply(world.picker, part)).status).toBe(403);
    expect((await supply(approver, part, world.part)).status).toBe(404);
  });
});

describe('a choice of parts', () => {
  const choice = async (by: Person, partId: string, more = '') =>
    (await by.get(`/material_parts/master?ids=${partId}${more}`)).body.data[0];

  it('says what is there and in which bin most of it lies, in the scope or in one warehouse', async () => {
    const part = await newPart(world);
    expect(await choice(world.technician, part)).toMatchObject({ available: 0, place: null });
    await stock(world, part, { quantity: 2, bin: world.bins['B-01'] ?? '' });
    await stock(world, part, { quantity: 3, bin: world.bins['A-01'] ?? '' });
    await stock(world, part, { quantity: 9, bin: world.otherBin });
    const all = await choice(world.technician, part);
    expect(all.available).toBe(14);
    expect(all.place).toMatch(/ \/ DEFAULT$/);
    const here = await choice(world.technician, part, `&stockIn=${world.warehouseId}`);
    expect(here).toMatchObject({ available: 5, place: 'A-01' });
    const elsewhere = await test_.as('technician', { warehouseIds: [world.otherWarehouseId] });
    expect(await choice(elsewhere, part, `&stockIn=${world.warehouseId}`)).toMatchObject({
      available: 0,
      place: null,
    });
  });
});
