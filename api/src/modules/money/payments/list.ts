import { defineList, today } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { METHODS, PAYMENT_STATUS } from '../labels.ts';
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
      ...documentExport({ en: 'Payment no.', th: 'เลขที่รับชำระ' }, PAYMENT_STATUS),
      paidAt: { title: { en: 'Paid', th: 'ชำระเมื่อ' }, type: 'datetime' },
      customer: { title: { en: 'Customer', th: 'ลูกค้า' }, type: 'text' },
      method: { title: { en: 'Method', th: 'วิธีชำระ' }, type: 'status', labels: METHODS },
      amount: { title: { en: 'Amount', th: 'จำนวนเงิน' }, type: 'money' },
      bankReference: { title: { en: 'Bank reference', th: 'เลขอ้างอิงธนาคาร' }, type: 'text' },
      chequeDate: { title: { en: 'Cheque date', th: 'วันที่เช็ค' }, type: 'date' },
      receiptNo: { title: { en: 'Receipt no.', th: 'เลขที่ใบเสร็จ' }, type: 'text' },
      creditAmount: { title: { en: 'Credit', th: 'ยอดคงเหลือ' }, type: 'money' },
      approvedBy: { title: { en: 'Verified by', th: 'ผู้ตรวจสอบ' }, type: 'text' },
    },
  },
});
