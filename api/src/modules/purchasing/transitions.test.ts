import {
  purchaseOrderMachine,
  purchaseRequestMachine,
  receiptMachine,
} from '@boxyard/shared/domain';
import { orderStatus, requestStatus } from '@boxyard/shared/domain/purchasing/status.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../testing/index.ts';
import {
  callsOn,
  type TransitionTable,
  testTransitions,
} from '../../workflow/testing/transitions.ts';
import { dayFrom, expectData, makeWorld, type World } from '../../workflow/testing/world.ts';
import {
  approvedOrder,
  approvedRequest,
  orderBody,
  ordering,
  receive,
  requestBody,
} from './testing/documents.ts';

/** Every state × action of the three machines (domain-warehouse 7), by the people of the seeded roles. */
const clock = manualClock(new Date('2026-11-02T03:00:00Z'));
const DAY = 86_400_000;
let test: TestApp;
let world: World;
let auditor: Person;
beforeAll(async () => {
  test = await createTestApp({ clock });
  world = await makeWorld(test);
  auditor = await test.as('auditor');
});
afterAll(() => test.close());

type Json = Readonly<Record<string, unknown>>;
interface Document {
  readonly id: string;
  readonly version: number;
  readonly status: string;
}
/** The calls of a family, and who makes them. */
const familyAt = (path: string) => ({
  ...callsOn<Document>(path),
  walked: {
    path: ({ id }: Document) => `${path}/${id}`,
    seen: async (id: string) => expectData(await world.admin.get(`${path}/${id}`)),
    admin: () => world.admin,
    auditor: () => auditor,
  },
});
const { call: onRequest, ...ofRequests } = familyAt('/purchase_requests');
const { call: onOrder, ...ofOrders } = familyAt('/purchase_orders');
const { call: onReceipt, ...ofReceipts } = familyAt('/purchase_order_acceptances');

const requestNow = async (id: string) =>
  expectData(await world.admin.get(`/purchase_requests/${id}`));
const orderNow = async (id: string) => expectData(await world.admin.get(`/purchase_orders/${id}`));

const makeRequest = async (more: Json = {}) =>
  expectData(await world.asker.post('/purchase_requests', requestBody(world, more)));
const makeOrder = async (more: Json = {}) =>
  expectData(await world.officer.post('/purchase_orders', orderBody(world, more)));
/** With two lines, so that some line stays open whatever is ordered. */
const twoLines = (): Json => ({
  items: [1, 2].map(() => ({
    partId: world.part,
    quantity: 10,
    unitId: world.pcs,
    estimatedPrice: '100.0000',
  })),
});
const REASON = { reason: 'no longer needed' };

const requests: TransitionTable<Document> = {
  ...ofRequests.walked,
  machine: purchaseRequestMachine,
  make: {
    draft: () => makeRequest({ isDraft: true }),
    pending: () => makeRequest(),
    approved: () => approvedRequest(world),
    booking: async () => {
      const request = await approvedRequest(world, twoLines());
      await makeOrder(ordering(world, request, 4));
      return requestNow(request.id);
    },
    onGoing: async () => {
      const request = await approvedRequest(world, twoLines());
      expectData(await receive(world, await approvedOrder(world, ordering(world, request, 4))));
      return requestNow(request.id);
    },
    completed: async () => {
      const request = await approvedRequest(world);
      expectData(await receive(world, await approvedOrder(world, ordering(world, request))));
      return requestNow(request.id);
    },
    expired: async () => {
      const request = await makeRequest({ validUntil: dayFrom(world, 0) });
      clock.advance(DAY);
      return requestNow(request.id);
    },
    rejected: async () => {
      const request = await makeRequest();
      return expectData(
        await world.manager.post(`/purchase_requests/${request.id}/rejectual`, {
          version: request.version,
          ...REASON,
        }),
      );
    },
    cancelled: async () => {
      const request = await makeRequest();
      return expectData(
        await world.asker.post(`/purchase_requests/${request.id}/cancel`, {
          version: request.version,
          ...REASON,
        }),
      );
    },
  },
  perform: {
    update: ofRequests.change(() => requestBody(world)),
    submit: onRequest('submit'),
    approve: onRequest('approval'),
    reject: onRequest('rejectual', REASON),
    cancel: onRequest('cancel', REASON),
    renew: onRequest('renew', () => ({ validUntil: dayFrom(world, 9) })),
  },
};

const confirmed = async (more: Json = {}) => {
  const order = await approvedOrder(world, more);
  return expectData(
    await world.officer.post(`/purchase_orders/${order.id}/confirm`, {
      version: order.version,
      supplierConfirmationNo: 'SO-1',
      promisedDate: dayFrom(world, 5),
    }),
  );
};
const orders: TransitionTable<Document> = {
  ...ofOrders.walked,
  machine: purchaseOrderMachine,
  make: {
    draft: () => makeOrder({ isDraft: true }),
    pending: () => makeOrder(),
    approved: () => approvedOrder(world),
    booking: () => confirmed(),
    onGoing: async () => {
      const order = await confirmed();
      expectData(await receive(world, order, { quantity: 3 }));
      return orderNow(order.id);
    },
    completed: async () => {
      const order = await confirmed();
      expectData(await receive(world, order));
      return orderNow(order.id);
    },
    expired: async () => {
      const order = await makeOrder({ validUntil: dayFrom(world, 0) });
      clock.advance(DAY);
      return orderNow(order.id);
    },
    rejected: async () => {
      const order = await makeOrder();
      return expectData(
        await world.manager.post(`/purchase_orders/${order.id}/approval`, {
          version: order.version,
          decision: 'reject',
          ...REASON,
        }),
      );
    },
    cancelled: async () => {
      const order = await makeOrder();
      return expectData(
        await world.officer.post(`/purchase_orders/${order.id}/cancel`, {
          version: order.version,
          ...REASON,
        }),
      );
    },
  },
  perform: {
    update: ofOrders.change(() => orderBody(world)),
    submit: onOrder('submit'),
    approve: onOrder('approval', { decision: 'approve' }),
    reject: onOrder('approval', { decision: 'reject', ...REASON }),
    confirm: onOrder('confirm', () => ({
      supplierConfirmationNo: 'X',
      promisedDate: dayFrom(world, 4),
    })),
    send: onOrder('send', { to: 'sales@supplier.example', message: 'Please find our order.' }),
    amend: onOrder('amend', () => ({
      supplierConfirmationNo: 'Y',
      promisedDate: dayFrom(world, 5),
      remark: 'Call before delivery',
    })),
    revise: onOrder('revise'),
    cancel: onOrder('cancel', REASON),
    'close-short': onOrder('close-short', { ...REASON, reopenRequest: true }),
    extend: onOrder('extend', () => ({ validUntil: dayFrom(world, 9) })),
  },
};

const posted = async () => expectData(await receive(world, await approvedOrder(world)));
const waiting = async () =>
  expectData(await receive(world, await approvedOrder(world), { body: { post: false } }));
const receipts: TransitionTable<Document> = {
  ...ofReceipts.walked,
  machine: receiptMachine,
  make: {
    pending: () => waiting(),
    posted,
    reversed: async () => {
      const receipt = await posted();
      return expectData(
        await world.keeper.post(`/purchase_order_acceptances/${receipt.id}/reverse`, {
          version: receipt.version,
          ...REASON,
        }),
      );
    },
    cancelled: async () => {
      const receipt = await waiting();
      return expectData(
        await world.receiver.post(`/purchase_order_acceptances/${receipt.id}/cancel`, {
          version: receipt.version,
          ...REASON,
        }),
      );
    },
  },
  perform: {
    approve: onReceipt('approval'),
    cancel: onReceipt('cancel', REASON),
    reverse: onReceipt('reverse', REASON),
  },
};

describe('purchase request', () => testTransitions(requests));
describe('purchase order', () => testTransitions(orders));
describe('receipt', () => testTransitions(receipts));

describe('deciding (domain-conventions "Own work")', () => {
  it('is not for whoever made it, not even for an administrator', async () => {
    const request = expectData(await world.manager.post('/purchase_requests', requestBody(world)));
    const own = await requests.perform.approve?.(world.manager, request);
    expect([own?.status, own?.body.code]).toEqual([409, 'SELF_APPROVAL']);
    const order = expectData(await world.admin.post('/purchase_orders', orderBody(world)));
    const admins = await orders.perform.approve?.(world.admin, order);
    expect([admins?.status, admins?.body.code]).toEqual([409, 'SELF_APPROVAL']);
  });

  it('above one’s limit is an endorsement, once a person, until somebody decides', async () => {
    const keeper = world.keeper;
    const request = await makeRequest({
      items: [{ freeText: 'Crane', quantity: 1, unitId: world.pcs, estimatedPrice: '150000.0000' }],
    });
    const endorsed = expectData((await requests.perform.approve?.(keeper, request)) ?? fail());
    expect(endorsed.status).toBe('pending');
    expect(endorsed.endorsements).toHaveLength(1);
    const again = await requests.perform.approve?.(keeper, endorsed);
    expect([again?.status, again?.body.code]).toEqual([409, 'ALREADY_ENDORSED']);
    const told = (await world.manager.get('/notifications')).body.data as { title: string }[];
    expect(told.some(({ title }) => title.includes(endorsed.documentNo))).toBe(true);
    // A change of a request that waits starts the endorsements anew.
    const changed = expectData((await requests.perform.update?.(world.asker, endorsed)) ?? fail());
    expect(changed.endorsements).toEqual([]);
    const decided = expectData(
      (await requests.perform.approve?.(world.manager, changed)) ?? fail(),
    );
    expect(decided).toMatchObject({ status: 'approved', approvedBy: { id: world.manager.userId } });
  });

  it('by eight people at once with different keys succeeds exactly once', async () => {
    const managers = await Promise.all(
      Array.from({ length: 8 }, () => test.as('purchasing-manager')),
    );
    const request = await makeRequest();
    const answers = await Promise.all(
      managers.map((person, index) =>
        requests.perform.approve?.(person, request, { key: `k${index}-${request.id}` }),
      ),
    );
    const codes = answers.map((answer) => answer?.status).sort();
    expect(codes).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
    expect((await requestNow(request.id)).version).toBe(request.version + 1);
  });

  it('lets owners cancel their own document while it is pending, and nobody else without the verb', async () => {
    const request = await makeRequest();
    const other = await requests.perform.cancel?.(world.receiver, request);
    expect(other?.status).toBe(403);
    const own = await requests.perform.cancel?.(world.asker, request);
    expect(own?.body.data.status).toBe('cancelled');
    const approved = await approvedRequest(world);
    expect((await requests.perform.cancel?.(world.asker, approved))?.status).toBe(403);
  });

  it('of a request is for its owner to change, and for nobody else', async () => {
    const request = await makeRequest();
    const other = await requests.perform.update?.(world.officer, request);
    expect([other?.status, other?.body.code]).toEqual([409, 'NOT_OWNER']);
  });
});

describe('what an order holds of a request', () => {
  it('is free again when the order ends, and given up with it by choice', async () => {
    const request = await approvedRequest(world);
    const order = await makeOrder(ordering(world, request));
    expect((await requestNow(request.id)).items[0]).toMatchObject({ orderedQty: 10, openQty: 0 });
    const live = await requests.perform.cancel?.(world.admin, await requestNow(request.id));
    expect([live?.status, live?.body.code]).toEqual([409, 'HAS_LIVE_PO']);
    await orders.perform.cancel?.(world.officer, order);
    expect(await requestNow(request.id)).toMatchObject({ status: 'approved', hasOpenLines: true });

    const second = await approvedOrder(world, ordering(world, request));
    expectData(await receive(world, second, { quantity: 6 }));
    const short = await world.manager.post(`/purchase_orders/${second.id}/close-short`, {
      version: (await orderNow(second.id)).version,
      reason: 'supplier is out',
      reopenRequest: false,
    });
    expect(short.body.data.status).toBe('completed');
    const done = await requestNow(request.id);
    expect(done.status).toBe('completed');
    expect(done.items[0]).toMatchObject({ orderedQty: 6, receivedQty: 6, cancelledQty: 4 });
  });

  it('is written down by the night’s work when validity runs out, once', async () => {
    const request = await approvedRequest(world);
    const order = await makeOrder({ ...ordering(world, request), validUntil: dayFrom(world, 0) });
    clock.advance(DAY);
    const { expireOrders } = await import('./expiry.ts');
    const { SYSTEM } = await import('../../kernel/index.ts');
    await test.app.transaction({ actor: SYSTEM }, expireOrders);
    await test.app.transaction({ actor: SYSTEM }, expireOrders);
    const expired = await orderNow(order.id);
    expect(expired.status).toBe('expired');
    expect(
      expired.history.filter((entry: { action: string }) => entry.action === 'expire'),
    ).toHaveLength(1);
    expect((await requestNow(request.id)).status).toBe('approved');
    const extended = expectData((await orders.perform.extend?.(world.manager, expired)) ?? fail());
    expect(extended.status).toBe('pending');
    expect((await requestNow(request.id)).status).toBe('booking');
  });

  it('keeps the old revision when an order is opened again', async () => {
    const order = await approvedOrder(world);
    const revised = expectData((await orders.perform.revise?.(world.officer, order)) ?? fail());
    expect(revised).toMatchObject({ status: 'pending', revisionNo: 1, approvedBy: null });
    const changed = expectData(
      await world.officer.patch(`/purchase_orders/${order.id}`, {
        version: revised.version,
        ...orderBody(world, {
          items: [
            {
              partId: world.part,
              quantity: 12,
              unitId: world.pcs,
              unitPrice: '100.0000',
              isService: false,
            },
          ],
        }),
      }),
    );
    expect(changed.grandTotal).toBe('1284.00');
    const path = `/purchase_orders/${order.id}/revisions`;
    const earlier = expectData(await auditor.get(path));
    expect(earlier).toMatchObject([
      { revisionNo: 0, by: { id: world.officer.userId }, grandTotal: '1070.00' },
    ]);
    expect(earlier[0].items).toMatchObject([{ quantity: 10, unitPrice: '100.0000' }]);

    // Once more: the newest stands first, as it was when it was opened again.
    const again = expectData(
      await world.manager.post(`/purchase_orders/${order.id}/approval`, {
        version: changed.version,
        decision: 'approve',
      }),
    );
    expectData((await orders.perform.revise?.(world.officer, again)) ?? fail());
    const totals = expectData(await world.officer.get(path)).map(
      (revision: { revisionNo: number; grandTotal: string }) => [
        revision.revisionNo,
        revision.grandTotal,
      ],
    );
    expect(totals).toEqual([
      [1, '1284.00'],
      [0, '1070.00'],
    ]);
    const stranger = await test.as('purchasing-officer', { companyId: null });
    expect((await stranger.get(path)).status).toBe(404);
  });
});

describe('an order’s guards', () => {
  it('refuses another total than the server’s, blocked suppliers and VAT of the unregistered', async () => {
    const wrong = await world.officer.post(
      '/purchase_orders',
      orderBody(world, { expectedGrandTotal: '1069.99' }),
    );
    expect([wrong.status, wrong.body.code]).toEqual([422, 'TOTAL_MISMATCH']);
    expect(wrong.body.errors[0].params).toEqual({ computed: '1070.00', expected: '1069.99' });
    const vat = await world.officer.post(
      '/purchase_orders',
      orderBody(world, { supplierId: world.smallSupplier }),
    );
    expect(vat.body.errors[0].code).toBe('NOT_VAT_REGISTERED');
    await test.app.pg.query('update suppliers set is_blocked = true where id = $1', [
      world.smallSupplier,
    ]);
    const blocked = await world.officer.post(
      '/purchase_orders',
      orderBody(world, { supplierId: world.smallSupplier }),
    );
    expect(blocked.body.errors[0].code).toBe('SUPPLIER_BLOCKED');
  });

  it('keeps to the supplier’s credit unless somebody may override it', async () => {
    const body = orderBody(world, { supplierId: world.creditSupplier, paymentType: 'credit' });
    const refused = await world.officer.post('/purchase_orders', body);
    expect([refused.status, refused.body.code]).toEqual([409, 'CREDIT_LIMIT']);
    expect(refused.body.details).toMatchObject({
      limit: '1000.00',
      used: '0.00',
      total: '1070.00',
    });
    expect(refused.body.errors).toMatchObject([{ field: 'supplierId', code: 'CREDIT_LIMIT' }]);
    expect(refused.body.errors[0].message).toContain('1,000.00');
    expect((await world.manager.post('/purchase_orders', body)).status).toBe(201);
  });

  it('deletes drafts and points to cancel for what has a number', async () => {
    const draft = await makeOrder({ isDraft: true });
    const colleague = await world.test.as('purchasing-officer');
    const refused = await colleague.delete(`/purchase_orders/${draft.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'NOT_OWNER']);
    expect((await world.officer.delete(`/purchase_orders/${draft.id}`)).status).toBe(200);
    expect((await world.officer.get(`/purchase_orders/${draft.id}`)).status).toBe(404);
    const numbered = await world.officer.delete(`/purchase_orders/${(await makeOrder()).id}`);
    expect([numbered.status, numbered.body.code]).toEqual([409, 'NOT_DELETABLE']);
    expect(numbered.body.details.allowedActions).toContain('cancel');
  });
});

describe('invariants of what the tests above left behind', () => {
  it('I15: numbers are 1..n without a gap, also under parallel creates and failures', async () => {
    const bad = requestBody(world, { neededBy: '2020-01-01' });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        world.asker.post('/purchase_requests', index % 3 === 0 ? bad : requestBody(world)),
      ),
    );
    for (const table of ['purchase_requests', 'purchase_orders', 'purchase_order_receipts']) {
      const { rows } = await test.app.pg.query<{
        prefix: string;
        n: number;
        least: number;
        most: number;
      }>(
        `select left(document_no, 6) as prefix, count(distinct document_no)::int as n,
           min(right(document_no, 4)::int) as least, max(right(document_no, 4)::int) as most
         from ${table} where document_no is not null group by 1`,
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect([row.least, row.most]).toEqual([1, row.n]);
    }
  });

  it('I16: lines hold no more than was asked, orders receive no more than was ordered', async () => {
    const { rows } = await test.app.pg.query(
      `select 1 from purchase_request_items r
        where ordered_qty + cancelled_qty > quantity or received_qty > ordered_qty
          or ordered_qty <> coalesce((select sum(o.quantity - o.closed_qty) from purchase_order_items o
            where o.request_item_id = r.id
              and o.order_status in ('pending', 'approved', 'booking', 'onGoing', 'completed')), 0)
       union all
       select 1 from purchase_order_items where received_qty + closed_qty > quantity`,
    );
    expect(rows).toEqual([]);
  });

  it('I17: every stored status is the one that follows from the lines', async () => {
    const requestLines = await test.app.db
      .selectFrom('purchaseRequestItems as i')
      .innerJoin('purchaseRequests as r', 'r.id', 'i.requestId')
      .where('r.status', 'in', ['approved', 'booking', 'onGoing', 'completed'])
      .select(['r.id', 'r.status', 'i.quantity', 'i.orderedQty', 'i.receivedQty', 'i.cancelledQty'])
      .execute();
    for (const lines of Map.groupBy(requestLines, (line) => line.id).values()) {
      const derived = requestStatus(
        lines.map((line) => ({
          quantity: Number(line.quantity),
          orderedQty: Number(line.orderedQty),
          receivedQty: Number(line.receivedQty),
          cancelledQty: Number(line.cancelledQty),
        })),
      );
      expect(lines[0]?.status).toBe(derived);
    }
    const orderLines = await test.app.db
      .selectFrom('purchaseOrderItems as i')
      .innerJoin('purchaseOrders as o', 'o.id', 'i.orderId')
      .where('o.status', 'in', ['approved', 'booking', 'onGoing', 'completed'])
      .select(['o.id', 'o.status', 'i.orderStatus', 'o.supplierConfirmationNo'])
      .select(['i.quantity', 'i.receivedQty', 'i.closedQty'])
      .execute();
    expect(orderLines.length).toBeGreaterThan(20);
    for (const lines of Map.groupBy(orderLines, (line) => line.id).values()) {
      const derived = orderStatus(
        lines.map((line) => ({
          quantity: Number(line.quantity),
          receivedQty: Number(line.receivedQty),
          closedQty: Number(line.closedQty),
        })),
        lines[0]?.supplierConfirmationNo !== null,
      );
      expect(lines.map((line) => [line.status, line.orderStatus])).toEqual(
        lines.map(() => [derived, derived]),
      );
    }
  });
});

const fail = (): never => {
  throw new Error('no such action');
};
