import type { InvoiceDetail, PaymentDetail } from '@boxyard/shared/contract';
import type { InvoiceRun } from '@boxyard/shared/contract/areas/money.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json';
import kitEn from '../../i18n/kit.en.json';
import kitTh from '../../i18n/kit.th.json';
import th from '../../i18n/th.json';
// Loaded with the test, so that no test waits for a tab that the page loads later.
import './PaymentsTab.tsx';
import { Page } from './payments.page.tsx';
import { filesOf } from './payments.resource.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const OTHER = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ae';
const customer = {
  id: OTHER,
  code: 'CUS-0001',
  name: 'Siam Snack Co., Ltd.',
  nameTh: 'บริษัท สยาม สแน็ค จำกัด',
};
const head = {
  id: ID,
  version: 3,
  createdAt: '2026-11-20T03:00:00.000Z',
  updatedAt: '2026-11-20T03:00:00.000Z',
  documentDate: '2026-11-20',
  company: { id: 'c', code: 'BXY', name: 'Boxyard' },
  remark: null,
  createdBy: { id: OTHER, name: 'Nattaya Boonmee' },
  approvedBy: null,
  approvedAt: null,
  statusReason: null,
  customer,
  history: [],
  attachments: [],
  related: [],
  authorIds: [],
};
const invoice: InvoiceDetail = {
  ...head,
  documentNo: 'IV2611-0001',
  status: 'issued',
  type: 'other',
  sourceType: 'manual',
  sourceLabel: null,
  sourceId: null,
  source: null,
  originalDueDate: null,
  dueDate: '2026-12-20',
  grandTotal: '1070.00',
  netReceivable: '1070.00',
  paidAmount: '0.00',
  balance: '1070.00',
  taxPoint: 'payment',
  billedTo: {
    code: 'CUS-0001',
    name: 'สยาม',
    nameEn: 'Siam',
    taxId: null,
    branchCode: null,
    address: null,
  },
  bankAccount: null,
  vatMode: 'exclusive',
  vatRate: '7.00',
  whtRate: '0.00',
  discount: null,
  subTotal: '1000.00',
  discountTotal: '0.00',
  baseAmount: '1000.00',
  vatAmount: '70.00',
  whtAmount: '0.00',
  whtDue: '0.00',
  whtPaid: '0.00',
  creditedAmount: '0.00',
  debitedAmount: '0.00',
  items: [
    {
      id: 'i',
      description: 'Installation',
      quantity: 2,
      unit: null,
      unitPrice: '500.0000',
      isService: true,
      lineTotal: '1000.00',
    },
  ],
  allocations: [],
  taxInvoices: [],
  notifyLog: [],
  replaces: null,
  allowedActions: ['discount', 'notify', 'void'],
};
const payment: PaymentDetail = {
  ...head,
  documentNo: 'PY2611-0001',
  status: 'pending',
  method: 'transfer',
  paidAt: '2026-11-20T03:00:00.000Z',
  amount: '1070.00',
  bankAccount: null,
  bankReference: 'AB-1',
  chequeDate: null,
  receiptNo: null,
  creditAmount: '0.00',
  payerBank: null,
  payerName: null,
  chequeNo: null,
  whtCertNo: null,
  whtCertDate: null,
  receiptDate: null,
  allocatedAmount: '0.00',
  refundedAmount: '0.00',
  refundAmount: null,
  refundAskedBy: null,
  allocations: [
    {
      id: 'a',
      invoice: { id: OTHER, documentNo: 'IV2611-0001' },
      dueDate: '2026-12-20',
      balance: '1070.00',
      amount: '1070.00',
    },
  ],
  taxInvoices: [],
  allowedActions: ['verify', 'reject'],
};
const owed = {
  id: ID,
  code: 'IV2611-0001',
  name: 'Installation',
  dueDate: '2026-12-20',
  balance: '1070.00',
  whtDue: '30.00',
  whtPaid: '0.00',
};
const neighbour = { id: ID, code: 'CUS-0002', name: 'Thai Noodle Co., Ltd.', nameTh: null };

const due = {
  id: OTHER,
  documentNo: 'CT2611-0004',
  customer,
  dueDate: '2026-12-05',
  invoices: 1,
  amount: '1070.00',
};
const run: InvoiceRun = {
  id: ID,
  version: 2,
  createdAt: '2026-11-20T03:00:00.000Z',
  updatedAt: '2026-11-20T03:00:00.000Z',
  company: { id: OTHER, code: 'BXY', name: 'Boxyard' },
  until: '2026-12-31',
  status: 'running',
  total: 3,
  done: 2,
  billed: 1,
  failed: 1,
  skipped: 0,
  invoiceCount: 1,
  amount: '1070.00',
  startedAt: '2026-11-20T03:00:00.000Z',
  finishedAt: null,
  createdBy: { id: OTHER, name: 'Nattaya Boonmee' },
  failures: [{ id: OTHER, documentNo: 'CT2611-0009', customer, error: 'Not in use any more.' }],
};

const PATH = '/sales-management/payment-data';
interface Given {
  readonly locale?: 'en' | 'th';
  readonly invoice?: Partial<InvoiceDetail>;
  readonly payment?: Partial<PaymentDetail>;
}
const open = async (query: string, as = 'accounting-manager', given: Given = {}) => {
  const server = fakeServer();
  const sums = { total: '1070.00', paid: '0.00', balance: '1070.00' };
  server.answer('invoices.list', { data: [invoice], meta: { totalItems: 1, summary: sums } });
  server.answer('invoices.get', { ...invoice, ...given.invoice });
  server.answer('invoices.notifyOther', { data: invoice });
  server.answer('payments.list', { data: [payment], meta: { totalItems: 1 } });
  server.answer('payments.get', { ...payment, ...given.payment });
  server.answer('payments.verify', { data: { ...payment, version: 4, status: 'verified' } });
  server.answer('invoices.owed', { data: [owed], meta: { totalItems: 1 } });
  server.answer('customers.master', { data: [customer, neighbour], meta: { totalItems: 2 } });
  server.answer('payments.allocate', { data: payment });
  server.answer('invoiceRuns.list', { data: [run], meta: { totalItems: 1 } });
  server.answer('invoiceRuns.get', run);
  server.answer('invoiceRuns.preview', {
    data: { contracts: 3, invoices: 4, amount: '4280.00', rows: [due] },
  });
  server.answer('invoiceRuns.create', { data: { ...run, status: 'waiting' } });
  server.answer('invoiceRuns.cancel', { data: { ...run, status: 'cancelled' } });
  server.answer('companies.all', {
    data: [{ id: OTHER, code: 'BXY', name: 'Boxyard', nameTh: null }],
    meta: { totalItems: 1 },
  });
  server.answer('comments.list', { comments: [], total: 0, isMuted: false, mayComment: false });
  return renderPage(<Page />, {
    route: `${PATH}?${query}`,
    path: PATH,
    as,
    locale: given.locale ?? 'en',
    server,
    texts: { 'remote-purchase-sales': { en, th }, kit: { en: kitEn, th: kitTh } },
  });
};

test.each([
  ['en', 'IV2611-0001', 'Issued'],
  ['th', 'IV2611-0001', 'รอชำระ'],
] as const)('lists what customers owe, in %s', async (locale, number, tab) => {
  await open('', 'accounting-manager', { locale });
  expect(await screen.findByText(number)).toBeVisible();
  expect(screen.getAllByText(new RegExp(tab)).length).toBeGreaterThan(0);
});

test('opens an invoice by its address and sends it to its customer', async () => {
  const { user, server } = await open(`record=${ID}`);
  const drawer = within(await screen.findByRole('dialog'));
  await user.click(await drawer.findByRole('button', { name: 'Send to customer' }));
  const ask = within(await screen.findByRole('alertdialog', { name: /Send IV2611-0001/ }));
  await user.click(ask.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(server.requests('invoices.notifyOther')[0]?.body).toEqual({ version: 3 }),
  );
});

test('asks before money counts', async () => {
  const { user, server } = await open(`tab=payments&record=${ID}`);
  const drawer = within(await screen.findByRole('dialog'));
  await user.click(await drawer.findByRole('button', { name: 'Verify payment' }));
  expect(await screen.findByText(/a receipt is issued/)).toBeInTheDocument();
  const buttons = await screen.findAllByRole('button', { name: 'Verify payment' });
  await user.click(buttons.at(-1) as HTMLElement);
  await waitFor(() => expect(server.requests('payments.verify')[0]?.body).toEqual({ version: 3 }));
});

type Opened = Awaited<ReturnType<typeof open>>;

/** Picks what a field of the open form offers, by a part of its words. */
const pick = async (user: Opened['user'], field: RegExp, choice: RegExp) => {
  const form = within((await screen.findAllByRole('dialog')).at(-1) as HTMLElement);
  await user.click(await form.findByRole('combobox', { name: field }));
  await user.click(await screen.findByText(choice, { selector: '[class*=option] *' }));
};

/** Whose invoices were offered; what is chosen already is asked for by its id. */
const offeredOf = (server: Opened['server']) =>
  server
    .requests('invoices.owed')
    .filter(({ query }) => query.ids === undefined)
    .map(({ query }) => query.customerId);

test('credit settles invoices of its own customer only', async () => {
  const { user, server } = await open(`tab=payments&record=${ID}`, 'accounting-manager', {
    payment: { status: 'verified', creditAmount: '1070.00', allowedActions: ['allocate'] },
  });
  const drawer = within(await screen.findByRole('dialog'));
  await user.click(await drawer.findByRole('button', { name: 'Settle invoices' }));
  await pick(user, /^Invoice 1/, /IV2611-0001/);
  expect(offeredOf(server)).toEqual([customer.id]);
});

test('offers what the payer owes, and begins anew for another customer', async () => {
  const { user, server } = await open(`tab=payments&record=new&invoice=${ID}`);
  await user.click(await screen.findByRole('combobox', { name: /^Invoice 1/ }));
  await waitFor(() => expect(offeredOf(server)).toEqual([customer.id]));
  await pick(user, /^Customer/, /Thai Noodle/);
  expect(screen.queryByRole('combobox', { name: /^Invoice 1/ })).not.toBeInTheDocument();
});

const WITHHELD = { whtRate: '3.00', whtAmount: '30.00', whtDue: '30.00', netReceivable: '1040.00' };

test.each([
  ['money', 'transfer', '1,040.00'],
  ['a certificate', 'whtCert', '30.00'],
])('a payment of an invoice begins with what comes as %s', async (_what, method, amount) => {
  await open(`tab=payments&record=new&invoice=${ID}&method=${method}`, 'accounting-manager', {
    invoice: WITHHELD,
  });
  expect(await screen.findByRole('textbox', { name: 'Amount' })).toHaveValue(amount);
  expect(screen.getByRole('textbox', { name: 'Amount 1' })).toHaveValue(amount);
});

test.each([
  ['en', 'Slip', 'Tax certificate'],
  ['th', 'สลิป', 'หนังสือรับรองหัก ณ ที่จ่าย'],
] as const)('the certificate of withheld tax is sent beside the slip, in %s', async (...given) => {
  const [locale, slip, certificate] = given;
  const { user, server } = await open(`tab=payments&record=new&invoice=${ID}`, undefined, {
    invoice: WITHHELD,
    locale,
  });
  server.answer('payments.create', { data: payment });
  const picture = new File(['slip'], 'slip.png', { type: 'image/png' });
  const paper = new File(['fifty bis'], '50-bis.pdf', { type: 'application/pdf' });
  const chosen = await screen.findByLabelText(slip);
  // Alone it would take the place of the slip.
  expect(screen.queryByLabelText(certificate)).not.toBeInTheDocument();
  await user.upload(chosen, picture);
  await user.upload(await screen.findByLabelText(certificate), paper);
  expect(screen.getByText(/50-bis\.pdf/)).toBeVisible();
  await user.click(document.querySelector('[role=dialog] button[type=submit]') as HTMLElement);
  await waitFor(() => expect(server.requests('payments.create')).toHaveLength(1));
  // Of files under one name the last is kept here.
  expect(server.requests('payments.create')[0]?.body).toMatchObject({
    slip: expect.objectContaining({ name: '50-bis.pdf' }),
  });
  expect(filesOf({ slip: picture, certificate: paper })).toEqual([picture, paper]);
});

test('a certificate alone is the file of its own payment, and of no other', () => {
  const certificate = new File(['fifty bis'], '50-bis.pdf', { type: 'application/pdf' });
  expect(filesOf({ method: 'whtCert', certificate })).toEqual([certificate]);
  expect(filesOf({ method: 'transfer', certificate })).toEqual([]);
  // A slip that was chosen before the method was another one.
  const slip = new File(['slip'], 'slip.png', { type: 'image/png' });
  expect(filesOf({ method: 'whtCert', slip, certificate })).toEqual([certificate]);
});

test('credit settles of an invoice what comes as money', async () => {
  const { user, server } = await open(`tab=payments&record=${ID}`, 'accounting-manager', {
    payment: { status: 'verified', creditAmount: '1070.00', allowedActions: ['allocate'] },
  });
  const drawer = within(await screen.findByRole('dialog'));
  await user.click(await drawer.findByRole('button', { name: 'Settle invoices' }));
  await pick(user, /^Invoice 1/, /IV2611-0001/);
  await user.click(
    screen.getAllByRole('button', { name: 'Settle invoices' }).at(-1) as HTMLElement,
  );
  await waitFor(() =>
    expect(server.requests('payments.allocate')[0]?.body).toEqual({
      version: 3,
      allocations: [{ invoiceId: ID, amount: '1040.00' }],
    }),
  );
});

test('a payment says from where it came and what became of it', async () => {
  await open(`tab=payments&record=${ID}`, 'accounting-manager', {
    payment: {
      method: 'cheque',
      bankAccount: { id: OTHER, code: '1234567890', name: 'Kasikornbank 1234567890' },
      payerName: 'Khun Malee',
      payerBank: 'SCB',
      whtCertNo: '50-0001',
      whtCertDate: '2026-11-19',
      receiptNo: 'RE2611-0001',
      receiptDate: '2026-11-20',
      refundedAmount: '70.00',
      remark: 'Brought to the counter',
    },
  });
  const drawer = within(await screen.findByRole('dialog'));
  const facts = [
    ...['Kasikornbank 1234567890', 'Khun Malee', 'Siam Commercial Bank', '19 Nov 2026'],
    ...['Receipt date', '20 Nov 2026', 'Refunded', '70.00', 'Brought to the counter'],
  ];
  for (const text of facts) expect(await drawer.findByText(text)).toBeVisible();
  expect(drawer.getByRole('link', { name: 'Siam Snack Co., Ltd.' })).toHaveAttribute(
    'href',
    `/sales-management/customer-data?record=${OTHER}`,
  );
});

test.each([
  ['contractInstallment', 'contracts', `/sales-management/purchase-contract/${OTHER}`],
  ['partsSale', 'partSales', `/sales-management/part-sales/${OTHER}`],
  ['warranty', 'warranties', `/sales-management/warranty?record=${OTHER}`],
  ['penalty', 'invoices', `${PATH}?tab=invoices&record=${OTHER}`],
  ['refund', 'payments', `${PATH}?tab=payments&record=${OTHER}`],
] as const)('an invoice leads to what it is for: %s', async (sourceType, type, href) => {
  await open(`record=${ID}`, 'system-admin', {
    invoice: {
      sourceType,
      sourceId: OTHER,
      sourceLabel: 'XX2611-0009',
      source: { type, id: OTHER },
      billedTo: { ...invoice.billedTo, taxId: '0105556789012' },
      remark: 'By the gate',
    },
  });
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByRole('link', { name: 'XX2611-0009' })).toHaveAttribute('href', href);
  expect(drawer.getByText('With the payment')).toBeVisible();
  expect(drawer.getByText('0105556789012')).toBeVisible();
  expect(drawer.getByText('By the gate')).toBeVisible();
});

test.each([
  ['en', 'Due until', /2 of 3 contracts/, 'Cancel run'],
  ['th', 'ครบกำหนดถึง', /2 จาก 3 สัญญา/, 'ยกเลิกรายการ'],
] as const)('a run says how far it is and what it could not bill, in %s', async (...given) => {
  const [locale, title, progress, cancel] = given;
  const { user, server } = await open(`tab=runs&run=${ID}`, 'accounting-manager', { locale });
  expect(await screen.findByRole('heading', { name: new RegExp(title) })).toBeVisible();
  expect(screen.getByText(progress)).toBeVisible();
  expect(screen.getByRole('link', { name: 'CT2611-0009' })).toBeVisible();
  expect(screen.getByText('Not in use any more.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: cancel }));
  const ask = within(await screen.findByRole('alertdialog'));
  await user.click(ask.getByRole('button', { name: cancel }));
  await waitFor(() =>
    expect(server.requests('invoiceRuns.cancel')[0]?.body).toEqual({ version: 2 }),
  );
});

test('shows what will be billed before a run is started', async () => {
  const { user, server } = await open('tab=runs');
  await user.click(await screen.findByRole('button', { name: 'Bill what is due' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: /Company/ }));
  await user.click(await screen.findByText(/Boxyard/, { selector: '[class*=option] *' }));
  expect(await dialog.findByText(/3 contracts, 4 invoices/)).toBeVisible();
  expect(dialog.getByText('CT2611-0004')).toBeVisible();
  expect(dialog.getByText('and 2 more contracts')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Bill what is due' }));
  await waitFor(() => expect(server.requests('invoiceRuns.create')).toHaveLength(1));
  expect(server.requests('invoiceRuns.create')[0]?.body).toMatchObject({ companyId: OTHER });
});

test('nobody without the right is offered a run', async () => {
  await open('tab=runs', 'auditor');
  expect(await screen.findByText(/2 of 3 contracts/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Bill what is due' })).not.toBeInTheDocument();
});
