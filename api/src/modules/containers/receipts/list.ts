import { defineList } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { SOURCE_LABELS, STATUS_LABELS } from './labels.ts';
import { presentReceipts } from './present.ts';
import { containerReceipts } from './type.ts';

export const receiptList = defineList('containerReceipts.list', {
  ...containerReceipts.list,
  select: (query) =>
    query.select([
      ...containerReceipts.columns,
      'wr.sourceType',
      'wr.sourceId',
      'wr.sourceNo',
      'wr.warehouseId',
      'wr.isReturn',
      'wr.itemCount',
      'wr.receivedBy',
      'wr.receivedAt',
    ]),
  map: (rows, ctx) => presentReceipts(ctx, rows),
  export: {
    fileName: 'container-receipts',
    columns: {
      ...documentExport({ en: 'Receipt no.', th: 'เลขที่ใบรับ' }, STATUS_LABELS),
      sourceType: { title: { en: 'Source', th: 'ที่มา' }, type: 'status', labels: SOURCE_LABELS },
      sourceNo: { title: { en: 'Source no.', th: 'เลขที่ต้นทาง' }, type: 'text' },
      warehouse: { title: { en: 'Warehouse', th: 'คลัง' }, type: 'text' },
      itemCount: { title: { en: 'Containers', th: 'จำนวนตู้' }, type: 'number' },
      receivedBy: { title: { en: 'Received by', th: 'ผู้รับ' }, type: 'text' },
      receivedAt: { title: { en: 'Received at', th: 'รับเมื่อ' }, type: 'datetime' },
    },
  },
});
