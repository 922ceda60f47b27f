import { type Ctx, type ExportColumn, exportRows, type FileResult } from '../../../kernel/index.ts';
import { COMMON_WORDS } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentVariance } from './present.ts';

type Line = Awaited<ReturnType<typeof presentVariance>>['lines'][number];
type Column = ExportColumn<Line> & { readonly key: string };

const VALUE: Column = {
  key: 'varianceValue',
  title: { en: 'Worth of the difference', th: 'มูลค่าผลต่าง' },
  type: 'money',
};

const COLUMNS: readonly Column[] = [
  { key: 'bin', title: TEXTS.line.bin, type: 'text', value: ({ bin }) => bin.code },
  { key: 'part', title: TEXTS.line.part, type: 'text', width: 40 },
  {
    key: 'trace',
    title: { en: 'Lot / serial', th: 'ล็อต / ซีเรียล' },
    type: 'text',
    value: ({ serialNo, lotNo }) => serialNo ?? lotNo,
  },
  { key: 'countedAt', title: { en: 'Counted at', th: 'นับเมื่อ' }, type: 'datetime' },
  { key: 'variance', title: TEXTS.line.variance, type: 'quantity' },
  {
    key: 'unit',
    title: COMMON_WORDS.field.unit,
    type: 'text',
    width: 12,
    value: ({ unit }, locale) => (locale === 'th' && unit.nameTh) || unit.name,
  },
  VALUE,
  {
    key: 'reason',
    title: TEXTS.line.reasonCode,
    type: 'text',
    value: ({ reasonCode, reasonText }, locale) =>
      reasonCode && (reasonText ?? TEXTS.review.reason[reasonCode][locale]),
  },
  {
    key: 'decision',
    title: TEXTS.line.decision,
    type: 'text',
    value: ({ decision }, locale) =>
      (decision === null ? TEXTS.review.undecided : TEXTS.review.decision[decision])[locale],
  },
];

/**
 * The differences of a count as the page shows them, places that agree left out. What they are worth is
 * for those who may see costs, also as a heading.
 */
export async function exportVariance(
  ctx: Ctx,
  id: string,
  format: 'xlsx' | 'csv',
): Promise<FileResult> {
  const { lines } = await presentVariance(ctx, id);
  const differing = lines.filter(({ variance }) => variance !== null && variance !== 0);
  const isPriced = differing.some(({ varianceValue }) => varianceValue !== null);
  return exportRows<Line, Line>(ctx, {
    fileName: 'count-differences',
    format,
    columns: COLUMNS.filter((column) => isPriced || column !== VALUE),
    rows: differing,
    map: async (chunk) => chunk,
  });
}
