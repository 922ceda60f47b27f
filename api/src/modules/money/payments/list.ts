import { defineList, today } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentPayments } from './present.ts';
import { payments } from './type.ts';

export const paymentList = defineList('payments.list', {
  ...payments.list,
  select: (query) =>
    query.select([
      ...payments.columns,
      'py.customerId',
      'py.method',
      'py.paidAt',
      'py.amount',
      'py.bankAccountId',
      'py.bankReference',
      'py.chequeDate',
      'py.receiptNo',
      'py.creditAmount',
    ]),
  map: (rows, ctx) => presentPayments(ctx, rows),
  sorts: {
    createdAt: 'py.createdAt',
    documentNo: 'py.documentNo',
    chequeDate: { column: 'py.chequeDate', nullable: true },
  },
  filters: {
    status: 'py.status',
    createdBy: 'py.createdBy',
    method: 'py.method',
    customerId: 'py.customerId',
    bankAccountId: 'py.bankAccountId',
    cheque: (query, values, ctx) =>
      query
        .where('py.method', '=', 'cheque')
        .where((eb) =>
          eb.or(
            values.map((value) =>
              eb('py.chequeDate', value === 'due' ? '<=' : '>', today(ctx.clock)),
            ),
          ),
        ),
  },
  export: {
    fileName: 'payments',
    columns: {
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      paidAt: { title: TEXTS.field.paidAt, type: 'datetime' },
      customer: { title: TEXTS.field.customer, type: 'text' },
      method: { title: TEXTS.field.method, type: 'status', labels: TEXTS.choice.method },
      amount: { title: TEXTS.field.amount, type: 'money' },
      bankReference: { title: TEXTS.field.bankReference, type: 'text' },
      chequeDate: { title: TEXTS.field.chequeDate, type: 'date' },
      receiptNo: { title: TEXTS.field.receiptNo, type: 'text' },
      creditAmount: { title: TEXTS.field.creditAmount, type: 'money' },
      approvedBy: { title: TEXTS.field.approvedBy, type: 'text' },
    },
  },
});
