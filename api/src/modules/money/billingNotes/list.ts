import { sql } from 'kysely';
import { type Ctx, defineList, folded } from '../../../kernel/index.ts';
import { documentExport, idsByNumber } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentBillingNotes } from './present.ts';
import { billingNotes } from './type.ts';

const ofLines = (what: string) =>
  `(select ${what} from billing_note_lines l join invoices iv on iv.id = l.invoice_id where l.billing_note_id = bn.id)`;

/** By its own words, and by the numbers of those of its invoices that this person may read. */
const isFound = (ctx: Ctx, term: string) =>
  sql<boolean>`(${folded('bn.searchText', term)}
    or bn.id in (select l.billing_note_id from billing_note_lines l
      where l.invoice_id = any(${idsByNumber(ctx, ['invoices'], term)})))`;

export const billingNoteList = defineList('billingNotes.list', {
  ...billingNotes.list,
  search: (query, term, ctx) => query.where(isFound(ctx, term)),
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
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      customer: { title: TEXTS.field.customer, type: 'text' },
      collectOn: { title: TEXTS.field.collectOn, type: 'date' },
      acknowledgedOn: { title: TEXTS.field.acknowledgedOn, type: 'date' },
      invoiceCount: { title: TEXTS.field.invoiceCount, type: 'number' },
      grandTotal: { title: TEXTS.field.grandTotal, type: 'money' },
      balance: { title: TEXTS.field.balance, type: 'money' },
    },
  },
});
