import { defineList } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { containerRequisitionRows } from './present.ts';
import { containerRequisitions } from './type.ts';

export const containerRequisitionList = defineList('containerRequisitions.list', {
  ...containerRequisitions.list,
  ...containerRequisitionRows,
  export: {
    fileName: 'container-requisitions',
    columns: {
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      type: { title: TEXTS.field.type, type: 'status', labels: TEXTS.choice.type },
      warehouse: { title: TEXTS.field.warehouse, type: 'text' },
      neededBy: { title: TEXTS.field.neededBy, type: 'date' },
      purpose: { title: TEXTS.field.purpose, type: 'text' },
      destinationName: { title: TEXTS.field.destinationName, type: 'text' },
      itemCount: { title: TEXTS.field.itemCount, type: 'number' },
    },
  },
});
