import { defineList, whereInScope } from '../../../kernel/index.ts';
import { documentExport, documentsAs, withinScope } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
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
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      supplier: { title: TEXTS.field.supplier, type: 'text' },
      method: { title: TEXTS.field.method, type: 'status', labels: TEXTS.choice.method },
      reference: { title: TEXTS.field.reference, type: 'text' },
      amount: { title: TEXTS.field.amount, type: 'money' },
    },
  },
});
