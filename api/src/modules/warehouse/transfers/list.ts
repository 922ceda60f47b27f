import { defineList } from '../../../kernel/index.ts';
import { documentExport, namesPart } from '../../../workflow/index.ts';
import { STATUS_LABELS } from './labels.ts';
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
      ...documentExport({ en: 'Transfer no.', th: 'เลขที่ใบโอนย้าย' }, STATUS_LABELS),
      fromWarehouse: { title: { en: 'From warehouse', th: 'คลังต้นทาง' }, type: 'text' },
      toWarehouse: { title: { en: 'To warehouse', th: 'คลังปลายทาง' }, type: 'text' },
      carrier: { title: { en: 'Carrier', th: 'ผู้ขนส่ง' }, type: 'text' },
      expectedDate: { title: { en: 'Expected', th: 'กำหนดถึง' }, type: 'date' },
      itemCount: { title: { en: 'Lines', th: 'จำนวนรายการ' }, type: 'number' },
      shippedAt: { title: { en: 'Shipped', th: 'ส่งเมื่อ' }, type: 'datetime' },
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
