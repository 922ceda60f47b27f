import type { Actor } from '../../kernel/index.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../testing/index.ts';
import { dayFrom, expectData, makeWorld, type World } from '../../workflow/testing/world.ts';
import {
  approvedOrder,
  approvedRequest,
  orderBody,
  receive,
  requestBody,
} from '../purchasing/testing/documents.ts';
import { purchaseReport } from './purchase.ts';
import { purchaseReceiptReport } from './purchaseReceipt.ts';

const clock = manualClock(new Date('2026-10-20T03:00:00Z'));
const DAY = 86_400_000;
let test: TestApp;
let world: World;

const goods = (quantity: number, unitPrice: string) => ({
  partId: world.part,
  quantity,
  unitId: world.pcs,
  unitPrice,
  isService: false,
});

beforeAll(async () => {
  test = await createTestApp({ clock });
  world = await makeWorld(test);
  const request = await approvedRequest(world);
  const october = await approvedOrder(world, {
    paymentType: 'credit',
    promisedDate: dayFrom(world, 3),
    items: [{ ...goods(10, '100.0000'), requestItemId: request.items[0].id }],
  });
  expectData(await receive(world, october, { quantity: 4, body: { taxInvoiceNo: 'A-1' } }));
  clock.advance(5 * DAY);
  const [line] = october.items;
  expectData(
    await receive(world, october, {
      body: {
        items: [{ orderItemId: line.id, acceptedQty: 3, rejectedQty: 1, rejectReason: 'broken' }],
      },
    }),
  );
  clock.advance(14 * DAY);
  // November: one order with a service and a discount, one cancelled, one draft.
  const november = await approvedOrder(world, {
    vatMode: 'inclusive',
    discount: { type: 'amount', value: '70.00' },
    items: [
      goods(5, '100.0000'),
      {
        description: 'Installation',
        quantity: 1,
        unitId: world.pcs,
        unitPrice: '107.0000',
        isService: true,
      },
    ],
  });
  expectData(await receive(world, november));
  const dropped = expectData(await world.officer.post('/purchase_orders', orderBody(world)));
  await world.officer.post(`/purchase_orders/${dropped.id}/cancel`, {
    version: dropped.version,
    reason: 'not needed',
  });
  await world.officer.post('/purchase_orders', orderBody(world, { isDraft: true }));
});
afterAll(() => test.close());

describe('purchase report (domain-warehouse 5)', () => {
  it('shows those who see only their own what they ordered and received themselves', async () => {
    const query = { page: 1, limit: 10, filters: {} };
    const input = { params: {}, body: undefined, files: [] };
    const totals = async (person: Person) => {
      const actor: Actor = { ...(await person.actor()), dataScope: 'own' };
      return test.app.transaction({ actor }, async (ctx) => {
        const sort = (field: string) => ({ ...query, sort: [{ field, descending: false }] });
        const ordered = await purchaseReport.run(ctx, {
          ...input,
          query: sort('order'),
        } as never);
        const received = await purchaseReceiptReport.run(ctx, {
          ...input,
          query: sort('receipt'),
        } as never);
        return [ordered, received].map((answer) => 'meta' in answer && answer.meta.totalItems);
      });
    };
    expect(await totals(world.officer)).toEqual([3, 0]);
    expect(await totals(world.receiver)).toEqual([0, 4]);
  });

  it('shows orders line by line with the course of each, and totals of the whole query', async () => {
    const { body } = await world.manager.get('/reports/purchase-report?limit=10&sort=documentDate');
    expect(body.data).toHaveLength(3);
    expect(body.data[0]).toMatchObject({
      documentDate: '2026-10-20',
      requester: { id: world.asker.userId },
      quantity: 10,
      unitPrice: '100.0000',
      base: '1000.00',
      vat: '70.00',
      grand: '1070.00',
      receivedPct: 70,
      leadDays: 5,
      status: 'onGoing',
    });
    expect(body.meta.summary).toMatchObject({
      lines: 3,
      values: { grand: '1607.00', base: '1501.87', vat: '105.13', open: '300.00' },
    });
    expect(body.meta.summary.charts.byMonth).toEqual({
      series: ['onGoing', 'completed'],
      points: [
        { key: '2026-10', label: '2026-10', values: ['1070.00', '0.00'] },
        { key: '2026-11', label: '2026-11', values: ['0.00', '537.00'] },
      ],
    });
  });

  it('keeps what was cancelled out of totals, and shows it when it is asked for', async () => {
    const { body } = await world.manager.get('/reports/purchase-report?status=cancelled');
    expect(body.data).toHaveLength(1);
    expect(body.meta.summary.values.grand).toBe('0.00');
  });

  it.each(['supplier', 'category', 'part', 'month', 'requester'])('groups by %s', async (by) => {
    const { body } = await world.manager.get(`/reports/purchase-report?groupBy=${by}`);
    const groups = body.meta.summary.groups as { label: string; values: { grand: string } }[];
    const sum = groups.reduce(
      (total, { values }) => total + Math.round(Number(values.grand) * 100),
      0,
    );
    expect(sum).toBe(160700);
    expect(groups.every(({ label }) => label !== '')).toBe(true);
  });

  it('filters by days, supplier, part, category and text, all of them in scope only', async () => {
    const count = async (query: string) =>
      (await world.manager.get(`/reports/purchase-report?${query}`)).body.meta.totalItems;
    expect(await count('startDate=2026-11-01')).toBe(2);
    expect(await count(`partId=${world.part}`)).toBe(2);
    expect(await count(`supplierId=${world.smallSupplier}`)).toBe(0);
    expect(await count('search=BELT')).toBe(3);
    const { rows } = await test.app.pg.query<{ id: string }>('select id from categories limit 1');
    expect(await count(`categoryId=${rows[0]?.id}`)).toBe(2);
    const elsewhere = await test.as('purchasing-manager', {
      warehouseIds: [world.otherWarehouseId],
    });
    const cut = await elsewhere.get('/reports/purchase-report');
    expect([cut.body.meta.totalItems, cut.body.meta.summary.values.grand]).toEqual([0, '0.00']);
  });

  it('is exported by whoever may, with every column in the language asked for', async () => {
    const manager = await world.manager.get('/reports/purchase-report/export?format=csv');
    expect(manager.status).toBe(403);
    const accountant = await test.as('accounting-manager');
    const file = await accountant.get('/reports/purchase-report/export?format=csv', {
      headers: { 'accept-language': 'th' },
    });
    expect(file.status).toBe(200);
    const lines = file.raw.toString('utf8').trim().split('\n');
    expect(lines[0]).toContain('ใบสั่งซื้อ,วันที่,');
    expect(lines.length).toBeGreaterThanOrEqual(4);
  });
});

describe('purchase receipt report', () => {
  it('shows receipts line by line with debts, and adds up to what entered the ledger', async () => {
    const { body } = await world.manager.get(
      '/reports/purchase-receipt-report?sort=receivedDate&groupBy=dueWeek',
    );
    expect(body.data[0]).toMatchObject({
      orderedQty: 10,
      acceptedQty: 4,
      base: '400.00',
      vat: '28.00',
      taxInvoiceNo: 'A-1',
      dueDate: '2026-11-19',
      paidState: 'unpaid',
    });
    expect(body.meta.summary).toMatchObject({
      lines: 4,
      values: { base: '1201.87', onTimePct: '50.00' },
    });
    expect(body.meta.summary.groups.map((group: { key: string }) => group.key)).toEqual([
      '2026-W47',
      '2026-W48',
      '–',
    ]);
    const { rows } = await test.app.pg.query<{ moved: string; services: string }>(
      `select (select sum(value) from stock_moves where doc_type = 'receipt') as moved,
        (select sum(base_amount) from purchase_order_receipt_items where is_service) as services`,
    );
    const value = Number(rows[0]?.moved) + Number(rows[0]?.services);
    expect(value.toFixed(2)).toBe(body.meta.summary.values.base);
  });

  it('calls a debt overdue once its day has passed', async () => {
    clock.advance(30 * DAY);
    const { body } = await world.manager.get('/reports/purchase-receipt-report?sort=receivedDate');
    expect(body.data[0].paidState).toBe('overdue');
    clock.advance(-30 * DAY);
  });
});

describe('dashboard', () => {
  it('lists what waits for each person, never their own, oldest first', async () => {
    const request = expectData(await world.asker.post('/purchase_requests', requestBody(world)));
    const keysOf = async (person: typeof world.asker) => {
      const { myWork } = expectData(await person.get('/dashboard/work'));
      return (myWork as { key: string; id: string }[]).map(({ key, id }) => `${key}:${id}`);
    };
    expect(await keysOf(world.manager)).toContain(`approveRequest:${request.id}`);
    expect(await keysOf(world.asker)).not.toContain(`approveRequest:${request.id}`);
    expect(await keysOf(world.officer)).not.toContain(`approveRequest:${request.id}`);

    const approved = expectData(
      await world.manager.post(`/purchase_requests/${request.id}/approval`, {
        version: request.version,
      }),
    );
    expect(await keysOf(world.manager)).not.toContain(`approveRequest:${request.id}`);
    expect(await keysOf(world.officer)).toContain(`orderRequest:${approved.id}`);

    const order = await approvedOrder(world);
    expect(await keysOf(world.officer)).toContain(`confirmOrder:${order.id}`);
    await world.officer.post(`/purchase_orders/${order.id}/confirm`, {
      version: order.version,
      supplierConfirmationNo: 'S',
      promisedDate: dayFrom(world, 3),
    });
    expect(await keysOf(world.receiver)).toContain(`receiveOrder:${order.id}`);
    expect(await keysOf(world.manager)).not.toContain(`receiveOrder:${order.id}`);
    const receipt = expectData(await receive(world, order));
    // Whoever received the goods leaves their counting to a colleague.
    const counting = `countImport:${receipt.goodsImport.id}`;
    expect(await keysOf(world.receiver)).not.toContain(counting);
    expect(await keysOf(world.asker)).toContain(counting);
  });

  it('counts only what this person may see, with the days before beside it', async () => {
    type Told = { key: string; unit: string; value: string | null; previous: string | null };
    const figuresOf = async (person: Person): Promise<Told[]> =>
      expectData(await person.get('/dashboard/summary')).figures;
    const chartsOf = async (person: Person) =>
      expectData(await person.get('/dashboard/charts')).charts;
    const manager = await figuresOf(world.manager);
    expect(manager.map(({ key }) => key)).toContain('ordersPending');
    // Sums of money are for whoever may see the finances.
    expect(manager.filter(({ unit }) => unit === 'money')).toEqual([]);
    const managerCharts = await chartsOf(world.manager);
    expect(managerCharts.map(({ unit }: { unit: string }) => unit)).toEqual(['count']);
    expect(managerCharts[0].points[0]).toMatchObject({ key: 'pending' });
    const accountant = await test.as('accounting-manager');
    const all = expectData(await accountant.get('/dashboard/summary'));
    expect(all.figures.length).toBeLessThanOrEqual(12);
    const ordered = expectData(
      await accountant.get('/dashboard/summary?keys=orderedThisMonth,ordersOpen'),
    );
    expect(ordered.figures).toMatchObject([
      { key: 'orderedThisMonth', value: '1607.00', previous: '0.00', comparedWith: 'daysBefore' },
      { key: 'ordersOpen', value: '300.00', previous: null },
    ]);
    expect((await chartsOf(accountant)).length).toBeGreaterThan(managerCharts.length);
    // A document that waits for approval is a figure for people who may approve.
    expect((await figuresOf(world.officer)).map(({ key }) => key)).not.toContain('ordersPending');
    const work = expectData(await world.manager.get('/dashboard/work'));
    // The total of each task, and all of them together.
    const totals = (work.myTasks as { total: number }[]).map(({ total }) => total);
    expect(totals.reduce((sum, one) => sum + one, 0)).toBe(work.myWorkTotal);
    expect((work.myTasks as { path: string }[])[0]?.path).toMatch(/\/default$/);
    expect(work.myWork).toHaveLength(work.myWorkTotal);
    const technician = await test.as('technician');
    const keys = (await figuresOf(technician)).map(({ key }) => key);
    expect(keys).not.toContain('ordersOpen');
    const stranger = await test.as('purchasing-manager', { companyId: null });
    const nothing = expectData(await stranger.get('/dashboard/work'));
    expect([nothing.myWork, nothing.myWorkTotal]).toEqual([[], 0]);
    expect((await figuresOf(stranger)).every(({ value }) => Number(value) === 0)).toBe(true);
  });

  it('brings the first of what waits along with the figures, and these though it fails', async () => {
    const { manager } = world;
    const summary = async () =>
      expectData(await manager.get('/dashboard/summary?work=5')) as {
        work: { myWork: object[] } | null;
        figures: object[];
      };
    const { work } = await summary();
    const alone = expectData(await manager.get('/dashboard/work?limit=5'));
    expect(work).toEqual({ ...alone, asOf: expect.any(String) });
    expect(expectData(await manager.get('/dashboard/summary'))).not.toHaveProperty('work');
    await test.app.pg.query('alter table purchase_requests rename column needed_by to gone');
    try {
      const failed = await summary();
      expect([failed.work, failed.figures.length > 0]).toEqual([null, true]);
    } finally {
      await test.app.pg.query('alter table purchase_requests rename column gone to needed_by');
    }
  });

  it('keeps figures for a minute, and what waits for nobody', async () => {
    const { manager } = world;
    const figuresOf = async () => expectData(await manager.get('/dashboard/summary')).figures;
    const before = await figuresOf();
    await world.officer.post('/purchase_orders', orderBody(world));
    expect(await figuresOf()).toEqual(before);
    clock.advance(61_000);
    expect(await figuresOf()).not.toEqual(before);
  });
});
