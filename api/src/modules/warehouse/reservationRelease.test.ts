import { SYSTEM } from '../../kernel/index.ts';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { notifyLostReservations } from '../../workflow/index.ts';
import { expectData } from '../../workflow/testing/world.ts';
import * as claims from './claims/testing/world.ts';
import * as destructions from './destructions/testing/world.ts';
import * as repairs from './repairs/testing/world.ts';
import { ask, done, lying, makeWorld, newPart, stock } from './requisitions/testing/world.ts';
import * as transfers from './transfers/testing/world.ts';
import * as transformations from './transformations/testing/world.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

/** Every family that holds stock: one document whose stock is held, and where it is read again. */
const HELD: Readonly<Record<string, () => Promise<{ id: string; path: string; shelf: Shelf }>>> = {
  dispatch: async () => {
    const world = await makeWorld(test);
    const part = await newPart(world);
    await stock(world, part, { quantity: 5 });
    const doc = await done(world.chief, await ask(world, [[part, 3]]), { action: 'approve' });
    return { id: doc.id, path: '/material_dispatch', shelf: { world, part } };
  },
  transfer: async () => {
    const world = await transfers.makeWorld(test);
    const part = await newPart(world);
    await stock(world, part, { quantity: 5 });
    const { id } = await transfers.approved(world, [[part, 3]]);
    return { id, path: '/material_tranfers', shelf: { world, part } };
  },
  destroy: async () => {
    const world = await destructions.makeWorld(test);
    const part = await newPart(world);
    await stock(world, part, { quantity: 5 });
    const { id } = await destructions.ready(world, [destructions.lineOf(world, part, 3)]);
    return { id, path: '/material_destroy', shelf: { world, part } };
  },
  claim: async () => {
    const world = await claims.makeWorld(test);
    const part = await newPart(world);
    await stock(world, part, { quantity: 5 });
    const { id } = await claims.ask(world, [claims.lineOf(world, part, { quantity: 3 })]);
    const shelf = { world, part, bin: world.places.QUARANTINE };
    return { id, path: '/material_repair_claims', shelf };
  },
  repair: async () => {
    const world = await repairs.makeWorld(test);
    const part = await repairs.repairable(world);
    await stock(world, part, { quantity: 5 });
    const asked = await repairs.ask(world, part);
    const { id } = await repairs.done(world.chief, asked, { action: 'approve' });
    return { id, path: '/material_repair', shelf: { world, part } };
  },
  transform: async () => {
    const world = await transformations.makeWorld(test);
    const part = await transformations.dismountable(world);
    await stock(world, part, { quantity: 5 });
    const { id } = await transformations.held(world, {
      inputs: [transformations.goesIn(world, part, { quantity: 3 })],
      outputs: [transformations.comesOut(world, await newPart(world))],
    });
    return { id, path: '/material_transform', shelf: { world, part } };
  },
};
interface Shelf {
  readonly world: Awaited<ReturnType<typeof makeWorld>>;
  readonly part: string;
  /** Where it is held; A-01 unless said. */
  readonly bin?: string;
}

/** What becomes of it: requisitions and transfers go on with what is left, others wait for a new decision. */
const AFTER = {
  dispatch: 'approved',
  transfer: 'approved',
  destroy: 'pending',
  claim: 'pending',
  repair: 'pending',
  transform: 'pending',
};

it.each(Object.entries(AFTER))(
  '%s goes on as %s when a count does not find what it holds',
  async (docType, status) => {
    const made = await HELD[docType]?.();
    if (!made) throw new Error(docType);
    const { id, path, shelf } = made;
    const { world, part } = shelf;
    const bin = shelf.bin ?? world.bins['A-01'] ?? '';
    const [, held] = await lying(world, part, bin);
    expect(held).toBeGreaterThan(0);
    await test.app.transaction({ actor: SYSTEM }, (ctx) =>
      notifyLostReservations(ctx, {
        lost: [{ docType, docId: id, docItemId: null, reservationId: id, quantity: 1 }],
        cause: 'AU2611-0001',
      }),
    );
    const after = expectData(await world.admin.get(`${path}/${id}`));
    expect(after.status).toBe(status);
    expect((await lying(world, part, bin))[1]).toBe(status === 'pending' ? 0 : held);
    const { rows } = await test.app.pg.query(
      `select 1 from notifications where entity_id = $1 and description_en like '%AU2611-0001%'`,
      [id],
    );
    expect(rows.length).toBeGreaterThan(0);
  },
);
