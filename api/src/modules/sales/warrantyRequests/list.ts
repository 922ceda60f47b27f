import { defineList } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { CHANNEL_LABELS, COVERAGE_LABELS, REQUEST_LABELS } from '../warranties/labels.ts';
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
      ...documentExport({ en: 'Request no.', th: 'เลขที่คำขอ' }, REQUEST_LABELS),
      product: {
        title: { en: 'Serial number', th: 'หมายเลขเครื่อง' },
        type: 'text',
        value: (row) => row.product.serialNumber,
      },
      customer: { title: { en: 'Customer', th: 'ลูกค้า' }, type: 'text' },
      channel: {
        title: { en: 'Requested through', th: 'ช่องทาง' },
        type: 'status',
        labels: CHANNEL_LABELS,
      },
      months: { title: { en: 'Months', th: 'เดือน' }, type: 'number' },
      coverage: {
        title: { en: 'Coverage', th: 'ความคุ้มครอง' },
        type: 'status',
        labels: COVERAGE_LABELS,
      },
      price: { title: { en: 'Price before VAT', th: 'ราคาก่อนภาษี' }, type: 'money' },
    },
  },
});
