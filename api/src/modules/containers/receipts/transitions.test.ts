import { containerReceiptMachine } from '@boxyard/shared/domain/containers/receiptMachine.ts';
import type { Person, TestApp } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import {
  callsOn,
  type TransitionTable,
  testReversals,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { done as recall, approved as underWay } from '../containerTransfers/testing/world.ts';
import { containerState } from '../testing/state.ts';
import { accepted, awaiting, makeWorld, receiptOf, type World } from '../testing/world.ts';
import { createReceipt } from './create.ts';

interface Receipt {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly items: readonly {
    readonly id: string;
    readonly product: { readonly serialNumber: string };
  }[];
}

/** Every state × action of a receipt of containers (domain-containers 7.1). */
let test_: TestApp;
let world: World;
let auditor: Person;
withTestServer(
  '2026-12-02T03:00:00Z',
  async (test) => {
    test_ = test;
    world = await makeWorld(test_);
    auditor = await test_.as('auditor');
  },
  { atEnd: true },
);

const REASON = 'As the table says';
const { call } = callsOn<Receipt>('/warehouse-receives');
const perform: TransitionTable<Receipt>['perform'] = {
  update: (by, doc, extra) =>
    by.patch(
      `/warehouse-receives/${doc.id}`,
      { version: doc.version, lines: doc.items.map(accepted) },
      extra,
    ),
  approve: call('approve', (doc) => ({ lines: doc.items.map(accepted) })),
  reject: call('reject', { reason: REASON }),
};
const pending = async (): Promise<Receipt> => receiptOf(world, await awaiting(world));
const after = async (action: 'approve' | 'reject'): Promise<Receipt> =>
  expectData(
    await (perform[action] as NonNullable<(typeof perform)['approve']>)(
      world.receiverChief,
      await pending(),
    ),
  );

/** Of two containers, one is accepted. */
const partly = async (): Promise<Receipt> => {
  const products = [await awaiting(world), await awaiting(world)];
  const made = await test_.app.transaction({ actor: await world.chief.actor() }, (ctx) =>
    createReceipt(ctx, {
      companyId: world.companyId,
      warehouseId: world.warehouseId,
      sourceType: 'production',
      sourceId: products[0]?.id ?? '',
      sourceNo: 'Two of them',
      products,
    }),
  );
  const doc: Receipt = expectData(await world.admin.get(`/warehouse-receives/${made.id}`));
  const lines = doc.items.map((item, index) =>
    index === 0
      ? accepted(item)
      : { itemId: item.id, lineStatus: 'rejected', rejectReason: REASON },
  );
  return expectData(
    await world.receiverChief.post(`/warehouse-receives/${doc.id}/approve`, {
      version: doc.version,
      lines,
    }),
  );
};

const walk: TransitionTable<Receipt> = {
  path: ({ id }) => `/warehouse-receives/${id}`,
  machine: containerReceiptMachine,
  make: {
    pending,
    approved: () => after('approve'),
    partiallyApproved: partly,
    rejected: () => after('reject'),
    // Its transfer was recalled.
    cancelled: async () => {
      const transfer = await underWay(world);
      await recall(world.chief, transfer, { action: 'cancel', reason: REASON });
      const { related } = expectData(await world.admin.get(`/warehouse-transfers/${transfer.id}`));
      return expectData(await world.admin.get(`/warehouse-receives/${related[0].id}`));
    },
  },
  perform,
  seen: async (id) => expectData(await world.admin.get(`/warehouse-receives/${id}`)),
  admin: () => world.admin,
  auditor: () => auditor,
};
testTransitions(walk);

testReversals(walk, {
  state: () => containerState(test_.app),
  by: () => world.receiverChief,
  still: ['update'],
});
