import { defineList } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { CREDIT_STATUS, DEBIT_CAUSES } from '../labels.ts';
import { presentDebitNotes } from './present.ts';
import { debitNotes } from './type.ts';

export const debitNoteList = defineList('debitNotes.list', {
  ...debitNotes.list,
  select: (query) =>
    query.select([
      ...debitNotes.columns,
      'dn.customerId',
      'dn.invoiceId',
      'dn.cause',
      'dn.baseAmount',
      'dn.vatAmount',
      'dn.grandTotal',
    ]),
  map: (rows, ctx) => presentDebitNotes(ctx, rows),
  sorts: {
    createdAt: 'dn.createdAt',
    documentNo: { column: 'dn.documentNo', nullable: true },
  },
  filters: {
    status: 'dn.status',
    createdBy: 'dn.createdBy',
    customerId: 'dn.customerId',
    invoiceId: 'dn.invoiceId',
  },
  export: {
    fileName: 'debit-notes',
    columns: {
      ...documentExport({ en: 'Debit note no.', th: 'เลขที่ใบเพิ่มหนี้' }, CREDIT_STATUS),
      customer: { title: { en: 'Customer', th: 'ลูกค้า' }, type: 'text' },
      invoice: {
        title: { en: 'Invoice', th: 'ใบแจ้งหนี้' },
        type: 'text',
        value: (row) => row.invoice.documentNo,
      },
      cause: { title: { en: 'Cause', th: 'สาเหตุ' }, type: 'status', labels: DEBIT_CAUSES },
      baseAmount: { title: { en: 'Before VAT', th: 'มูลค่า' }, type: 'money' },
      vatAmount: { title: { en: 'VAT', th: 'ภาษีมูลค่าเพิ่ม' }, type: 'money' },
      grandTotal: { title: { en: 'Total', th: 'รวม' }, type: 'money' },
    },
  },
});
