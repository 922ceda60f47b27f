import { type Ctx, defineList, whereInScope } from '../../../kernel/index.ts';
import { documentExport, documentsAs } from '../../../workflow/index.ts';
import { SOURCE_LABELS, STATUS_LABELS } from './labels.ts';
import { presentReceipts } from './present.ts';
import { RECEIPT_SCOPE } from './type.ts';

const wr = documentsAs('wr');

export const receiptList = defineList('containerReceipts.list', {
  ...wr.listing(),
  from: (ctx: Ctx) =>
    whereInScope(ctx.db.selectFrom('containerReceipts as wr'), ctx.actor, RECEIPT_SCOPE),
  select: (query) =>
    query.select([
      ...wr.columns,
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
  sorts: { createdAt: 'wr.createdAt', documentNo: 'wr.documentNo' },
  filters: {
    status: 'wr.status',
    createdBy: 'wr.createdBy',
    sourceType: 'wr.sourceType',
    warehouseId: 'wr.warehouseId',
  },
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
