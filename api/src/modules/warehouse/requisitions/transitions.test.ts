import { requisitionMachine } from '@boxyard/shared/domain';
import { requisitionStatus } from '@boxyard/shared/domain/warehouse/requisitionLines.ts';
import { SYSTEM } from '../../../kernel/index.ts';
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
import {
  act,
  ask,
  done,
  handedOut,
  makeWorld,
  newPart,
  requisitionBody,
  stock,
  type World,
} from './testing/world.ts';
import { requisitions } from './type.ts';

/** Every state × action of a requisition (domain-warehouse 7), by the people of the seeded roles. */
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

interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly items: readonly { readonly id: string; readonly reservedQty: number }[];
}

const REASON = 'Not needed any more';
const LINES = (): readonly (readonly [string, number])[] => [[part, 3]];
const approved = async (): Promise<Doc> =>
  done(world.chief, await ask(world, LINES()), { action: 'approve' });
/** Approved with less than there is, so that every action of the machine finds something to do. */
const short = async (): Promise<Doc> => {
  const rare = await newPart(world);
  await stock(world, rare, { quantity: 1 });
  const doc = await done(
    world.chief,
    await ask(world, [
      [part, 3],
      [rare, 2],
    ]),
    { action: 'approve' },
  );
  await stock(world, rare, { quantity: 1 });
  return doc;
};
const picking = async (): Promise<Doc> => {
  const doc = await short();
  return done(world.picker, doc, {
    action: 'confirm-items',
    items: [{ id: doc.items[0]?.id, quantity: 1 }],
  });
};
const returned = async (quantity: number): Promise<Doc> => {
  const doc: Doc = await handedOut(world, LINES());
  return done(world.technician, doc, {
    action: 'return',
    items: [{ id: doc.items[0]?.id, quantity, condition: 'used' }],
  });
};

const make: TransitionTable<Doc>['make'] = {
  pending: () => ask(world, LINES()),
  approved: short,
  picking,
  dispatched: () => handedOut(world, LINES()),
  partlyReturned: () => returned(1),
  returned: () => returned(3),
  rejected: async () =>
    done(world.chief, await ask(world, LINES()), { action: 'reject', reason: REASON }),
  cancelled: async () =>
    done(world.chief, await approved(), { action: 'cancel-all', reason: REASON }),
  reversed: async () =>
    done(world.chief, await handedOut(world, LINES()), { action: 'reverse', reason: REASON }),
};

const { call, change } = callsOn<Doc>('/material_dispatch');
const first = (doc: Doc) => doc.items[0]?.id;

const perform: TransitionTable<Doc>['perform'] = {
  update: change(() => requisitionBody(world, [[part, 4]])),
  approve: call('approve'),
  reject: call('reject', { reason: REASON }),
  allocate: call('allocate'),
  'confirm-items': call('confirm-items', (doc) => ({ items: [{ id: first(doc), quantity: 2 }] })),
  'cancel-items': call('cancel-items', (doc) => ({ items: [{ id: first(doc), reason: REASON }] })),
  'cancel-all': call('cancel-all', { reason: REASON }),
  'confirm-dispatch': call('confirm-dispatch', {
    recipientName: 'Somebody',
    pickAll: true,
    backorder: true,
  }),
  return: call('return', (doc) => ({
    items: [{ id: first(doc), quantity: 1, condition: 'used' }],
  })),
  reverse: call('reverse', { reason: REASON }),
};

const seen = async (id: string) => expectData(await world.admin.get(`/material_dispatch/${id}`));

const walk: TransitionTable<Doc> = {
  path: ({ id }) => `/material_dispatch/${id}`,
  machine: requisitionMachine,
  make,
  perform,
  seen,
  admin: () => world.admin,
  auditor: () => auditor,
};
testTransitions(walk);

it('nothing is dated into a closed month', async () => {
  // Its document is older than the month that was closed over it.
  const doc = await approved();
  await test_.app.pg.query(`update requisitions set document_date = '2026-11-20' where id = $1`, [
    doc.id,
  ]);
  const answer = await act(world.chief, doc, {
    action: 'confirm-dispatch',
    recipientName: 'Somebody',
    pickAll: true,
    dispatchedDate: '2026-11-30',
  });
  expect([answer.status, answer.body.code]).toEqual([409, 'PERIOD_CLOSED']);
  expect(await seen(doc.id)).toMatchObject({ status: 'approved', version: doc.version });
});

testReversals(walk, {
  state: () => stockState(test_.app.pg),
  by: () => world.chief,
  still: ['update', 'confirm-items'],
  perform: {
    'confirm-items': call('confirm-items', (doc) => ({ items: [{ id: first(doc), quantity: 0 }] })),
    'cancel-items': call('cancel-items', (doc) => ({
      items: doc.items
        .filter((_, index) => index > 0)
        .map(({ id }) => ({ id, quantity: 1, reason: REASON })),
    })),
  },
  // A hand-over uses up what was held for it, so that it ends where the approval began.
  sinceMade: { 'confirm-dispatch': approved },
});

it('I16, I17: quantities keep their order, and every stored status follows from the lines', async () => {
  const { rows } = await test_.app.pg.query<{ id: string; status: string }>(
    `select id, status from requisitions
     where status in ('approved', 'picking', 'dispatched', 'partlyReturned', 'returned')`,
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { id, status } of rows) {
    const lines = await test_.app.transaction({ actor: SYSTEM }, (ctx) =>
      requisitions.linesOf(ctx, id),
    );
    expect([id, requisitionStatus(lines)]).toEqual([id, status]);
  }
  const broken = await test_.app.pg.query(
    `select 1 from requisition_items i join requisitions q on q.id = i.requisition_id
     where i.dispatched_qty + i.cancelled_qty > coalesce(i.approved_qty, 0)
       or i.approved_qty > i.requested_qty
       or i.reserved_qty <> coalesce((select sum(r.qty - r.consumed_qty) from stock_reservations r
         where r.doc_item_id = i.id and r.status = 'active'), 0)`,
  );
  expect(broken.rows).toEqual([]);
});
