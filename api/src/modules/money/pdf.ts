import { decimal, type Machine } from '@boxyard/shared/domain';
import { BANKS } from '@boxyard/shared/domain/money/bankAccounts.ts';
import { creditNoteMachine } from '@boxyard/shared/domain/money/creditNoteMachine.ts';
import { debitNoteMachine } from '@boxyard/shared/domain/money/debitNoteMachine.ts';
import { withholdable } from '@boxyard/shared/domain/money/expected.ts';
import { countedStatuses, invoiceMachine } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { paymentMachine } from '@boxyard/shared/domain/money/paymentMachine.ts';
import { billPaymentPayload, promptPayPayload } from '@boxyard/shared/domain/money/promptPay.ts';
import type { TaxAmounts } from '@boxyard/shared/domain/money/taxShare.ts';
import { branchName } from '@boxyard/shared/domain/people/companies.ts';
import type { CustomerSnapshot } from '../../db/schema/money.ts';
import { formatDate } from '../../documents/format.ts';
import type { DocumentPayment, DocumentTotal } from '../../documents/model.ts';
import {
  anyId,
  byLanguage,
  type Ctx,
  type FileResult,
  type Locale,
  notFound,
  whereInScope,
} from '../../kernel/index.ts';
import {
  COMMON_WORDS,
  documentPdf,
  documentTitle,
  headerFor,
  loadRefs,
  loadVisible,
  numberedValues,
  signatureOf,
} from '../../workflow/index.ts';
import { correctedBy } from './corrections/corrected.ts';
import { TEXTS as CREDIT_WORDS } from './creditNotes/labels.ts';
import { taxedPart } from './creditNotes/taxed.ts';
import { type CreditNoteRow, creditNotes } from './creditNotes/type.ts';
import { shownSnapshot, snapshotOf } from './customers.ts';
import { TEXTS as DEBIT_WORDS } from './debitNotes/labels.ts';
import { type DebitNoteRow, debitNotes } from './debitNotes/type.ts';
import { TEXTS as INVOICE_WORDS } from './invoices/labels.ts';
import { readItems, sourceLabels } from './invoices/source.ts';
import { type InvoiceRow, invoices } from './invoices/type.ts';
import { TEXTS as PAYMENT_WORDS } from './payments/labels.ts';
import { payments } from './payments/type.ts';
import { STATEMENT_WORDS } from './receivables/labels.ts';

/** Words of the documents of this area. */
export const WORDS = byLanguage({
  invoice: documentTitle('invoices'),
  taxInvoice: { en: ['Tax invoice', 'ใบกำกับภาษี'], th: ['ใบกำกับภาษี', 'Tax invoice'] },
  receipt: { en: ['Receipt', 'ใบเสร็จรับเงิน'], th: ['ใบเสร็จรับเงิน', 'Receipt'] },
  creditNote: documentTitle('creditNotes'),
  debitNote: documentTitle('debitNotes'),
  statement: {
    en: ['Statement of account', 'ใบแจ้งยอดบัญชี'],
    th: ['ใบแจ้งยอดบัญชี', 'Statement of account'],
  },
  customer: INVOICE_WORDS.field.customer,
  taxId: COMMON_WORDS.field.taxId,
  due: INVOICE_WORDS.field.dueDate,
  invoiceNo: INVOICE_WORDS.field.documentNo,
  receiptNo: PAYMENT_WORDS.field.receiptNo,
  replaces: {
    en: 'Cancels and replaces tax invoice',
    th: 'เป็นการยกเลิกและออกใบกำกับภาษีฉบับใหม่แทนฉบับเดิมเลขที่',
  },
  originalTotal: { en: 'Original value', th: 'มูลค่าเดิม' },
  correctTotal: { en: 'Correct value', th: 'มูลค่าที่ถูกต้อง' },
  cause: CREDIT_WORDS.field.cause,
  reason: INVOICE_WORDS.field.reason,
  method: { en: 'Paid by', th: 'ชำระโดย' },
  reference: PAYMENT_WORDS.field.ref,
  item: INVOICE_WORDS.line.description,
  quantity: INVOICE_WORDS.line.quantity,
  unit: INVOICE_WORDS.line.unit,
  unitPrice: INVOICE_WORDS.line.unitPrice,
  amount: INVOICE_WORDS.line.amount,
  subTotal: { en: 'Subtotal', th: 'รวมเป็นเงิน' },
  discount: INVOICE_WORDS.field.discount,
  base: CREDIT_WORDS.field.baseAmount,
  vat: { en: (rate: string) => `VAT ${rate}%`, th: (rate: string) => `ภาษีมูลค่าเพิ่ม ${rate}%` },
  grand: { en: 'Total', th: 'รวมทั้งสิ้น' },
  wht: INVOICE_WORDS.field.whtAmount,
  net: { en: 'To be paid', th: 'ยอดชำระ' },
  difference: { en: 'Difference', th: 'ผลต่าง' },
  notTaxed: { en: 'Not paid, so not taxed yet', th: 'ส่วนที่ยังไม่ได้ชำระและยังไม่ถึงกำหนดภาษี' },
  payTo: { en: 'Please pay to', th: 'ชำระเงินเข้าบัญชี' },
  account: { en: 'Account no.', th: 'เลขที่บัญชี' },
  promptPay: PAYMENT_WORDS.choice.method.promptpay,
  billPayment: PAYMENT_WORDS.choice.method.billPayment,
  issuedBy: { en: 'Issued by', th: 'ผู้ออกเอกสาร' },
  receivedBy: { en: 'Received by', th: 'ผู้รับเงิน' },
  approvedBy: COMMON_WORDS.field.approvedBy,
  credit: { en: 'Advance payment', th: 'เงินรับล่วงหน้า' },
  date: STATEMENT_WORDS.field.date,
  entry: STATEMENT_WORDS.field.kind,
  balance: STATEMENT_WORDS.field.balance,
  opening: STATEMENT_WORDS.field.opening,
  closing: STATEMENT_WORDS.field.closing,
});

type Words = (typeof WORDS)[Locale];

/** `7.00` is `7`. */
const rate = (value: string): string => String(Number(value));
const negative = (value: string): string => decimal.round(decimal.subtract('0', value));

/** Whom a document was made out to, as far as this person sees of them. */
export function partyOf(ctx: Ctx, snapshot: CustomerSnapshot, words: Words) {
  const to = shownSnapshot(ctx, snapshot);
  const branch = to.branchCode === null ? [] : [branchName(to.branchCode, ctx.locale)];
  const registration = to.taxId === null ? [] : [`${words.taxId} ${to.taxId}`, ...branch];
  return {
    label: words.customer,
    lines: [
      `${to.code} ${ctx.locale === 'en' ? (to.nameEn ?? to.name) : to.name}`,
      to.address ?? '',
      registration.join(' · '),
    ].filter((line) => line !== ''),
  };
}

const fact = (label: string, value: string | null | undefined) => (value ? [{ label, value }] : []);

const LINE_COLUMNS = (words: Words) => [
  { key: 'no', label: '#', width: 1, format: 'index' as const },
  { key: 'item', label: words.item, width: 9 },
  { key: 'quantity', label: words.quantity, width: 2, format: 'quantity' as const },
  { key: 'unit', label: words.unit, width: 2, format: 'unit' as const },
  { key: 'unitPrice', label: words.unitPrice, width: 3, format: 'price' as const },
  { key: 'amount', label: words.amount, width: 3, format: 'money' as const },
];

interface Charged {
  readonly subTotal: string;
  readonly discountTotal: string;
  readonly baseAmount: string;
  readonly vatAmount: string;
  readonly vatRate: string;
  readonly vatMode: string;
  readonly grandTotal: string;
  readonly whtAmount: string;
  readonly netReceivable: string;
}

const totalsOf = (row: Charged, words: Words): DocumentTotal[] => [
  { label: words.subTotal, value: row.subTotal },
  ...(decimal.isZero(row.discountTotal)
    ? []
    : [{ label: words.discount, value: negative(row.discountTotal) }]),
  ...(decimal.isZero(row.vatRate)
    ? []
    : [
        { label: words.base, value: row.baseAmount },
        { label: words.vat(rate(row.vatRate)), value: row.vatAmount },
      ]),
  { label: words.grand, value: row.grandTotal, strong: true },
  ...(decimal.isZero(row.whtAmount)
    ? []
    : [
        { label: words.wht, value: negative(row.whtAmount) },
        { label: words.net, value: row.netReceivable, strong: true },
      ]),
];

/** The account with the codes that a bank's app reads; what is still to be paid stands in them. */
export async function paymentOf(
  ctx: Ctx,
  row: {
    readonly bankAccountId: string | null;
    readonly documentNo: string | null;
    readonly amount: string;
    readonly customerCode: string;
  },
): Promise<DocumentPayment | undefined> {
  if (row.bankAccountId === null) return undefined;
  const words = WORDS[ctx.locale];
  const account = await ctx.db
    .selectFrom('bankAccounts')
    .where('id', '=', row.bankAccountId)
    .selectAll()
    .executeTakeFirstOrThrow();
  const isPayable = row.documentNo !== null && decimal.compare(row.amount, 0) > 0;
  return {
    label: words.payTo,
    lines: [
      `${BANKS[account.bank][ctx.locale]}${account.branch ? ` · ${account.branch}` : ''}`,
      `${words.account} ${account.accountNo}`,
      ctx.locale === 'en' ? (account.accountNameEn ?? account.accountName) : account.accountName,
    ],
    codes: [
      ...(isPayable && account.promptPayId !== null
        ? [{ label: words.promptPay, text: promptPayPayload(account.promptPayId, row.amount) }]
        : []),
      ...(isPayable && account.billerId !== null
        ? [
            {
              label: words.billPayment,
              text: billPaymentPayload(
                {
                  billerId: account.billerId,
                  ref1: row.customerCode,
                  ref2: row.documentNo ?? '',
                },
                row.amount,
              ),
            },
          ]
        : []),
    ],
  };
}

/** The sum that an invoice's payment codes ask for: its balance without the tax still to be withheld; 0 once void. */
const payable = (row: Pick<InvoiceRow, 'balance' | 'whtDue' | 'whtPaid' | 'status'>): string =>
  (countedStatuses as readonly string[]).includes(row.status)
    ? decimal.round(decimal.subtract(row.balance, withholdable(row)))
    : '0.00';

/** The invoice as a PDF: who owes what to whom, by when, and how it is paid. */
export async function invoicePdf(ctx: Ctx, id: string): Promise<FileResult> {
  const row = await loadVisible(ctx, invoices.type, { id });
  const words = WORDS[ctx.locale];
  const [items, labelOf, to, header, people] = await Promise.all([
    readItems(ctx, id),
    sourceLabels(ctx, [row]),
    row.customerSnapshot ?? snapshotOf(ctx, row.customerId),
    row.header ?? headerFor(ctx, { companyId: row.companyId, type: 'contract' }),
    loadRefs(ctx, { user: [row.createdBy] }),
  ]);
  return documentPdf(
    ctx,
    { title: words.invoice, machine: invoiceMachine, header, doc: row },
    {
      date: row.documentDate,
      parties: [partyOf(ctx, to, words)],
      facts: [
        { label: words.due, value: formatDate(row.dueDate, ctx.locale) },
        ...fact(words.reference, labelOf(row)),
      ],
      columns: LINE_COLUMNS(words),
      rows: items.map((item) => ({
        item: item.description,
        quantity: Number(item.quantity),
        unit: item.unit ?? '',
        unitPrice: item.unitPrice,
        amount: item.lineTotal,
      })),
      totals: totalsOf(row, words),
      amountInWords: row.grandTotal,
      wordsInBoth: true,
      payment: await paymentOf(ctx, {
        bankAccountId: row.bankAccountId,
        documentNo: row.documentNo,
        amount: payable(row),
        customerCode: to.code,
      }),
      signatures: [
        { label: words.issuedBy, ...signatureOf(people.userOrNull(row.createdBy), row.createdAt) },
        { label: words.approvedBy },
      ],
    },
  );
}

/** A tax invoice: every field that the law requires of one. */
export async function taxInvoicePdf(ctx: Ctx, id: string): Promise<FileResult> {
  const entry = await whereInScope(ctx.db.selectFrom('taxEntries as t'), ctx.actor, {
    company: 't.companyId',
    owner: ['t.saleId'],
  })
    .leftJoin('taxEntries as c', 'c.cancelsId', 't.id')
    .leftJoin('taxEntries as o', 'o.id', 't.replacesId')
    .where('t.id', '=', id)
    .where('t.kind', '=', 'taxInvoice')
    .selectAll('t')
    .select(['c.id as cancelledBy', 'o.documentNo as replaces'])
    .executeTakeFirst();
  if (!entry) throw notFound();
  const words = WORDS[ctx.locale];
  const [invoice, items] = await Promise.all([
    ctx.db
      .selectFrom('invoices')
      .where('id', '=', entry.invoiceId)
      .selectAll()
      .executeTakeFirstOrThrow(),
    readItems(ctx, entry.invoiceId),
  ]);
  const to =
    entry.customerSnapshot ?? invoice.customerSnapshot ?? (await snapshotOf(ctx, entry.customerId));
  const header =
    invoice.header ?? (await headerFor(ctx, { companyId: entry.companyId, type: 'contract' }));
  const isWhole = decimal.compare(entry.grandTotal, invoice.grandTotal) === 0;
  return documentPdf(
    ctx,
    {
      title: words.taxInvoice,
      machine: paymentMachine,
      header,
      doc: {
        documentNo: entry.documentNo,
        status: entry.cancelledBy === null ? 'verified' : 'reversed',
        remark: null,
      },
    },
    {
      // The law has it bear the day of the one that it takes the place of, and name that one.
      date: entry.printedDate ?? entry.taxDate,
      parties: [partyOf(ctx, to, words)],
      facts: [
        ...fact(words.invoiceNo, invoice.documentNo),
        ...fact(words.replaces, entry.replaces),
      ],
      columns: LINE_COLUMNS(words),
      // A part of what was charged is taxed with the money that came in for it.
      rows: isWhole
        ? items.map((item) => ({
            item: item.description,
            quantity: Number(item.quantity),
            unit: item.unit ?? '',
            unitPrice: item.unitPrice,
            amount: item.lineTotal,
          }))
        : [
            {
              item: {
                text: items.map(({ description }) => description).join(', '),
                note: `${words.invoiceNo} ${invoice.documentNo}`,
              },
              quantity: 1,
              unit: '',
              unitPrice: entry.baseAmount,
              amount: entry.baseAmount,
            },
          ],
      totals: [
        ...(isWhole && !decimal.isZero(invoice.discountTotal)
          ? [{ label: words.discount, value: negative(invoice.discountTotal) }]
          : []),
        { label: words.base, value: entry.baseAmount },
        { label: words.vat(rate(invoice.vatRate)), value: entry.vatAmount },
        { label: words.grand, value: entry.grandTotal, strong: true },
      ],
      amountInWords: entry.grandTotal,
      wordsInBoth: true,
      signatures: [{ label: words.issuedBy }],
    },
  );
}

async function invoiceNumbers(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await ctx.db
    .selectFrom('invoices')
    .where('id', '=', anyId(ids))
    .select(['id', 'documentNo'])
    .execute();
  return new Map(rows.map(({ id, documentNo }) => [id, documentNo]));
}

/** The receipt of a payment that was verified, as it was handed out. */
export async function receiptPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const row = await loadVisible(ctx, payments.type, { id });
  if (row.receiptNo === null) throw notFound();
  const words = WORDS[ctx.locale];
  const lines = row.receiptLines ?? [];
  const [numbers, to, header, people, [remark = null]] = await Promise.all([
    invoiceNumbers(
      ctx,
      lines.map(({ invoiceId }) => invoiceId),
    ),
    row.customerSnapshot ?? snapshotOf(ctx, row.customerId),
    row.header ?? headerFor(ctx, { companyId: row.companyId, type: 'contract' }),
    loadRefs(ctx, { user: [row.approvedBy] }),
    numberedValues(ctx, [row.remark]),
  ]);
  const rest = decimal.round(
    decimal.subtract(row.amount, decimal.add('0', ...lines.map(({ amount }) => amount))),
  );
  return documentPdf(
    ctx,
    {
      title: words.receipt,
      machine: paymentMachine,
      header,
      doc: { documentNo: row.receiptNo, status: row.status, remark },
    },
    {
      date: row.receiptDate ?? row.documentDate,
      parties: [partyOf(ctx, to, words)],
      facts: [
        { label: words.method, value: PAYMENT_WORDS.choice.method[row.method][ctx.locale] },
        ...fact(words.reference, row.bankReference ?? row.chequeNo),
      ],
      columns: [
        { key: 'no', label: '#', width: 1, format: 'index' },
        { key: 'item', label: words.item, width: 10 },
        { key: 'due', label: words.due, width: 3, format: 'date' },
        { key: 'amount', label: words.amount, width: 3, format: 'money' },
      ],
      rows: [
        ...lines.map((line) => ({
          item: `${words.invoiceNo} ${numbers.get(line.invoiceId)}`,
          due: line.dueDate,
          amount: line.amount,
        })),
        ...(decimal.isZero(rest) ? [] : [{ item: words.credit, due: '', amount: rest }]),
      ],
      totals: [{ label: words.grand, value: row.amount, strong: true }],
      amountInWords: row.amount,
      wordsInBoth: true,
      signatures: [
        {
          label: words.receivedBy,
          ...signatureOf(people.userOrNull(row.approvedBy), row.approvedAt),
        },
      ],
    },
  );
}

/** What a credit or debit note says, as the law asks of both: original, correct, and the difference. */
interface Correction {
  readonly title: readonly [string, string];
  readonly machine: Machine;
  readonly cause: string;
  /** The value that is right, of what was charged and the difference. */
  readonly correct: (original: string, difference: string) => string;
  /** What of the note was taxed; what is left of it is on the paper as well. */
  readonly taxed: (invoice: CorrectedInvoice) => Promise<TaxAmounts>;
}

type NoteRow = CreditNoteRow | DebitNoteRow;

const correctedInvoice = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('invoices')
    .where('id', '=', id)
    .select(['id', 'documentNo', 'grandTotal', 'vatAmount', 'vatRate'])
    .select(['debitedAmount', 'creditedAmount'])
    .executeTakeFirstOrThrow();
type CorrectedInvoice = Awaited<ReturnType<typeof correctedInvoice>>;

async function correctionPdf(
  ctx: Ctx,
  row: NoteRow,
  { title, machine, cause, correct, taxed }: Correction,
): Promise<FileResult> {
  const words = WORDS[ctx.locale];
  const invoice = await correctedInvoice(ctx, row.invoiceId);
  const [{ baseAmount, grandTotal: taxedTotal }, corrected, to, header, people] = await Promise.all(
    [
      taxed(invoice),
      correctedBy(ctx, { row, invoice }),
      row.customerSnapshot ?? snapshotOf(ctx, row.customerId),
      row.header ?? headerFor(ctx, { companyId: row.companyId, type: 'contract' }),
      loadRefs(ctx, { user: [row.createdBy, row.approvedBy] }),
    ],
  );
  const { valueBefore, taxInvoices } = corrected;
  const isTaxed = !decimal.isZero(row.vatAmount);
  const difference = isTaxed ? baseAmount : row.grandTotal;
  const untaxed = decimal.round(decimal.subtract(row.grandTotal, taxedTotal));
  return documentPdf(
    ctx,
    { title, machine, header, doc: row },
    {
      date: row.documentDate,
      parties: [partyOf(ctx, to, words)],
      facts: [
        ...fact(words.invoiceNo, invoice.documentNo),
        ...taxInvoices.map((tax) => ({
          label: words.taxInvoice[0],
          value: `${tax.documentNo} · ${formatDate(tax.date, ctx.locale)}`,
        })),
        { label: words.cause, value: cause },
        { label: words.reason, value: row.reason },
      ],
      columns: [
        { key: 'item', label: words.item, width: 10 },
        { key: 'amount', label: words.amount, width: 4, format: 'money' },
      ],
      rows: [
        { item: words.originalTotal, amount: valueBefore },
        {
          item: words.correctTotal,
          amount: decimal.round(correct(valueBefore, difference)),
        },
      ],
      totals: [
        { label: words.difference, value: difference },
        ...(isTaxed ? [{ label: words.vat(rate(invoice.vatRate)), value: row.vatAmount }] : []),
        ...(isTaxed && !decimal.isZero(untaxed) ? [{ label: words.notTaxed, value: untaxed }] : []),
        { label: words.grand, value: row.grandTotal, strong: true },
      ],
      amountInWords: row.grandTotal,
      wordsInBoth: true,
      signatures: [
        { label: words.issuedBy, ...signatureOf(people.userOrNull(row.createdBy), row.createdAt) },
        {
          label: words.approvedBy,
          ...signatureOf(people.userOrNull(row.approvedBy), row.approvedAt),
        },
      ],
    },
  );
}

export async function creditNotePdf(ctx: Ctx, id: string): Promise<FileResult> {
  const row = await loadVisible(ctx, creditNotes.type, { id });
  return correctionPdf(ctx, row, {
    title: WORDS[ctx.locale].creditNote,
    machine: creditNoteMachine,
    cause: CREDIT_WORDS.choice.cause[row.cause][ctx.locale],
    correct: decimal.subtract,
    taxed: (invoice) => taxedPart(ctx, { note: row, invoice }),
  });
}

export async function debitNotePdf(ctx: Ctx, id: string): Promise<FileResult> {
  const row = await loadVisible(ctx, debitNotes.type, { id });
  return correctionPdf(ctx, row, {
    title: WORDS[ctx.locale].debitNote,
    machine: debitNoteMachine,
    cause: DEBIT_WORDS.choice.cause[row.cause][ctx.locale],
    correct: (original, difference) => decimal.add(original, difference),
    // Only what is taxed whole is charged more by a note.
    taxed: async () => row,
  });
}

interface Statement {
  readonly customer: { readonly id: string };
  readonly startDate: string;
  readonly endDate: string;
  readonly opening: string;
  readonly closing: string;
  readonly entries: readonly {
    readonly date: string;
    readonly kind: keyof typeof STATEMENT_WORDS.kind;
    readonly documentNo: string | null;
    readonly amount: string;
    readonly balance: string;
  }[];
}

/** A customer's account between two days. */
export async function statementPdf(ctx: Ctx, statement: Statement): Promise<FileResult> {
  const words = WORDS[ctx.locale];
  const { companyId } = await ctx.db
    .selectFrom('customers')
    .where('id', '=', statement.customer.id)
    .select('companyId')
    .executeTakeFirstOrThrow();
  const [to, header] = await Promise.all([
    snapshotOf(ctx, statement.customer.id),
    headerFor(ctx, { companyId, type: 'contract' }),
  ]);
  return documentPdf(
    ctx,
    {
      title: words.statement,
      machine: paymentMachine,
      header,
      doc: { documentNo: `${to.code} ${statement.endDate}`, status: '', remark: null },
    },
    {
      date: statement.endDate,
      parties: [partyOf(ctx, to, words)],
      facts: [
        {
          label: words.date,
          value: `${formatDate(statement.startDate, ctx.locale)} – ${formatDate(statement.endDate, ctx.locale)}`,
        },
      ],
      columns: [
        { key: 'date', label: words.date, width: 3, format: 'date' },
        { key: 'item', label: words.entry, width: 8 },
        { key: 'amount', label: words.amount, width: 3, format: 'money' },
        { key: 'balance', label: words.balance, width: 3, format: 'money' },
      ],
      rows: [
        { date: statement.startDate, item: words.opening, amount: '', balance: statement.opening },
        ...statement.entries.map((entry) => ({
          date: entry.date,
          item: `${STATEMENT_WORDS.kind[entry.kind][ctx.locale]} ${entry.documentNo ?? ''}`.trim(),
          amount: entry.amount,
          balance: entry.balance,
        })),
      ],
      totals: [{ label: words.closing, value: statement.closing, strong: true }],
    },
  );
}
