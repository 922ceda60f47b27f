import { createTestApp, type Person, type TestApp } from '../../testing/index.ts';
import { openPdfReader, squeezed } from '../../testing/pdfReader.ts';
import { dayFrom, expectData, makeWorld, type World } from '../../workflow/testing/world.ts';
import { taxId } from '../masterData/testing/office.ts';
import { approvedOrder, orderBody, receive, requestBody } from './testing/documents.ts';

/** What purchasing documents say besides lines and amounts (domain-warehouse 1.9–1.11). */
let test_: TestApp;
let world: World;
let boss: Person;
const reader = openPdfReader();

beforeAll(async () => {
  test_ = await createTestApp();
  world = await makeWorld(test_);
  boss = await test_.as('company-admin', { companyId: world.companyId });
  for (const type of ['purchaseRequest', 'purchaseOrder', 'acceptance']) {
    await header(type, `Default of ${type}`, { isDefault: true });
  }
});
afterAll(async () => {
  await reader.close();
  await test_.close();
});

const codesOf = (body: { errors?: { field: string; code: string }[] }) =>
  (body.errors ?? []).map(({ field, code }) => `${field} ${code}`);

/** A header of the company that is no default unless `more` says so. */
const header = async (type: string, name: string, more: object = {}) =>
  expectData(
    await boss.post('/document_headers', {
      companyId: world.companyId,
      type,
      name,
      companyNameTh: `บริษัท ${name} จำกัด`,
      companyNameEn: `${name} Limited`,
      taxId: taxId(),
      branchCode: '00000',
      address: '99/1 ถนนพระราม 1',
      signatureBlocks: [],
      isDefault: false,
      isActive: true,
      ...more,
    }),
  );

const textOf = async (who: Person, path: string) => {
  const answer = await who.get(path);
  expect(answer.status).toBe(200);
  return squeezed((await reader.pages(answer.raw)).join(' '));
};

describe('a request', () => {
  it('says what it is for: a job or a project by its number', async () => {
    const made = expectData(
      await world.asker.post(
        '/purchase_requests',
        requestBody(world, { purpose: 'job', refNo: 'JOB-0042', department: 'Workshop' }),
      ),
    );
    expect(made).toMatchObject({ refType: 'job', refNo: 'JOB-0042', department: 'Workshop' });
    const found = await world.asker.get('/purchase_requests?search=JOB-0042');
    expect(found.body.data.map((row: { id: string }) => row.id)).toContain(made.id);
    const changed = expectData(
      await world.asker.patch(`/purchase_requests/${made.id}`, {
        ...requestBody(world),
        version: made.version,
      }),
    );
    expect(changed).toMatchObject({ refType: null, refNo: null, department: null });
  });

  it('for the shelf has no number to name', async () => {
    const answer = await world.asker.post(
      '/purchase_requests',
      requestBody(world, { refNo: 'JOB-0042' }),
    );
    expect([answer.status, codesOf(answer.body)]).toEqual([422, ['refNo NOT_FOR_STOCK']]);
  });

  it('that reordering made says so, and keeps it when its lines are changed', async () => {
    const body = { items: [{ partId: world.part, warehouseId: world.warehouseId, quantity: 4 }] };
    const [{ id }] = expectData(await world.admin.post('/stock/reorder/create-pr', body)).requests;
    const doc = expectData(await world.admin.get(`/purchase_requests/${id}`));
    expect(doc).toMatchObject({ purpose: 'stock', refType: 'stockRule', refNo: null });
    const changed = await world.admin.patch(`/purchase_requests/${id}`, {
      ...requestBody(world),
      version: doc.version,
    });
    expect(expectData(changed).refType).toBe('stockRule');
  });
});

describe('the header of a document', () => {
  it('is chosen among those in use of its company and kind', async () => {
    const chosen = await header('purchaseRequest', 'Chosen');
    const retired = await header('purchaseRequest', 'Retired', { isActive: false });
    const ofOrders = await header('purchaseOrder', 'Orders');
    const ask = (documentHeaderId: string) =>
      world.asker.post('/purchase_requests', requestBody(world, { documentHeaderId }));
    expect(codesOf((await ask(retired.id)).body)).toEqual(['documentHeaderId INACTIVE']);
    expect(codesOf((await ask(ofOrders.id)).body)).toEqual(['documentHeaderId UNKNOWN_ID']);
    const made = expectData(await ask(chosen.id));
    expect(made.documentHeader).toMatchObject({ id: chosen.id, name: 'Chosen' });

    const offered = await world.asker.get(
      `/document_headers/master?type=purchaseRequest&warehouseId=${world.warehouseId}`,
    );
    expect(offered.body.data).toEqual([
      { id: chosen.id, code: null, name: 'Chosen' },
      { id: expect.anything(), code: null, name: 'Default of purchaseRequest' },
    ]);
    expect(await textOf(world.manager, `/purchase_requests/${made.id}/export`)).toContain(
      squeezed('Chosen Limited'),
    );
    // What was chosen is frozen with the approval.
    expectData(
      await world.manager.post(`/purchase_requests/${made.id}/approval`, { version: made.version }),
    );
    const stored = await boss.get(`/document_headers/${chosen.id}`);
    const { history: _h, company, logo: _l, numbering: _n, ...rest } = stored.body.data;
    const kept = { ...rest, companyId: company.id, companyNameEn: 'Renamed Limited' };
    for (const extra of ['createdAt', 'updatedAt', 'hasLogo', 'signatureCount']) delete kept[extra];
    expectData(await boss.post('/document_headers', kept));
    expect(await textOf(world.manager, `/purchase_requests/${made.id}/export`)).toContain(
      squeezed('Chosen Limited'),
    );
  });

  it('is signed by a person or a role that it names, as they were called on approval', async () => {
    const { rows } = await test_.app.pg.query<{ id: string; label_en: string }>(
      "select id, label_en from roles where name = 'auditor'",
    );
    const role = rows[0];
    const label = { labelTh: 'ผู้ลงนาม', labelEn: 'Signed' };
    const blocks = [
      { ...label, signer: 'person', userId: world.keeper.userId },
      { ...label, signer: 'role', roleId: role?.id },
    ];
    const wrong = await boss.post('/document_headers', {
      companyId: world.companyId,
      type: 'purchaseRequest',
      name: 'Nobody',
      companyNameTh: 'บริษัท ทดสอบ จำกัด',
      companyNameEn: 'Nobody Limited',
      taxId: taxId(),
      branchCode: '00000',
      address: '99/1 ถนนพระราม 1',
      isDefault: false,
      isActive: true,
      signatureBlocks: [
        { ...label, signer: 'person' },
        { ...label, signer: 'role', roleId: world.part },
      ],
    });
    expect(codesOf(wrong.body)).toEqual(
      expect.arrayContaining([
        'signatureBlocks[0].userId REQUIRED',
        'signatureBlocks[1].roleId UNKNOWN_ID',
      ]),
    );
    const signed = await header('purchaseRequest', 'Signed', { signatureBlocks: blocks });
    const made = expectData(
      await world.asker.post(
        '/purchase_requests',
        requestBody(world, { documentHeaderId: signed.id }),
      ),
    );
    await world.manager.post(`/purchase_requests/${made.id}/approval`, { version: made.version });
    await test_.app.pg.query("update users set first_name = 'Renamed' where id = $1", [
      world.keeper.userId,
    ]);
    const pdf = await textOf(world.manager, `/purchase_requests/${made.id}/export`);
    expect(pdf).toContain(squeezed(`(${role?.label_en})`));
    expect(pdf).not.toContain('Renamed');
    expect(pdf).toContain('(warehouse-');
  });

  it('of orders and receipts is chosen in the same way', async () => {
    const ofOrders = await header('purchaseOrder', 'Order header');
    const order = await approvedOrder(world, { documentHeaderId: ofOrders.id });
    expect(order.documentHeader).toMatchObject({ id: ofOrders.id });
    expect(await textOf(world.officer, `/purchase_orders/${order.id}/export`)).toContain(
      squeezed('Order header Limited'),
    );
    const ofReceipts = await header('acceptance', 'Receipt header');
    const wrong = await receive(world, order, { body: { documentHeaderId: ofOrders.id } });
    expect(codesOf(wrong.body)).toEqual(['documentHeaderId UNKNOWN_ID']);
    const receipt = expectData(
      await receive(world, order, { body: { documentHeaderId: ofReceipts.id } }),
    );
    expect(
      await textOf(world.officer, `/purchase_order_acceptances/${receipt.id}/export`),
    ).toContain(squeezed('Receipt header Limited'));
  });
});

describe('an order', () => {
  it('has a warranty and a date of its own on each line', async () => {
    const [line] = orderBody(world).items as object[];
    const items = [
      { ...line, warrantyMonths: 24, promisedDate: dayFrom(world, 9) },
      { ...line, warrantyMonths: 0 },
    ];
    const made = expectData(
      await world.officer.post(
        '/purchase_orders',
        orderBody(world, { items, promisedDate: dayFrom(world, 5) }),
      ),
    );
    const said = made.items.map((item: { warrantyMonths: number; promisedDate: string | null }) => [
      item.warrantyMonths,
      item.promisedDate,
    ]);
    expect(said).toEqual([
      [24, dayFrom(world, 9)],
      [0, null],
    ]);
    const late = await world.officer.post(
      '/purchase_orders',
      orderBody(world, { items: [{ ...line, promisedDate: dayFrom(world, -1) }] }),
    );
    expect(codesOf(late.body)).toEqual(['items[0].promisedDate PAST_DATE']);
  });

  const amend = (order: { id: string; version: number }, more: object) =>
    world.officer.post(`/purchase_orders/${order.id}/amend`, { version: order.version, ...more });

  it('that is approved takes a remark and a date, and stays approved', async () => {
    const order = await approvedOrder(world);
    const more = { remark: 'Back door', promisedDate: dayFrom(world, 3) };
    const changed = expectData(await amend(order, more));
    expect(changed).toMatchObject({ ...more, status: 'approved', grandTotal: order.grandTotal });
    expect(changed.history.map((entry: { action: string }) => entry.action)).toContain('amend');
    expect((await amend(order, more)).status).toBe(409);
  });

  it('is booked by a confirmation, which is then corrected but not emptied', async () => {
    const order = await approvedOrder(world);
    const without = await amend(order, { supplierConfirmationNo: 'ACK-1' });
    expect(codesOf(without.body)).toEqual(['promisedDate REQUIRED']);
    const confirmation = { supplierConfirmationNo: 'ACK-1', promisedDate: dayFrom(world, 3) };
    const booked = expectData(await amend(order, confirmation));
    expect(booked).toMatchObject({ status: 'booking', supplierConfirmationNo: 'ACK-1' });
    expect(codesOf((await amend(booked, { remark: 'x' })).body)).toEqual([
      'supplierConfirmationNo REQUIRED',
      'promisedDate REQUIRED',
    ]);
    const corrected = await amend(booked, { ...confirmation, supplierConfirmationNo: 'ACK-2' });
    expect(expectData(corrected)).toMatchObject({
      status: 'booking',
      supplierConfirmationNo: 'ACK-2',
    });
  });

  it('that waits is changed whole instead', async () => {
    const made = expectData(await world.officer.post('/purchase_orders', orderBody(world)));
    const answer = await amend(made, { remark: 'x' });
    expect([answer.status, answer.body.code]).toEqual([409, 'INVALID_STATE']);
  });
});

describe('what the dock may see of prices', () => {
  const receivable = async (who: Person, id: string) => {
    const answer = await who.get(`/purchase_order_acceptances/receivable?orderId=${id}`);
    return answer.body.data[0].items[0].unitPrice;
  };

  it('is nothing, unless they may change them', async () => {
    const order = await approvedOrder(world);
    expect(await receivable(world.receiver, order.id)).toBeNull();
    expect(await receivable(world.admin, order.id)).toBe('100.0000');
  });
});
