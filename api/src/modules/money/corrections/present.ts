import { anyId, type Ctx, money } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  type DocumentRow,
  type DocumentType,
  documentFields,
  hiddenDocuments,
  loadRefs,
  loadVisible,
  trailOf,
} from '../../../workflow/index.ts';
import { customerRefs } from '../../partners/index.ts';
import type { CreditNoteRow } from '../creditNotes/type.ts';

// Credit and debit notes correct an invoice, and are shown alike.

type Shown = Pick<
  CreditNoteRow,
  DocumentFieldName | 'customerId' | 'invoiceId' | 'baseAmount' | 'vatAmount' | 'grandTotal'
> & { readonly cause: string };

/** Rows of the list, and the head of the detail. */
export async function presentCorrections<R extends Shown>(ctx: Ctx, rows: readonly R[]) {
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
  const withheld = await hiddenDocuments(
    ctx,
    found.map(({ id }) => ({ type: 'invoices', id })),
  );
  const numbers = new Map(found.map(({ id, documentNo }) => [id, documentNo]));
  return rows.map((row) => ({
    ...documentFields(row, refs),
    customer: customer(row.customerId),
    invoice: withheld.has(row.invoiceId)
      ? { id: null, documentNo: null }
      : { id: row.invoiceId, documentNo: numbers.get(row.invoiceId) ?? null },
    cause: row.cause as R['cause'],
    baseAmount: money(row.baseAmount),
    vatAmount: money(row.vatAmount),
    grandTotal: money(row.grandTotal),
  }));
}

/** A credit or debit note with its invoice. 404 outside this person's scope. */
export async function presentCorrection<
  R extends Shown & DocumentRow & { readonly reason: string },
>(ctx: Ctx, type: DocumentType<R>, id: string) {
  const row = await loadVisible(ctx, type, { id });
  const [[head], trail, invoice] = await Promise.all([
    presentCorrections(ctx, [row]),
    trailOf(ctx, type.subject, id),
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
    ...actionContext(ctx, type, row),
    related:
      head.invoice.id === null
        ? []
        : [{ type: 'invoice', ...head.invoice, id: head.invoice.id, status: invoice.status }],
    reason: row.reason,
    // The balance is told to whoever may read the invoice.
    invoiceTotal: head.invoice.id === null ? null : money(invoice.grandTotal),
    invoiceBalance: head.invoice.id === null ? null : money(invoice.balance),
  };
}
