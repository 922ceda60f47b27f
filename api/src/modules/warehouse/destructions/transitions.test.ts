import { destructionMachine } from '@boxyard/shared/domain';
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
  type Doc,
  destroyed,
  destructionBody,
  done,
  lineOf,
  makeWorld,
  photograph,
  ready,
  type World,
} from './testing/world.ts';

/** Every state × action of a destruction (domain-warehouse 7), by the people of the seeded roles. */
const clock = manualClock(new Date('2026-12-02T03:00:00Z'));
let test_: TestApp;
let world: World;
let auditor: Person;
let part: string;
beforeAll(async () => {
  test_ = await createTestApp({ clock });
  world = await makeWorld(test_);
  auditor = await test_.as('auditor');
  part = await newPart(world);
  await stock(world, part, { quantity: 5000, unitCost: '12.3456' });
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
const lines = () => [lineOf(world, part, 2)];
const make: Readonly<Record<string, () => Promise<Doc>>> = {
  pending: () => ask(world, lines()),
  approved: () => ready(world, lines()),
  completed: () => destroyed(world, lines()),
  rejected: async () =>
    done(world.chief, await ask(world, lines()), { action: 'reject', reason: REASON }),
  cancelled: async () =>
    done(world.chief, await ready(world, lines()), { action: 'cancel', reason: REASON }),
};

const call =
  (action: string, body: (doc: Doc) => object = () => ({})): Perform<Doc> =>
  (by, doc, extra) =>
    by.post(`/material_destroy/${doc.id}/${action}`, { version: doc.version, ...body(doc) }, extra);

const perform: Readonly<Record<string, Perform<Doc>>> = {
  update: (by, doc, extra) =>
    by.patch(
      `/material_destroy/${doc.id}`,
      { version: doc.version, ...destructionBody(world, [lineOf(world, part, 3)]) },
      extra,
    ),
  approve: call('approve'),
  reject: call('reject', () => ({ reason: REASON })),
  complete: call('complete', () => ({ witnessIds: [world.witness.userId] })),
  cancel: call('cancel', () => ({ reason: REASON })),
  correct: call('correct', (doc) => ({
    reason: REASON,
    items: [{ id: doc.items[0]?.id, quantity: 1 }],
  })),
};

const made = (state: string) => (make[state] as () => Promise<Doc>)();
const doing = (action: string) => perform[action] as Perform<Doc>;
const seen = async (id: string) => expectData(await world.admin.get(`/material_destroy/${id}`));

const walk: Walk<Doc> = {
  machine: destructionMachine,
  make,
  perform,
  seen,
  admin: () => world.admin,
  auditor: () => auditor,
};
itWalks(walk);

const legal = firstStates(walk);
const stateOf = (action: string): string => legal.find(([name]) => name === action)?.[1] ?? '';

it.each(['approve', 'reject', 'correct'])('%s is not for whoever made it', async (action) => {
  let doc = expectData(
    await world.admin.post('/material_destroy', destructionBody(world, lines())),
  );
  if (action === 'correct') {
    await done(world.chief, doc, { action: 'approve' });
    await photograph(world.picker, doc.id);
    const witnessIds = [world.witness.userId];
    doc = await done(world.chief, await seen(doc.id), { action: 'complete', witnessIds });
  }
  const answer = await doing(action)(world.admin, doc);
  expect([answer.status, answer.body.code]).toEqual([409, 'SELF_APPROVAL']);
});

it('nothing is dated into a closed month', async () => {
  const doc = await ready(world, lines());
  // Its document is older than the month that was closed over it.
  await test_.app.pg.query(`update destructions set document_date = '2026-11-20' where id = $1`, [
    doc.id,
  ]);
  const answer = await act(world.chief, doc, {
    action: 'complete',
    witnessIds: [world.witness.userId],
    destroyedAt: '2026-11-30',
  });
  expect([answer.status, answer.body.code]).toEqual([409, 'PERIOD_CLOSED']);
  expect(await seen(doc.id)).toMatchObject({ status: 'approved', version: doc.version });
});

const undone = Object.entries(destructionMachine.actions).flatMap(([action, { undo, verb }]) =>
  'action' in undo && verb !== undefined ? [[action, undo.action] as const] : [],
);

it.each(undone)(
  '%s, taken back by %s, leaves stock, holds and value as they were',
  async (action, undo) => {
    const doc = await made(stateOf(action));
    const before = await stockState(test_.app.pg);
    const after = expectData(await doing(action)(world.admin, doc));
    expect([action, (await stockState(test_.app.pg)) === before]).toEqual([
      action,
      action === 'update',
    ]);
    expectData(await doing(undo)(world.chief, after));
    expect(await stockState(test_.app.pg)).toBe(before);
  },
);
