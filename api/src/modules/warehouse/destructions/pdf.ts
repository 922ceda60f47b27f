import { decimal, isDestroyed } from '@boxyard/shared/domain';
import { formatDate } from '../../../documents/format.ts';
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
import { TEXTS } from './labels.ts';
import { type PresentedLine, presentDestruction } from './present.ts';
import { destructions } from './type.ts';

const WORDS = byLanguage({
  order: {
    en: ['Destruction order', 'ใบขอทำลายอะไหล่'],
    th: ['ใบขอทำลายอะไหล่', 'Destruction order'],
  },
  certificate: {
    en: ['Certificate of destruction', 'หนังสือรับรองการทำลาย'],
    th: ['หนังสือรับรองการทำลาย', 'Certificate of destruction'],
  },
  warehouse: TEXTS.field.warehouse,
  reason: TEXTS.field.reason,
  method: TEXTS.field.method,
  scheduledAt: TEXTS.field.scheduledAt,
  destroyedAt: TEXTS.field.destroyedAt,
  item: { en: 'Item', th: 'รายการ' },
  condition: TEXTS.line.condition,
  place: { en: 'Taken from', th: 'ที่เก็บเดิม' },
  quantity: TEXTS.line.quantity,
  unit: COMMON_WORDS.field.unit,
  value: TEXTS.field.bookValue,
  salvage: TEXTS.field.salvageAmount,
  loss: { en: 'Loss net of salvage', th: 'ขาดทุนสุทธิหลังหักซาก' },
  creator: TEXTS.field.createdBy,
  approver: COMMON_WORDS.field.approvedBy,
  witness: { en: 'Witness', th: 'พยาน' },
  certified: {
    en: 'The goods listed were destroyed on the day and in the way stated, before the witnesses who sign below.',
    th: 'ขอรับรองว่าได้ทำลายสินค้าตามรายการข้างต้นในวันและด้วยวิธีที่ระบุไว้จริง ต่อหน้าพยานซึ่งได้ลงนามไว้ด้านล่าง',
  },
});
type Words = (typeof WORDS)[Locale];

/** The order to sign; once it is carried out, the certificate with its witnesses (2.12). */
export async function destructionPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const doc = await presentDestruction(ctx, id);
  const { locale } = ctx;
  const words = WORDS[locale];
  const isDone = isDestroyed(doc.status);
  const header = await headerFor(ctx, { companyId: doc.company.id, type: 'acceptance' });
  const remark = [isDone ? words.certified : null, doc.remark].filter(Boolean).join('\n');
  const subject = {
    title: isDone ? words.certificate : words.order,
    machine: destructions.type.machine,
    header,
    doc: { ...doc, remark },
  };
  return documentPdf(ctx, subject, {
    date: doc.destroyedAt ?? doc.documentDate,
    parties: [warehouseParty(words.warehouse, doc.warehouse, locale)],
    facts: [
      { label: words.reason, value: TEXTS.choice.reason[doc.reason][locale] },
      { label: words.method, value: TEXTS.choice.method[doc.method][locale] },
      doc.destroyedAt === null
        ? { label: words.scheduledAt, value: formatDate(doc.scheduledAt, locale) }
        : { label: words.destroyedAt, value: formatDate(doc.destroyedAt, locale) },
    ],
    ...lines(doc.items, { words, locale }),
    ...(doc.bookValue === null
      ? {}
      : { totals: totals({ ...doc, bookValue: doc.bookValue }, words) }),
    signatures: [
      { label: words.creator, ...signatureOf(doc.createdBy, doc.createdAt) },
      { label: words.approver, ...signatureOf(doc.approvedBy, doc.approvedAt) },
      ...(doc.witnesses.length === 0 ? [null] : doc.witnesses).map((witness) => ({
        label: words.witness,
        ...signatureOf(witness),
      })),
    ],
  });
}

interface Amounts {
  readonly status: string;
  readonly bookValue: string;
  readonly salvageAmount: string;
}

function totals({ status, bookValue, salvageAmount }: Amounts, words: Words) {
  const value = { label: words.value, value: bookValue };
  if (!isDestroyed(status)) return [{ ...value, strong: true }];
  const loss = decimal.round(decimal.subtract(bookValue, salvageAmount));
  return [
    value,
    { label: words.salvage, value: salvageAmount },
    { label: words.loss, value: loss, strong: true },
  ];
}

function lines(
  items: readonly PresentedLine[],
  { words, locale }: { readonly words: Words; readonly locale: Locale },
): { readonly columns: readonly DocumentColumn[]; readonly rows: readonly DocumentRow[] } {
  const hasValues = items.some((line) => line.bookValue !== null);
  return {
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'item', label: words.item, width: 8 },
      { key: 'condition', label: words.condition, width: 2.6 },
      { key: 'place', label: words.place, width: 3.4 },
      { key: 'quantity', label: words.quantity, width: 2, format: 'quantity' },
      { key: 'unit', label: words.unit, width: 1.8, format: 'unit' },
      ...(hasValues
        ? [{ key: 'value', label: words.value, width: 2.8, format: 'money' } as const]
        : []),
    ],
    rows: items.map((line) => ({
      item: {
        text: localisedName(line.part, locale),
        note: [line.part.code, line.lotNo, ...line.serials].filter(Boolean).join(' · '),
      },
      condition: COMMON_WORDS.condition[line.condition][locale],
      place: `${line.warehouse.code ?? ''} ${line.bin.code}`.trim(),
      quantity: line.quantity,
      unit: localisedName(line.unit, locale),
      value: line.bookValue,
    })),
  };
}
