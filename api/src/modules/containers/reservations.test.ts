import type { Ctx } from '../../kernel/index.ts';
import { newId } from '../../kernel/index.ts';
import type { TestApp } from '../../testing/index.ts';
import { withTestServer } from '../../workflow/testing/testServer.ts';
import { expectData } from '../../workflow/testing/world.ts';
import { releaseReservation, reserveContainer } from './index.ts';
import { awaiting, type Doc, makeWorld, received, type World } from './testing/world.ts';

/** One active reservation per container, whichever document asks (domain-containers 2.1, 7.2). */
let test_: TestApp;
let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test_);
});

const contract = () => ({ type: 'contracts', id: newId(), documentNo: 'CT2612-0001' });
const run = async <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
  test_.app.transaction({ actor: await world.chief.actor() }, work);
const reserveFor = (doc: Doc, document: ReturnType<typeof contract>) =>
  run((ctx) => reserveContainer(ctx, { productId: doc.id, document, expiresAt: null }));
const seen = async (doc: Doc) => expectData(await world.admin.get(`/products/${doc.id}`));

it('holds a container for one document, and offers it again when that gives it up', async () => {
  const doc = await received(world);
  const mine = contract();
  await reserveFor(doc, mine);
  expect((await seen(doc)).saleStatus).toBe('reserved');
  await expect(reserveFor(doc, contract())).rejects.toMatchObject({
    code: 'NOT_AVAILABLE',
    details: { serialNumber: doc.serialNumber },
  });

  // Somebody else's document releases nothing of it.
  expect(await run((ctx) => releaseReservation(ctx, { document: contract() }))).toEqual([]);
  expect(await run((ctx) => releaseReservation(ctx, { document: mine }))).toEqual([doc.id]);
  expect((await seen(doc)).saleStatus).toBe('available');
  await reserveFor(doc, contract());
  expect((await seen(doc)).saleStatus).toBe('reserved');
});

it('grants a container that sixteen ask for at once to exactly one', async () => {
  const doc = await received(world);
  const answers = await Promise.allSettled(
    Array.from({ length: 16 }, () => reserveFor(doc, contract())),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { rows } = await test_.app.pg.query(
    'select id from container_reservations where product_id = $1 and ended_at is null',
    [doc.id],
  );
  expect(rows).toHaveLength(1);
});

it('promises nothing that is not in a warehouse, sound and offered', async () => {
  await expect(reserveFor(await awaiting(world), contract())).rejects.toMatchObject({
    code: 'NOT_AVAILABLE',
  });
  const damaged = await received(world);
  expectData(
    await world.chief.patch(`/products/${damaged.id}`, {
      version: damaged.version,
      name: damaged.serialNumber,
      condition: 'damaged',
    }),
  );
  await expect(reserveFor(damaged, contract())).rejects.toMatchObject({ code: 'NOT_AVAILABLE' });
});

it('leaves what was sold meanwhile as it is', async () => {
  const doc = await received(world);
  const mine = contract();
  await reserveFor(doc, mine);
  await test_.app.pg.query(`update products set sale_status = 'sold' where id = $1`, [doc.id]);
  await run((ctx) => releaseReservation(ctx, { document: mine }));
  expect((await seen(doc)).saleStatus).toBe('sold');
});
