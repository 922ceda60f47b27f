import { containerRequisitionMachine } from '@boxyard/shared/domain/containers/containerRequisitionMachine.ts';
import type { Person, TestApp } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  type TransitionTable,
  testReversals,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { containerState } from '../testing/state.ts';
import { accepted, makeWorld, received, type World } from '../testing/world.ts';
import {
  approved,
  ask,
  completed,
  type Doc,
  done,
  PATH,
  released,
  requisitionBody,
  scans,
  sentBack,
} from './testing/world.ts';

/** Every state × action × ability (domain-containers 2.2, 7.1). */
let test_: TestApp;
let world: World;
let auditor: Person;
withTestServer(
  '2026-12-02T03:00:00Z',
  async (test) => {
    test_ = test;
    world = await makeWorld(test);
    auditor = await test.as('auditor');
    // What is approved without a container of its own is given one of these.
    for (let index = 0; index < 12; index += 1) await received(world);
  },
  { atEnd: true },
);

const REASON = 'No longer needed';
const make: TransitionTable<Doc>['make'] = {
  draft: () => ask(world, { isDraft: true }),
  pending: () => ask(world),
  approved: () => approved(world),
  released: () => released(world),
  completed: () => completed(world),
  rejected: async () =>
    done(world.chief, await ask(world), {
      action: 'approval',
      decision: 'reject',
      reason: REASON,
    }) as Promise<Doc>,
  cancelled: async () =>
    done(world.chief, await ask(world), { action: 'cancel', reason: REASON }) as Promise<Doc>,
};

const { call, change } = callsOn<Doc>(PATH);
const perform: TransitionTable<Doc>['perform'] = {
  update: change(() => requisitionBody(world, { purpose: 'Another fair' })),
  submit: call('submit'),
  approve: call('approval', { decision: 'approve' }),
  reject: call('approval', { decision: 'reject', reason: REASON }),
  release: call('release', (doc) => ({ lines: scans(doc) })),
  cancel: call('cancel', { reason: REASON }),
  return: call('return', (doc) => ({ reason: REASON, itemIds: doc.items.map(({ id }) => id) })),
};

const walk: TransitionTable<Doc> = {
  path: ({ id }) => `${PATH}/${id}`,
  machine: containerRequisitionMachine,
  make,
  perform,
  seen: async (id) => expectData(await world.admin.get(`${PATH}/${id}`)),
  admin: () => world.admin,
  auditor: () => auditor,
  // Of those for contracts (modules/sales/contracts/requisitions.test.ts).
  apart: ['update-contracts'],
  // Everything of a completed one is back.
  refusal: (action, doc) =>
    action === 'return' && doc.status === 'completed' ? 'NOTHING_OUT' : null,
};
testTransitions(walk);

testReversals(walk, {
  state: () => containerState(test_.app),
  by: () => world.admin,
  still: ['update', 'submit'],
  // What was released has to come back before it may be promised again: that takes the approval back, too.
  sinceMade: {
    release: async () =>
      done(world.chief, await ask(world), {
        action: 'approval',
        decision: 'approve',
      }) as Promise<Doc>,
  },
  perform: {
    return: async (_by, doc) => {
      const receipt = await sentBack(world, doc);
      return world.receiverChief.post(`/warehouse-receives/${receipt.id}/approve`, {
        version: receipt.version,
        lines: receipt.items.map(accepted),
      });
    },
  },
});

it.each(['approve', 'reject'])('%s is not for whoever made it', async (action) => {
  const own: Doc = expectData(await world.chief.post(`${PATH}/request`, requisitionBody(world)));
  const answer = await perform[action]?.(world.chief, own);
  expect([answer?.status, answer?.body.code]).toEqual([409, 'SELF_APPROVAL']);
});
