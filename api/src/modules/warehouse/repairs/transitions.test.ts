import { repairMachine } from '@boxyard/shared/domain';
import { verifyStock } from '../../../ledger/index.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../../testing/index.ts';
import { dayFrom, expectData } from '../../purchasing/testing/world.ts';
import { stock } from '../requisitions/testing/world.ts';
import { stockState } from '../testing/stockState.ts';
import { firstStates, itWalks, type Perform, type Walk } from '../testing/transitions.ts';
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

const call =
  (action: string, body: () => object = () => ({})): Perform<Doc> =>
  (by, doc, extra) =>
    by.post(`/material_repair/${doc.id}/${action}`, { version: doc.version, ...body() }, extra);

const { action: _complete, ...result } = RESULT;
const perform: Readonly<Record<string, Perform<Doc>>> = {
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
const doing = (action: string) => perform[action] as Perform<Doc>;
const seen = async (id: string) => expectData(await world.admin.get(`/material_repair/${id}`));

const walk: Walk<Doc> = {
  machine: repairMachine,
  make,
  perform,
  seen,
  admin: () => world.admin,
  auditor: () => auditor,
};
itWalks(walk);

const legal = firstStates(walk);
const stateOf = (action: string): string => legal.find(([name]) => name === action)?.[1] ?? '';

it.each(['approve', 'reject'])('%s is not for whoever made it', async (action) => {
  const own = expectData(await world.admin.post('/material_repair', repairBody(world, part)));
  const answer = await doing(action)(world.admin, own);
  expect([answer.status, answer.body.code]).toEqual([409, 'SELF_APPROVAL']);
});

const undone = Object.entries(repairMachine.actions).flatMap(([action, { undo, verb }]) =>
  'action' in undo && verb !== undefined ? [[action, undo.action] as const] : [],
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
