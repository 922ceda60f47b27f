import { decimal } from '@boxyard/shared/domain';
import { masked } from '@boxyard/shared/domain/sales/customers.ts';
import { sql } from 'kysely';
import { anyId, type Ctx, defineList, money, whereInScope } from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { customerRefs, seesPersonalData } from '../../partners/index.ts';
import { invoices } from '../invoices/type.ts';
import { TEXTS as PAYMENT_WORDS } from '../payments/labels.ts';
import { payments } from '../payments/type.ts';
import { CERTIFICATE_WORDS, MISSING_WORDS } from './labels.ts';

// Certificates of withheld tax: those that came, and invoices that wait for one.

/** Tax ids of customers, shortened for whoever does not see personal data. */
async function taxIdsOf(ctx: Ctx, customerIds: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('customers')
    .where('id', '=', anyId(customerIds))
    .select(['id', 'taxId'])
    .execute();
  const byId = new Map(rows.map(({ id, taxId }) => [id, taxId]));
  return (id: string): string | null => {
    const taxId = byId.get(id) ?? null;
    return taxId === null || seesPersonalData(ctx) ? taxId : masked(taxId);
  };
}

/** Companies and customers of rows, with the tax ids of the latter. */
async function partiesOf(
  ctx: Ctx,
  rows: readonly { readonly companyId: string; readonly customerId: string }[],
) {
  const ids = rows.map(({ customerId }) => customerId);
  const [refs, customer, taxId] = await Promise.all([
    loadRefs(ctx, { company: rows.map(({ companyId }) => companyId) }),
    customerRefs(ctx, ids),
    taxIdsOf(ctx, ids),
  ]);
  return ({ companyId, customerId }: (typeof rows)[number]) => ({
    company: refs.ref(companyId),
    customer: customer(customerId),
    taxId: taxId(customerId),
  });
}

/** What each certificate settles, with what its tax was withheld from. */
async function settledBy(ctx: Ctx, paymentIds: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('paymentAllocations as a')
    .innerJoin('invoices as iv', 'iv.id', 'a.invoiceId')
    .where('a.paymentId', '=', anyId(paymentIds))
    .where('a.amount', '>', '0')
    .orderBy('iv.documentNo')
    .select(['a.paymentId', 'a.amount', 'iv.documentNo', 'iv.whtRate'])
    .execute();
  const byPayment = new Map<string, { invoices: string[]; income: string }>();
  for (const { paymentId, amount, documentNo, whtRate } of rows) {
    const one = byPayment.get(paymentId) ?? { invoices: [], income: '0.00' };
    one.invoices.push(documentNo ?? '');
    if (!decimal.isZero(whtRate)) {
      const income = decimal.divide(decimal.multiply(amount, 100), whtRate);
      one.income = decimal.round(decimal.add(one.income, income));
    }
    byPayment.set(paymentId, one);
  }
  return (id: string) => byPayment.get(id) ?? { invoices: [], income: '0.00' };
}

const TITLES = {
  customer: { title: CERTIFICATE_WORDS.field.customer, type: 'text' },
  taxId: { title: CERTIFICATE_WORDS.field.taxId, type: 'text' },
} as const;

export const certificateList = defineList('whtCertificates.list', {
  id: 'py.id',
  from: (ctx) =>
    whereInScope(ctx.db.selectFrom('payments as py'), ctx.actor, payments.scope).where(
      'py.method',
      '=',
      'whtCert',
    ),
  select: (query) =>
    query.select([
      'py.id',
      'py.companyId',
      'py.customerId',
      'py.documentNo',
      'py.whtCertNo',
      'py.whtCertDate',
      'py.amount',
      'py.status',
    ]),
  map: async (rows, ctx) => {
    const [parties, settled] = await Promise.all([
      partiesOf(ctx, rows),
      settledBy(
        ctx,
        rows.map(({ id }) => id),
      ),
    ]);
    return rows.map((row) => ({
      id: row.id,
      whtCertDate: row.whtCertDate ?? '',
      whtCertNo: row.whtCertNo ?? '',
      ...parties(row),
      ...settled(row.id),
      amount: money(row.amount),
      payment: { id: row.id, documentNo: row.documentNo },
      status: row.status,
    }));
  },
  sorts: {
    whtCertDate: { column: 'py.whtCertDate', nullable: true },
    whtCertNo: { column: 'py.whtCertNo', nullable: true },
  },
  filters: { status: 'py.status', customerId: 'py.customerId', companyId: 'py.companyId' },
  dates: { column: 'py.whtCertDate', kind: 'date' },
  search: 'py.search_text',
  family: 'payments',
  sums: { amount: 'py.amount' },
  export: {
    fileName: 'withholding-tax-certificates',
    columns: {
      whtCertDate: { title: { en: 'Date', th: 'วันที่หนังสือรับรอง' }, type: 'date' },
      whtCertNo: { title: CERTIFICATE_WORDS.field.whtCertNo, type: 'text' },
      ...TITLES,
      invoices: { title: CERTIFICATE_WORDS.field.invoices, type: 'text' },
      income: { title: CERTIFICATE_WORDS.field.income, type: 'money' },
      amount: { title: CERTIFICATE_WORDS.field.amount, type: 'money' },
      payment: { title: { en: 'Payment', th: 'รายการรับชำระ' }, type: 'text' },
      status: {
        title: CERTIFICATE_WORDS.field.status,
        type: 'status',
        labels: PAYMENT_WORDS.status,
      },
    },
  },
});

export const missingList = defineList('whtCertificates.missing', {
  id: 'iv.id',
  from: (ctx) =>
    whereInScope(ctx.db.selectFrom('invoices as iv'), ctx.actor, invoices.scope).where(
      sql<boolean>`iv.balance > 0 and iv.balance <= iv.wht_due - iv.wht_paid`,
    ),
  select: (query) =>
    query.select([
      'iv.id',
      'iv.companyId',
      'iv.customerId',
      'iv.documentNo',
      'iv.dueDate',
      'iv.baseAmount',
      'iv.whtRate',
      'iv.whtDue',
      sql<string>`iv.balance`.as('missing'),
      sql<string | null>`(select max(p.document_date)::text from payment_allocations a
        join payments p on p.id = a.payment_id
        where a.invoice_id = iv.id and a.amount > 0 and p.status in ('verified', 'refundRequested'))`.as(
        'paidOn',
      ),
    ]),
  map: async (rows, ctx) => {
    const parties = await partiesOf(ctx, rows);
    return rows.map((row) => ({
      id: row.id,
      documentNo: row.documentNo ?? '',
      dueDate: row.dueDate,
      ...parties(row),
      baseAmount: money(row.baseAmount),
      whtRate: row.whtRate,
      whtAmount: money(row.whtDue),
      missing: money(row.missing),
      paidOn: row.paidOn,
    }));
  },
  sorts: {
    dueDate: 'iv.dueDate',
    documentNo: { column: 'iv.documentNo', nullable: true },
  },
  filters: { customerId: 'iv.customerId', companyId: 'iv.companyId' },
  dates: { column: 'iv.dueDate', kind: 'date' },
  search: 'iv.search_text',
  family: 'invoices',
  sums: { missing: 'iv.balance' },
  export: {
    fileName: 'missing-withholding-tax-certificates',
    columns: {
      documentNo: { title: MISSING_WORDS.field.documentNo, type: 'text' },
      dueDate: { title: MISSING_WORDS.field.dueDate, type: 'date' },
      ...TITLES,
      baseAmount: { title: { en: 'Value', th: 'มูลค่าก่อนภาษี' }, type: 'money' },
      whtRate: { title: { en: 'Rate', th: 'อัตรา (%)' }, type: 'text' },
      whtAmount: { title: CERTIFICATE_WORDS.field.amount, type: 'money' },
      missing: { title: { en: 'Not covered', th: 'ยังไม่ได้รับหนังสือรับรอง' }, type: 'money' },
      paidOn: { title: MISSING_WORDS.field.paidOn, type: 'date' },
    },
  },
});
