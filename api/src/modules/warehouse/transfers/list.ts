import { defineList } from '../../../kernel/index.ts';
import { documentExport, namesPart } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { transferRows } from './present.ts';
import { transfers } from './type.ts';

export const transferList = defineList('transfers.list', {
  ...transfers.list,
  ...transferRows,
  filters: {
    ...transfers.list.filters,
    partId: namesPart({ document: 'tf.id', lines: 'part_transfer_items', of: 'transfer_id' }),
    late: 'tf.isLate',
  },
  export: {
    fileName: 'parts-transfers',
    columns: {
      ...documentExport({ en: 'Transfer no.', th: 'เลขที่ใบโอนย้าย' }, TEXTS.status),
      fromWarehouse: { title: TEXTS.field.fromWarehouse, type: 'text' },
      toWarehouse: { title: TEXTS.field.toWarehouse, type: 'text' },
      carrier: { title: TEXTS.field.carrier, type: 'text' },
      expectedDate: { title: TEXTS.field.expectedDate, type: 'date' },
      itemCount: { title: TEXTS.field.itemCount, type: 'number' },
      shippedAt: { title: TEXTS.field.shippedAt, type: 'datetime' },
      isLate: { title: { en: 'Late', th: 'เลยกำหนด' }, type: 'text' },
      hasMissing: { title: { en: 'Missing goods', th: 'มีของขาด' }, type: 'text' },
    },
  },
});

export const transferMaster = defineList('transfers.master', {
  ...transfers.choice,
  select: (query) =>
    query
      .innerJoin('warehouses as w', 'w.id', 'tf.toWarehouseId')
      .select(['tf.id', 'tf.documentNo as code', 'w.name']),
  map: (rows) => rows,
});
