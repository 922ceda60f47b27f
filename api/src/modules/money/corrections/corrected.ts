import { decimal } from '@boxyard/shared/domain';
import type { NamedTaxInvoice } from '../../../db/schema/money.ts';
import type { Ctx } from '../../../kernel/index.ts';
import type { LockedInvoice } from '../account.ts';
import { taxedOf, taxInvoicesInForce } from '../tax/entries.ts';

/** What a credit or debit note says of what it corrects (Revenue Code sections 86/9 and 86/10). */
interface Corrected {
  /** THB: where the note has VAT, what was taxed without it; else what is charged, VAT included. */
  readonly valueBefore: string;
  readonly taxInvoices: readonly NamedTaxInvoice[];
}

type Charged = Pick<LockedInvoice, 'id' | 'grandTotal' | 'debitedAmount' | 'creditedAmount'>;

/**
 * What a note corrects now: a note before it has changed the value already, and a tax invoice that was
 * cancelled or replaced is corrected no more.
 */
export async function correctedNow(
  ctx: Ctx,
  { invoice, vatAmount }: { readonly invoice: Charged; readonly vatAmount: string },
): Promise<Corrected> {
  const [taxed, taxInvoices] = await Promise.all([
    taxedOf(ctx, invoice.id),
    taxInvoicesInForce(ctx, invoice.id),
  ]);
  const charged = decimal.subtract(
    decimal.add(invoice.grandTotal, invoice.debitedAmount),
    invoice.creditedAmount,
  );
  const isTaxed = !decimal.isZero(vatAmount);
  return {
    valueBefore: decimal.round(isTaxed ? taxed.baseAmount : charged),
    taxInvoices,
  };
}

/** The same of a note as it is printed: once it was issued, what was so that day. */
export async function correctedBy(
  ctx: Ctx,
  {
    row,
    invoice,
  }: {
    readonly row: {
      readonly valueBefore: string | null;
      readonly taxInvoices: readonly NamedTaxInvoice[] | null;
      readonly vatAmount: string;
    };
    readonly invoice: Charged;
  },
): Promise<Corrected> {
  const { valueBefore, taxInvoices, vatAmount } = row;
  if (valueBefore !== null && taxInvoices !== null) return { valueBefore, taxInvoices };
  return correctedNow(ctx, { invoice, vatAmount });
}
