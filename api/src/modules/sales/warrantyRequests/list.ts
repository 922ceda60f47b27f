import { defineList } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { TEXTS as WARRANTY_TEXTS } from '../warranties/labels.ts';
import { TEXTS } from './labels.ts';
import { presentWarrantyRequests } from './present.ts';
import { warrantyRequests } from './type.ts';

export const warrantyRequestList = defineList('warrantyRequests.list', {
  ...warrantyRequests.list,
  select: (query) =>
    query.select([
      ...warrantyRequests.columns,
      'wq.productId',
      'wq.customerId',
      'wq.contractId',
      'wq.saleId',
      'wq.channel',
      'wq.months',
      'wq.coverage',
      'wq.price',
      'wq.quotedBy',
    ]),
  map: (rows, ctx) => presentWarrantyRequests(ctx, rows),
  filters: {
    status: 'wq.status',
    createdBy: 'wq.createdBy',
    channel: 'wq.channel',
    customerId: 'wq.customerId',
  },
  export: {
    fileName: 'warranty-requests',
    columns: {
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      product: {
        title: { en: 'Serial number', th: 'หมายเลขเครื่อง' },
        type: 'text',
        value: (row) => row.product.serialNumber,
      },
      customer: { title: TEXTS.field.customer, type: 'text' },
      channel: {
        title: TEXTS.field.channel,
        type: 'status',
        labels: TEXTS.choice.channel,
      },
      months: { title: TEXTS.field.months, type: 'number' },
      coverage: {
        title: TEXTS.field.coverage,
        type: 'status',
        labels: WARRANTY_TEXTS.choice.coverage,
      },
      price: { title: TEXTS.field.price, type: 'money' },
    },
  },
});
