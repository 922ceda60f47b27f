import type { BankLineDetail, BankStatement, InspectedStatement } from '@boxyard/shared/contract';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json';
import kitEn from '../../i18n/kit.en.json';
import kitTh from '../../i18n/kit.th.json';
import th from '../../i18n/th.json';
// Loaded with the test, so that no test waits for a tab that the page loads later.
import './BankLinesTab.tsx';
import './BankStatementsTab.tsx';
import { Page } from './payments.page.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const OTHER = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ae';
const ACCOUNT = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367af';
const customer = {
  id: OTHER,
  code: 'CUS-0001',
  name: 'Siam Snack Co., Ltd.',
  nameTh: 'บริษัท สยาม สแน็ค จำกัด',
};
const stamp = {
  version: 2,
  createdAt: '2026-11-20T03:00:00.000Z',
  updatedAt: '2026-11-20T03:00:00.000Z',
};
const account = { id: ACCOUNT, code: '1234567890', name: 'Kasikornbank 1234567890' };
const line: BankLineDetail = {
  ...stamp,
  id: ID,
  company: { id: 'c', code: 'BXY', name: 'Boxyard' },
  bankAccount: account,
  statement: { id: OTHER, fileName: 'november.csv' },
  rowNo: 7,
  bookedOn: '2026-11-19',
  bookedAt: '09:15:00',
  valueOn: null,
  amount: '1170.00',
  balance: null,
  reference: 'TRF0001',
  payerReference: 'IV2611-0001',
  payerName: 'บจก. สยาม สแน็ค',
  payerAccount: '',
  description: '',
  alike: null,
  status: 'suggested',
  statusReason: null,
  customer,
  confidence: 68,
  matchLevel: 'medium',
  reasons: ['invoiceNo', 'amountOver', 'customerName'],
  allocations: [
    { invoice: { id: OTHER, documentNo: 'IV2611-0001' }, amount: '1070.00', balance: '1070.00' },
  ],
  payment: null,
  isPaymentMade: false,
  allowedActions: ['confirm', 'link', 'ignore'],
  history: [],
  payments: [
    {
      id: OTHER,
      documentNo: 'PY2611-0009',
      status: 'pending',
      paidAt: '2026-11-18T03:00:00.000Z',
      customer,
      bankReference: null,
    },
  ],
};
const recorded: BankLineDetail = {
  ...line,
  version: 3,
  status: 'recorded',
  payment: { id: OTHER, documentNo: 'PY2611-0010', status: 'pending' },
  isPaymentMade: true,
  allocations: [],
  payments: [],
  allowedActions: [],
};
const looked: InspectedStatement = {
  format: 'csv',
  accountNo: null,
  known: null,
  headings: ['Wann', 'Wieviel', 'Was'],
  sample: [],
  columns: { headings: { date: 'Wann' }, dateOrder: 'dmy' },
  isSaved: false,
  newHeadings: [],
  missing: ['credit'],
  lineCount: 0,
  creditTotal: '0.00',
  debitTotal: '0.00',
  faultCount: 0,
  faults: [],
  lines: [],
};
const statement: BankStatement = {
  ...stamp,
  id: OTHER,
  company: line.company,
  bankAccount: account,
  format: 'csv',
  fileName: 'november.csv',
  fromDate: '2026-11-01',
  toDate: '2026-11-19',
  openingBalance: '0.00',
  closingBalance: '1.00',
  balanceGap: '-1070.00',
  gapBefore: null,
  lineCount: 300,
  repeatedCount: 2,
  faultCount: 1,
  creditTotal: '5000.00',
  debitTotal: '70.00',
  openCount: 290,
  suggestedCount: 278,
  recordedCount: 8,
  alikeCount: 0,
  createdBy: null,
  faults: [{ row: 9, field: 'date', code: 'DATE', value: '99/11/2026', message: 'No such day.' }],
};

const gapBefore = {
  fileName: 'october.csv',
  closedOn: '2026-11-05',
  closingBalance: '1100.00',
  amount: '3900.00',
};

const PATH = '/sales-management/payment-data';
interface Asked {
  readonly locale?: 'en' | 'th';
  readonly lines?: readonly BankLineDetail[];
  readonly one?: BankLineDetail;
  readonly statements?: readonly BankStatement[];
}
const open = async (
  query: string,
  as = 'accounting-officer',
  { locale = 'en', lines = [line], one = line, statements = [statement] }: Asked = {},
) => {
  const server = fakeServer();
  server.answer('bankLines.list', {
    data: [...lines],
    meta: {
      totalItems: 1,
      counts: { suggested: 1 },
      summary: { incoming: '1170.00', recorded: '0.00', open: '1170.00', openCount: 1 },
    },
  });
  server.answer('bankLines.get', one);
  server.answer('bankLines.confirm', { data: recorded });
  server.answer('bankLines.link', { data: recorded });
  server.answer('bankStatements.list', {
    data: [...statements],
    meta: { totalItems: 1 },
  });
  server.answer('bankAccounts.master', { data: [account], meta: { totalItems: 1 } });
  server.answer('customers.master', { data: [customer], meta: { totalItems: 1 } });
  server.answer('invoices.owed', { data: [], meta: { totalItems: 0 } });
  return renderPage(<Page />, {
    route: `${PATH}?${query}`,
    path: PATH,
    as,
    locale,
    server,
    texts: { 'remote-purchase-sales': { en, th }, kit: { en: kitEn, th: kitTh } },
  });
};

test.each([
  ['en', 'Likely 68%', /names the invoice · pays more than is owed/],
  ['th', 'น่าจะใช่ 68%', /ระบุเลขที่ใบแจ้งหนี้ · ชำระเกินยอดค้าง/],
] as const)(
  'says what a line is taken for, how sure that is and why, in %s',
  async (locale, sure, why) => {
    await open('tab=bank-lines', 'accounting-officer', { locale });
    expect(await screen.findByText(sure)).toBeVisible();
    expect(screen.getByText(why)).toBeVisible();
  },
);

test('confirms a line as it is proposed', async () => {
  const { user, server } = await open(`tab=bank-lines&record=${ID}`);
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByText(/Stays as credit/)).toBeVisible();
  await user.click(drawer.getByText('Confirm payment'));
  expect(await screen.findByText(/once a second person has verified it/)).toBeInTheDocument();
  await user.click(screen.getAllByText('Confirm payment').at(-1) as HTMLElement);
  await waitFor(() =>
    expect(server.requests('bankLines.confirm')[0]?.body).toEqual({
      version: 2,
      customerId: OTHER,
      method: 'transfer',
      remark: null,
      allocations: [{ invoiceId: OTHER, amount: '1070.00' }],
    }),
  );
});

test('a line settles invoices of its customer only', async () => {
  const { user, server } = await open(`tab=bank-lines&record=${ID}`);
  const drawer = within(await screen.findByRole('dialog'));
  await user.click(await drawer.findByText('Confirm payment'));
  await user.click(await screen.findByRole('combobox', { name: /^Invoice 1/ }));
  // What is chosen already is asked for by its id.
  const offered = () =>
    server.requests('invoices.owed').filter(({ query }) => query.ids === undefined);
  await waitFor(() => expect(offered()).toHaveLength(1));
  expect(offered()[0]?.query).toMatchObject({ customerId: OTHER });
});

test('links a line with a payment that somebody entered', async () => {
  const { user, server } = await open(`tab=bank-lines&record=${ID}`);
  await user.click(await screen.findByLabelText('Link PY2611-0009'));
  await waitFor(() =>
    expect(server.requests('bankLines.link')[0]?.body).toEqual({ version: 2, paymentId: OTHER }),
  );
});

test('asks which column holds what, takes the file and tells the totals', async () => {
  const { user, server } = await open('tab=bank-lines');
  server.answer('bankStatements.inspect', { data: looked });
  await user.click(await screen.findByText('Import statement'));
  const drawer = within(await screen.findByRole('dialog'));
  await user.click(drawer.getByLabelText('Bank account'));
  await user.click(await screen.findByText(/Kasikornbank 1234567890/));
  const file = new File(['Wann;Wieviel;Was'], 'november.csv', { type: 'text/csv' });
  await user.upload(drawer.getByLabelText('Choose file'), file);
  expect(await drawer.findByText('Say which column holds: Money in')).toBeVisible();
  expect(drawer.getByText('Take 0 lines').closest('button')).toBeDisabled();
  server.answer('bankStatements.inspect', {
    data: {
      ...looked,
      columns: { headings: { date: 'Wann', amount: 'Wieviel' }, dateOrder: 'dmy' },
      missing: [],
      lineCount: 300,
      creditTotal: '5000.00',
      debitTotal: '70.00',
    },
  });
  await user.click(drawer.getAllByLabelText('Amount, in or out')[0] as HTMLElement);
  await user.click(await screen.findByTitle('Wieviel'));
  server.answer('bankStatements.create', { data: statement });
  await user.click(await drawer.findByText('Take 300 lines'));
  expect(await drawer.findByText('300 lines came in, 2 were there before')).toBeVisible();
  expect(drawer.getByText('8 linked with payments, 278 to confirm, 12 not matched')).toBeVisible();
  expect(drawer.getByText(/miss the closing balance/)).toBeVisible();
  expect(drawer.getByText('99/11/2026')).toBeVisible();
});

test.each([
  ['en', 'May be there twice', /May be the same as another line/],
  ['th', 'อาจซ้ำกับรายการอื่น', /อาจซ้ำกับรายการใน/],
] as const)('marks a line that may be there twice, in %s', async (locale, mark, title) => {
  const alike = { id: OTHER, fileName: 'october.csv', rowNo: 12 };
  const marked = { ...line, alike };
  await open(`tab=bank-lines&record=${ID}`, 'accounting-officer', {
    locale,
    lines: [marked, { ...marked, id: OTHER, status: 'ignored' }],
    one: marked,
  });
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByText(title)).toBeVisible();
  expect(drawer.getByText('october.csv · 12').closest('a')).toHaveAttribute(
    'href',
    expect.stringContaining(`record=${OTHER}`),
  );
  // Nobody has to decide any more on the other one.
  expect(await screen.findAllByText(mark)).toHaveLength(1);
});

test('points out columns that were not there last time, days that are missing and lines to decide on', async () => {
  const { user, server } = await open('tab=bank-lines');
  server.answer('bankStatements.inspect', {
    data: {
      ...looked,
      columns: { headings: { date: 'Date', credit: 'Deposit' }, dateOrder: 'dmy' },
      headings: ['Date', 'Deposit', 'Withdrawal'],
      newHeadings: ['Withdrawal'],
      missing: [],
      lineCount: 2,
    },
  });
  await user.click(await screen.findByText('Import statement'));
  const drawer = within(await screen.findByRole('dialog'));
  await user.click(drawer.getByLabelText('Bank account'));
  await user.click(await screen.findByText(/Kasikornbank 1234567890/));
  const file = new File(['Date,Deposit,Withdrawal'], 'november.csv', { type: 'text/csv' });
  await user.upload(drawer.getByLabelText('Choose file'), file);
  expect(await drawer.findByText(/not there last time: Withdrawal/)).toBeVisible();
  server.answer('bankStatements.create', { data: { ...statement, gapBefore, alikeCount: 2 } });
  await user.click(await drawer.findByText('Take 2 lines'));
  expect(
    await drawer.findByText(/Days are missing before this statement: october.csv/),
  ).toHaveTextContent('3,900.00');
  expect(drawer.getByText(/2 lines may be the same as others/)).toBeVisible();
});

test.each([
  ['en', /Days are missing before this statement: october.csv/],
  ['th', /รายการเดินบัญชีขาดช่วงก่อนไฟล์นี้: october.csv/],
] as const)(
  'tells the days that are missing before a statement in the list, in %s',
  async (locale, text) => {
    await open('tab=bank-statements', 'accounting-officer', {
      locale,
      statements: [{ ...statement, gapBefore }],
    });
    expect(await screen.findByText(text)).toHaveTextContent('1,100.00');
  },
);

test('lets nobody import who may not', async () => {
  await open('tab=bank-lines', 'auditor');
  expect(await screen.findByText('Likely 68%')).toBeVisible();
  expect(screen.queryByText('Import statement')).toBeNull();
});

test('lists the files that were taken', async () => {
  await open('tab=bank-statements');
  expect(await screen.findByText('november.csv')).toBeVisible();
});
