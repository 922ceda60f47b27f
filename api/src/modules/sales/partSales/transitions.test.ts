import { partSaleMachine } from '@boxyard/shared/domain/sales/partSaleMachine.ts';
import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  type TransitionTable,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  ask,
  confirmed,
  type Doc,
  delivered,
  done,
  makeWorld,
  PATH,
  partSaleBody,
  stock,
  type World,
} from './testing/world.ts';

/** Every state × action × ability (domain-containers 2.13, 7.1). */
let world: World;
let auditor: Person;
withTestServer(
  '2026-12-02T03:00:00Z',
  async (test) => {
    world = await makeWorld(test);
    auditor = await test.as('auditor');
    await stock(world, world.part, { quantity: 5000 });
  },
  { atEnd: true },
);

const REASON = 'No longer needed';
const back = (doc: Doc, quantity: number) => ({
  reason: REASON,
  items: doc.items.map(({ id }) => ({ id, quantity, condition: 'used' })),
});
const returned = async (quantity: number): Promise<Doc> => {
  const doc: Doc = await delivered(world);
  return done(world.admin, doc, { action: 'return', ...back(doc, quantity) });
};
const make: TransitionTable<Doc>['make'] = {
  draft: () => ask(world),
  confirmed: () => confirmed(world),
  delivered: () => delivered(world),
  partlyReturned: () => returned(1),
  returned: () => returned(2),
  cancelled: async () => done(world.admin, await ask(world), { action: 'cancel', reason: REASON }),
};

const { call, change } = callsOn<Doc>(PATH);
const perform: TransitionTable<Doc>['perform'] = {
  update: change(() => partSaleBody(world, { remark: 'By the back door' })),
  confirm: call('confirm'),
  deliver: call('deliver', { recipientName: 'Ekkachai' }),
  return: call('return', (doc) => back(doc, 1)),
  cancel: call('cancel', { reason: REASON }),
};

testTransitions<Doc>({
  path: ({ id }) => `${PATH}/${id}`,
  machine: partSaleMachine,
  make,
  perform,
  seen: async (id) => expectData(await world.admin.get(`${PATH}/${id}`)),
  admin: () => world.admin,
  auditor: () => auditor,
});

it('is not confirmed by whoever wrote it', async () => {
  const answer = await perform.confirm?.(world.secondAdmin, await ask(world));
  expect([answer?.status, answer?.body.code]).toEqual([409, 'SELF_APPROVAL']);
});
