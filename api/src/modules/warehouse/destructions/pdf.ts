import { decimal, isDestroyed } from '@boxyard/shared/domain';
import { formatDate } from '../../../documents/format.ts';
import type { DocumentColumn, DocumentRow } from '../../../documents/model.ts';
import type { Ctx, FileResult, Locale } from '../../../kernel/index.ts';
import {
  documentPdf,
  headerFor,
  localisedName,
  signatureOf,
  warehouseParty,
} from '../../../workflow/index.ts';
import { CONDITION_LABELS, METHOD_LABELS, REASON_LABELS } from './labels.ts';
import { type PresentedLine, presentDestruction } from './present.ts';
import { destructions } from './type.ts';

const WORDS = {
  en: {
    order: ['Destruction order', 'ใบขอทำลายอะไหล่'],
    certificate: ['Certificate of destruction', 'หนังสือรับรองการทำลาย'],
    warehouse: 'Warehouse',
    reason: 'Reason',
    method: 'Method',
    scheduledAt: 'Planned for',
    destroyedAt: 'Destroyed on',
    item: 'Item',
    condition: 'Condition',
    place: 'Taken from',
    quantity: 'Quantity',
    unit: 'Unit',
    value: 'Book value',
    salvage: 'Salvage',
    loss: 'Loss net of salvage',
    creator: 'Requested by',
    approver: 'Approved by',
    witness: 'Witness',
    certified:
      'The goods listed were destroyed on the day and in the way stated, before the witnesses who sign below.',
  },
  th: {
    order: ['ใบขอทำลายอะไหล่', 'Destruction order'],
    certificate: ['หนังสือรับรองการทำลาย', 'Certificate of destruction'],
    warehouse: 'คลัง',
    reason: 'สาเหตุ',
    method: 'วิธีทำลาย',
    scheduledAt: 'กำหนดทำลาย',
    destroyedAt: 'วันที่ทำลาย',
    item: 'รายการ',
    condition: 'สภาพ',
    place: 'ที่เก็บเดิม',
    quantity: 'จำนวน',
    unit: 'หน่วย',
    value: 'มูลค่าตามบัญชี',
    salvage: 'มูลค่าซาก',
    loss: 'ขาดทุนสุทธิหลังหักซาก',
    creator: 'ผู้ขอทำลาย',
    approver: 'ผู้อนุมัติ',
    witness: 'พยาน',
    certified: 'ขอรับรองว่าได้ทำลายสินค้าตามรายการข้างต้นในวันและด้วยวิธีที่ระบุไว้จริง ต่อหน้าพยานซึ่งได้ลงนามไว้ด้านล่าง',
  },
} as const;
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
      { label: words.reason, value: REASON_LABELS[doc.reason][locale] },
      { label: words.method, value: METHOD_LABELS[doc.method][locale] },
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
      condition: CONDITION_LABELS[line.condition][locale],
      place: `${line.warehouse.code ?? ''} ${line.bin.code}`.trim(),
      quantity: line.quantity,
      unit: localisedName(line.unit, locale),
      value: line.bookValue,
    })),
  };
}
