import { byLanguage, type Ctx, type FileResult } from '../../../kernel/index.ts';
import {
  COMMON_WORDS,
  documentPdf,
  documentTitle,
  headerFor,
  loadRefs,
  loadVisible,
  localisedName,
  signatureOf,
  warehouseParty,
} from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentImports, presentItems } from './present.ts';
import { goodsImports } from './type.ts';

const WORDS = byLanguage({
  title: documentTitle('goodsImports'),
  source: { en: 'Source', th: 'ที่มา' },
  sourceNo: TEXTS.field.source,
  warehouse: { en: 'Warehouse', th: 'คลังปลายทาง' },
  counted: TEXTS.field.countedBy,
  item: { en: 'Item', th: 'รายการ' },
  bin: TEXTS.line.bin,
  expected: { en: 'Expected', th: 'คาดไว้' },
  received: TEXTS.line.receivedQty,
  damaged: TEXTS.line.damagedQty,
  missing: TEXTS.line.missingQty,
  unit: COMMON_WORDS.field.unit,
  approved: { en: 'Put-away approved by', th: 'ผู้อนุมัตินำเข้า' },
});

/** The put-away as a PDF: what was expected and what was found, for the signatures. */
export async function importPdf(ctx: Ctx, id: string): Promise<FileResult> {
  const row = await loadVisible(ctx, goodsImports.type, { id });
  const words = WORDS[ctx.locale];
  const header = await headerFor(ctx, { companyId: row.companyId, type: 'acceptance' });
  const refs = await loadRefs(ctx, {
    warehouse: [row.warehouseId],
    user: [row.countedBy, row.approvedBy],
  });
  const [items, [head]] = await Promise.all([presentItems(ctx, row), presentImports(ctx, [row])]);
  const source = TEXTS.choice.sourceType[row.sourceType as keyof typeof TEXTS.choice.sourceType];
  const subject = { title: words.title, machine: goodsImports.type.machine, header, doc: row };
  return documentPdf(ctx, subject, {
    date: row.documentDate,
    parties: [warehouseParty(words.warehouse, refs.ref(row.warehouseId), ctx.locale)],
    facts: [
      { label: words.source, value: source[ctx.locale] },
      ...(head?.source?.documentNo
        ? [{ label: words.sourceNo, value: head.source.documentNo }]
        : []),
    ],
    columns: [
      { key: 'no', label: '#', width: 1, format: 'index' },
      { key: 'item', label: words.item, width: 8 },
      { key: 'bin', label: words.bin, width: 2.5 },
      { key: 'expected', label: words.expected, width: 2.2, format: 'quantity' },
      { key: 'received', label: words.received, width: 2.2, format: 'quantity' },
      { key: 'damaged', label: words.damaged, width: 2, format: 'quantity' },
      { key: 'missing', label: words.missing, width: 2, format: 'quantity' },
      { key: 'unit', label: words.unit, width: 1.8, format: 'unit' },
    ],
    rows: items.map((item) => ({
      item: {
        text: localisedName(item.part, ctx.locale),
        note: [item.part.code, ...item.lots.map((lot) => lot.lotNo), ...item.serials].join(' · '),
      },
      bin: item.bin?.code ?? null,
      expected: Number(item.expectedQty),
      received: item.receivedQty === null ? null : Number(item.receivedQty),
      damaged: item.damagedQty === null ? null : Number(item.damagedQty),
      missing: item.missingQty === null ? null : Number(item.missingQty),
      unit: localisedName(item.unit, ctx.locale),
    })),
    signatures: [
      { label: words.counted, ...signatureOf(refs.userOrNull(row.countedBy), row.countedAt) },
      { label: words.approved, ...signatureOf(refs.userOrNull(row.approvedBy), row.approvedAt) },
    ],
  });
}
