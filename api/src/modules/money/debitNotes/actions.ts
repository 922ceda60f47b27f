import { decimal } from '@boxyard/shared/domain';
import type { TaxAmounts } from '@boxyard/shared/domain/money/taxShare.ts';
import { type Ctx, conflict, type Input } from '../../../kernel/index.ts';
import { createDocument } from '../../../workflow/index.ts';
import { holdingAccount, type LockedInvoice, postEntries, settle } from '../account.ts';
import {
  CORRECTED_FAMILIES,
  issueNumbered,
  lockCorrected,
  lockIssuedInvoice,
  requestColumns,
  requested,
} from '../corrections/issue.ts';
import { enterNote, taxedOf } from '../tax/entries.ts';
import { debitNotes } from './type.ts';

/** Base and VAT of what is charged besides, at the rate of the invoice; the amount is with VAT. */
function sharesOf(invoice: LockedInvoice, amount: string): TaxAmounts {
  const rate = invoice.vatMode === 'none' ? '0' : invoice.vatRate;
  const vatAmount = decimal.round(
    decimal.divide(decimal.multiply(amount, rate), decimal.add(rate, 100)),
  );
  return {
    baseAmount: decimal.round(decimal.subtract(amount, vatAmount)),
    vatAmount,
    grandTotal: amount,
  };
}

/**
 * What a debit note corrects is a tax invoice over the whole: of what is not taxed yet, payments still
 * bring tax invoices of their own, and what is to be added is charged by a further invoice.
 */
async function expectTaxedWhole(ctx: Ctx, invoice: LockedInvoice): Promise<void> {
  const { grandTotal, vatAmount } = await taxedOf(ctx, invoice.id);
  const charged = decimal.subtract(
    decimal.add(invoice.grandTotal, invoice.debitedAmount),
    invoice.creditedAmount,
  );
  const isTaxed = decimal.compare(vatAmount, 0) > 0 && decimal.compare(grandTotal, charged) === 0;
  if (!isTaxed) throw conflict('INVOICE_INSTEAD');
}

/** Asks for a debit note; nothing more is owed until somebody else has approved it. */
export async function createDebitNote(
  ctx: Ctx,
  { body }: Input<'debitNotes.create'>,
): Promise<{ readonly id: string }> {
  const invoice = await lockIssuedInvoice(ctx, body.invoiceId);
  await expectTaxedWhole(ctx, invoice);
  const columns = await requestColumns(ctx, invoice, body);
  const { id } = await createDocument(ctx, debitNotes.type, {
    ...requested(ctx, invoice, body),
    write: async (head) => {
      await ctx.db
        .insertInto('debitNotes')
        .values({ ...head, ...columns, cause: body.cause, ...sharesOf(invoice, body.amount) })
        .execute();
    },
  });
  return { id };
}

/** Issues the debit note: more is owed of the invoice, and its tax is due with it. */
export const approveDebitNote = holdingAccount(
  'debitNotes',
  debitNotes.action('approve', async (ctx, row) => {
    const invoice = await lockCorrected(ctx, row.invoiceId);
    // A payment that went back meanwhile has taken its tax invoices with it.
    await expectTaxedWhole(ctx, invoice);
    const amounts = sharesOf(invoice, decimal.round(row.grandTotal));
    await settle(ctx, {
      invoice,
      debited: amounts.grandTotal,
      cause: { debitNote: amounts.grandTotal },
    });
    await postEntries(ctx, row, [
      {
        kind: 'debitNote',
        invoiceId: invoice.id,
        debitNoteId: row.id,
        amount: amounts.grandTotal,
      },
    ]);
    const { docType } = debitNotes.type;
    const { set, taxed } = await issueNumbered(ctx, { row, invoice, docType, amounts });
    await enterNote(ctx, { ...taxed, debitNoteId: row.id });
    return { set, touches: CORRECTED_FAMILIES };
  }),
);

export const rejectDebitNote = debitNotes.action('reject');
export const cancelDebitNote = debitNotes.action('cancel');
