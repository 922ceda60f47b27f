import { createTestApp, type Person, type TestApp } from '../../testing/index.ts';
import { openPdfReader, squeezed } from '../../testing/pdfReader.ts';
import { expectData, makeWorld, type World } from '../../workflow/testing/world.ts';
import { approvedOrder, approvedRequest, receive, requestBody } from './testing/documents.ts';

let test: TestApp;
let world: World;
const reader = openPdfReader();
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
});
afterAll(async () => {
  await reader.close();
  await test.close();
});

/** The text of a PDF as somebody would copy it, without the breaks of its lines. */
async function textOf(person: Person, path: string, language: 'en' | 'th'): Promise<string> {
  const answer = await person.get(path, { headers: { 'accept-language': language } });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return (await reader.pages(answer.raw)).join(' ').replace(/\s+/g, ' ');
}

describe('PDFs of purchasing', () => {
  it('write an order’s amounts in figures and words, in both languages', async () => {
    await test.app.pg.query('update warehouses set address = $2 where id = $1', [
      world.warehouseId,
      '9 Delivery Lane',
    ]);
    const contact = { name: 'Khun Wipa', phone: '021234501', email: 'sales@supplier.example' };
    await test.app.pg.query('update suppliers set contacts = $2::jsonb where id = $1', [
      world.supplier,
      JSON.stringify([{ ...contact, line: null, isPrimary: true }]),
    ]);
    const order = await approvedOrder(world, {
      vatMode: 'inclusive',
      discount: { type: 'amount', value: '70.00' },
      items: [
        {
          partId: world.part,
          quantity: 10,
          unitId: world.pcs,
          unitPrice: '107.0000',
          isService: false,
        },
        {
          description: 'Installation',
          quantity: 1,
          unitId: world.pcs,
          unitPrice: '70.0000',
          isService: true,
        },
      ],
    });
    const english = await textOf(world.officer, `/purchase_orders/${order.id}/export`, 'en');
    for (const words of [
      order.documentNo,
      'Purchase order',
      'One thousand and seventy baht only',
      '1,070.00',
      'Withholding tax 3%',
      // Whom the supplier asks, and where the goods go.
      'Buyer',
      '9 Delivery Lane',
      'Contact Khun Wipa · 021234501 · sales@supplier.example',
      order.netPayable.replace(/^1/, '1,'),
      'Test Company Limited',
    ]) {
      expect(squeezed(english)).toContain(squeezed(words));
    }
    const thai = squeezed(await textOf(world.officer, `/purchase_orders/${order.id}/export`, 'th'));
    for (const words of ['ใบสั่งซื้อ', 'หนึ่งพันเจ็ดสิบบาทถ้วน', 'อะไหล่BELT']) {
      expect(thai).toContain(words);
    }
  });

  it('carry a watermark until they are approved', async () => {
    const waiting = expectData(await world.asker.post('/purchase_requests', requestBody(world)));
    const draft = await textOf(world.asker, `/purchase_requests/${waiting.id}/export`, 'en');
    const approved = await approvedRequest(world);
    const final = await textOf(world.asker, `/purchase_requests/${approved.id}/export`, 'en');
    expect(draft.toLowerCase()).toContain('draft');
    expect(final.toLowerCase()).not.toContain('draft');
  });

  it('keep the header that they were approved with', async () => {
    const order = await approvedOrder(world);
    const receipt = expectData(await receive(world, order));
    await test.app.pg.query(`update companies set name_en = 'Renamed Company' where id = $1`, [
      world.companyId,
    ]);
    const old = await textOf(world.officer, `/purchase_orders/${order.id}/export`, 'en');
    expect(squeezed(old)).toContain('TestCompanyLimited');
    const pdf = await textOf(
      world.receiver,
      `/purchase_order_acceptances/${receipt.id}/export`,
      'en',
    );
    expect(squeezed(pdf)).toContain(receipt.documentNo);
    expect(squeezed(pdf)).not.toContain('RenamedCompany');
    const next = expectData(await world.asker.post('/purchase_requests', requestBody(world)));
    const fresh = await textOf(world.asker, `/purchase_requests/${next.id}/export`, 'en');
    expect(squeezed(fresh)).toContain('RenamedCompany');
  });

  it('are for whoever may print, of documents in their scope', async () => {
    const order = await approvedOrder(world);
    const path = `/purchase_orders/${order.id}/export`;
    expect((await world.receiver.get(path)).status).toBe(403);
    const stranger = await test.as('purchasing-manager', { companyId: null });
    expect((await stranger.get(path)).status).toBe(404);
  });
});

describe('lists of purchasing', () => {
  it('find documents by number, person and part, fold tones and count the tabs', async () => {
    const request = await approvedRequest(world);
    const found = async (search: string) =>
      (await world.manager.get(`/purchase_requests?search=${encodeURIComponent(search)}`)).body.meta
        .totalItems;
    expect(await found(request.documentNo.toLowerCase())).toBe(1);
    const all = (await world.manager.get('/purchase_requests')).body.meta;
    expect(await found('belt')).toBe(all.totalItems);
    expect(await found('อะไหล BELT')).toBe(all.totalItems);
    expect(await found('warehouse-staff')).toBe(all.totalItems);
    expect(await found('nothing of the kind')).toBe(0);
    const counted = Object.values(all.counts as Record<string, number>).reduce((a, b) => a + b, 0);
    expect(counted).toBe(all.totalItems);
  });

  it('show only what is in scope: company, warehouse, own', async () => {
    const inOther = { warehouseIds: [world.otherWarehouseId] };
    const keeper = await test.as('warehouse-manager', inOther);
    expect((await keeper.get('/purchase_requests')).body.meta.totalItems).toBe(0);
    const technician = await test.as('technician');
    expectData(await technician.post('/purchase_requests', requestBody(world)));
    const own = (await technician.get('/purchase_requests')).body;
    expect(own.meta.totalItems).toBe(1);
    expect(own.data[0].requester.id).toBe(technician.userId);
    const other = await approvedRequest(world);
    expect((await technician.get(`/purchase_requests/${other.id}`)).status).toBe(404);
    const nobody = await test.as('auditor', { companyId: null });
    expect((await nobody.get('/purchase_orders')).body.meta.totalItems).toBe(0);
  });

  it('are exported whole, with the columns asked for', async () => {
    const file = await world.manager.get(
      '/purchase_orders?format=csv&columns=documentNo,supplier,grandTotal,status',
    );
    expect(file.status).toBe(200);
    const [head, first] = file.raw.toString('utf8').replace('\ufeff', '').split(/\r?\n/);
    expect(head?.split(',')).toHaveLength(4);
    expect(first).toMatch(/^"?PO\d{4}-\d{4}/);
  });

  it('offer requests with open lines to order, and orders to receive', async () => {
    const request = await approvedRequest(world);
    const open = (await world.officer.get('/purchase_requests/all?limit=1000')).body.data;
    expect(open.find((row: { id: string }) => row.id === request.id).items[0].openQty).toBe(10);
    const order = await approvedOrder(world);
    const { body } = await world.receiver.get(
      `/purchase_order_acceptances/receivable?orderId=${order.id}`,
    );
    expect(body.data[0].items[0]).toMatchObject({
      openQty: 10,
      unitFactor: 1,
      trackingType: 'none',
    });
    expectData(await receive(world, order));
    const after = await world.receiver.get(
      `/purchase_order_acceptances/receivable?orderId=${order.id}`,
    );
    expect(after.body.data).toEqual([]);
  });
});
