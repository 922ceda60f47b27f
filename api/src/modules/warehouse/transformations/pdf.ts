import { isTransformed } from '@boxyard/shared/domain';
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
import { TEXTS } from './labels.ts';
import { type PresentedTransformation, presentTransformation } from './present.ts';
import { transformations } from './type.ts';

const WORDS = byLanguage({
  title: documentTitle('transformations', 'Transformation of parts'),
  warehouse: TEXTS.field.warehouse,
  type: TEXTS.field.type,
  completedAt: TEXTS.field.completedAt,
  documentDate: COMMON_WORDS.field.documentDate,
  way: { en: 'In / out', th: 'ใช้ / ได้' },
  in: { en: 'In', th: 'ใช้' },
  out: { en: 'Out', th: 'ได้' },
  item: { en: 'Item', th: 'รายการ' },
  condition: TEXTS.line.condition,
  place: { en: 'From / to', th: 'จาก / ไปที่' },
  dock: { en: 'To be put away', th: 'รอนำเข้าคลัง' },
  quantity: TEXTS.field.quantity,
  unit: COMMON_WORDS.field.unit,
  share: { en: 'Share %', th: 'สัดส่วน %' },
  value: TEXTS.line.value,
  input: { en: 'Value of what went in', th: 'มูลค่าของที่ใช้' },
  labor: TEXTS.field.laborCost,
  loss: { en: 'Loss with scrapped parts', th: 'ส่วนสูญเสียจากของที่ทิ้ง' },
  output: { en: 'Value of what came out', th: 'มูลค่าของที่ได้' },
  creator: TEXTS.field.createdBy,
  approver: COMMON_WORDS.field.approvedBy,
  doer: TEXTS.field.completedBy,
});
type Words = (typeof WORDS)[Locale];

/** The order for the workshop; once it is carried out, what came of it and at what value. */
export async function transformationPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const doc = await presentTransformation(ctx, id);
  const { locale } = ctx;
  const words = WORDS[locale];
  const header = await headerFor(ctx, { companyId: doc.company.id, type: 'acceptance' });
  const subject = { title: words.title, machine: transformations.type.machine, header, doc };
  return documentPdf(ctx, subject, {
    date: doc.completedAt ?? doc.documentDate,
    parties: [warehouseParty(words.warehouse, doc.warehouse, locale)],
    facts: [
      { label: words.type, value: TEXTS.choice.type[doc.type][locale] },
      doc.completedAt === null
        ? { label: words.documentDate, value: formatDate(doc.documentDate, locale) }
        : { label: words.completedAt, value: formatDate(doc.completedAt, locale) },
    ],
    ...lines(doc, { words, locale }),
    ...totals(doc, words),
    signatures: [
      { label: words.creator, ...signatureOf(doc.createdBy, doc.createdAt) },
      { label: words.approver, ...signatureOf(doc.approvedBy, doc.approvedAt) },
      {
        label: words.doer,
        ...signatureOf(isTransformed(doc.status) ? doc.completedBy : null),
      },
    ],
  });
}

function totals(doc: PresentedTransformation, words: Words) {
  const { inputValue, outputValue, lossValue, laborCost } = doc;
  if (inputValue === null || outputValue === null || lossValue === null) return {};
  return {
    totals: [
      { label: words.input, value: inputValue },
      { label: words.labor, value: laborCost },
      { label: words.loss, value: lossValue },
      { label: words.output, value: outputValue, strong: true },
    ],
  };
}

type Line = PresentedTransformation['inputs'][number] | PresentedTransformation['outputs'][number];

function lines(
  doc: PresentedTransformation,
  { words, locale }: { readonly words: Words; readonly locale: Locale },
): { readonly columns: readonly DocumentColumn[]; readonly rows: readonly DocumentRow[] } {
  const common = (line: Line) => ({
    item: {
      text: localisedName(line.part, locale),
      note: [line.part.code, line.lotNo, ...line.serials].filter(Boolean).join(' · '),
    },
    condition: COMMON_WORDS.condition[line.condition][locale],
    quantity: line.quantity,
    unit: localisedName(line.unit, locale),
    value: line.value,
  });
  return {
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'way', label: words.way, width: 1.6 },
      { key: 'item', label: words.item, width: 7 },
      { key: 'condition', label: words.condition, width: 2.4 },
      { key: 'place', label: words.place, width: 3.2 },
      { key: 'quantity', label: words.quantity, width: 1.9, format: 'quantity' },
      { key: 'unit', label: words.unit, width: 1.6, format: 'unit' },
      { key: 'share', label: words.share, width: 1.9, format: 'percent' },
      ...(doc.inputValue === null
        ? []
        : [{ key: 'value', label: words.value, width: 2.4, format: 'money' } as const]),
    ],
    rows: [
      ...doc.inputs.map((line) => ({
        ...common(line),
        way: words.in,
        place: `${line.warehouse.code ?? ''} ${line.bin.code}`.trim(),
        share: null,
      })),
      ...doc.outputs.map((line) => ({
        ...common(line),
        way: words.out,
        place:
          line.disposition === 'stock'
            ? (line.bin?.code ?? words.dock)
            : TEXTS.choice.disposition[line.disposition][locale],
        share: line.costShare,
      })),
    ],
  };
}
