import { startsFrom } from '@boxyard/shared/domain';
import { branchName } from '@boxyard/shared/domain/people/companies.ts';
import { partSaleMachine } from '@boxyard/shared/domain/sales/partSaleMachine.ts';
import { formatDate } from '../../../documents/format.ts';
import type { DocumentColumn, DocumentRow } from '../../../documents/model.ts';
import { byLanguage, type Ctx, type FileResult, type Locale } from '../../../kernel/index.ts';
import {
  COMMON_WORDS,
  documentPdf,
  documentTitle,
  headerFor,
  localisedName,
  signatureOf,
  warehouseParty,
} from '../../../workflow/index.ts';
import { PDF_TEXTS, totalsOf } from '../../purchasing/index.ts';
import { TEXTS } from './labels.ts';
import { type PresentedLine, presentPartSale } from './present.ts';

const WORDS = byLanguage({
  title: documentTitle('partSales'),
  pickList: { en: ['Pick list', 'ใบหยิบสินค้า'], th: ['ใบหยิบสินค้า', 'Pick list'] },
  note: { en: ['Delivery note', 'ใบส่งของ'], th: ['ใบส่งของ', 'Delivery note'] },
  customer: TEXTS.field.customer,
  taxId: COMMON_WORDS.field.taxId,
  phone: TEXTS.field.phone,
  warehouse: COMMON_WORDS.field.warehouse,
  neededBy: TEXTS.field.neededBy,
  delivered: { en: 'Delivered on', th: 'วันที่ส่งมอบ' },
  item: TEXTS.line.part,
  bin: TEXTS.line.bin,
  trace: { en: 'Lot / serial', th: 'ล็อต / ซีเรียล' },
  quantity: TEXTS.line.quantity,
  picked: { en: 'Picked', th: 'หยิบจริง' },
  unit: COMMON_WORDS.field.unit,
  price: TEXTS.line.unitPrice,
  amount: COMMON_WORDS.line.amount,
  warranty: {
    en: (date: string) => `warranty until ${date}`,
    th: (date: string) => `รับประกันถึง ${date}`,
  },
  returned: {
    en: (quantity: number) => `${quantity} returned`,
    th: (quantity: number) => `คืนแล้ว ${quantity}`,
  },
  creator: { en: 'Sold by', th: 'ผู้ขาย' },
  confirmer: { en: 'Confirmed by', th: 'ผู้ยืนยัน' },
  deliverer: TEXTS.field.deliveredBy,
  recipient: TEXTS.field.recipientName,
});

interface Spoken {
  readonly words: (typeof WORDS)[Locale];
  readonly locale: Locale;
}
interface Table {
  readonly columns: readonly DocumentColumn[];
  readonly rows: readonly DocumentRow[];
}

/** The sale as a PDF: a pick list while it is held, a delivery note once it was handed over. */
export async function partSalePdf(ctx: Ctx, id: string): Promise<FileResult> {
  const doc = await presentPartSale(ctx, id);
  const { locale } = ctx;
  const words = WORDS[locale];
  const spoken = { words, locale };
  const isPicked = startsFrom(partSaleMachine, 'deliver', doc.status);
  const header = await headerFor(ctx, { companyId: doc.company.id, type: 'acceptance' });
  const title = isPicked ? words.pickList : doc.deliveredDate ? words.note : words.title;
  const { buyer } = doc;
  const totals = totalsOf(
    { ...doc, whtAmount: '0.00', whtRate: '0.00', netPayable: doc.grandTotal },
    PDF_TEXTS[locale],
  );
  return documentPdf(
    ctx,
    { title, machine: partSaleMachine, header, doc },
    {
      date: doc.deliveredDate ?? doc.documentDate,
      parties: [
        {
          label: words.customer,
          lines: [
            `${doc.customer.code ?? ''} ${buyer.name}`.trim(),
            ...(buyer.address ? [buyer.address] : []),
            ...(buyer.taxId
              ? [
                  `${words.taxId} ${buyer.taxId}`,
                  ...(buyer.branchCode ? [branchName(buyer.branchCode, locale)] : []),
                ]
              : []),
            ...(buyer.phone ? [`${words.phone} ${buyer.phone}`] : []),
          ],
        },
        warehouseParty(words.warehouse, doc.warehouse, locale),
      ],
      facts: [
        doc.deliveredDate
          ? { label: words.delivered, value: formatDate(doc.deliveredDate, locale) }
          : { label: words.neededBy, value: formatDate(doc.neededBy, locale) },
      ],
      ...(isPicked
        ? pickList(doc.items, spoken)
        : { ...priced(doc.items, spoken), totals, amountInWords: doc.grandTotal }),
      signatures: [
        { label: words.creator, ...signatureOf(doc.createdBy, doc.createdAt) },
        { label: words.confirmer, ...signatureOf(doc.approvedBy, doc.approvedAt) },
        { label: words.deliverer, ...signatureOf(doc.deliveredBy, doc.deliveredAt) },
        { label: words.recipient, ...(doc.recipientName ? { name: doc.recipientName } : {}) },
      ],
    },
  );
}

const noteOf = (line: PresentedLine, more: readonly (string | null)[] = []): string =>
  [line.part.code, line.note, ...more].filter(Boolean).join(' · ');

/** Each place once, in the order in which somebody walks by; the last column is written in. */
function pickList(items: readonly PresentedLine[], { words, locale }: Spoken): Table {
  const places = items
    .flatMap((line) => line.picks.map((pick) => ({ line, pick })))
    .sort((a, b) => a.pick.bin.localeCompare(b.pick.bin));
  return {
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'bin', label: words.bin, width: 3 },
      { key: 'item', label: words.item, width: 8 },
      { key: 'trace', label: words.trace, width: 4 },
      { key: 'quantity', label: words.quantity, width: 2.2, format: 'quantity' },
      { key: 'unit', label: words.unit, width: 1.8, format: 'unit' },
      { key: 'picked', label: words.picked, width: 2.4 },
    ],
    rows: places.map(({ line, pick }) => ({
      bin: pick.bin,
      item: { text: localisedName(line.part, locale), note: noteOf(line) },
      trace: pick.serialNo ?? pick.lotNo,
      quantity: pick.quantity,
      unit: localisedName(line.unit, locale),
      picked: '............',
    })),
  };
}

/** `S-1 (warranty until 01/01/2027)`. */
const traceOf = (
  { serialNo, lotNo, warrantyUntil }: PresentedLine['picks'][number],
  { words, locale }: Spoken,
): string | null => {
  const trace = serialNo ?? lotNo;
  if (trace === null || warrantyUntil === null) return trace;
  return `${trace} (${words.warranty(formatDate(warrantyUntil, locale))})`;
};

function priced(items: readonly PresentedLine[], spoken: Spoken): Table {
  const { words, locale } = spoken;
  return {
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'item', label: words.item, width: 8 },
      { key: 'quantity', label: words.quantity, width: 2.2, format: 'quantity' },
      { key: 'unit', label: words.unit, width: 1.8, format: 'unit' },
      { key: 'price', label: words.price, width: 2.8, format: 'price' },
      { key: 'amount', label: words.amount, width: 3, format: 'money' },
    ],
    rows: items.map((line) => ({
      item: {
        text: localisedName(line.part, locale),
        note: noteOf(line, [
          ...(line.deliveredQty > 0 ? line.picks.map((pick) => traceOf(pick, spoken)) : []),
          line.returnedQty > 0 ? words.returned(line.returnedQty) : null,
        ]),
      },
      quantity: line.quantity,
      unit: localisedName(line.unit, locale),
      price: line.unitPrice,
      amount: line.lineTotal,
    })),
  };
}
