import { decimal } from '@boxyard/shared/domain';
import { type Ctx, money } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  loadRefs,
  loadVisible,
  trailOf,
} from '../../../workflow/index.ts';
import { customerRefs } from '../../partners/index.ts';
import { type BillingNoteRow, billingNotes, hiddenInvoices, linesOf } from './type.ts';

type Shown = Pick<
  BillingNoteRow,
  DocumentFieldName | 'customerId' | 'collectOn' | 'acknowledgedOn' | 'grandTotal'
>;

/** Rows of the list, and the head of the detail. */
export async function presentBillingNotes(
  ctx: Ctx,
  rows: readonly (Shown & { readonly invoiceCount: number; readonly balance: string })[],
) {
  const [refs, customer] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map((row) => row.companyId),
      user: rows.flatMap((row) => [row.createdBy, row.approvedBy]),
    }),
    customerRefs(
      ctx,
      rows.map((row) => row.customerId),
    ),
  ]);
  return rows.map((row) => ({
    ...documentFields(row, refs),
    customer: customer(row.customerId),
    collectOn: row.collectOn,
    acknowledgedOn: row.acknowledgedOn,
    invoiceCount: row.invoiceCount,
    grandTotal: money(row.grandTotal),
    balance: money(row.balance),
  }));
}

/** A billing note with its invoices as they stand today. 404 outside this person's scope. */
export async function presentBillingNote(ctx: Ctx, id: string) {
  const row = await loadVisible(ctx, billingNotes.type, { id });
  const [lines, trail] = await Promise.all([
    linesOf(ctx, id),
    trailOf(ctx, billingNotes.type.subject, id),
  ]);
  const withheld = await hiddenInvoices(ctx, lines);
  const told = lines.filter(({ invoiceId }) => !withheld.has(invoiceId));
  const balance = decimal.round(decimal.add('0', ...lines.map((line) => line.balance)));
  const [head] = await presentBillingNotes(ctx, [{ ...row, invoiceCount: lines.length, balance }]);
  if (!head) throw new Error('one row in, one row out');
  return {
    ...head,
    ...trail,
    ...actionContext(ctx, billingNotes.type, row),
    related: told.map((line) => ({
      type: 'invoice',
      id: line.invoiceId,
      documentNo: line.documentNo,
      status: line.status,
    })),
    acknowledgedBy: row.acknowledgedBy,
    lines: lines.map((line) => {
      const isTold = !withheld.has(line.invoiceId);
      return {
        id: line.id,
        invoice: isTold ? { id: line.invoiceId, documentNo: line.documentNo } : null,
        documentDate: isTold ? line.documentDate : null,
        dueDate: isTold ? line.dueDate : null,
        status: isTold ? line.status : null,
        amount: money(line.amount),
        balance: isTold ? money(line.balance) : null,
      };
    }),
  };
}
