import { isDraft } from '@boxyard/shared/domain';
import { goneStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import type { TaxAmounts } from '@boxyard/shared/domain/money/taxShare.ts';
import {
  type Ctx,
  conflict,
  inScope,
  json,
  named,
  refuseFaults,
  takeNumber,
  today,
} from '../../../kernel/index.ts';
import { headerFor, searchTextOf } from '../../../workflow/index.ts';
import { customerRefs } from '../../partners/index.ts';
import { type LockedInvoice, lockAccount, lockInvoices } from '../account.ts';
import { type InvoiceRow, invoices } from '../invoices/type.ts';
import { buyerOf } from '../tax/entries.ts';
import { correctedNow } from './corrected.ts';

// What asking for a credit or debit note and issuing it have in common.

/** Families that are read again once a note was issued: it changes what is owed, and its tax. */
export const CORRECTED_FAMILIES = ['invoices', 'payments', 'receivables', 'taxInvoices'];

/** An invoice that was issued, as this person sees it. 422 where there is none. */
export async function issuedInvoice(ctx: Ctx, id: string): Promise<InvoiceRow> {
  const row = await invoices.type.load(ctx, id, { lock: false });
  if (!row || !inScope(ctx.actor, invoices.type.scope(row)) || isDraft(row.status)) {
    return refuseFaults([{ field: 'invoiceId', code: 'UNKNOWN_ID' }]) as never;
  }
  return row;
}

/** The same, locked together with the customer's account. */
export async function lockIssuedInvoice(ctx: Ctx, id: string): Promise<LockedInvoice> {
  const { customerId } = await issuedInvoice(ctx, id);
  await lockAccount(ctx, customerId);
  return lockCorrected(ctx, id);
}

/**
 * The invoice of a note that waits, while its customer's account is locked. It may have come to
 * nothing since somebody asked for the note: its payment went back and it was voided (409
 * INVOICE_VOID).
 */
export async function lockCorrected(ctx: Ctx, invoiceId: string): Promise<LockedInvoice> {
  const [invoice] = await lockInvoices(ctx, [invoiceId]);
  if (!invoice) throw new Error(`invoice ${invoiceId} is missing`);
  if ((goneStatuses as readonly string[]).includes(invoice.status)) {
    throw conflict('INVOICE_VOID', { invoice: named('invoices', invoice) });
  }
  return invoice;
}

interface Asked {
  readonly reason: string;
  readonly remark?: string | null | undefined;
  /** THB with VAT. */
  readonly amount: string;
}

/** How a request begins: it has no number until it is approved. */
export const requested = (ctx: Ctx, invoice: LockedInvoice, { amount }: Asked) => ({
  companyId: invoice.companyId,
  status: 'pending' as const,
  documentDate: today(ctx.clock),
  numbered: false as const,
  after: { invoice: invoice.documentNo, grandTotal: amount },
});

/** What a request says of its invoice, and the words by which it is found. */
export async function requestColumns(ctx: Ctx, invoice: LockedInvoice, { reason, remark }: Asked) {
  const customer = (await customerRefs(ctx, [invoice.customerId]))(invoice.customerId);
  return {
    customerId: invoice.customerId,
    invoiceId: invoice.id,
    reason,
    remark: remark || null,
    searchText: searchTextOf({
      documentNo: null,
      partIds: [],
      words: [customer.code, customer.name, customer.nameTh, reason],
    }),
  };
}

/** Numbers a note; its buyer and its header stay as they are that day. Taken last: numbers are locked. */
export async function issueNumbered(
  ctx: Ctx,
  {
    row,
    invoice,
    docType,
    amounts,
  }: {
    readonly row: { readonly companyId: string; readonly customerId: string };
    readonly invoice: LockedInvoice;
    readonly docType: string;
    readonly amounts: TaxAmounts;
  },
) {
  const [to, corrected, header] = await Promise.all([
    buyerOf(ctx, invoice),
    correctedNow(ctx, { invoice, vatAmount: amounts.vatAmount }),
    headerFor(ctx, { companyId: row.companyId, type: 'contract' }),
  ]);
  const day = today(ctx.clock);
  const documentNo = await takeNumber(ctx, { companyId: row.companyId, docType, date: day });
  return {
    /** For the register of output VAT. */
    taxed: {
      companyId: row.companyId,
      customerId: row.customerId,
      invoiceId: invoice.id,
      documentNo,
      to,
      amounts,
    },
    set: {
      ...amounts,
      valueBefore: corrected.valueBefore,
      taxInvoices: json(corrected.taxInvoices),
      documentNo,
      documentDate: day,
      customerSnapshot: json(to),
      header: json(header),
      approvedBy: ctx.actor.userId,
      approvedAt: ctx.clock.now(),
    },
  };
}
