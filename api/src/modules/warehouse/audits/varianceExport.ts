import { type Ctx, type ExportColumn, exportRows, type FileResult } from '../../../kernel/index.ts';
import { DECISION_LABELS, REASON_LABELS } from './labels.ts';
import { presentVariance } from './present.ts';

type Line = Awaited<ReturnType<typeof presentVariance>>['lines'][number];
type Column = ExportColumn<Line> & { readonly key: string };

const VALUE: Column = {
  key: 'varianceValue',
  title: { en: 'Worth of the difference', th: 'มูลค่าผลต่าง' },
  type: 'money',
};

const COLUMNS: readonly Column[] = [
  { key: 'bin', title: { en: 'Bin', th: 'ช่องเก็บ' }, type: 'text', value: ({ bin }) => bin.code },
  { key: 'part', title: { en: 'Part', th: 'อะไหล่' }, type: 'text', width: 40 },
  {
    key: 'trace',
    title: { en: 'Lot / serial', th: 'ล็อต / ซีเรียล' },
    type: 'text',
    value: ({ serialNo, lotNo }) => serialNo ?? lotNo,
  },
  { key: 'countedAt', title: { en: 'Counted at', th: 'นับเมื่อ' }, type: 'datetime' },
  { key: 'variance', title: { en: 'Difference', th: 'ผลต่าง' }, type: 'quantity' },
  {
    key: 'unit',
    title: { en: 'Unit', th: 'หน่วย' },
    type: 'text',
    width: 12,
    value: ({ unit }, locale) => (locale === 'th' && unit.nameTh) || unit.name,
  },
  VALUE,
  {
    key: 'reason',
    title: { en: 'Reason', th: 'สาเหตุ' },
    type: 'text',
    value: ({ reasonCode, reasonText }, locale) =>
      reasonCode && (reasonText ?? REASON_LABELS[reasonCode][locale]),
  },
  {
    key: 'decision',
    title: { en: 'Decision', th: 'ผลพิจารณา' },
    type: 'text',
    value: ({ decision }, locale) => DECISION_LABELS[decision ?? 'none'][locale],
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
