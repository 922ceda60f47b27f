import { defineList } from '../../../kernel/index.ts';
import { COMMON_WORDS, documentExport, namesPart } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
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
      ...documentExport({ en: 'Requisition no.', th: 'เลขที่ใบเบิก' }, TEXTS.status),
      requester: { title: TEXTS.field.requester, type: 'text' },
      purpose: {
        title: TEXTS.field.purpose,
        type: 'status',
        labels: TEXTS.choice.purpose,
      },
      warehouse: { title: TEXTS.field.warehouse, type: 'text' },
      neededBy: { title: TEXTS.field.neededBy, type: 'date' },
      itemCount: { title: COMMON_WORDS.field.itemCount, type: 'number' },
      hasShortLines: { title: { en: 'Short', th: 'ของไม่พอ' }, type: 'text' },
      dispatchedAt: { title: TEXTS.field.dispatchedAt, type: 'datetime' },
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
