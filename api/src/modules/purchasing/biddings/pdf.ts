import { decimal } from '@boxyard/shared/domain';
import { formatDate, formatDateTime } from '../../../documents/format.ts';
import type { DocumentColumn, DocumentRow } from '../../../documents/model.ts';
import { byLanguage, type Ctx, type FileResult, type Locale } from '../../../kernel/index.ts';
import {
  COMMON_WORDS,
  documentPdf,
  headerFor,
  localisedName,
  signatureOf,
  warehouseParty,
} from '../../../workflow/index.ts';
import { comparisonOf } from './comparison.ts';
import { BIDDING_WORDS, QUOTATION_WORDS } from './labels.ts';
import { presentBidding } from './present.ts';
import { biddings } from './type.ts';

const WORDS = byLanguage({
  request: {
    en: ['Request for quotation', 'ใบขอเสนอราคา'],
    th: ['ใบขอเสนอราคา', 'Request for quotation'],
  },
  comparison: {
    en: ['Comparison of quotations', 'ใบเปรียบเทียบราคา'],
    th: ['ใบเปรียบเทียบราคา', 'Comparison of quotations'],
  },
  round: { en: 'Round', th: 'รอบ' },
  warehouse: BIDDING_WORDS.field.warehouse,
  closes: { en: 'Quotations until', th: 'รับใบเสนอราคาถึง' },
  single: { en: 'Best single supplier', th: 'ผู้จำหน่ายรายเดียวที่ดีที่สุด' },
  split: { en: 'Best split', th: 'แบ่งรายการดีที่สุด' },
  awarded: { en: 'Awarded', th: 'มูลค่าที่เลือก' },
  item: { en: 'Item', th: 'รายการ' },
  quantity: BIDDING_WORDS.line.quantity,
  unit: COMMON_WORDS.field.unit,
  needed: BIDDING_WORDS.line.neededBy,
  supplier: BIDDING_WORDS.field.supplier,
  landed: QUOTATION_WORDS.line.landedUnitPrice,
  lead: QUOTATION_WORDS.line.leadTimeDays,
  warranty: QUOTATION_WORDS.line.warrantyMonths,
  won: { en: 'Awarded', th: 'เลือก' },
  opener: BIDDING_WORDS.field.createdBy,
  awarder: { en: 'Awarded by', th: 'ผู้เลือก' },
  price: QUOTATION_WORDS.line.unitPrice,
});
type Words = (typeof WORDS)[Locale];
type Round = Awaited<ReturnType<typeof presentBidding>>;
interface Spoken {
  readonly words: Words;
  readonly locale: Locale;
}
interface Table {
  readonly columns: readonly DocumentColumn[];
  readonly rows: readonly DocumentRow[];
}

const itemOf = (
  item: Pick<Round['items'][number], 'part' | 'description'>,
  locale: Locale,
): { text: string; note: string } => ({
  text: item.part ? localisedName(item.part, locale) : item.description,
  note: item.part?.code ?? '',
});

/** What suppliers are asked for; they write their prices beside it. */
const asked = (round: Round, { words, locale }: Spoken): Table => ({
  columns: [
    { key: 'no', label: '#', width: 1, format: 'index' },
    { key: 'item', label: words.item, width: 8 },
    { key: 'quantity', label: words.quantity, width: 2.2, format: 'quantity' },
    { key: 'unit', label: words.unit, width: 1.8, format: 'unit' },
    { key: 'needed', label: words.needed, width: 2.6 },
    { key: 'price', label: words.price, width: 3 },
  ],
  rows: round.items.map((item) => ({
    item: itemOf(item, locale),
    quantity: item.quantity,
    unit: localisedName(item.unit, locale),
    needed: item.neededBy ? formatDate(item.neededBy, locale) : '',
    price: '....................',
  })),
});

/** Each line's bids under each other, the cheapest first. */
const compared = (
  { items, suppliers }: Awaited<ReturnType<typeof comparisonOf>>,
  { words, locale }: Spoken,
): Table => ({
  columns: [
    { key: 'no', label: '#', width: 1, format: 'index' },
    { key: 'item', label: words.item, width: 6 },
    { key: 'supplier', label: words.supplier, width: 5 },
    { key: 'quantity', label: words.quantity, width: 2, format: 'quantity' },
    { key: 'landed', label: words.landed, width: 2.6, format: 'price' },
    { key: 'lead', label: words.lead, width: 1.8, align: 'right' },
    { key: 'warranty', label: words.warranty, width: 2, align: 'right' },
    { key: 'won', label: words.won, width: 2, format: 'quantity' },
  ],
  rows: items.flatMap((item) =>
    [...item.cells]
      .sort((a, b) => decimal.compare(a.landedUnitPrice, b.landedUnitPrice))
      .map((cell) => {
        const supplier = suppliers.find((one) => one.supplier.id === cell.supplierId)?.supplier;
        return {
          item: itemOf(item, locale),
          supplier: {
            text: supplier ? localisedName(supplier, locale) : '',
            note: [cell.brandOffered, cell.wonReason].filter(Boolean).join(' · '),
          },
          quantity: cell.quantity,
          landed: cell.landedUnitPrice,
          lead: cell.leadTimeDays === null ? '' : String(cell.leadTimeDays),
          warranty: cell.warrantyMonths === null ? '' : String(cell.warrantyMonths),
          won: cell.isWinner ? cell.wonQuantity : null,
        };
      }),
  ),
});

/** The round as a PDF: what is asked for; once the seal has ended, what was offered for it (2.3). */
export async function biddingPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const { locale } = ctx;
  const words = WORDS[locale];
  const round = await presentBidding(ctx, id);
  // Bids stay out of the PDF until the round is closed, whoever prints it: PDFs go to suppliers.
  const isOver = round.closedAt !== null || !round.allowedActions.includes('close');
  const comparison = isOver && !round.isSealed && round.quotations.length > 0;
  const header = await headerFor(ctx, { companyId: round.company.id, type: 'purchaseRequest' });
  const table = comparison
    ? compared(await comparisonOf(ctx, id), { words, locale })
    : asked(round, { words, locale });
  const subject = {
    title: comparison ? words.comparison : words.request,
    machine: biddings.type.machine,
    header,
    doc: round,
  };
  return documentPdf(ctx, subject, {
    date: round.documentDate,
    parties: [
      { label: words.round, lines: [round.title] },
      warehouseParty(words.warehouse, round.warehouse, locale),
    ],
    facts: [{ label: words.closes, value: formatDateTime(round.closesAt, locale) }],
    ...table,
    signatures: [
      { label: words.opener, ...signatureOf(round.createdBy, round.createdAt) },
      { label: words.awarder },
    ],
  });
}
