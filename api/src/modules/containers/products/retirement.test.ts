import type { Person, TestApp } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { approved } from '../containerTransfers/testing/world.ts';
import { act, type Doc, done, makeWorld, received, type World } from '../testing/world.ts';

/** A container is written off by two people, and notes what it was worth (domain-containers 2.1). */
let test_: TestApp;
let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test);
});

interface Seen extends Doc {
  readonly bookValue: string | null;
  readonly isRetirementAsked: boolean;
  readonly lostById: string | null;
  readonly retirement: { readonly askedBy: { id: string } | null; readonly reason: string } | null;
}
const REASON = 'The frame is rusted through';
const seen = async (id: string, by: Person = world.admin): Promise<Seen> =>
  expectData(await by.get(`/products/${id}`));
const propose = async (doc: Pick<Doc, 'id'>, by = world.chief) =>
  done(by, await seen(doc.id), { action: 'propose-retirement', reason: REASON });
const retire = async (doc: Pick<Doc, 'id'>, by: Person) => {
  const { status, body } = await act(by, await seen(doc.id), { action: 'retire' });
  return [status, body.code];
};
const told = async (doc: Pick<Doc, 'id'>, what: string) => {
  const { rows } = await test_.app.pg.query<{ userId: string }>(
    'select user_id as "userId" from notifications where dedupe_key like $1',
    [`products:${doc.id}:${what}:%`],
  );
  return rows.map(({ userId }) => userId);
};

it('is proposed by one person and decided by another, for the cause that was proposed', async () => {
  const doc = await received(world);
  expect(await retire(doc, world.chief)).toEqual([409, 'RETIREMENT_NOT_ASKED']);
  await propose(doc);
  expect(await seen(doc.id)).toMatchObject({
    status: 'inWarehouse',
    isRetirementAsked: true,
    retirement: { askedBy: { id: world.chief.userId }, reason: REASON },
  });
  expect(await told(doc, 'waits')).toContain(world.receiverChief.userId);
  expect(await told(doc, 'waits')).not.toContain(world.chief.userId);
  const twice = await act(world.receiverChief, await seen(doc.id), {
    action: 'propose-retirement',
    reason: REASON,
  });
  expect([twice.status, twice.body.code]).toEqual([409, 'RETIREMENT_ASKED']);
  expect(await retire(doc, world.chief)).toEqual([409, 'SELF_APPROVAL']);
  expect((await retire(doc, world.receiverChief))[0]).toBe(200);
  expect(await seen(doc.id)).toMatchObject({ status: 'retired', statusReason: REASON });
});

it('notes what left the books that day, for those who may know what things cost', async () => {
  const doc = await received(world);
  const { bookValue } = await seen(doc.id);
  await propose(doc);
  await retire(doc, world.receiverChief);
  const { rows } = await test_.app.pg.query<{ value: string }>(
    `select sum(value)::numeric(15, 2)::text as value from stock_moves
     where doc_type = 'product' and doc_id = $1 and action = 'retire'`,
    [doc.id],
  );
  expect(rows).toEqual([{ value: bookValue }]);
  // Labour, one fan and two bolts.
  expect(Number(bookValue)).toBeGreaterThan(1500);
  expect((await seen(doc.id)).bookValue).toBe(bookValue);
  // Its parts change in value; what was noted does not.
  await test_.app.pg.query(
    'update part_valuations set avg_cost = avg_cost + 1 where item_id = $1',
    [world.bolt],
  );
  expect((await seen(doc.id)).bookValue).toBe(bookValue);
  expect((await seen(doc.id, world.technician)).bookValue).toBeNull();
  const history = JSON.stringify(expectData(await world.technician.get(`/products/${doc.id}`)));
  expect(history).not.toContain(bookValue);
});

it('is endorsed by whoever has no limit for its value, and decided above', async () => {
  const doc = await received(world);
  await test_.app.pg.query(
    `update part_valuations set avg_cost = 200000 where company_id = $1 and item_id = $2`,
    [world.companyId, world.fan],
  );
  await propose(doc);
  expect((await retire(doc, world.receiverChief))[0]).toBe(200);
  expect(await seen(doc.id)).toMatchObject({ status: 'inWarehouse', isRetirementAsked: true });
  expect((await retire(doc, world.admin))[0]).toBe(200);
  expect((await seen(doc.id)).status).toBe('retired');
});

it('is not agreed to with a reason, which whoever proposed it hears, and is proposed anew', async () => {
  const doc = await received(world);
  await propose(doc);
  await done(world.receiverChief, await seen(doc.id), {
    action: 'reject-retirement',
    reason: 'It is repaired',
  });
  expect(await seen(doc.id)).toMatchObject({ isRetirementAsked: false, retirement: null });
  expect(await told(doc, 'retirement')).toEqual([world.chief.userId]);
  expect(await told(doc, 'waits')).toEqual([]);
  expect(await retire(doc, world.receiverChief)).toEqual([409, 'RETIREMENT_NOT_ASKED']);
  await propose(doc, world.receiverChief);
  expect(await retire(doc, world.receiverChief)).toEqual([409, 'SELF_APPROVAL']);
});

it('is proposed anew once the container was lost or moved', async () => {
  const doc = await received(world);
  await propose(doc);
  await done(world.chief, await seen(doc.id), { action: 'lose', reason: 'Not in its place' });
  expect(await retire(doc, world.receiverChief)).toEqual([409, 'RETIREMENT_NOT_ASKED']);
  await propose(doc, world.receiverChief);
  // Neither who says that it is lost nor who proposes it decides.
  expect(await retire(doc, world.chief)).toEqual([409, 'SELF_APPROVAL']);
  expect(await retire(doc, world.receiverChief)).toEqual([409, 'SELF_APPROVAL']);
  expect((await retire(doc, await test_.as('warehouse-manager')))[0]).toBe(200);
});

it('is decided by the person who once said that it is lost, after somebody else has found it', async () => {
  const loseAndFind = async (finder: Person) => {
    const doc = await received(world);
    await done(world.chief, await seen(doc.id), { action: 'lose', reason: 'Not in its place' });
    await done(finder, await seen(doc.id), { action: 'found', reason: 'Behind the gate' });
    await propose(doc, world.receiverChief);
    return doc;
  };
  // A loss taken back by its author still counts.
  const own = await loseAndFind(world.chief);
  expect(await retire(own, world.chief)).toEqual([409, 'SELF_APPROVAL']);
  const found = await loseAndFind(world.receiverChief);
  expect((await seen(found.id)).lostById).toBeNull();
  expect((await retire(found, world.chief))[0]).toBe(200);
});

it('waits among the work of whoever may decide', async () => {
  const doc = await received(world);
  const work = async (by: Person) =>
    (expectData(await by.get('/dashboard/work')).myWork as { key: string; id: string }[]).filter(
      ({ key, id }) => key === 'retireProduct' && id === doc.id,
    ).length;
  await propose(doc);
  expect([await work(world.receiverChief), await work(world.chief)]).toEqual([1, 0]);
});

it('a loss on the road that a transfer writes off notes its value as well', async () => {
  const doc = await approved(world);
  const id = doc.items[0]?.product.id ?? '';
  await done(world.chief, await seen(id), { action: 'lose', reason: 'The lorry was robbed' });
  const { bookValue } = await seen(id);
  expect(Number(bookValue)).toBeGreaterThan(1500);
});
