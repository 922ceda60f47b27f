import { goodsImportMachine, voidStatuses } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { type Ctx, containing, folded } from '../../kernel/index.ts';
import { idsByNumber } from '../../workflow/index.ts';
import { defineReport } from './defineReport.ts';
import { average, share, sum } from './measures.ts';
import { inPartCategory, PART_CATEGORY } from './parts.ts';

/** From dock to stock: from the import's beginning until the line lay in its bin. */
const HOURS = sql`extract(epoch from i.posted_at - d.created_at) / 3600`;

/** The family of the document by which goods came. */
const SOURCE_FAMILY = sql`case d.source_type when 'acceptance' then 'receipts'
  when 'transfer' then 'transfers' when 'claimReplacement' then 'claims'
  when 'claimReturn' then 'claims' when 'repairReturn' then 'repairs'
  when 'dispatchReturn' then 'requisitions' when 'containerRemoval' then 'products'
  when 'saleReturn' then 'partSales' when 'transform' then 'transformations' end`;

/** Families of SOURCE_FAMILY. */
const SOURCES = [
  'receipts',
  'transfers',
  'claims',
  'repairs',
  'requisitions',
  'products',
  'partSales',
  'transformations',
] as const;

/** By the words of the import; by the number of what the goods come of only where this person may read that. */
const found = (term: string, ctx: Ctx) => sql<boolean>`(${folded('d.search_text', term)}
  and (fold_search(coalesce(d.source_no, '')) not like fold_search(${containing(term)})
    or fold_search(coalesce(d.document_no, '')) like fold_search(${containing(term)})
    or d.source_id = any(${idsByNumber(ctx, SOURCES, term)})))`;

/** Goods put away line by line: expected, received, damaged, missing (domain-warehouse 5). */
export const importGoodsReport = defineReport('reports.importGoods', {
  id: 'i.id',
  from: ({ db }) =>
    db
      .selectFrom('goodsImports as d')
      .innerJoin('goodsImportItems as i', 'i.importId', 'd.id')
      .innerJoin('materialParts as p', 'p.id', 'i.partId'),
  scope: 'goodsImports',
  family: 'goodsImports',
  statuses: { column: 'd.status', onAsking: voidStatuses(goodsImportMachine) },
  columns: {
    import: { id: 'd.id', no: 'd.document_no' },
    documentDate: 'd.document_date',
    sourceType: 'd.source_type',
    source: { id: 'd.source_id', no: 'd.source_no', family: SOURCE_FAMILY },
    warehouse: 'd.warehouse_id',
    bin: sql`(select b.code from bins b where b.id = i.bin_id)`,
    part: 'i.part_id',
    category: PART_CATEGORY,
    expectedQty: 'i.expected_qty',
    receivedQty: 'i.received_qty',
    damagedQty: 'i.damaged_qty',
    missingQty: 'i.missing_qty',
    hours: HOURS,
    countedBy: 'd.counted_by',
    status: 'd.status',
  },
  filters: { category: inPartCategory },
  measures: {
    expectedQty: sum(sql`i.expected_qty`),
    receivedQty: sum(sql`i.received_qty`),
    damagedQty: sum(sql`i.damaged_qty`),
    missingQty: sum(sql`i.missing_qty`),
    // As a share of the pieces that were counted.
    accuracyPct: share(
      sum(sql`i.received_qty`),
      sum(sql`case when i.received_qty is null then 0 else i.expected_qty end`),
    ),
    hours: average(HOURS),
  },
  search: found,
});
