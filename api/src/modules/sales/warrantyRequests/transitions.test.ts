import { warrantyRequestMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  type TransitionTable,
  testReversals,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { moneyState } from '../../money/testing/state.ts';
import { makeWorld, type World } from '../contracts/testing/world.ts';
import {
  approved,
  asked,
  type Doc,
  fulfilled,
  invoiced,
  onRequests,
  priceList,
  QUOTE,
  quoted,
  REQUESTS,
} from '../warranties/testing/world.ts';

/** Every state × action × ability (domain-containers 2.9, 7.1). */
let world: World;
let auditor: Person;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
  auditor = await test.as('auditor');
  await priceList(world);
});

const REASON = 'The customer withdrew';
const ended = async (action: string): Promise<Doc> =>
  onRequests.done(world.admin, await asked(world), {
    action,
    reason: REASON,
  }) as unknown as Promise<Doc>;
const make: TransitionTable<Doc>['make'] = {
  pending: () => asked(world),
  quoted: () => quoted(world),
  approved: () => approved(world),
  invoiced: () => invoiced(world),
  fulfilled: () => fulfilled(world),
  rejected: () => ended('reject'),
  cancelled: () => ended('cancel'),
};

const { call } = callsOn<Doc>(REQUESTS);
const perform: TransitionTable<Doc>['perform'] = {
  quote: call('quote', QUOTE),
  approve: call('approve'),
  reject: call('reject', { reason: REASON }),
  accept: call('accept'),
  cancel: call('cancel', { reason: REASON }),
};

const walk: TransitionTable<Doc> = {
  path: ({ id }) => `${REQUESTS}/${id}`,
  machine: warrantyRequestMachine,
  make,
  perform,
  seen: async (id) => expectData(await world.admin.get(`${REQUESTS}/${id}`)),
  admin: () => world.admin,
  auditor: () => auditor,
};
testTransitions<Doc>(walk);

testReversals(walk, {
  state: () => moneyState(world.test),
  by: () => world.secondAdmin,
  still: ['quote', 'approve'],
});

it('is approved neither by whoever asked nor by whoever quoted', async () => {
  const doc = await quoted(world);
  const own = await perform.approve?.(world.secondAdmin, doc);
  expect([own?.status, own?.body.code]).toEqual([409, 'SELF_APPROVAL']);

  const requoted = (await onRequests.done(world.admin, await quoted(world), {
    action: 'quote',
    ...QUOTE,
    price: '1100.00',
  })) as unknown as Doc;
  const quoter = await perform.approve?.(world.admin, requoted);
  expect([quoter?.status, quoter?.body.code]).toEqual([409, 'SELF_APPROVAL']);
});
