import { decimal } from '@boxyard/shared/domain';
import { paymentMachine } from '@boxyard/shared/domain/money/paymentMachine.ts';
import { masked } from '@boxyard/shared/domain/sales/customers.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  conflict,
  type FileResult,
  type Locale,
  MOST_AT_ONCE,
  mayUseCompany,
  money,
  notFound,
  today,
} from '../../../kernel/index.ts';
import { documentPdf, headerFor } from '../../../workflow/index.ts';
import { seesPersonalData } from '../../partners/index.ts';
import { TEXTS } from './labels.ts';
import type { Register } from './sequence.ts';

/** The reports of a month as the Revenue Department asks for them: head, numbered rows, sums. */
const WORDS = {
  en: {
    output: ['Output VAT report', 'รายงานภาษีขาย'],
    input: ['Input VAT report', 'รายงานภาษีซื้อ'],
    month: 'Tax month',
    trader: 'Trader',
    taxId: 'Tax ID',
    place: 'Establishment',
    headOffice: 'Head office',
    branch: 'Branch',
    date: 'Date',
    number: 'Tax invoice no.',
    buyer: 'Buyer of goods or services',
    seller: 'Seller of goods or services',
    replaces: 'Replaces',
    value: 'Value',
    vat: 'VAT',
  },
  th: {
    output: ['รายงานภาษีขาย', 'Output VAT report'],
    input: ['รายงานภาษีซื้อ', 'Input VAT report'],
    month: 'เดือนภาษี',
    trader: 'ชื่อผู้ประกอบการ',
    taxId: 'เลขประจำตัวผู้เสียภาษีอากร',
    place: 'ชื่อสถานประกอบการ',
    headOffice: 'สำนักงานใหญ่',
    branch: 'สาขาที่',
    date: 'วัน เดือน ปี',
    number: 'เลขที่ใบกำกับภาษี',
    buyer: 'ชื่อผู้ซื้อสินค้า/ผู้รับบริการ',
    seller: 'ชื่อผู้ขายสินค้า/ผู้ให้บริการ',
    replaces: 'ออกแทนฉบับเดิมเลขที่',
    value: 'มูลค่าสินค้าหรือบริการ',
    vat: 'จำนวนเงินภาษีมูลค่าเพิ่ม',
  },
} as const;

interface Entry {
  readonly kind: keyof typeof TEXTS.choice.kind;
  readonly day: string;
  readonly documentNo: string;
  readonly name: string;
  readonly taxId: string | null;
  readonly branchCode: string | null;
  readonly baseAmount: string;
  readonly vatAmount: string;
  /** The one whose place it takes. */
  readonly replaces: string | null;
}

const monthName = (period: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === 'th' ? 'th-TH-u-ca-buddhist-nu-latn' : 'en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${period}-01T00:00:00Z`));

const branchName = (code: string | null, words: (typeof WORDS)[Locale]): string => {
  if (code === null || code === '') return '';
  return code === '00000' ? words.headOffice : `${words.branch} ${code}`;
};

/** What the report says under a number. */
function noteOf({ kind, replaces }: Entry, locale: Locale): string | undefined {
  if (kind !== 'taxInvoice') return TEXTS.choice.kind[kind][locale];
  return replaces === null ? undefined : `${WORDS[locale].replaces} ${replaces}`;
}

/** Entries of a month in the order in which they are numbered. */
async function entriesOf(
  ctx: Ctx,
  register: Register,
  { companyId, period }: { readonly companyId: string; readonly period: string },
): Promise<readonly Entry[]> {
  const first = `${period}-01`;
  const until = sql<string>`(${first}::date + interval '1 month')::date`;
  const most = MOST_AT_ONCE.pdf;
  const rows =
    register === 'output'
      ? await ctx.db
          .selectFrom('taxEntries as t')
          .leftJoin('taxEntries as o', 'o.id', 't.replacesId')
          .where('t.companyId', '=', companyId)
          .where('t.taxDate', '>=', first)
          .where('t.taxDate', '<', until)
          .orderBy('t.taxDate')
          .orderBy('t.id')
          .limit(most + 1)
          .select([
            't.kind',
            't.taxDate as day',
            't.documentNo',
            't.customerName as name',
            't.taxId',
            't.branchCode',
            't.baseAmount',
            't.vatAmount',
            'o.documentNo as replaces',
          ])
          .execute()
      : await ctx.db
          .selectFrom('inputTaxEntries as t')
          .where('t.companyId', '=', companyId)
          .where('t.taxDate', '>=', first)
          .where('t.taxDate', '<', until)
          .orderBy('t.taxDate')
          .orderBy('t.id')
          .limit(most + 1)
          .select([
            't.kind',
            't.invoiceDate as day',
            't.documentNo',
            't.supplierName as name',
            't.taxId',
            't.branchCode',
            't.baseAmount',
            't.vatAmount',
            sql<string | null>`null`.as('replaces'),
          ])
          .execute();
  return rows;
}

/** A report as a PDF; a month with more rows than that is exported as a sheet. */
export async function taxReportPdf(
  ctx: Ctx,
  register: Register,
  asked: { readonly companyId: string; readonly period: string },
): Promise<FileResult> {
  if (!mayUseCompany(ctx.actor, asked.companyId)) throw notFound();
  const company = await ctx.db
    .selectFrom('companies')
    .where('id', '=', asked.companyId)
    .select('id')
    .executeTakeFirst();
  if (!company) throw notFound();
  const words = WORDS[ctx.locale];
  const [entries, header] = await Promise.all([
    entriesOf(ctx, register, asked),
    headerFor(ctx, { companyId: asked.companyId, type: 'contract' }),
  ]);
  if (entries.length > MOST_AT_ONCE.pdf) {
    throw conflict('EXPORT_TOO_LARGE', { limit: MOST_AT_ONCE.pdf.toLocaleString('en') });
  }
  const isShown = register === 'input' || seesPersonalData(ctx);
  const sum = (of: 'baseAmount' | 'vatAmount') =>
    decimal.round(decimal.add('0', ...entries.map((entry) => entry[of])));
  const answer = await documentPdf(
    ctx,
    {
      title: words[register],
      machine: paymentMachine,
      header,
      doc: { documentNo: null, status: '', remark: null },
    },
    {
      date: today(ctx.clock),
      parties: [],
      facts: [
        { label: words.month, value: monthName(asked.period, ctx.locale) },
        {
          label: words.trader,
          value: ctx.locale === 'th' ? header.companyNameTh : header.companyNameEn,
        },
        { label: words.taxId, value: header.taxId },
        { label: words.place, value: branchName(header.branchCode, words) },
      ],
      columns: [
        { key: 'no', label: '#', width: 1.4, format: 'index' },
        { key: 'day', label: words.date, width: 3, format: 'date' },
        { key: 'number', label: words.number, width: 4 },
        { key: 'name', label: register === 'output' ? words.buyer : words.seller, width: 7 },
        { key: 'taxId', label: words.taxId, width: 4 },
        { key: 'place', label: words.place, width: 3 },
        { key: 'value', label: words.value, width: 3.4, format: 'money' },
        { key: 'vat', label: words.vat, width: 3, format: 'money' },
      ],
      rows: entries.map((entry) => ({
        day: entry.day,
        number: { text: entry.documentNo, note: noteOf(entry, ctx.locale) },
        name: entry.name,
        taxId: entry.taxId === null || isShown ? (entry.taxId ?? '') : masked(entry.taxId),
        place: branchName(entry.branchCode, words),
        value: money(entry.baseAmount),
        vat: money(entry.vatAmount),
      })),
      totals: [
        { label: words.value, value: sum('baseAmount') },
        { label: words.vat, value: sum('vatAmount'), strong: true },
      ],
    },
  );
  return { ...answer, fileName: `${register}-vat-${asked.period}.pdf` };
}
