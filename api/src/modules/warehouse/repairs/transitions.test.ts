import { repairMachine, startsFrom } from '@boxyard/shared/domain';
import { verifyStock } from '../../../ledger/index.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../../testing/index.ts';
import { dayFrom, expectData } from '../../purchasing/testing/world.ts';
import { stock } from '../requisitions/testing/world.ts';
import { stockState } from '../testing/stockState.ts';
import {
  ask,
  type Doc,
  done,
  makeWorld,
  onBench,
  RESULT,
  repairable,
  repairBody,
  type World,
} from './testing/world.ts';

/** Every state × action of a repair (domain-warehouse 7), by the people of the seeded roles. */
const clock = manualClock(new Date('2026-12-02T03:00:00Z'));
let test_: TestApp;
let world: World;
let auditor: Person;
let part: string;
beforeAll(async () => {
  test_ = await createTestApp({ clock });
  world = await makeWorld(test_);
  auditor = await test_.as('auditor');
  part = await repairable(world);
  await stock(world, part, { quantity: 5000, unitCost: '12.3456' });
});
afterAll(async () => {
  const report = await verifyStock(test_.app.pg);
  await test_.close();
  expect(report.drift).toEqual([]);
});

const REASON = 'Not worth it';
const make: Readonly<Record<string, () => Promise<Doc>>> = {
  pending: () => ask(world, part),
  approved: async () => done(world.chief, await ask(world, part), { action: 'approve' }),
  onGoing: () => onBench(world, part),
  completed: async () => done(world.technician, await onBench(world, part), RESULT),
  rejected: async () =>
    done(world.chief, await ask(world, part), { action: 'reject', reason: REASON }),
  cancelled: async () =>
    done(world.chief, await onBench(world, part), { action: 'cancel', reason: REASON }),
};

type Extra = { readonly key: string } | undefined;
const call =
  (action: string, body: () => object = () => ({})) =>
  (by: Person, doc: Doc, extra?: Extra) =>
    by.post(`/material_repair/${doc.id}/${action}`, { version: doc.version, ...body() }, extra);

const { action: _complete, ...result } = RESULT;
const perform: Readonly<
  Record<string, (by: Person, doc: Doc, extra?: Extra) => ReturnType<Person['post']>>
> = {
  update: (by, doc, extra) =>
    by.patch(
      `/material_repair/${doc.id}`,
      { version: doc.version, ...repairBody(world, part, { diagnosis: 'Compressor' }) },
      extra,
    ),
  approve: call('approve'),
  reject: call('reject', () => ({ reason: REASON })),
  start: call('start'),
  parts: call('parts', () => ({
    neededBy: dayFrom(world, 1),
    items: [{ partId: part, requestedQty: 1 }],
  })),
  complete: call('complete', () => result),
  cancel: call('cancel', () => ({ reason: REASON })),
};

const made = (state: string) => (make[state] as () => Promise<Doc>)();
const doing = (action: string) => perform[action] as (typeof perform)['update'] & object;
const seen = async (id: string) => expectData(await world.admin.get(`/material_repair/${id}`));

it('is made in every state of its machine, and each action of a person is called', () => {
  expect(Object.keys(make).sort()).toEqual(Object.keys(repairMachine.states).sort());
  expect(Object.keys(perform).sort()).toEqual(Object.keys(repairMachine.actions).sort());
});

const pairs = Object.keys(make).flatMap((state) =>
  Object.keys(perform).map((action): [string, string] => [state, action]),
);

it.each(pairs)('%s: %s is done or refused with 409, as the machine says', async (state, action) => {
  const doc = await made(state);
  expect(doc.status).toBe(state);
  const shown = await seen(doc.id);
  const answer = await doing(action)(world.admin, shown);
  const def = repairMachine.actions[action as keyof typeof repairMachine.actions];
  const isLegal = startsFrom(repairMachine, action as 'update', state);
  expect(shown.allowedActions.includes(action)).toBe(isLegal);
  if (isLegal) {
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    expect(def.to).toContain(answer.body.data.status);
    expect(answer.body.data.version).toBe(shown.version + 1);
    return;
  }
  expect([answer.status, answer.body.code]).toEqual([409, 'INVALID_STATE']);
  expect(answer.body.details.current).toBe(state);
  expect((await seen(doc.id)).version).toBe(shown.version);
});

const legal = Object.keys(perform).map((action): [string, string] => [
  action,
  Object.keys(make).find((state) => startsFrom(repairMachine, action as 'update', state)) as string,
]);
const stateOf = (action: string): string => legal.find(([name]) => name === action)?.[1] ?? '';

it.each(legal)('%s is refused without the ability', async (action, state) => {
  expect((await doing(action)(auditor, await made(state))).status).toBe(403);
});

it.each(legal)('%s with a stale version changes nothing', async (action, state) => {
  const doc = await made(state);
  const answer = await doing(action)(world.admin, { ...doc, version: doc.version + 7 });
  expect([answer.status, answer.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  expect((await seen(doc.id)).status).toBe(state);
});

it.each(legal)('%s sent twice with one key happens once', async (action, state) => {
  const doc = await made(state);
  const key = `${action}-${doc.id}`;
  const once = await doing(action)(world.admin, doc, { key });
  const twice = await doing(action)(world.admin, doc, { key });
  expect(once.status).toBe(200);
  expect(twice.body).toEqual(once.body);
  expect((await seen(doc.id)).version).toBe(once.body.data.version);
});

it.each(['approve', 'reject'])('%s is not for whoever made it', async (action) => {
  const own = expectData(await world.admin.post('/material_repair', repairBody(world, part)));
  const answer = await doing(action)(world.admin, own);
  expect([answer.status, answer.body.code]).toEqual([409, 'SELF_APPROVAL']);
});

const undone = Object.entries(repairMachine.actions).flatMap(([action, { undo }]) =>
  'action' in undo ? [[action, undo.action] as const] : [],
);

it.each(undone)(
  '%s, taken back by %s, leaves stock, holds and value as they were',
  async (action, undo) => {
    const shelf = await stockState(test_.app.pg);
    const doc = await made(stateOf(action));
    const before = await stockState(test_.app.pg);
    const after = expectData(await doing(action)(world.admin, doc));
    expect([action, (await stockState(test_.app.pg)) === before]).toEqual([
      action,
      action === 'update',
    ]);
    // What is started goes back to the shelf, where the approval found it.
    expectData(await doing(undo)(world.chief, after));
    if (action === 'start') return expect(await stockState(test_.app.pg)).toBe(shelf);
    return expect(await stockState(test_.app.pg)).toBe(before);
  },
);
