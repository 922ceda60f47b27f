import { defineList } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { CAUSES, CREDIT_STATUS } from '../labels.ts';
import { presentCreditNotes } from './present.ts';
import { creditNotes } from './type.ts';

export const creditNoteList = defineList('creditNotes.list', {
  ...creditNotes.list,
  select: (query) =>
    query.select([
      ...creditNotes.columns,
      'cn.customerId',
      'cn.invoiceId',
      'cn.cause',
      'cn.baseAmount',
      'cn.vatAmount',
      'cn.grandTotal',
    ]),
  map: (rows, ctx) => presentCreditNotes(ctx, rows),
  sorts: {
    createdAt: 'cn.createdAt',
    documentNo: { column: 'cn.documentNo', nullable: true },
  },
  filters: {
    status: 'cn.status',
    createdBy: 'cn.createdBy',
    customerId: 'cn.customerId',
    invoiceId: 'cn.invoiceId',
  },
  export: {
    fileName: 'credit-notes',
    columns: {
      ...documentExport({ en: 'Credit note no.', th: 'เลขที่ใบลดหนี้' }, CREDIT_STATUS),
      customer: { title: { en: 'Customer', th: 'ลูกค้า' }, type: 'text' },
      invoice: {
        title: { en: 'Invoice', th: 'ใบแจ้งหนี้' },
        type: 'text',
        value: (row) => row.invoice.documentNo,
      },
      cause: { title: { en: 'Cause', th: 'สาเหตุ' }, type: 'status', labels: CAUSES },
      baseAmount: { title: { en: 'Before VAT', th: 'มูลค่า' }, type: 'money' },
      vatAmount: { title: { en: 'VAT', th: 'ภาษีมูลค่าเพิ่ม' }, type: 'money' },
      grandTotal: { title: { en: 'Total', th: 'รวม' }, type: 'money' },
    },
  },
});
