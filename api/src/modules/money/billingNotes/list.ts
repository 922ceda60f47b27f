import { sql } from 'kysely';
import { defineList } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { BILLING_STATUS } from '../labels.ts';
import { presentBillingNotes } from './present.ts';
import { billingNotes } from './type.ts';

const ofLines = (what: string) =>
  `(select ${what} from billing_note_lines l join invoices iv on iv.id = l.invoice_id where l.billing_note_id = bn.id)`;

export const billingNoteList = defineList('billingNotes.list', {
  ...billingNotes.list,
  select: (query) =>
    query.select([
      ...billingNotes.columns,
      'bn.customerId',
      'bn.collectOn',
      'bn.acknowledgedOn',
      'bn.grandTotal',
      sql<number>`${sql.raw(ofLines('count(*)::int'))}`.as('invoiceCount'),
      sql<string>`${sql.raw(ofLines('coalesce(sum(iv.balance), 0)'))}`.as('balance'),
    ]),
  map: (rows, ctx) => presentBillingNotes(ctx, rows),
  sorts: {
    createdAt: 'bn.createdAt',
    documentNo: { column: 'bn.documentNo', nullable: true },
    collectOn: 'bn.collectOn',
  },
  filters: {
    status: 'bn.status',
    createdBy: 'bn.createdBy',
    customerId: 'bn.customerId',
  },
  export: {
    fileName: 'billing-notes',
    columns: {
      ...documentExport({ en: 'Billing note no.', th: 'เลขที่ใบวางบิล' }, BILLING_STATUS),
      customer: { title: { en: 'Customer', th: 'ลูกค้า' }, type: 'text' },
      collectOn: { title: { en: 'Payment day', th: 'วันนัดชำระ' }, type: 'date' },
      acknowledgedOn: { title: { en: 'Accepted', th: 'วันที่รับวางบิล' }, type: 'date' },
      invoiceCount: { title: { en: 'Invoices', th: 'จำนวนใบแจ้งหนี้' }, type: 'number' },
      grandTotal: { title: { en: 'Total', th: 'ยอดรวม' }, type: 'money' },
      balance: { title: { en: 'Owed', th: 'ค้างชำระ' }, type: 'money' },
    },
  },
});
