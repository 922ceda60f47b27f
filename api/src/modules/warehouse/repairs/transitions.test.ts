import { repairMachine } from '@boxyard/shared/domain';
import type { Person, TestApp } from '../../../testing/index.ts';
import { stockState } from '../../../workflow/testing/stockState.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  type TransitionTable,
  testReversals,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import { stock } from '../requisitions/testing/world.ts';
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
    part = await repairable(world);
    await stock(world, part, { quantity: 5000, unitCost: '12.3456' });
  },
  { atEnd: true },
);

const REASON = 'Not worth it';
const approved = async () => done(world.chief, await ask(world, part), { action: 'approve' });
const make: TransitionTable<Doc>['make'] = {
  pending: () => ask(world, part),
  approved,
  onGoing: () => onBench(world, part),
  completed: async () => done(world.technician, await onBench(world, part), RESULT),
  rejected: async () =>
    done(world.chief, await ask(world, part), { action: 'reject', reason: REASON }),
  cancelled: async () =>
    done(world.chief, await onBench(world, part), { action: 'cancel', reason: REASON }),
};

const { call, change } = callsOn<Doc>('/material_repair');
const { action: _complete, ...result } = RESULT;
const perform: TransitionTable<Doc>['perform'] = {
  update: change(() => repairBody(world, part, { diagnosis: 'Compressor' })),
  approve: call('approve'),
  reject: call('reject', { reason: REASON }),
  start: call('start'),
  parts: call('parts', () => ({
    neededBy: dayFrom(world, 1),
    items: [{ partId: part, requestedQty: 1 }],
  })),
  complete: call('complete', result),
  cancel: call('cancel', { reason: REASON }),
};

const seen = async (id: string) => expectData(await world.admin.get(`/material_repair/${id}`));

const walk: TransitionTable<Doc> = {
  path: ({ id }) => `/material_repair/${id}`,
  machine: repairMachine,
  make,
  perform,
  seen,
  admin: () => world.admin,
  auditor: () => auditor,
};
testTransitions(walk);

it.each(['approve', 'reject'])('%s is not for whoever made it', async (action) => {
  const own = expectData(await world.admin.post('/material_repair', repairBody(world, part)));
  const answer = await perform[action]?.(world.admin, own);
  expect([answer?.status, answer?.body.code]).toEqual([409, 'SELF_APPROVAL']);
});

testReversals(walk, {
  state: () => stockState(test_.app.pg),
  by: () => world.chief,
  still: ['update'],
  // What is started goes back to the shelf, where the approval found it.
  sinceMade: { start: approved },
});
