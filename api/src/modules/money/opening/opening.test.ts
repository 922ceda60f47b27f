import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { dayFrom } from '../../../workflow/testing/world.ts';
import { plantCustomer } from '../../partners/testing/planted.ts';
import {
  INVOICES,
  invoiceNow,
  issued,
  makeWorld,
  onInvoices,
  onPayments,
  PAYMENTS,
  type World,
} from '../testing/world.ts';

/** Debts and payments from before the books were kept here (docs/domain/money.md "Opening balances"). */
let world: World;
let importer: Person;
let code: string;
let accountNo: string;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
  importer = await test.as('accounting-manager');
  const { rows } = await test.app.pg.query<{ code: string; no: string }>(
    'select c.code, b.account_no as no from customers c, bank_accounts b where c.id = $1 and b.id = $2',
    [world.customerId, world.bankAccountId],
  );
  code = String(rows[0]?.code);
  accountNo = String(rows[0]?.no);
});

type Row = Readonly<Record<string, string>>;
const csv = (rows: readonly Row[]) => {
  const head = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    [head, ...rows.map((row) => head.map((name) => row[name] ?? ''))]
      // A heading may be in either language.
      .map((cells) =>
        cells.map((cell) => `"${cell === 'Former number' ? 'เลขที่ใบแจ้งหนี้เดิม' : cell}"`).join(','),
      )
      .join('\r\n')
  );
};
const check = (resource: 'invoices' | 'payments', rows: readonly Row[], who = importer) =>
  who.post(
    `/imports/${resource}`,
    Buffer.from(
      `--import\r\ncontent-disposition: form-data; name="file"; filename="rows.csv"\r\n\r\n${csv(rows)}\r\n--import--\r\n`,
    ),
    { headers: { 'content-type': 'multipart/form-data; boundary=import' } },
  );
const faultsOf = (body: {
  data: { faults: readonly { column: string; row: number; code: string }[] };
}) => body.data.faults.map(({ row, column, code }) => [row, column, code]);
async function takeIn(resource: 'invoices' | 'payments', rows: readonly Row[]) {
  const checked = await check(resource, rows);
  expect([checked.status, faultsOf(checked.body)]).toEqual([201, []]);
  const { id, version } = checked.body.data;
  const done = await importer.post(`/imports/${id}/commit`, { version });
  expect([done.status, done.body.data?.importedRows]).toEqual([200, rows.length]);
}
const listed = async (path: string, query: string) =>
  (await world.admin.get(`${path}?${query}&limit=10`)).body.data;
const invoiceOf = async (number: string) => {
  const [found] = await listed(INVOICES, `search=${encodeURIComponent(number)}&sourceType=opening`);
  return invoiceNow(world, found?.id);
};
const taxesOf = async (invoiceId: string) =>
  (
    await world.test.app.pg.query<{ vat: string }>(
      'select vat_amount as vat from tax_entries where invoice_id = $1',
      [invoiceId],
    )
  ).rows.map(({ vat }) => vat);

let number = 0;
const open = (more: Row = {}): Row => {
  number += 1;
  return {
    'Former number': `OLD-${number}/68`,
    Customer: code,
    Due: '15/10/2569',
    'Still owed': '1,070.00',
    ...more,
  };
};
const before = (more: Row = {}): Row => ({
  Customer: code,
  Paid: '20/3/2568',
  Method: 'Cash',
  Amount: '535.00',
  ...more,
});

describe('open invoices', () => {
  it('wait for somebody else, and are owed by their old number without being taxed again', async () => {
    const row = open();
    await takeIn('invoices', [row]);
    const draft = await invoiceOf(row['Former number'] ?? '');
    expect(draft).toMatchObject({
      status: 'draft',
      sourceType: 'opening',
      sourceLabel: row['Former number'],
      grandTotal: '1070.00',
    });
    const own = await importer.post(`${INVOICES}/${draft.id}/issue`, { version: draft.version });
    expect([own.status, own.body.code]).toEqual([409, 'SELF_APPROVAL']);
    const { body: seen } = await importer.get(`${INVOICES}/${draft.id}`);
    expect(seen.data.allowedActions).not.toContain('issue');
    const owed = await onInvoices.done(world.accountant, draft, { action: 'issue' });
    expect(owed).toMatchObject({
      status: 'overdue',
      balance: '1070.00',
      vatAmount: '0.00',
      dueDate: '2026-10-15',
    });
    expect(await taxesOf(draft.id)).toEqual([]);
    // It was declared before: only a credit note, by two people, takes it off.
    const gone = await world.accountant.post(`${INVOICES}/${draft.id}/void`, {
      version: (await invoiceNow(world, draft.id)).version,
      reason: 'Nobody owes it',
    });
    expect([gone.status, gone.body.code]).toEqual([409, 'CREDIT_NOTE_INSTEAD']);
    const { rows } = await world.test.app.pg.query<{ owed: string }>(
      'select sum(amount)::text as owed from receivable_entries where customer_id = $1 and invoice_id = $2',
      [world.customerId, draft.id],
    );
    expect(rows).toEqual([{ owed: '1070.00' }]);
  });

  it('leave out an amount that no line holds and a remark that no form takes, and name them', async () => {
    const good = open();
    const rows = [
      open({ 'Still owed': '9999999999999.99' }),
      good,
      open({ Remark: 'x'.repeat(1001) }),
    ];
    const checked = await check('invoices', rows);
    expect(faultsOf(checked.body)).toEqual([
      [2, 'amount', 'MAX'],
      [4, 'remark', 'TOO_LONG'],
    ]);
    const { id, version } = checked.body.data;
    const done = await importer.post(`/imports/${id}/commit`, { version });
    expect([done.status, done.body.data?.importedRows]).toEqual([200, 1]);
    expect((await invoiceOf(good['Former number'] ?? '')).grandTotal).toBe('1070.00');
    const largest = open({ 'Still owed': '99,999,999,999.99' });
    await takeIn('invoices', [largest]);
  });

  it('of services are taxed once their money comes in', async () => {
    const row = open({ VAT: 'เมื่อรับชำระ', 'Withholding tax %': '3' });
    await takeIn('invoices', [row]);
    const draft = await invoiceOf(row['Former number'] ?? '');
    await onInvoices.done(world.accountant, draft, { action: 'issue' });
    expect(await invoiceNow(world, draft.id)).toMatchObject({
      grandTotal: '1070.00',
      vatAmount: '70.00',
      whtAmount: '30.00',
      taxPoint: 'payment',
    });
    expect(await taxesOf(draft.id)).toEqual([]);
    await takeIn('payments', [before({ Amount: '1040.00', Invoice: row['Former number'] ?? '' })]);
    const [payment] = await listed(PAYMENTS, `customerId=${world.customerId}&status=pending`);
    await onPayments.done(world.accountant, payment, { action: 'verify' });
    expect(await taxesOf(draft.id)).toEqual(['70.00']);
  });

  it('name each wrong cell', async () => {
    const good = open();
    const rows = [
      good,
      { ...open(), 'Former number': good['Former number'] ?? '' },
      open({ Customer: 'nobody', Due: 'soon', 'Still owed': '12,50' }),
      open({ 'Still owed': '0', VAT: 'none' }),
      open({ 'Withholding tax %': '3' }),
      open({ 'Still owed': '', Due: '' }),
    ];
    expect(faultsOf((await check('invoices', rows)).body)).toEqual([
      [3, 'formerNo', 'REPEATED_IN_ROW'],
      [4, 'customer', 'UNKNOWN_VALUE'],
      [4, 'dueDate', 'DATE'],
      [4, 'amount', 'MONEY'],
      [5, 'amount', 'POSITIVE'],
      [5, 'vatMode', 'UNKNOWN_VALUE'],
      [6, 'whtRate', 'WITH_PAYMENT_ONLY'],
      [7, 'dueDate', 'REQUIRED'],
      [7, 'amount', 'REQUIRED'],
    ]);
    await takeIn('invoices', [good]);
    expect(faultsOf((await check('invoices', [good])).body)).toEqual([
      [2, 'formerNo', 'DUPLICATE'],
    ]);
    // The same number in other letters and digits.
    const spelled = (good['Former number'] ?? '').toLowerCase().replace('/', ' / ');
    const thai = spelled.replace(/\d/g, (digit) => String.fromCharCode(0x0e50 + Number(digit)));
    expect(
      faultsOf(
        (
          await check('invoices', [
            { ...good, 'Former number': spelled },
            { ...good, 'Former number': thai },
          ])
        ).body,
      ),
    ).toEqual([
      [2, 'formerNo', 'DUPLICATE'],
      [3, 'formerNo', 'DUPLICATE'],
    ]);
  });
});

describe('money that came in before', () => {
  it('is verified by somebody else, gives no receipt again, and is credit or pays an invoice', async () => {
    const invoice = await issued(world);
    await takeIn('payments', [
      before({ Amount: '1,100.55', Invoice: invoice.documentNo ?? '', Remark: 'RE-77' }),
    ]);
    const [found] = await listed(PAYMENTS, `customerId=${world.customerId}&status=pending`);
    const own = await importer.post(`${PAYMENTS}/${found.id}/verify`, { version: found.version });
    expect([own.status, own.body.code]).toEqual([409, 'SELF_APPROVAL']);
    const verified = await onPayments.done(world.accountant, found, { action: 'verify' });
    expect(verified).toMatchObject({
      status: 'verified',
      receiptNo: null,
      amount: '1100.55',
      allocatedAmount: '1070.00',
      creditAmount: '30.55',
      remark: 'ยอดยกมา / Opening balance · RE-77',
    });
    expect(await invoiceNow(world, invoice.id)).toMatchObject({ status: 'paid' });
  });

  it('that looks alike comes in as often as the file says, and once only', async () => {
    const twice = [before({ Amount: '77.00' }), before({ Amount: '77.00' })];
    await takeIn('payments', twice);
    expect(faultsOf((await check('payments', twice)).body)).toEqual([
      [2, 'amount', 'DUPLICATE'],
      [3, 'amount', 'DUPLICATE'],
    ]);
    // A third one of the same day is another one.
    expect(faultsOf((await check('payments', [...twice, ...twice])).body)).toHaveLength(2);
    const transfer = before({
      Method: 'โอน',
      Amount: '88.00',
      'Bank account': accountNo,
      'Bank reference': 'ref-1',
    });
    const named = { ...transfer, Method: 'transfer' };
    expect(faultsOf((await check('payments', [transfer])).body)).toEqual([
      [2, 'method', 'UNKNOWN_VALUE'],
    ]);
    expect(faultsOf((await check('payments', [named, named])).body)).toEqual([
      [3, 'bankReference', 'REPEATED_IN_ROW'],
    ]);
    await takeIn('payments', [named]);
    expect(faultsOf((await check('payments', [named])).body)).toEqual([
      [2, 'bankReference', 'DUPLICATE'],
    ]);
  });

  it('repeats a cheque or a reference of another customer in a row that is named, not in a file that fails', async () => {
    const other = await plantCustomer(world.test, { ...world, name: 'Another payer of old' });
    const { rows: codes } = await world.test.app.pg.query<{ code: string }>(
      'select code from customers where id = $1',
      [other],
    );
    const of = { Customer: String(codes[0]?.code) };
    const cheque = before({
      Method: 'cheque',
      'Bank account': accountNo,
      'Bank of the cheque': 'BBL',
      'Cheque no.': '70000001',
      'Cheque date': '20/3/2568',
    });
    const transfer = before({
      Method: 'transfer',
      'Bank account': accountNo,
      'Bank reference': 'ref-of-both',
    });
    const good = before({ Amount: '12.34' });
    // One of a book of its own has the same number: another amount, or another day.
    const ofOwnBook = { ...cheque, ...of, Amount: '1.25' };
    expect(
      faultsOf((await check('payments', [cheque, { ...cheque, ...of }, ofOwnBook])).body),
    ).toEqual([[3, 'chequeNo', 'REPEATED_IN_ROW']]);
    await takeIn('payments', [cheque, transfer]);
    const checked = await check('payments', [
      { ...cheque, ...of },
      { ...transfer, ...of },
      ofOwnBook,
      good,
    ]);
    expect(faultsOf(checked.body)).toEqual([
      [2, 'chequeNo', 'DUPLICATE'],
      [3, 'bankReference', 'DUPLICATE'],
    ]);
    const { id, version } = checked.body.data;
    const done = await importer.post(`/imports/${id}/commit`, { version });
    expect([done.status, done.body.data?.importedRows]).toEqual([200, 2]);
  });

  it('comes in once where the same rows are sent several times at the same moment', async () => {
    const rows = [before({ Amount: '78.90' }), before({ Amount: '78.90' })];
    const files = [];
    for (let count = 0; count < 4; count += 1) files.push(await check('payments', rows));
    const done = await Promise.all(
      files.map(({ body: { data } }) =>
        importer.post(`/imports/${data.id}/commit`, { version: data.version }),
      ),
    );
    expect(done.map(({ status, body }) => [status, body.code]).sort()).toEqual([
      [200, undefined],
      [409, 'NOTHING_TO_IMPORT'],
      [409, 'NOTHING_TO_IMPORT'],
      [409, 'NOTHING_TO_IMPORT'],
    ]);
    const { rows: taken } = await world.test.app.pg.query<{ count: number }>(
      'select count(*)::int as count from payments where is_opening and amount = 78.90',
    );
    expect(taken).toEqual([{ count: 2 }]);
  });

  it('names each wrong cell', async () => {
    const invoice = await issued(world);
    const rows = [
      before({ Paid: dayFrom(world, 1), Method: 'whtCert' }),
      before({ Method: 'transfer', 'Bank account': '999' }),
      before({ Method: 'cheque' }),
      before({ Amount: '1070.00', Invoice: invoice.documentNo ?? '' }),
      before({ Amount: '1.00', Invoice: invoice.documentNo ?? '' }),
      before({ Amount: '-5', Invoice: 'IV-NONE' }),
      before({ Amount: '6', Invoice: 'IV-NONE' }),
    ];
    expect(faultsOf((await check('payments', rows)).body)).toEqual([
      [2, 'paidAt', 'FUTURE_DATE'],
      [2, 'method', 'UNKNOWN_VALUE'],
      [3, 'bankAccount', 'UNKNOWN_VALUE'],
      [4, 'bankAccount', 'REQUIRED'],
      [4, 'payerBank', 'REQUIRED'],
      [4, 'chequeNo', 'REQUIRED'],
      [4, 'chequeDate', 'REQUIRED'],
      [6, 'invoice', 'OVER_BALANCE'],
      [7, 'amount', 'MONEY'],
      [8, 'invoice', 'UNKNOWN_VALUE'],
    ]);
  });
});

it('need the right, and see customers of one’s own companies alone', async () => {
  expect((await check('invoices', [open()], world.clerk)).status).toBe(403);
  expect((await check('payments', [before()], world.clerk)).status).toBe(403);
  const { rows } = await world.test.app.pg.query<{ id: string }>(
    `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
      values ('ELSE', 'อื่น', 'Else', '0105552001299', 'headOffice', '00000', now(), now()) returning id`,
  );
  const stranger = await world.test.as('accounting-manager', { companyId: String(rows[0]?.id) });
  for (const [resource, row] of [
    ['invoices', open()],
    ['payments', before()],
  ] as const) {
    expect(faultsOf((await check(resource, [row], stranger)).body)).toEqual([
      [2, 'customer', 'UNKNOWN_VALUE'],
    ]);
    expect((await importer.get(`/imports/${resource}/template?format=csv`)).status).toBe(200);
  }
});
