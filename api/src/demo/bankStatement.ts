import type { Contract, RowOf } from '@boxyard/shared/contract';
import { addDays, bangkokDate, decimal } from '@boxyard/shared/domain';
import type { Office } from './office.ts';
import { upload } from './upload.ts';

const ADMIN = 'company-admin';
const CREW = { clerk: 'accounting-officer', manager: 'accounting-manager' } as const;
/** So many invoices the statement has something to say about. */
const MOST = 8;
const OPENING = '482310.55';

type Invoice = RowOf<Contract['invoices.list']>;

/** The account that customers pay to; it is printed on their invoices from now on. */
export async function openBankAccount(office: Office): Promise<void> {
  const [company] = await office.rows<{ readonly id: string }>(CREW.clerk, 'companies.all');
  if (!company) return;
  const { taxId } = await office.act(ADMIN, 'companies.get', { params: { id: company.id } });
  await office.act(CREW.manager, 'bankAccounts.create', {
    body: {
      companyId: company.id,
      bank: 'KBANK',
      branch: 'สีลม',
      accountNo: '0078899210',
      accountName: 'บริษัท บ็อกซ์ยาร์ด เวนดิ้ง จำกัด',
      accountNameEn: 'Boxyard Vending Co., Ltd.',
      // Codes for apps of banks are printed beside it.
      promptPayId: taxId,
      billerId: `${taxId}01`,
      isDefault: true,
    },
  });
}

interface Row {
  readonly time: string;
  readonly what: string;
  /** Signed. */
  readonly amount: string;
  readonly said: string;
}

/** What customers write, from the number of the invoice to nothing at all. */
function saidOf(invoice: Invoice, index: number): string {
  const name = invoice.customer.nameTh ?? invoice.customer.name;
  const number = String(invoice.documentNo);
  return (
    [
      `จาก X4471 ${name} ชำระ ${number}`,
      `จาก X2093 ${name}`,
      `Ref1 ${invoice.customer.code} Ref2 ${number.replace('-', '')}`,
      'รับโอนผ่านพร้อมเพย์',
    ][index % 4] ?? ''
  );
}

/** Invoices that the bank tells of: most in full, one in part. */
const rowsOf = (invoices: readonly Invoice[]): Row[] => [
  { time: '00:05', what: 'ดอกเบี้ย', amount: '41.27', said: 'ดอกเบี้ยเงินฝาก' },
  ...invoices.map((invoice, index) => ({
    time: `0${8 + (index % 2)}:${10 + index * 5}`,
    what: 'รับโอนเงิน',
    amount: index === 2 ? decimal.round(decimal.divide(invoice.balance, 2)) : invoice.balance,
    said: saidOf(invoice, index),
  })),
  { time: '10:00', what: 'ฝากเงินสด', amount: '12500.00', said: 'สาขาสีลม' },
  { time: '10:20', what: 'โอนเงิน', amount: '-84530.00', said: 'ค่าสินค้า' },
  { time: '10:45', what: 'ค่าธรรมเนียม', amount: '-35.00', said: 'ค่าธรรมเนียมโอนต่างธนาคาร' },
];

const cell = (text: string): string =>
  /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** As K BIZ exports it: Thai headings, and the Buddhist year in two figures. */
function csvOf(day: string, rows: readonly Row[]): string {
  const [year = '', month, date] = day.split('-');
  const written = `${date}-${month}-${String(Number(year) + 543).slice(2)}`;
  let balance = OPENING;
  const lines = rows.map(({ time, what, amount, said }) => {
    balance = decimal.round(decimal.add(balance, amount));
    const isIn = !decimal.isNegative(amount);
    const sides = isIn ? ['', amount] : [amount.slice(1), ''];
    return [written, time, what, ...sides, balance, 'K BIZ', said].map(cell).join(',');
  });
  return [
    'รายการเดินบัญชี',
    'เลขที่บัญชีเงินฝาก,007-8-89921-0',
    'วันที่,เวลา/วันที่มีผล,รายการ,ถอนเงิน,ฝากเงิน,ยอดคงเหลือ,ช่องทาง,รายละเอียด',
    `${written},,ยอดยกมา,,,${OPENING},,`,
    ...lines,
    '',
  ].join('\n');
}

/** A statement of yesterday: some of it is confirmed, the rest waits for a person. */
export async function importStatement(office: Office): Promise<void> {
  const [account] = await office.rows<{ readonly id: string }>(CREW.clerk, 'bankAccounts.list');
  if (!account) return;
  const invoices = await office.rows<Invoice>(CREW.clerk, 'invoices.list', {
    status: 'issued,partiallyPaid,overdue',
    sort: '-dueDate',
    limit: '40',
  });
  const told = invoices
    .filter(({ balance, documentNo }) => documentNo !== null && !decimal.isZero(balance))
    .slice(0, MOST);
  const day = addDays(bangkokDate(office.clock.now()), -1);
  const statement = await office.act(CREW.clerk, 'bankStatements.create', {
    body: { bankAccountId: account.id },
    files: [
      upload(
        `KBIZ_${day.replaceAll('-', '')}.csv`,
        'text/csv',
        Buffer.from(csvOf(day, rowsOf(told))),
      ),
    ],
  });
  const lines = await office.rows<RowOf<Contract['bankLines.list']>>(CREW.clerk, 'bankLines.list', {
    statementId: statement.id,
    limit: '50',
  });
  const interest = lines.find(({ amount }) => amount === '41.27');
  if (interest) {
    await office.act(CREW.clerk, 'bankLines.ignore', {
      params: { id: interest.id },
      body: { version: interest.version, reason: 'ดอกเบี้ยเงินฝากออมทรัพย์' },
    });
  }
  const sure = lines.find(({ matchLevel }) => matchLevel === 'high');
  if (!sure?.customer) return;
  await office.act(CREW.clerk, 'bankLines.confirm', {
    params: { id: sure.id },
    body: {
      version: sure.version,
      customerId: sure.customer.id,
      allocations: sure.allocations.map(({ invoice, amount }) => ({
        invoiceId: invoice?.id,
        amount,
      })),
    },
  });
}
