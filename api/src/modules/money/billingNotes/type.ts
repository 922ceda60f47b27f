import { sql } from 'kysely';
import { type Ctx, compiledQuery } from '../../../kernel/index.ts';
import { defineFamily, hiddenDocuments, type RowOfFamily } from '../../../workflow/index.ts';

const isSettled = sql<boolean>`not exists (select 1 from billing_note_lines l
  join invoices iv on iv.id = l.invoice_id
  where l.billing_note_id = bn.id and iv.balance > 0)`.as('isSettled');

/** Billing notes, `BN` (docs/domain/containers.md "Money"). */
export const billingNotes = defineFamily('billingNotes', {
  as: 'bn',
  warehouses: [],
  owners: ['saleId'],
  fields: (query) => query.select(isSettled),
});
export type BillingNoteRow = RowOfFamily<typeof billingNotes>;

const linesByNote = compiledQuery((db, given: { noteId: string }) =>
  db
    .selectFrom('billingNoteLines as l')
    .innerJoin('invoices as iv', 'iv.id', 'l.invoiceId')
    .where('l.billingNoteId', '=', given.noteId)
    .orderBy('l.lineNo')
    .select(['l.id', 'l.invoiceId', 'l.amount', 'iv.documentNo', 'iv.documentDate', 'iv.dueDate'])
    .select(['iv.status', 'iv.balance', 'iv.bankAccountId', 'iv.sourceLabel'])
    .select(['iv.sourceType', 'iv.sourceId', 'iv.sourceKey']),
);

/** The invoices of a note in their order, as they stand today. */
export const linesOf = (ctx: Ctx, noteId: string) => linesByNote(ctx, { noteId });

/** Ids of the invoices of lines that this person may not read: those of another salesperson. */
export const hiddenInvoices = (ctx: Ctx, lines: readonly { readonly invoiceId: string }[]) =>
  hiddenDocuments(
    ctx,
    lines.map(({ invoiceId }) => ({ type: 'invoices', id: invoiceId })),
  );
