import { defineList } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { STATUS_LABELS, TYPE_LABELS } from './labels.ts';
import { containerRequisitionRows } from './present.ts';
import { containerRequisitions } from './type.ts';

export const containerRequisitionList = defineList('containerRequisitions.list', {
  ...containerRequisitions.list,
  ...containerRequisitionRows,
  export: {
    fileName: 'container-requisitions',
    columns: {
      ...documentExport({ en: 'Requisition no.', th: 'เลขที่ใบเบิก' }, STATUS_LABELS),
      type: { title: { en: 'Type', th: 'ประเภท' }, type: 'status', labels: TYPE_LABELS },
      warehouse: { title: { en: 'From warehouse', th: 'เบิกจากคลัง' }, type: 'text' },
      neededBy: { title: { en: 'Needed by', th: 'ต้องการภายใน' }, type: 'date' },
      purpose: { title: { en: 'Purpose', th: 'วัตถุประสงค์' }, type: 'text' },
      destinationName: { title: { en: 'For', th: 'ผู้รับตู้' }, type: 'text' },
      itemCount: { title: { en: 'Containers', th: 'จำนวนตู้' }, type: 'number' },
    },
  },
});
