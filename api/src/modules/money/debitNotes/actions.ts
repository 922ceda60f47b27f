import { decimal } from '@boxyard/shared/domain';
import type { TaxAmounts } from '@boxyard/shared/domain/money/taxShare.ts';
import { type Ctx, conflict, type Input, json, takeNumber, today } from '../../../kernel/index.ts';
import { createDocument, headerFor, runAction, searchTextOf } from '../../../workflow/index.ts';
import { customerRefs } from '../../partners/index.ts';
import {
  type LockedInvoice,
  lockAccount,
  lockAccountOf,
  lockInvoices,
  postEntries,
  settle,
} from '../account.ts';
import { issuedInvoice } from '../creditNotes/actions.ts';
import { snapshotOf } from '../customers.ts';
import { expectNotReturned } from '../payments/deposit.ts';
import { enterDebitNote, taxedOf } from '../tax/entries.ts';
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
  const seen = await issuedInvoice(ctx, body.invoiceId);
  await lockAccount(ctx, seen.customerId);
  const [invoice] = await lockInvoices(ctx, [seen.id]);
  if (!invoice) throw new Error('an invoice that was seen is missing');
  await expectNotReturned(ctx, invoice.id);
  await expectTaxedWhole(ctx, invoice);
  const customer = (await customerRefs(ctx, [invoice.customerId]))(invoice.customerId);
  const { id } = await createDocument(ctx, debitNotes.type, {
    companyId: invoice.companyId,
    status: 'pending',
    documentDate: today(ctx.clock),
    numbered: false,
    write: async (head) => {
      await ctx.db
        .insertInto('debitNotes')
        .values({
          ...head,
          customerId: invoice.customerId,
          invoiceId: invoice.id,
          cause: body.cause,
          reason: body.reason,
          remark: body.remark || null,
          ...sharesOf(invoice, body.amount),
          searchText: searchTextOf({
            documentNo: null,
            partIds: [],
            words: [invoice.documentNo, customer.code, customer.name, customer.nameTh, body.reason],
          }),
        })
        .execute();
    },
    after: { invoice: invoice.documentNo, grandTotal: body.amount },
  });
  return { id };
}

/** Issues the debit note: more is owed of the invoice, and its tax is due with it. */
export async function approveDebitNote(ctx: Ctx, { params, body }: Input<'debitNotes.approve'>) {
  await lockAccountOf(ctx, 'debitNotes', params.id);
  const { endorsed } = await runAction(ctx, debitNotes.type, {
    action: 'approve',
    id: params.id,
    version: body.version,
    effect: async (row) => {
      const [invoice] = await lockInvoices(ctx, [row.invoiceId]);
      if (!invoice) throw new Error('a debit note without its invoice');
      await expectNotReturned(ctx, invoice.id);
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
      const [to, header] = await Promise.all([
        invoice.customerSnapshot ?? snapshotOf(ctx, row.customerId),
        headerFor(ctx, { companyId: row.companyId, type: 'contract' }),
      ]);
      const day = today(ctx.clock);
      const documentNo = await takeNumber(ctx, {
        companyId: row.companyId,
        docType: 'DN',
        date: day,
      });
      await enterDebitNote(ctx, {
        companyId: row.companyId,
        customerId: row.customerId,
        invoiceId: invoice.id,
        debitNoteId: row.id,
        documentNo,
        to,
        amounts,
      });
      return {
        set: {
          ...amounts,
          documentNo,
          documentDate: day,
          customerSnapshot: json(to),
          header: json(header),
          approvedBy: ctx.actor.userId,
          approvedAt: ctx.clock.now(),
        },
        touches: ['invoices', 'payments', 'receivables', 'taxInvoices'],
      };
    },
  });
  return { endorsed };
}

export const rejectDebitNote = debitNotes.action('reject');
export const cancelDebitNote = debitNotes.action('cancel');
