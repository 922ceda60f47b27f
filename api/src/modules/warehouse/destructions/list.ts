import { defineList } from '../../../kernel/index.ts';
import { documentExport, namesPart } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { destructionRows } from './present.ts';
import { destructions } from './type.ts';

export const destructionList = defineList('destructions.list', {
  ...destructions.list,
  ...destructionRows,
  filters: {
    ...destructions.list.filters,
    partId: namesPart({ document: 'ds.id', lines: 'destruction_items', of: 'destruction_id' }),
  },
  export: {
    fileName: 'destructions',
    columns: {
      ...documentExport({ en: 'Destruction no.', th: 'เลขที่ใบทำลาย' }, TEXTS.status),
      reason: { title: TEXTS.field.reason, type: 'status', labels: TEXTS.choice.reason },
      method: { title: TEXTS.field.method, type: 'status', labels: TEXTS.choice.method },
      warehouse: { title: TEXTS.field.warehouse, type: 'text' },
      scheduledAt: { title: TEXTS.field.scheduledAt, type: 'date' },
      itemCount: { title: TEXTS.field.itemCount, type: 'number' },
      bookValue: { title: TEXTS.field.bookValue, type: 'money' },
      salvageAmount: { title: TEXTS.field.salvageAmount, type: 'money' },
      destroyedAt: { title: TEXTS.field.destroyedAt, type: 'date' },
    },
  },
});

export const destructionMaster = defineList('destructions.master', {
  ...destructions.choice,
  select: (query) =>
    query
      .innerJoin('warehouses as w', 'w.id', 'ds.warehouseId')
      .select(['ds.id', 'ds.documentNo as code', 'w.name']),
  map: (rows) => rows,
});
