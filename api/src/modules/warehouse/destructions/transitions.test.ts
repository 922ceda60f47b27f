import { destructionMachine } from '@boxyard/shared/domain';
import type { Person, TestApp } from '../../../testing/index.ts';
import { stockState } from '../../../workflow/testing/stockState.ts';
import { closeMonth, withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  type TransitionTable,
  testReversals,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { newPart, stock } from '../requisitions/testing/world.ts';
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
let test_: TestApp;
let world: World;
let auditor: Person;
let part: string;
withTestServer(
  '2026-12-02T03:00:00Z',
  async (test) => {
    test_ = test;
    world = await makeWorld(test_);
    auditor = await test_.as('auditor');
    part = await newPart(world);
    await stock(world, part, { quantity: 5000, unitCost: '12.3456' });
    await closeMonth(test, '2026-11');
  },
  { atEnd: true },
);

const REASON = 'Entered by mistake';
const lines = () => [lineOf(world, part, 2)];
const make: TransitionTable<Doc>['make'] = {
  pending: () => ask(world, lines()),
  approved: () => ready(world, lines()),
  completed: () => destroyed(world, lines()),
  rejected: async () =>
    done(world.chief, await ask(world, lines()), { action: 'reject', reason: REASON }),
  cancelled: async () =>
    done(world.chief, await ready(world, lines()), { action: 'cancel', reason: REASON }),
};

const { call, change } = callsOn<Doc>('/material_destroy');
const perform: TransitionTable<Doc>['perform'] = {
  update: change(() => destructionBody(world, [lineOf(world, part, 3)])),
  approve: call('approve'),
  reject: call('reject', { reason: REASON }),
  complete: call('complete', () => ({ witnessIds: [world.witness.userId] })),
  cancel: call('cancel', { reason: REASON }),
  correct: call('correct', (doc) => ({
    reason: REASON,
    items: [{ id: doc.items[0]?.id, quantity: 1 }],
  })),
};

const seen = async (id: string) => expectData(await world.admin.get(`/material_destroy/${id}`));

const walk: TransitionTable<Doc> = {
  path: ({ id }) => `/material_destroy/${id}`,
  machine: destructionMachine,
  make,
  perform,
  seen,
  admin: () => world.admin,
  auditor: () => auditor,
};
testTransitions(walk);

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
  const answer = await perform[action]?.(world.admin, doc);
  expect([answer?.status, answer?.body.code]).toEqual([409, 'SELF_APPROVAL']);
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

testReversals(walk, {
  state: () => stockState(test_.app.pg),
  by: () => world.chief,
  still: ['update'],
});
