import { containerTransferMachine } from '@boxyard/shared/domain/containers/containerTransferMachine.ts';
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
import { makeWorld, received, type World } from '../testing/world.ts';
import {
  answer,
  approved,
  ask,
  type Doc,
  done,
  type Found,
  PATH,
  transferBody,
} from './testing/world.ts';

/** Every state × action × ability (domain-containers 2.3, 7.1). */
let test_: TestApp;
let world: World;
let auditor: Person;
withTestServer(
  '2026-12-02T03:00:00Z',
  async (test) => {
    test_ = test;
    world = await makeWorld(test);
    auditor = await test.as('auditor');
  },
  { atEnd: true },
);

const REASON = 'No longer needed';
const ended = async (...found: Found[]): Promise<Doc> =>
  answer(world, await approved(world, found.length), { by: world.receiverChief, found });
const make: TransitionTable<Doc>['make'] = {
  draft: () => ask(world, { isDraft: true }),
  pending: () => ask(world),
  approved: () => approved(world),
  received: () => ended('accepted'),
  partiallyReceived: () => ended('accepted', 'missing'),
  returned: () => ended('rejected'),
  rejected: async () =>
    done(world.chief, await ask(world), { action: 'reject', reason: REASON }) as Promise<Doc>,
  cancelled: async () =>
    done(world.chief, await ask(world), { action: 'cancel', reason: REASON }) as Promise<Doc>,
};

const { call } = callsOn<Doc>(PATH);
const perform: TransitionTable<Doc>['perform'] = {
  update: (by, doc, extra) =>
    by.patch(
      `${PATH}/transfer-products/${doc.id}`,
      {
        version: doc.version,
        ...transferBody(
          world,
          doc.items.map(({ product }) => product.id),
          { reason: 'The branch is out of machines' },
        ),
      },
      extra,
    ),
  submit: call('submit'),
  approve: call('approve'),
  reject: call('reject', { reason: REASON }),
  cancel: call('cancel', { reason: REASON }),
  'resolve-loss': call('resolve-loss', (doc) => ({
    itemId: (doc.items.find(({ lineStatus }) => lineStatus === 'lost') ?? doc.items[0])?.id,
    outcome: 'atSource',
    reason: REASON,
  })),
};

const walk: TransitionTable<Doc> = {
  path: ({ id }) => `${PATH}/${id}`,
  machine: containerTransferMachine,
  make,
  perform,
  seen: async (id) => expectData(await world.admin.get(`${PATH}/${id}`)),
  admin: () => world.admin,
  auditor: () => auditor,
};
testTransitions(walk);

testReversals(walk, {
  state: () => containerState(test_.app),
  by: () => world.admin,
  still: ['update', 'submit'],
});

it.each(['approve', 'reject'])('%s is not for whoever made it', async (action) => {
  const { id } = await received(world);
  const own: Doc = expectData(
    await world.chief.post(`${PATH}/transfer-products`, transferBody(world, [id])),
  );
  const given = await perform[action]?.(world.chief, own);
  expect([given?.status, given?.body.code]).toEqual([409, 'SELF_APPROVAL']);
});
