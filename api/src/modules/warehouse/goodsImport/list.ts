import { sql } from 'kysely';
import { type Ctx, defineList, folded } from '../../../kernel/index.ts';
import { documentExport, idsByNumber, namesPart } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentImports } from './present.ts';
import { goodsImports } from './type.ts';

/** By its own words, and by the number of the sale that it comes of, where this person may read that. */
const found = (term: string, ctx: Ctx) =>
  sql<boolean>`(${folded('gi.searchText', term)}
    or gi.source_id = any(${idsByNumber(ctx, ['partSales'], term)}))`;

export const importList = defineList('goodsImports.list', {
  ...goodsImports.list,
  search: (query, term, ctx) => query.where(found(term, ctx)),
  select: (query) =>
    query.select([
      ...goodsImports.columns,
      'gi.sourceType',
      'gi.sourceId',
      'gi.sourceNo',
      'gi.warehouseId',
      'gi.itemCount',
      'gi.expectedQty',
      'gi.countedBy',
    ]),
  map: (rows, ctx) => presentImports(ctx, rows),
  filters: {
    ...goodsImports.list.filters,
    partId: namesPart({ document: 'gi.id', lines: 'goods_import_items', of: 'import_id' }),
  },
  export: {
    fileName: 'goods-imports',
    columns: {
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      sourceType: {
        title: TEXTS.field.sourceType,
        type: 'status',
        labels: TEXTS.choice.sourceType,
      },
      source: { title: TEXTS.field.source, type: 'text' },
      warehouse: { title: TEXTS.field.warehouse, type: 'text' },
      itemCount: { title: TEXTS.field.itemCount, type: 'number' },
      expectedQty: { title: TEXTS.field.expectedQty, type: 'quantity' },
    },
  },
});

export const importMaster = defineList('goodsImports.master', {
  ...goodsImports.choice,
  select: (query) =>
    query
      .innerJoin('warehouses as w', 'w.id', 'gi.warehouseId')
      .select(['gi.id', 'gi.documentNo as code', 'w.name']),
  map: (rows) => rows,
});
