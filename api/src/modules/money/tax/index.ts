import { decimal } from '@boxyard/shared/domain';
import { masked } from '@boxyard/shared/domain/sales/customers.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  conflict,
  containing,
  defineList,
  type Family,
  folded,
  type HandlersOf,
  type Input,
  mayUseCompany,
  money,
  newId,
  refuseFaults,
  today,
  whereInScope,
} from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { seesPersonalData } from '../../partners/index.ts';
import { taxInvoicePdf } from '../pdf.ts';
import { certificateList, missingList } from './certificates.ts';
import { inputTaxList } from './inputList.ts';
import { TEXTS } from './labels.ts';
import { SEQUENCE, TAX_INVOICE_NO, VAT_COLUMNS, VAT_SUMS, vatAmounts } from './register.ts';
import { replaceTaxInvoice } from './replace.ts';
import { taxReportPdf } from './reports.ts';
import { TAX_SCOPE } from './scope.ts';
import { type Register, sequencesOf, TABLES } from './sequence.ts';

const source = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('taxEntries as t'), ctx.actor, TAX_SCOPE);

const taxList = defineList('taxInvoices.list', {
  id: 't.id',
  from: source,
  select: (query) =>
    query
      .innerJoin('invoices as iv', 'iv.id', 't.invoiceId')
      .leftJoin('taxEntries as o', 'o.id', 't.replacesId')
      .select([
        't.id',
        't.kind',
        't.taxDate',
        't.documentNo',
        't.customerName',
        't.taxId',
        't.branchCode',
        't.baseAmount',
        't.vatAmount',
        't.grandTotal',
        't.invoiceId',
        'iv.documentNo as invoiceNo',
        'o.documentNo as replaces',
      ]),
  map: async (rows, ctx) => {
    const sequence = await sequencesOf(
      ctx,
      'output',
      rows.map(({ id }) => id),
    );
    return rows.map(({ invoiceId, invoiceNo, ...row }) => ({
      ...row,
      sequence: sequence(row.id),
      taxId: row.taxId === null || seesPersonalData(ctx) ? row.taxId : masked(row.taxId),
      ...vatAmounts(row),
      invoice: { id: invoiceId, documentNo: invoiceNo },
    }));
  },
  sorts: { taxDate: 't.taxDate', documentNo: 't.documentNo' },
  filters: { kind: 't.kind', customerId: 't.customerId', companyId: 't.companyId' },
  dates: { column: 't.taxDate', kind: 'date' },
  // A tax id finds something only for those to whom it is shown.
  search: (query, term, ctx) => {
    const found = query.where(folded('t.search_text', term));
    return seesPersonalData(ctx)
      ? found
      : found.where(
          sql<boolean>`fold_search(t.document_no || ' ' || t.customer_name)
            like fold_search(${containing(term)})`,
        );
  },
  sums: VAT_SUMS,
  export: {
    fileName: 'output-vat',
    columns: {
      sequence: SEQUENCE,
      taxDate: { title: { en: 'Date', th: 'วัน เดือน ปี' }, type: 'date' },
      documentNo: TAX_INVOICE_NO,
      customerName: { title: { en: 'Buyer', th: 'ชื่อผู้ซื้อสินค้า/ผู้รับบริการ' }, type: 'text' },
      ...VAT_COLUMNS,
      replaces: { title: TEXTS.field.replaces, type: 'text' },
    },
  },
});

const periodList = defineList('taxPeriods.list', {
  id: 'm.id',
  from: (ctx) =>
    whereInScope(ctx.db.selectFrom('taxPeriods as m'), ctx.actor, { company: 'm.companyId' }),
  select: (query) => query.selectAll('m'),
  map: async (rows, ctx) => {
    const refs = await loadRefs(ctx, {
      company: rows.map(({ companyId }) => companyId),
      user: rows.map(({ closedBy }) => closedBy),
    });
    return rows.map((row) => ({
      id: row.id,
      company: refs.ref(row.companyId),
      period: row.period,
      baseAmount: money(row.baseAmount),
      vatAmount: money(row.vatAmount),
      entryCount: row.entryCount,
      inputBaseAmount: money(row.inputBaseAmount),
      inputVatAmount: money(row.inputVatAmount),
      inputEntryCount: row.inputEntryCount,
      payable: money(decimal.subtract(row.vatAmount, row.inputVatAmount)),
      closedAt: row.closedAt,
      closedBy: refs.userOrNull(row.closedBy),
    }));
  },
  sorts: { period: 'm.period' },
  filters: { companyId: 'm.companyId' },
  search: ['m.period'],
});

/** What one of the registers has of a month. */
async function sumOfMonth(
  ctx: Ctx,
  register: Register,
  { companyId, period }: { readonly companyId: string; readonly period: string },
): Promise<{ readonly base: string; readonly vat: string; readonly n: number }> {
  const { rows } = await ctx.pg.query<{ base: string; vat: string; n: number }>({
    name: `money.taxPeriod.${register}`,
    text: `select coalesce(sum(base_amount), 0)::numeric(15, 2) as base,
        coalesce(sum(vat_amount), 0)::numeric(15, 2) as vat, count(*)::int as n
      from ${TABLES[register]} where company_id = $1 and tax_date >= $2::date
        and tax_date < ($2::date + interval '1 month')::date`,
    values: [companyId, `${period}-01`],
  });
  return rows[0] ?? { base: '0', vat: '0', n: 0 };
}

/** This month and the open ones before it, back to the first with an entry, as `YYYY-MM`. */
async function monthsToClose(
  ctx: Ctx,
  { companyId, period }: { readonly companyId: string; readonly period: string },
): Promise<readonly string[]> {
  const { rows } = await ctx.pg.query<{ period: string }>({
    name: 'money.monthsToClose',
    text: `with first as (
        select coalesce(
          (select to_date(max(period), 'YYYY-MM') + interval '1 month' from tax_periods where company_id = $1),
          (select date_trunc('month', min(tax_date)) from (
            select min(tax_date) as tax_date from ${TABLES.output} where company_id = $1
            union all select min(tax_date) from ${TABLES.input} where company_id = $1) entries)) as month)
      select to_char(m, 'YYYY-MM') as period
      from first, generate_series(least(first.month, to_date($2, 'YYYY-MM'))::timestamp,
        to_date($2, 'YYYY-MM')::timestamp, interval '1 month') m
      order by 1`,
    values: [companyId, period],
  });
  return rows.length === 0 ? [period] : rows.map((row) => row.period);
}

/**
 * Closes a month that has passed together with earlier open ones, each with its own sums. Later postings count
 * in later months. 409 PERIOD_CLOSED.
 */
async function closeTaxPeriod(ctx: Ctx, { body }: Input<'taxPeriods.close'>) {
  const { companyId, period } = body;
  refuseFaults(
    mayUseCompany(ctx.actor, companyId) ? [] : [{ field: 'companyId', code: 'UNKNOWN_ID' }],
  );
  if (period >= today(ctx.clock).slice(0, 7)) {
    refuseFaults([{ field: 'period', code: 'PERIOD_NOT_OVER' }]);
  }
  const company = await ctx.db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!company) refuseFaults([{ field: 'companyId', code: 'UNKNOWN_ID' }]);
  const known = await ctx.db
    .selectFrom('taxPeriods')
    .where('companyId', '=', companyId)
    .where('period', '>=', period)
    .select('period')
    .executeTakeFirst();
  if (known) throw conflict('PERIOD_CLOSED', { period: known.period });
  const months = await monthsToClose(ctx, body);
  for (const month of months.slice(0, -1)) await closeMonth(ctx, { companyId, period: month });
  return { data: await closeMonth(ctx, body) };
}

async function closeMonth(
  ctx: Ctx,
  month: { readonly companyId: string; readonly period: string },
) {
  const { companyId, period } = month;
  const [output, input] = [
    await sumOfMonth(ctx, 'output', month),
    await sumOfMonth(ctx, 'input', month),
  ];
  const id = newId();
  await ctx.db
    .insertInto('taxPeriods')
    .values({
      id,
      companyId,
      period,
      baseAmount: output.base,
      vatAmount: output.vat,
      entryCount: output.n,
      inputBaseAmount: input.base,
      inputVatAmount: input.vat,
      inputEntryCount: input.n,
      closedAt: ctx.clock.now(),
      closedBy: ctx.actor.userId,
    })
    .execute();
  return { id, period, vatAmount: money(output.vat), inputVatAmount: money(input.vat) };
}

export const taxHandlers: HandlersOf<
  | Family<'taxInvoices'>
  | Family<'taxPeriods'>
  | Family<'inputTax'>
  | Family<'taxReports'>
  | Family<'whtCertificates'>
> = {
  'taxInvoices.list': taxList.run,
  'taxInvoices.document': (ctx, { params }) => taxInvoicePdf(ctx, params.id),
  'taxInvoices.replace': replaceTaxInvoice,
  'taxPeriods.list': periodList.run,
  'taxPeriods.close': closeTaxPeriod,
  'inputTax.list': inputTaxList.run,
  'taxReports.output': (ctx, { query }) => taxReportPdf(ctx, 'output', query),
  'taxReports.input': (ctx, { query }) => taxReportPdf(ctx, 'input', query),
  'whtCertificates.list': certificateList.run,
  'whtCertificates.missing': missingList.run,
};
