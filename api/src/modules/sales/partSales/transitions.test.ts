import { partSaleMachine } from '@boxyard/shared/domain/sales/partSaleMachine.ts';
import type { Person } from '../../../testing/index.ts';
import { stockState } from '../../../workflow/testing/stockState.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  type Perform,
  type TransitionTable,
  testReversals,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { moneyState } from '../../money/testing/state.ts';
import { counted, importOf } from '../../warehouse/transfers/testing/world.ts';
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
const back = (doc: Doc, quantity: number, condition = 'used') => ({
  reason: REASON,
  items: doc.items.map(({ id }) => ({ id, quantity, condition })),
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

const walk: TransitionTable<Doc> = {
  path: ({ id }) => `${PATH}/${id}`,
  machine: partSaleMachine,
  make,
  perform,
  seen: async (id) => expectData(await world.admin.get(`${PATH}/${id}`)),
  admin: () => world.admin,
  auditor: () => auditor,
};
testTransitions<Doc>(walk);

/** All of it comes back, is put away where it lay, and its invoice is credited by somebody else. */
const takenBack: Perform<Doc> = async (by, doc) => {
  const answer = await call('return', back(doc, 2, 'new'))(by, doc);
  const shelf = { otherBin: world.bins['A-01'] ?? '', farStaff: world.picker };
  const goods = await counted(shelf, await importOf(world, doc));
  expectData(
    await world.chief.post(`/material-receives/${goods.id}/approve`, { version: goods.version }),
  );
  const { id } = answer.body.data.related.find(
    ({ type }: { type: string }) => type === 'creditNote',
  );
  expectData(await world.admin.post(`/credit_notes/${id}/approve`, { version: 1 }));
  return answer;
};

testReversals(walk, {
  state: async () => `${await stockState(world.test.app.pg)} ${await moneyState(world.test)}`,
  by: () => world.secondAdmin,
  still: ['update'],
  // A delivery uses up what was held for it, so that it ends where the confirmation began.
  sinceMade: { deliver: () => confirmed(world) },
  perform: { return: takenBack },
});

it('is not confirmed by whoever wrote it', async () => {
  const answer = await perform.confirm?.(world.secondAdmin, await ask(world));
  expect([answer?.status, answer?.body.code]).toEqual([409, 'SELF_APPROVAL']);
});
