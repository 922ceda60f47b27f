import { defineList, whereInScope } from '../../../kernel/index.ts';
import { documentExport, documentsAs, withinScope } from '../../../workflow/index.ts';
import { METHOD_LABELS, STATUS_LABELS } from './labels.ts';
import { presentPayments } from './present.ts';
import { PAYMENT_SCOPE } from './type.ts';

const sp = documentsAs('sp');

export const paymentList = defineList('supplierPayments.list', {
  ...sp.listing(),
  from: (ctx) => {
    const payments = whereInScope(
      ctx.db.selectFrom('supplierPayments as sp'),
      ctx.actor,
      PAYMENT_SCOPE,
    );
    // Of a payment the warehouses of its receipts are asked for.
    const within = withinScope(ctx.actor, { subject: 'supplierPayments', id: 'sp.id' });
    return within === null ? payments : payments.where(within);
  },
  select: (query) =>
    query.select([...sp.columns, 'sp.supplierId', 'sp.method', 'sp.reference', 'sp.amount']),
  map: (rows, ctx) => presentPayments(ctx, rows),
  sorts: { createdAt: 'sp.createdAt', documentNo: 'sp.documentNo' },
  filters: {
    status: 'sp.status',
    createdBy: 'sp.createdBy',
    supplierId: 'sp.supplierId',
    method: 'sp.method',
  },
  export: {
    fileName: 'supplier-payments',
    columns: {
      ...documentExport({ en: 'Payment no.', th: 'เลขที่ใบจ่าย' }, STATUS_LABELS),
      supplier: { title: { en: 'Supplier', th: 'ผู้จำหน่าย' }, type: 'text' },
      method: { title: { en: 'Method', th: 'วิธีชำระ' }, type: 'status', labels: METHOD_LABELS },
      reference: { title: { en: 'Reference', th: 'เลขที่อ้างอิง' }, type: 'text' },
      amount: { title: { en: 'Amount', th: 'จำนวนเงิน' }, type: 'money' },
    },
  },
});
