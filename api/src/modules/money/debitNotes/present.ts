import { anyId, type Ctx, money } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  loadRefs,
  loadVisible,
  trailOf,
} from '../../../workflow/index.ts';
import { customerRefs } from '../../partners/index.ts';
import { type DebitNoteRow, debitNotes } from './type.ts';

type Shown = Pick<
  DebitNoteRow,
  | DocumentFieldName
  | 'customerId'
  | 'invoiceId'
  | 'cause'
  | 'baseAmount'
  | 'vatAmount'
  | 'grandTotal'
>;

/** Rows of the list, and the head of the detail. */
export async function presentDebitNotes(ctx: Ctx, rows: readonly Shown[]) {
  const [refs, customer, found] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map((row) => row.companyId),
      user: rows.flatMap((row) => [row.createdBy, row.approvedBy]),
    }),
    customerRefs(
      ctx,
      rows.map((row) => row.customerId),
    ),
    ctx.db
      .selectFrom('invoices')
      .where('id', '=', anyId(rows.map((row) => row.invoiceId)))
      .select(['id', 'documentNo'])
      .execute(),
  ]);
  const numbers = new Map(found.map(({ id, documentNo }) => [id, documentNo]));
  return rows.map((row) => ({
    ...documentFields(row, refs),
    customer: customer(row.customerId),
    invoice: { id: row.invoiceId, documentNo: numbers.get(row.invoiceId) ?? null },
    cause: row.cause,
    baseAmount: money(row.baseAmount),
    vatAmount: money(row.vatAmount),
    grandTotal: money(row.grandTotal),
  }));
}

/** A debit note with its invoice. 404 outside this person's scope. */
export async function presentDebitNote(ctx: Ctx, id: string) {
  const row = await loadVisible(ctx, debitNotes.type, { id });
  const [[head], trail, invoice] = await Promise.all([
    presentDebitNotes(ctx, [row]),
    trailOf(ctx, debitNotes.type.subject, id),
    ctx.db
      .selectFrom('invoices')
      .where('id', '=', row.invoiceId)
      .select(['id', 'documentNo', 'status', 'grandTotal', 'balance'])
      .executeTakeFirstOrThrow(),
  ]);
  if (!head) throw new Error('one row in, one row out');
  return {
    ...head,
    ...trail,
    ...actionContext(ctx, debitNotes.type, row),
    related: [
      { type: 'invoice', id: invoice.id, documentNo: invoice.documentNo, status: invoice.status },
    ],
    reason: row.reason,
    invoiceTotal: money(invoice.grandTotal),
    invoiceBalance: money(invoice.balance),
  };
}
