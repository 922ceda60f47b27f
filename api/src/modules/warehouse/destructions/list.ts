import { defineList } from '../../../kernel/index.ts';
import { documentExport, namesPart } from '../../../workflow/index.ts';
import { METHOD_LABELS, REASON_LABELS, STATUS_LABELS } from './labels.ts';
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
      ...documentExport({ en: 'Destruction no.', th: 'เลขที่ใบทำลาย' }, STATUS_LABELS),
      reason: { title: { en: 'Reason', th: 'สาเหตุ' }, type: 'status', labels: REASON_LABELS },
      method: { title: { en: 'Method', th: 'วิธีทำลาย' }, type: 'status', labels: METHOD_LABELS },
      warehouse: { title: { en: 'Warehouse', th: 'คลัง' }, type: 'text' },
      scheduledAt: { title: { en: 'Planned for', th: 'กำหนดทำลาย' }, type: 'date' },
      itemCount: { title: { en: 'Lines', th: 'จำนวนรายการ' }, type: 'number' },
      bookValue: { title: { en: 'Book value', th: 'มูลค่าตามบัญชี' }, type: 'money' },
      salvageAmount: { title: { en: 'Salvage', th: 'มูลค่าซาก' }, type: 'money' },
      destroyedAt: { title: { en: 'Destroyed on', th: 'วันที่ทำลาย' }, type: 'date' },
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
