import { defineList } from '../../../kernel/index.ts';
import { documentExport, namesPart } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentImports } from './present.ts';
import { goodsImports } from './type.ts';

export const importList = defineList('goodsImports.list', {
  ...goodsImports.list,
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
