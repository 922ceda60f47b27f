import { defineList } from '../../../kernel/index.ts';
import { documentExport, namesPart } from '../../../workflow/index.ts';
import { PURPOSE_LABELS, STATUS_LABELS } from './labels.ts';
import { requisitionRows } from './present.ts';
import { requisitions } from './type.ts';

export const requisitionList = defineList('requisitions.list', {
  ...requisitions.list,
  ...requisitionRows,
  filters: {
    ...requisitions.list.filters,
    partId: namesPart({
      document: 'rq.id',
      lines: 'requisition_items',
      of: 'requisition_id',
      columns: ['part_id', 'substitute_part_id'],
    }),
  },
  export: {
    fileName: 'parts-requisitions',
    columns: {
      ...documentExport({ en: 'Requisition no.', th: 'เลขที่ใบเบิก' }, STATUS_LABELS),
      requester: { title: { en: 'Requester', th: 'ผู้ขอเบิก' }, type: 'text' },
      purpose: {
        title: { en: 'Purpose', th: 'วัตถุประสงค์' },
        type: 'status',
        labels: PURPOSE_LABELS,
      },
      warehouse: { title: { en: 'From warehouse', th: 'เบิกจากคลัง' }, type: 'text' },
      neededBy: { title: { en: 'Needed by', th: 'ต้องการภายใน' }, type: 'date' },
      itemCount: { title: { en: 'Lines', th: 'จำนวนรายการ' }, type: 'number' },
      hasShortLines: { title: { en: 'Short', th: 'ของไม่พอ' }, type: 'text' },
      dispatchedAt: { title: { en: 'Issued', th: 'จ่ายเมื่อ' }, type: 'datetime' },
    },
  },
});

export const requisitionMaster = defineList('requisitions.master', {
  ...requisitions.choice,
  select: (query) =>
    query
      .innerJoin('warehouses as w', 'w.id', 'rq.warehouseId')
      .select(['rq.id', 'rq.documentNo as code', 'w.name']),
  map: (rows) => rows,
});
