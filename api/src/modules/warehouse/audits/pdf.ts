import { auditMachine, startsFrom } from '@boxyard/shared/domain';
import { formatDate } from '../../../documents/format.ts';
import type { DocumentColumn, DocumentRow } from '../../../documents/model.ts';
import { byLanguage, type Ctx, type FileResult, type Locale } from '../../../kernel/index.ts';
import {
  COMMON_WORDS,
  documentPdf,
  documentTitle,
  headerFor,
  loadVisible,
  localisedName,
  signatureOf,
  warehouseParty,
} from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { isHiddenFor, presentAudit, presentVariance } from './present.ts';
import { audits } from './type.ts';

const WORDS = byLanguage({
  title: documentTitle('audits', 'Stock count'),
  sheet: { en: ['Count sheet', 'ใบนับสต็อก'], th: ['ใบนับสต็อก', 'Count sheet'] },
  warehouse: TEXTS.field.warehouse,
  type: TEXTS.field.type,
  started: { en: 'Started', th: 'เริ่มนับ' },
  bin: TEXTS.line.bin,
  item: { en: 'Item', th: 'รายการ' },
  trace: { en: 'Lot / serial', th: 'ล็อต / ซีเรียล' },
  books: TEXTS.field.books,
  counted: TEXTS.line.first,
  difference: TEXTS.line.variance,
  reason: TEXTS.line.reasonCode,
  unit: COMMON_WORDS.field.unit,
  planner: TEXTS.field.createdBy,
  counter: TEXTS.field.counterIds,
  reviewer: { en: 'Reviewed by', th: 'ผู้ตรวจสอบ' },
  approver: COMMON_WORDS.field.approvedBy,
});
type Words = (typeof WORDS)[Locale];
type Audit = Awaited<ReturnType<typeof presentAudit>>;
type Variance = Awaited<ReturnType<typeof presentVariance>>;

/**
 * The sheet to count by, along the bins, with a place to write; a blind one says nothing of what the
 * books have (I24). Once it is reviewed, what was counted and how it differs.
 */
export async function auditPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const [audit, doc] = await Promise.all([
    loadVisible(ctx, audits.type, { id }),
    presentAudit(ctx, id),
  ]);
  const hidden = isHiddenFor(ctx, audit);
  const { locale } = ctx;
  const words = WORDS[locale];
  const isResult = !hidden && doc.reviewedBy !== null;
  const header = await headerFor(ctx, { companyId: doc.company.id, type: 'acceptance' });
  const subject = {
    title: isResult ? words.title : words.sheet,
    machine: audits.type.machine,
    header,
    doc,
  };
  const table = isResult
    ? results(await presentVariance(ctx, id), { words, locale })
    : sheet(doc, { words, locale, hidden });
  return documentPdf(ctx, subject, {
    date: doc.documentDate,
    parties: [warehouseParty(words.warehouse, doc.warehouse, locale)],
    facts: [
      { label: words.type, value: TEXTS.choice.type[doc.type][locale] },
      ...(doc.startedAt
        ? [{ label: words.started, value: formatDate(doc.documentDate, locale) }]
        : []),
    ],
    ...table,
    signatures: [
      { label: words.planner, ...signatureOf(doc.createdBy, doc.createdAt) },
      { label: words.counter },
      { label: words.reviewer, ...signatureOf(doc.reviewedBy) },
      { label: words.approver, ...signatureOf(doc.approvedBy, doc.approvedAt) },
    ],
  });
}

interface Table {
  readonly columns: readonly DocumentColumn[];
  readonly rows: readonly DocumentRow[];
}
interface Spoken {
  readonly words: Words;
  readonly locale: Locale;
}

const placed = (line: Audit['items'][number] | Variance['lines'][number], locale: Locale) => ({
  bin: line.bin.code ?? '',
  item: { text: localisedName(line.part, locale), note: line.part.code ?? '' },
  trace: line.serialNo ?? line.lotNo,
  unit: localisedName(line.unit, locale),
});

const places = (words: Words): DocumentColumn[] => [
  { key: 'no', label: '#', width: 1, format: 'index' },
  { key: 'bin', label: words.bin, width: 3 },
  { key: 'item', label: words.item, width: 8 },
  { key: 'trace', label: words.trace, width: 4 },
];

/** A count that is not blind says what the books have; in a recount only what is counted again stands there. */
function sheet(doc: Audit, { words, locale, hidden }: Spoken & { hidden: boolean }): Table {
  const isRecount = startsFrom(auditMachine, 'finish-recount', doc.status);
  const lines = isRecount ? doc.items.filter((line) => line.needsRecount) : doc.items;
  return {
    columns: [
      ...places(words),
      ...(hidden
        ? []
        : [{ key: 'books', label: words.books, width: 2.2, format: 'quantity' } as const]),
      { key: 'unit', label: words.unit, width: 1.8, format: 'unit' },
      { key: 'counted', label: words.counted, width: 3 },
    ],
    rows: lines.map((line) => ({
      ...placed(line, locale),
      ...('snapshotQty' in line ? { books: line.snapshotQty } : {}),
      counted: '............',
    })),
  };
}

function results({ lines }: Variance, { words, locale }: Spoken): Table {
  return {
    columns: [
      ...places(words),
      { key: 'books', label: words.books, width: 2.2, format: 'quantity' },
      { key: 'counted', label: words.counted, width: 2.2, format: 'quantity' },
      { key: 'difference', label: words.difference, width: 2.2, format: 'quantity' },
      { key: 'unit', label: words.unit, width: 1.8, format: 'unit' },
      { key: 'reason', label: words.reason, width: 3 },
    ],
    rows: lines.map((line) => ({
      ...placed(line, locale),
      books: line.snapshotQty + line.movedSince,
      counted: line.recount ?? line.first,
      difference: line.variance,
      reason: line.reasonCode
        ? (line.reasonText ?? TEXTS.review.reason[line.reasonCode][locale])
        : null,
    })),
  };
}
