import type { ContractDetail } from '@boxyard/shared/contract/areas/contracts.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import kitEn from '../../i18n/kit.en.json' with { type: 'json' };
import kitTh from '../../i18n/kit.th.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page } from './contracts.document.page.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const person = { id: '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ae', name: 'Nattaya Boonmee' };
const totals = {
  subTotal: '7000.00',
  discountTotal: '0.00',
  baseAmount: '7000.00',
  interestTotal: '0.00',
  vatAmount: '490.00',
  grandTotal: '7490.00',
  whtAmount: '0.00',
  netReceivable: '7490.00',
  financedAmount: '7490.00',
};
const open = {
  lines: [
    {
      id: 'i1',
      kind: 'owed' as const,
      invoice: { id: 'i1', documentNo: 'IV2611-0009', status: 'overdue' },
      dueDate: '2026-11-05',
      reason: null,
      amount: '3745.00',
      setOff: '3745.00',
    },
  ],
  vatRate: '7.00',
  owed: '3745.00',
  charged: '0.00',
  deposit: '5000.00',
  setOff: '3745.00',
  credit: '1255.00',
  stillOwed: '0.00',
  settled: null,
};
const contract: ContractDetail = {
  id: ID,
  version: 7,
  createdAt: '2026-11-01T03:00:00.000Z',
  updatedAt: '2026-11-20T03:00:00.000Z',
  documentNo: 'CT2611-0004',
  status: 'terminated',
  documentDate: '2026-11-01',
  company: { id: 'c', code: 'BXY', name: 'Boxyard' },
  remark: null,
  createdBy: person,
  approvedBy: person,
  approvedAt: null,
  statusReason: null,
  type: 'lease',
  customer: { id: 'u', code: 'CU-1', name: 'Siam Snack Co., Ltd.' },
  sale: person,
  productModel: { id: 'm', code: 'VM1', name: 'Vending 1' },
  product: null,
  grandTotal: '7490.00',
  outstandingAmount: '3745.00',
  overdueAmount: '0.00',
  nextDueDate: null,
  paymentStatus: 'overdue',
  settlementStatus: 'open',
  awayUnderContract: false,
  startDate: '2026-11-01',
  endDate: '2026-12-31',
  price: '3500.00',
  discountType: null,
  discountValue: null,
  discountReason: null,
  vatMode: 'exclusive',
  vatRate: '7.00',
  whtRate: '0.00',
  depositAmount: '5000.00',
  depositRefundable: true,
  downPayment: '0.00',
  installmentCount: 2,
  interval: 'month',
  dueDay: '5',
  firstDueDate: '2026-11-05',
  interestType: 'none',
  interestRate: '0.00',
  titleHolder: 'company',
  warrantyMonths: 0,
  coverage: 'full',
  totals,
  schedule: [],
  formerNo: null,
  takenOverOn: null,
  installSite: {
    address: 'x',
    lat: null,
    lng: null,
    contactName: 'y',
    contactPhone: '0812345678',
    place: null,
  },
  witnesses: [],
  terms: null,
  clauseSet: { name: 'Vending 2026', revisionNo: 3 },
  reservedUntil: null,
  handOut: null,
  installedOn: null,
  activatedOn: null,
  endedOn: '2026-11-20',
  currentVersionNo: 1,
  proposal: null,
  previousContract: null,
  checklist: [],
  endorsements: [],
  history: [],
  attachments: [],
  related: [],
  allowedActions: ['settle'],
  authorIds: [],
  settlement: open,
};

const show = (doc: ContractDetail, locale: 'en' | 'th' = 'en', query = '') => {
  const server = fakeServer();
  server.answer('contracts.get', doc);
  server.answer('contracts.settle', { data: { ...doc, version: 8 } });
  server.answer('contracts.amend', { data: { ...doc, version: 8 } });
  server.answer('contracts.swapProduct', { data: { ...doc, version: 8 } });
  server.answer('contracts.withdrawChange', { data: { ...doc, proposal: null, version: 8 } });
  server.answer('contracts.available', {
    data: [
      {
        id: ID,
        code: 'VM2611-0042',
        name: 'Vending machine',
        status: 'installed',
        warehouse: null,
        site: { holder: 'Central Hospital', address: '514 Luang Road', lat: null, lng: null },
        documentDate: '2026-11-01',
      },
    ],
  });
  server.answer('masterData.subWarehouses', {
    data: [{ id: ID, code: 'BKK', name: 'Bangkok' }],
  } as never);
  server.answer('contracts.preview', {
    data: {
      totals,
      schedule: [],
      listPrice: '98000.00',
      discountPercent: '89.80',
      discountLimit: '5.00',
    },
  });
  server.answer('comments.list', { comments: [], total: 0, isMuted: false, mayComment: false });
  return renderPage(<Page />, {
    route: `/sales-management/purchase-contract/${ID}${query}`,
    path: '/sales-management/purchase-contract/:id',
    as: 'sales-manager',
    locale,
    server,
    texts: { 'remote-purchase-sales': { en, th }, kit: { en: kitEn, th: kitTh } },
  });
};

test.each([
  ['en', 'To be refunded', 'Not settled yet'],
  ['th', 'ต้องคืนลูกค้า', 'ยังไม่ได้ชำระบัญชี'],
] as const)('a contract that is over shows how it would be settled, in %s', async (...given) => {
  const [locale, refund, note] = given;
  await show(contract, locale);
  expect(await screen.findByText(refund)).toBeVisible();
  expect(screen.getByText(new RegExp(note))).toBeVisible();
  expect(screen.getByText('1,255.00')).toBeVisible();
  expect(screen.getByRole('link', { name: /IV2611-0009/ })).toBeVisible();
});

test('damages and fees are added up while they are typed, and sent with their reason', async () => {
  const { user, server } = await show(contract);
  await user.click(await screen.findByRole('button', { name: 'Settle contract' }));
  const dialog = within(await screen.findByRole('dialog'));
  const sum = (key: string) =>
    document.querySelector(`[role="dialog"] [data-sum="${key}"] dd`)?.textContent;
  await user.click(dialog.getByRole('button', { name: /Add/ }));
  await user.type(dialog.getByRole('textbox', { name: 'Reason 1' }), 'The door is dented');
  await user.type(dialog.getByRole('textbox', { name: 'Amount 1' }), '2000.00');
  await user.tab();
  await waitFor(() => expect(sum('stillOwed')).toBe('฿745.00'));
  expect(sum('charged')).toBe('฿2,000.00');
  await user.click(dialog.getByRole('button', { name: 'Settle contract' }));
  await waitFor(() =>
    expect(server.requests('contracts.settle')[0]?.body).toEqual({
      version: 7,
      charges: [{ kind: 'damage', reason: 'The door is dented', amount: '2000.00' }],
      remark: null,
    }),
  );
});

test('whoever ends a contract reads first what its end leaves, and sends nothing of it', async () => {
  const onGoing = { ...contract, status: 'onGoing', settlement: null, endedOn: null };
  const { user, server } = await show({ ...onGoing, allowedActions: ['terminate'] });
  server.answer('contracts.termination', {
    ...open,
    voided: [],
    credited: [],
    withdrawn: [],
    keptDeposit: '0.00',
    titleHolder: 'company',
    isReturned: true,
  });
  server.answer('contracts.changeStatus', { data: { ...contract, version: 8 } });
  await user.click(await screen.findByRole('button', { name: 'Terminate contract' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/IV2611-0009/)).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'The shop closes');
  await user.click(dialog.getByRole('button', { name: 'Terminate contract' }));
  await waitFor(() => expect(server.requests('contracts.changeStatus')).toHaveLength(1));
  const { effectiveDate } = server.requests('contracts.termination')[0]?.query ?? {};
  expect(server.requests('contracts.changeStatus')[0]?.body).toEqual({
    version: 7,
    action: 'terminate',
    reason: 'The shop closes',
    effectiveDate,
    returnWarehouseId: null,
    comment: null,
  });
});

test('what was settled names who did it and where the rest is refunded', async () => {
  await show({
    ...contract,
    settlementStatus: 'settled',
    allowedActions: [],
    settlement: {
      ...open,
      settled: {
        on: '2026-11-20',
        by: person,
        remark: null,
        payment: {
          id: 'p',
          documentNo: 'PY2611-0003',
          status: 'refundRequested',
          refunded: '0.00',
        },
      },
    },
  });
  expect(await screen.findByText(/Settled by Nattaya Boonmee/)).toBeVisible();
  expect(screen.getByRole('link', { name: /PY2611-0003/ })).toBeVisible();
});

test.each([
  ['en', 'Agreed terms', ['Warranty (months)24', 'CoverageParts only', 'Title holderOur company']],
  ['th', 'ข้อตกลงในสัญญา', ['รับประกัน (เดือน)24', 'กรรมสิทธิ์บริษัท']],
] as const)('the terms that the head leaves out stand in a section, in %s', async (...given) => {
  const [locale, section, terms] = given;
  const doc = { ...contract, warrantyMonths: 24, coverage: 'partsOnly' as const };
  const { user } = await show({ ...doc, witnesses: ['Malee Suk'] }, locale);
  await user.click(await screen.findByRole('tab', { name: section }));
  const panel = screen.getByRole('tabpanel');
  for (const term of terms) expect(panel).toHaveTextContent(term);
  expect(panel).toHaveTextContent('Malee Suk');
  expect(panel).toHaveTextContent('Vending 2026');
  expect(panel).not.toHaveTextContent('Siam Snack');
});

test.each([
  ['en', 'Proposed change', ['Warranty (months)', '0', '24'], 'Sum – Grand total'],
  ['th', 'การแก้ไขที่เสนอ', ['รับประกัน (เดือน)', '0', '24'], 'ยอดรวม – จำนวนเงินรวมทั้งสิ้น'],
] as const)('a change that waits is read beside what is agreed, in %s', async (...given) => {
  const [locale, section, warranty, sum] = given;
  await show(
    {
      ...contract,
      status: 'onGoing',
      settlement: null,
      allowedActions: ['approve-change'],
      proposal: {
        changes: [
          { path: 'warrantyMonths', from: 0, to: 24 },
          { path: 'totals.grandTotal', from: '7490.00', to: '7000.00' },
        ],
        reason: 'Goodwill',
        effectiveDate: '2026-11-20',
        exchange: null,
        grandTotal: '7000.00',
        proposedBy: person,
        proposedAt: '2026-11-20T03:00:00.000Z',
        decidedBy: null,
        decidedAt: null,
      },
    },
    locale,
  );
  expect(await screen.findByRole('tab', { name: section, selected: true })).toBeVisible();
  const rows = (await within(screen.getByRole('tabpanel')).findAllByRole('row')).slice(1);
  const cells = rows.map((row) => [...row.children].map((cell) => cell.textContent));
  expect(cells).toEqual([warranty, [sum, '฿7,490.00', '฿7,000.00']]);
  expect(screen.getByRole('tabpanel')).toHaveTextContent('Goodwill');
});

const standing = { id: person.id, serialNumber: 'VM2601-0007', name: 'Vending machine' };
const other = { id: ID, serialNumber: 'VM2611-0042', name: 'Vending machine' };

test.each([
  ['en', 'Proposed change', ['Container', 'Container comes back to']],
  ['th', 'การแก้ไขที่เสนอ', ['ตู้', 'ส่งตู้กลับคลัง']],
] as const)('an exchange that waits names both containers, in %s', async (...given) => {
  const [locale, section, [container, warehouse]] = given;
  const before = standing.serialNumber;
  await show(
    {
      ...contract,
      status: 'onGoing',
      product: standing,
      settlement: null,
      allowedActions: ['approve-change'],
      proposal: {
        changes: [
          { path: 'product.id', from: standing.id, to: other.id },
          { path: 'product.serialNumber', from: before, to: other.serialNumber },
        ],
        reason: 'The compressor is broken',
        effectiveDate: '2026-11-20',
        exchange: {
          product: other,
          returnWarehouse: { id: ID, code: 'BKK', name: 'Bangkok', nameTh: 'กรุงเทพ' },
        },
        grandTotal: contract.grandTotal,
        proposedBy: person,
        proposedAt: '2026-11-20T03:00:00.000Z',
        decidedBy: null,
        decidedAt: null,
      },
    },
    locale,
  );
  expect(await screen.findByRole('tab', { name: section, selected: true })).toBeVisible();
  const panel = screen.getByRole('tabpanel');
  const [row] = (await within(panel).findAllByRole('row')).slice(1);
  const [label, from, to] = [...(row?.children ?? [])].map((cell) => cell.textContent);
  expect(label).toBe(container);
  expect(from).toContain(before);
  expect(to).toContain(other.serialNumber);
  expect(panel).toHaveTextContent(warehouse);
  expect(screen.getByText(new RegExp(`${before} → ${other.serialNumber}`))).toBeVisible();
});

const waiting: ContractDetail = {
  ...contract,
  status: 'onGoing',
  product: standing,
  settlement: null,
  allowedActions: ['withdraw-change'],
  proposal: {
    changes: [],
    reason: 'The compressor is broken',
    effectiveDate: '2026-11-20',
    exchange: { product: other, returnWarehouse: null },
    grandTotal: contract.grandTotal,
    proposedBy: person,
    proposedAt: '2026-11-20T03:00:00.000Z',
    decidedBy: null,
    decidedAt: null,
  },
};

test.each([
  ['en', 'Withdraw change', /offered to others/],
  ['th', 'ถอนการแก้ไข', /เปิดให้สัญญาอื่นจองได้/],
] as const)(
  'whoever proposed a change takes it back once they have confirmed, in %s',
  async (...given) => {
    const [locale, name, consequence] = given;
    const { user, server } = await show(waiting, locale);
    await user.click(await screen.findByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(consequence)).toBeVisible();
    expect(server.requests('contracts.withdrawChange')).toHaveLength(0);
    await user.click(dialog.getByRole('button', { name }));
    await waitFor(() => expect(server.requests('contracts.withdrawChange')).toHaveLength(1));
    expect(server.requests('contracts.withdrawChange')[0]).toMatchObject({
      params: { id: ID },
      body: { version: contract.version },
    });
  },
);

test('a change that somebody else proposed is not offered for withdrawal', async () => {
  await show({ ...waiting, allowedActions: ['approve-change', 'reject-change'] });
  expect(await screen.findByRole('button', { name: 'Reject change' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Withdraw change' })).toBeNull();
});

test('the form says how far a price lies below the list', async () => {
  await show({ ...contract, status: 'draft', allowedActions: ['update'] }, 'en', '?edit=1');
  expect(
    await screen.findByText(/89.80 % below the list price · above your limit of 5.00 %/),
  ).toBeVisible();
});

test('whoever approves reads price, discount, debt and stock first', async () => {
  const { user, server } = await show({
    ...contract,
    id: ID,
    status: 'pending',
    settlement: null,
    allowedActions: ['approve'],
  });
  server.answer('contracts.decision', {
    listPrice: '98000.00',
    price: '10000.00',
    discountPercent: '89.80',
    warranty: { months: 24, modelMonths: 12, price: '1200.00' },
    discountLimit: '15.00',
    cost: null,
    margin: null,
    marginPercent: null,
    customerBalance: '1070.00',
    freeStock: 3,
  });
  expect(server.requests('contracts.decision')).toHaveLength(0);
  await user.click(await screen.findByRole('button', { name: 'Approve contract' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/89.80 % · above your limit of 15.00 %/)).toBeVisible();
  const facts = dialog.getByLabelText('To decide on');
  expect(facts).toHaveTextContent(/List price\D*98,000.00/);
  expect(facts).toHaveTextContent(/Warranty24 months \(model: 12\)\D*1,200.00/);
  expect(facts).toHaveTextContent(/The customer owes\D*1,070.00/);
  expect(facts).toHaveTextContent(/Free containers of the model3/);
  expect(dialog.queryByText('Margin before VAT')).toBeNull();
});

test('without a list price a discount is one, and nothing lies below a list', async () => {
  const { user, server } = await show({
    ...contract,
    id: ID,
    status: 'pending',
    settlement: null,
    allowedActions: ['approve'],
  });
  server.answer('contracts.decision', {
    listPrice: null,
    price: '95000.00',
    discountPercent: '5.00',
    warranty: { months: 12, modelMonths: 12, price: '0.00' },
    discountLimit: null,
    cost: null,
    margin: null,
    marginPercent: null,
    customerBalance: '0.00',
    freeStock: 3,
  });
  await user.click(await screen.findByRole('button', { name: 'Approve contract' }));
  const dialog = within(await screen.findByRole('dialog'));
  const facts = await dialog.findByLabelText('To decide on');
  expect(facts).toHaveTextContent(/Discount5.00 %/);
  expect(facts).not.toHaveTextContent(/list price/i);
});

test('the picker says status, place and age, and asks apart for what stands at the customer', async () => {
  const { user, server } = await show({ ...contract, id: ID, allowedActions: ['reserve'] });
  await user.click(await screen.findByRole('button', { name: 'Reserve container' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: /Container/ }));
  // Choices slide in, which ends only where there is a layout.
  const place = await screen.findByText('Central Hospital, 514 Luang Road');
  expect(place.parentElement).toHaveTextContent(/^Installed.*514 Luang Road\d+ days old$/);
  expect(server.requests('contracts.available').at(-1)?.query).toMatchObject({
    productModelId: contract.productModel.id,
  });
  await user.click(dialog.getByRole('switch', { name: 'Already at this customer' }));
  await user.click(dialog.getByRole('combobox', { name: /Container/ }));
  await waitFor(() =>
    expect(server.requests('contracts.available').at(-1)?.query).toMatchObject({
      atCustomerOf: ID,
    }),
  );
});

test.each([
  ['en', 'Request container', 'Call exchange off'],
  ['th', 'ขอเบิกตู้', 'ยกเลิกการเปลี่ยนตู้'],
] as const)('an approved exchange leads to the requisition, in %s', async (...given) => {
  const [locale, request, callOff] = given;
  const { user, server } = await show(
    {
      ...waiting,
      allowedActions: ['call-off-exchange'],
      handOut: { warehouseId: ID },
      proposal: waiting.proposal && {
        ...waiting.proposal,
        decidedBy: person,
        decidedAt: '2026-11-21T03:00:00.000Z',
      },
    },
    locale,
  );
  expect(await screen.findByRole('button', { name: request })).toBeVisible();
  for (const action of locale === 'en' ? ['Approve change', 'Reject change'] : ['อนุมัติการแก้ไข']) {
    expect(screen.queryByRole('button', { name: action })).toBeNull();
  }
  server.answer('contracts.callOffExchange', { data: { ...waiting, proposal: null, version: 9 } });
  await user.click(screen.getByRole('button', { name: callOff }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(locale === 'en' ? /Reason/ : /เหตุผล/), {
    target: { value: 'It was repaired' },
  });
  await user.click(dialog.getByRole('button', { name: callOff }));
  await waitFor(() =>
    expect(server.requests('contracts.callOffExchange')[0]?.body).toMatchObject({
      reason: 'It was repaired',
    }),
  );
});

test('a container is exchanged by a dialog that offers what may take its place', async () => {
  const { user, server } = await show({
    ...contract,
    id: ID,
    status: 'onGoing',
    settlement: null,
    allowedActions: ['swap-product'],
  });
  await user.click(await screen.findByRole('button', { name: 'Exchange container' }));
  const dialog = within(await screen.findByRole('dialog'));
  const option = { selector: '[class*=option] *' };
  await user.click(dialog.getByRole('combobox', { name: /New container/ }));
  await user.click(await screen.findByText(/VM2611-0042/, option));
  expect(server.requests('contracts.available').at(-1)?.query).toMatchObject({ insteadOf: ID });
  await user.click(dialog.getByRole('combobox', { name: /Container comes back to/ }));
  await user.click(await screen.findByText(/Bangkok/, option));
  expect(server.requests('masterData.subWarehouses').at(-1)?.query).toMatchObject({
    companyId: contract.company.id,
    storage: 'true',
    containers: 'true',
  });
  fireEvent.change(dialog.getByLabelText(/Reason/), {
    target: { value: 'The compressor is broken' },
  });
  await user.click(dialog.getByRole('button', { name: 'Exchange container' }));
  await waitFor(() => expect(server.requests('contracts.swapProduct')).toHaveLength(1));
  expect(server.requests('contracts.swapProduct')[0]?.body).toEqual({
    version: 7,
    productId: ID,
    returnWarehouseId: ID,
    reason: 'The compressor is broken',
  });
});

test('a proposal says from when it counts', async () => {
  const { user, server } = await show(
    {
      ...contract,
      status: 'onGoing',
      settlement: null,
      allowedActions: ['amend'],
      customer: { ...contract.customer, id: ID },
      productModel: { ...contract.productModel, id: ID },
      sale: { ...person, id: ID },
    },
    'en',
    '?amend=1',
  );
  const day = await screen.findByLabelText('Effective from');
  expect(day).not.toHaveValue('');
  // Typed key by key, a form as long as this one would take half a minute on a busy machine.
  fireEvent.change(day, { target: { value: '19/11/2026' } });
  fireEvent.blur(day);
  fireEvent.change(screen.getByLabelText('Reason for the change'), {
    target: { value: 'Goodwill' },
  });
  await user.click(screen.getByRole('button', { name: 'Save contract' }));
  await waitFor(() => expect(server.requests('contracts.amend')).toHaveLength(1));
  expect(server.requests('contracts.amend')[0]?.body).toMatchObject({
    effectiveDate: '2026-11-19',
    reason: 'Goodwill',
  });
});
