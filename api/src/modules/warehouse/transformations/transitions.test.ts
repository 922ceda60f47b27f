import { transformationMachine } from '@boxyard/shared/domain';
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
let test_: TestApp;
let world: World;
let auditor: Person;
let unit: string;
let fan: string;
let board: string;
withTestServer(
  '2026-12-02T03:00:00Z',
  async (test) => {
    test_ = test;
    world = await makeWorld(test_);
    auditor = await test_.as('auditor');
    unit = await dismountable(world);
    fan = await newPart(world);
    board = await newPart(world);
    await stock(world, unit, { quantity: 5000, unitCost: '12.3456' });
    await closeMonth(test, '2026-11');
  },
  { atEnd: true },
);

const REASON = 'Entered by mistake';
const lines = (quantity = 2) => ({
  inputs: [goesIn(world, unit, { quantity })],
  outputs: [
    comesOut(world, fan, { quantity: 2, costShare: '33.33' }),
    comesOut(world, board, { costShare: '66.67', disposition: 'quarantine', binId: null }),
  ],
});
const make: TransitionTable<Doc>['make'] = {
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

const { call, change } = callsOn<Doc>('/material_transform');
const perform: TransitionTable<Doc>['perform'] = {
  update: change(() => transformationBody(world, lines(3))),
  approve: call('approve'),
  reject: call('reject', { reason: REASON }),
  confirm: call('confirm', () => ({ outputs: lines().outputs })),
  cancel: call('cancel', { reason: REASON }),
  reverse: call('reverse', { reason: REASON }),
};

const seen = async (id: string) => expectData(await world.admin.get(`/material_transform/${id}`));

const walk: TransitionTable<Doc> = {
  path: ({ id }) => `/material_transform/${id}`,
  machine: transformationMachine,
  make,
  perform,
  seen,
  admin: () => world.admin,
  auditor: () => auditor,
};
testTransitions(walk);

it.each(['approve', 'reject'])('%s is not for whoever made it', async (action) => {
  const doc = expectData(
    await world.admin.post('/material_transform', transformationBody(world, lines())),
  );
  const answer = await perform[action]?.(world.admin, doc);
  expect([answer?.status, answer?.body.code]).toEqual([409, 'SELF_APPROVAL']);
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

testReversals(walk, {
  state: () => stockState(test_.app.pg),
  by: () => world.chief,
  still: ['update'],
  // What is confirmed was held by the approval, and is free once it is taken back.
  sinceMade: { confirm: () => held(world, lines()) },
});
