import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { dayFrom, expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import {
  approvedOrder,
  approvedRequest,
  orderBody,
  ordering,
  receive,
} from '../testing/documents.ts';

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
});
afterAll(() => test.close());

const stockMoves = async (receiptId: string) => {
  const { rows } = await test.app.pg.query<{ value: string; qty: string }>(
    `select value, qty from stock_moves where doc_id = $1 and doc_type = 'receipt' order by seq`,
    [receiptId],
  );
  return rows;
};

describe('receiving goods (domain-warehouse 2.5)', () => {
  it('carries a request through order and receipt to an import, each status following', async () => {
    const request = await approvedRequest(world);
    const order = await approvedOrder(world, ordering(world, request));
    expect((await world.asker.get(`/purchase_requests/${request.id}`)).body.data.status).toBe(
      'booking',
    );

    const first = expectData(await receive(world, order, { quantity: 4 }));
    expect(first).toMatchObject({
      status: 'posted',
      baseAmount: '400.00',
      vatAmount: '28.00',
      grandTotal: '428.00',
      goodsImport: { status: 'pending' },
    });
    const half = expectData(await world.officer.get(`/purchase_orders/${order.id}`));
    expect(half).toMatchObject({ status: 'onGoing', receivedPct: 40, hasReceipts: true });
    const waiting = expectData(await world.asker.get(`/purchase_requests/${request.id}`));
    expect(waiting).toMatchObject({ status: 'onGoing' });
    expect(waiting.items[0]).toMatchObject({ orderedQty: 10, receivedQty: 4 });

    expectData(await receive(world, half));
    expect(expectData(await world.officer.get(`/purchase_orders/${order.id}`)).status).toBe(
      'completed',
    );
    expect(expectData(await world.asker.get(`/purchase_requests/${request.id}`)).status).toBe(
      'completed',
    );
  });

  it('takes goods in at the net cost; the last receipt takes the rest of the line', async () => {
    const order = await approvedOrder(world, {
      vatMode: 'inclusive',
      discount: { type: 'amount', value: '10.00' },
      items: [
        {
          partId: world.part,
          quantity: 3,
          unitId: world.pcs,
          unitPrice: '33.3333',
          isService: false,
        },
        {
          description: 'Installation',
          quantity: 1,
          unitId: world.pcs,
          unitPrice: '50.0000',
          isService: true,
        },
      ],
    });
    const values: number[] = [];
    for (const quantity of [1, 1, 1]) {
      const now = expectData(await world.officer.get(`/purchase_orders/${order.id}`));
      const receipt = expectData(
        await receive(world, now, {
          lines: (item) => ({
            acceptedQty: item.id === order.items[0].id ? quantity : 0,
            rejectedQty: 0,
          }),
          body: {},
        }),
      );
      values.push(...(await stockMoves(receipt.id)).map((move) => Number(move.value)));
    }
    const sum = values.reduce((total, value) => total + Math.round(value * 100), 0) / 100;
    expect(values).toHaveLength(3);
    expect(sum).toBe(Number(order.items[0].baseAmount));
  });

  it('keeps services and rejected pieces out of stock', async () => {
    const order = await approvedOrder(world, {
      items: [
        {
          partId: world.part,
          quantity: 5,
          unitId: world.pcs,
          unitPrice: '10.0000',
          isService: false,
        },
        {
          description: 'Transport',
          quantity: 1,
          unitId: world.pcs,
          unitPrice: '99.0000',
          isService: true,
        },
      ],
    });
    const [goods, service] = order.items;
    const receipt = expectData(
      await receive(world, order, {
        body: {
          items: [
            { orderItemId: goods.id, acceptedQty: 3, rejectedQty: 2, rejectReason: 'bent' },
            { orderItemId: service.id, acceptedQty: 1, rejectedQty: 0 },
          ],
        },
      }),
    );
    expect(await stockMoves(receipt.id)).toEqual([{ value: '30.00', qty: '3.000' }]);
    expect(receipt.whtAmount).toBe('2.97');
  });

  it('completes an order of services without an import', async () => {
    const order = await approvedOrder(world, {
      items: [
        {
          description: 'Cleaning',
          quantity: 1,
          unitId: world.pcs,
          unitPrice: '500.0000',
          isService: true,
        },
      ],
    });
    const receipt = expectData(await receive(world, order));
    expect(receipt.goodsImport).toBeNull();
    expect(expectData(await world.officer.get(`/purchase_orders/${order.id}`)).status).toBe(
      'completed',
    );
  });

  it('converts the bought unit to stock units', async () => {
    const order = await approvedOrder(world, {
      items: [
        {
          partId: world.part,
          quantity: 2,
          unitId: world.box,
          unitPrice: '120.0000',
          isService: false,
        },
      ],
    });
    const receipt = expectData(await receive(world, order));
    expect(await stockMoves(receipt.id)).toEqual([{ value: '240.00', qty: '24.000' }]);
    const { rows } = await test.app.pg.query<{ last_purchase_price: string }>(
      'select last_purchase_price from material_parts where id = $1',
      [world.part],
    );
    expect(rows[0]?.last_purchase_price).toBe('10.0000');
  });

  it('asks for as many serials as pieces and for lots that add up', async () => {
    const order = await approvedOrder(world, {
      items: [
        {
          partId: world.serialPart,
          quantity: 2,
          unitId: world.pcs,
          unitPrice: '10.0000',
          isService: false,
        },
        {
          partId: world.lotPart,
          quantity: 5,
          unitId: world.pcs,
          unitPrice: '10.0000',
          isService: false,
        },
      ],
    });
    const [serial, lot] = order.items;
    const bodyWith = (serials: string[], lots: object[]) => ({
      items: [
        { orderItemId: serial.id, acceptedQty: 2, rejectedQty: 0, serials },
        { orderItemId: lot.id, acceptedQty: 5, rejectedQty: 0, lots },
      ],
    });
    const refused = await receive(world, order, {
      body: bodyWith(['S-1'], [{ lotNo: 'L1', quantity: 4 }]),
    });
    expect(refused.status).toBe(422);
    expect(
      refused.body.errors.map((error: { field: string; code: string }) => [
        error.field,
        error.code,
      ]),
    ).toEqual([
      ['items[0].serials', 'SERIAL_COUNT'],
      ['items[1].lots', 'LOT_COUNT'],
    ]);
    const receipt = expectData(
      await receive(world, order, {
        body: bodyWith(
          ['S-1', 'S-2'],
          [
            { lotNo: 'L1', quantity: 4, expiryDate: dayFrom(world, 90) },
            { lotNo: 'L2', quantity: 1 },
          ],
        ),
      }),
    );
    expect(await stockMoves(receipt.id)).toHaveLength(4);
  });

  it('refuses more than what is expected, a second use of a tax invoice, and its own hands', async () => {
    const order = await approvedOrder(world);
    const over = await receive(world, order, { quantity: 11 });
    expect([over.status, over.body.code, over.body.details.open]).toEqual([
      409,
      'OVER_RECEIPT',
      10,
    ]);
    expect(over.body.errors).toMatchObject([{ field: 'items[0].acceptedQty' }]);
    expectData(await receive(world, order, { quantity: 1, body: { taxInvoiceNo: 'INV-1' } }));
    const twice = await receive(world, order, { quantity: 1, body: { taxInvoiceNo: 'INV-1' } });
    expect([twice.status, twice.body.code]).toEqual([409, 'DUPLICATE']);
    // The same paper in other letters; of another year it is another paper.
    for (const taxInvoiceNo of ['inv -1', 'INV-๑', 'ＩＮＶ-1', 'INV\u00a0-1']) {
      const typed = await receive(world, order, { quantity: 1, body: { taxInvoiceNo } });
      expect([taxInvoiceNo, typed.status, typed.body.code]).toEqual([
        taxInvoiceNo,
        409,
        'DUPLICATE',
      ]);
    }
    const earlier = { taxInvoiceNo: 'INV-1', taxInvoiceDate: '2025-12-30' };
    expectData(await receive(world, order, { quantity: 1, body: earlier }));
    const own = await world.manager.post('/purchase_order_acceptances', {
      orderId: order.id,
      receivedDate: dayFrom(world, 0),
      items: [{ orderItemId: order.items[0].id, acceptedQty: 1, rejectedQty: 0 }],
    });
    expect([own.status, own.body.code]).toEqual([409, 'SELF_RECEIPT']);
    const repriced = await receive(world, order, {
      quantity: 1,
      lines: () => ({ unitPrice: '99.0000' }),
    });
    expect(repriced.status).toBe(403);
  });

  it('is taken back while nobody has touched the import, and the order waits again', async () => {
    const order = await approvedOrder(world, { paymentType: 'credit' });
    const receipt = expectData(await receive(world, order, { body: { taxInvoiceNo: 'INV-R' } }));
    const reversed = expectData(
      await world.keeper.post(`/purchase_order_acceptances/${receipt.id}/reverse`, {
        version: receipt.version,
        reason: 'wrong delivery',
      }),
    );
    expect(reversed).toMatchObject({ status: 'reversed', goodsImport: { status: 'reversed' } });
    const waiting = expectData(await world.officer.get(`/purchase_orders/${order.id}`));
    expect(waiting).toMatchObject({ status: 'approved', hasReceipts: false, receivedPct: 0 });
    const debts = await test.app.pg.query(
      'select status from credit_purchases where receipt_id = $1',
      [receipt.id],
    );
    expect(debts.rows).toEqual([{ status: 'void' }]);
    // The invoice's number is free again.
    expectData(await receive(world, waiting, { body: { taxInvoiceNo: 'INV-R' } }));
  });

  it('waits for an approval by somebody else when it is not posted at once', async () => {
    const order = await approvedOrder(world);
    const receipt = expectData(await receive(world, order, { body: { post: false } }));
    expect(receipt).toMatchObject({ status: 'pending', goodsImport: null });
    expect(expectData(await world.officer.get(`/purchase_orders/${order.id}`)).hasReceipts).toBe(
      false,
    );
    const posted = expectData(
      await world.keeper.post(`/purchase_order_acceptances/${receipt.id}/approval`, {
        version: receipt.version,
      }),
    );
    expect(posted).toMatchObject({ status: 'posted', goodsImport: { status: 'pending' } });
    expect(expectData(await world.officer.get(`/purchase_orders/${order.id}`)).status).toBe(
      'completed',
    );
  });

  it('is withdrawn by whoever sent it while it waits, and leaves no trace but itself', async () => {
    const order = await approvedOrder(world, { paymentType: 'credit' });
    const invoice = { body: { post: false, taxInvoiceNo: 'INV-W' } };
    const receipt = expectData(await receive(world, order, invoice));
    const path = `/purchase_order_acceptances/${receipt.id}/cancel`;
    const body = { version: receipt.version, reason: 'counted the wrong pallet' };
    expect(receipt.allowedActions).toEqual(['cancel']);
    // Somebody else who only receives neither sees the button nor gets through.
    expect((await world.asker.post(path, body)).status).toBe(403);
    const none = await world.receiver.post(path, { version: receipt.version, reason: '' });
    expect([none.status, none.body.errors[0].field]).toEqual([422, 'reason']);

    const withdrawn = expectData(await world.receiver.post(path, body));
    expect(withdrawn).toMatchObject({
      status: 'cancelled',
      statusReason: 'counted the wrong pallet',
      goodsImport: null,
      allowedActions: [],
    });
    expect(withdrawn.history.at(-1)).toMatchObject({ action: 'cancel', to: 'cancelled' });
    const after = await test.app.pg.query(
      `select (select count(*)::int from stock_moves where doc_id = $1) as moves,
        (select count(*)::int from credit_purchases where receipt_id = $1) as debts`,
      [receipt.id],
    );
    expect(after.rows).toEqual([{ moves: 0, debts: 0 }]);
    const pdf = await world.receiver.get(`/purchase_order_acceptances/${receipt.id}/export`);
    expect(pdf.status).toBe(200);

    // The order waits as before and the invoice's number is free again.
    const waiting = expectData(await world.officer.get(`/purchase_orders/${order.id}`));
    expect(waiting).toMatchObject({ status: 'approved', hasReceipts: false });
    expectData(await receive(world, waiting, { body: { taxInvoiceNo: 'INV-W' } }));
  });

  it('is refused while it waits by whoever could have approved it, and its sender hears of it', async () => {
    const order = await approvedOrder(world);
    const receipt = expectData(await receive(world, order, { body: { post: false } }));
    const refused = await world.keeper.post(`/purchase_order_acceptances/${receipt.id}/cancel`, {
      version: receipt.version,
      reason: 'no delivery note',
    });
    expect(expectData(refused).status).toBe('cancelled');
    const [notice] = (await world.receiver.get('/notifications')).body.data;
    expect(notice).toMatchObject({ description: 'no delivery note' });
    expect(notice.title).toBe(`Receipt ${receipt.documentNo} was cancelled`);
  });

  it('owes for what came on credit, due after the credit days', async () => {
    const order = await approvedOrder(world, { paymentType: 'credit', creditDays: 45 });
    const receipt = expectData(await receive(world, order, { body: { taxInvoiceNo: 'INV-D' } }));
    const { rows } = await test.app.pg.query(
      'select amount, due_date, status from credit_purchases where receipt_id = $1',
      [receipt.id],
    );
    expect(rows).toEqual([{ amount: '1070.00', due_date: dayFrom(world, 45), status: 'unpaid' }]);
  });

  it('adds up: the base of posted receipts is the value that entered the ledger', async () => {
    const { rows } = await test.app.pg.query<{ base: string; moved: string }>(
      `select
        (select sum(i.base_amount) from purchase_order_receipt_items i
          where i.receipt_status = 'posted' and not i.is_service) as base,
        (select sum(m.value) from stock_moves m
          where m.doc_type = 'receipt' and not exists
            (select 1 from stock_moves r where r.reverses_move_id = m.id)) as moved`,
    );
    expect(rows[0]?.base).toBe(rows[0]?.moved);
  });

  it('never lets an order exceed its request, however it is tried (I16)', async () => {
    const request = await approvedRequest(world);
    const line = (quantity: number) => ({
      items: [
        {
          partId: world.part,
          quantity,
          unitId: world.pcs,
          unitPrice: '1.0000',
          isService: false,
          requestItemId: request.items[0].id,
        },
      ],
    });
    const tries = await Promise.all(
      Array.from({ length: 6 }, () =>
        world.officer.post('/purchase_orders', orderBody(world, line(4))),
      ),
    );
    expect(tries.filter((answer) => answer.status === 201)).toHaveLength(2);
    const refused = tries.filter((answer) => answer.status === 422);
    expect(refused.map((answer) => answer.body.errors[0].code)).toEqual(
      Array.from({ length: 4 }, () => 'OVER_ORDER'),
    );
  });
});

it('leaves the count of the goods to somebody other than whoever received them', async () => {
  const receipt = expectData(await receive(world, await approvedOrder(world)));
  const path = `/material-receives/${receipt.goodsImport.id}`;
  const { rows } = await test.app.pg.query<{ id: string }>(
    'select id from bins where warehouse_id = $1',
    [world.warehouseId],
  );
  const seen = expectData(await world.receiver.get(path));
  expect(seen.allowedActions).not.toContain('update');
  const items = seen.items.map((item: { id: string; expectedQty: number }) => ({
    id: item.id,
    receivedQty: item.expectedQty,
    damagedQty: 0,
    missingQty: 0,
    binId: rows[0]?.id,
  }));
  const body = { version: seen.version, items };
  const own = await world.receiver.patch(path, body);
  expect([own.status, own.body.code]).toEqual([409, 'RECEIVED_BY_YOU']);
  const work = async (person: typeof world.receiver) =>
    JSON.stringify(expectData(await person.get('/dashboard/work')).myWork);
  expect(await work(world.receiver)).not.toContain(seen.documentNo);
  expect(await work(world.asker)).toContain(seen.documentNo);
  expect(expectData(await world.asker.patch(path, body)).status).toBe('inspecting');
});
