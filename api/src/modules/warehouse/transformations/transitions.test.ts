import { transformationMachine } from '@boxyard/shared/domain';
import { SYSTEM } from '../../../kernel/index.ts';
import { verifyStock } from '../../../ledger/index.ts';
import { closePeriod } from '../../../ledger/periods.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../../testing/index.ts';
import { expectData } from '../../purchasing/testing/world.ts';
import { newPart, stock } from '../requisitions/testing/world.ts';
import { stockState } from '../testing/stockState.ts';
import { firstStates, itWalks, type Perform, type Walk } from '../testing/transitions.ts';
import {
  act,
  ask,
  comesOut,
  type Doc,
  dismountable,
  done,
  goesIn,
  held,
  makeWorld,
  transformationBody,
  transformed,
  type World,
} from './testing/world.ts';

/** Every state × action of a transformation (domain-warehouse 7), by the people of the seeded roles. */
const clock = manualClock(new Date('2026-12-02T03:00:00Z'));
let test_: TestApp;
let world: World;
let auditor: Person;
let unit: string;
let fan: string;
let board: string;
beforeAll(async () => {
  test_ = await createTestApp({ clock });
  world = await makeWorld(test_);
  auditor = await test_.as('auditor');
  unit = await dismountable(world);
  fan = await newPart(world);
  board = await newPart(world);
  await stock(world, unit, { quantity: 5000, unitCost: '12.3456' });
  await test_.app.transaction({ actor: SYSTEM }, (ctx) =>
    closePeriod(ctx.pg, {
      companyId: test_.companyId,
      period: '2026-11',
      now: clock.now(),
      by: null,
    }),
  );
});
afterAll(async () => {
  const report = await verifyStock(test_.app.pg);
  await test_.close();
  expect(report.drift).toEqual([]);
});

const REASON = 'Entered by mistake';
const lines = (quantity = 2) => ({
  inputs: [goesIn(world, unit, { quantity })],
  outputs: [
    comesOut(world, fan, { quantity: 2, costShare: '33.33' }),
    comesOut(world, board, { costShare: '66.67', disposition: 'quarantine', binId: null }),
  ],
});
const make: Readonly<Record<string, () => Promise<Doc>>> = {
  pending: () => ask(world, lines()),
  approved: () => held(world, lines()),
  completed: () => transformed(world, lines()),
  rejected: async () =>
    done(world.chief, await ask(world, lines()), { action: 'reject', reason: REASON }),
  cancelled: async () =>
    done(world.chief, await held(world, lines()), { action: 'cancel', reason: REASON }),
  reversed: async () =>
    done(world.chief, await transformed(world, lines()), { action: 'reverse', reason: REASON }),
};

const call =
  (action: string, body: () => object = () => ({})): Perform<Doc> =>
  (by, doc, extra) =>
    by.post(`/material_transform/${doc.id}/${action}`, { version: doc.version, ...body() }, extra);

const perform: Readonly<Record<string, Perform<Doc>>> = {
  update: (by, doc, extra) =>
    by.patch(
      `/material_transform/${doc.id}`,
      { version: doc.version, ...transformationBody(world, lines(3)) },
      extra,
    ),
  approve: call('approve'),
  reject: call('reject', () => ({ reason: REASON })),
  confirm: call('confirm', () => ({ outputs: lines().outputs })),
  cancel: call('cancel', () => ({ reason: REASON })),
  reverse: call('reverse', () => ({ reason: REASON })),
};

const made = (state: string) => (make[state] as () => Promise<Doc>)();
const doing = (action: string) => perform[action] as Perform<Doc>;
const seen = async (id: string) => expectData(await world.admin.get(`/material_transform/${id}`));

const walk: Walk<Doc> = {
  machine: transformationMachine,
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
  const doc = expectData(
    await world.admin.post('/material_transform', transformationBody(world, lines())),
  );
  const answer = await doing(action)(world.admin, doc);
  expect([answer.status, answer.body.code]).toEqual([409, 'SELF_APPROVAL']);
});

it('nothing is dated into a closed month', async () => {
  const doc = await held(world, lines());
  // Its document is older than the month that was closed over it.
  await test_.app.pg.query(
    `update transformations set document_date = '2026-11-20' where id = $1`,
    [doc.id],
  );
  const answer = await act(world.chief, doc, {
    action: 'confirm',
    outputs: lines().outputs,
    completedAt: '2026-11-30',
  });
  expect([answer.status, answer.body.code]).toEqual([409, 'PERIOD_CLOSED']);
  expect(await seen(doc.id)).toMatchObject({ status: 'approved', version: doc.version });
});

const undone = Object.entries(transformationMachine.actions).flatMap(([action, { undo, verb }]) =>
  'action' in undo && verb !== undefined ? [[action, undo.action] as const] : [],
);

it.each(undone)(
  '%s, taken back by %s, leaves stock, holds and value as they were',
  async (action, undo) => {
    const earlier = await stockState(test_.app.pg);
    const doc = await made(stateOf(action));
    // What is confirmed was held by the approval, and is free once it is taken back.
    const before = action === 'confirm' ? earlier : await stockState(test_.app.pg);
    const after = expectData(await doing(action)(world.admin, doc));
    expectData(await doing(undo)(world.chief, after));
    expect(await stockState(test_.app.pg)).toBe(before);
  },
);
