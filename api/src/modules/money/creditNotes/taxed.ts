import { decimal } from '@boxyard/shared/domain';
import type { TaxAmounts } from '@boxyard/shared/domain/money/taxShare.ts';
import type { Ctx } from '../../../kernel/index.ts';
import type { LockedInvoice } from '../account.ts';
import { taxedOf } from '../tax/entries.ts';

type Charged = Pick<
  LockedInvoice,
  'id' | 'grandTotal' | 'vatAmount' | 'debitedAmount' | 'creditedAmount'
>;

/** The amount of an invoice that no issued credit note has taken off, in THB with VAT. */
export const creditable = ({
  grandTotal,
  debitedAmount,
  creditedAmount,
}: Pick<Charged, 'grandTotal' | 'debitedAmount' | 'creditedAmount'>) =>
  decimal.round(decimal.subtract(decimal.add(grandTotal, debitedAmount), creditedAmount));

/**
 * The taxed part of a credit: the amount by which more was taxed than is still charged (ADR 0081). Of a service or
 * lease only what was paid is taxed; who credits the rest of it takes no tax back. Whoever credits all
 * that was taxed takes what rounding left.
 */
export function taxedShare(invoice: Charged, amount: string, taxed: TaxAmounts): TaxAmounts {
  const charged = decimal.subtract(creditable(invoice), amount);
  const over = decimal.subtract(taxed.grandTotal, charged);
  const grandTotal = decimal.compare(over, 0) > 0 ? decimal.round(over) : '0.00';
  const share = decimal.divide(decimal.multiply(invoice.vatAmount, grandTotal), invoice.grandTotal);
  const isAll = decimal.compare(grandTotal, taxed.grandTotal) === 0;
  const vatAmount = decimal.round(
    isAll ? taxed.vatAmount : decimal.minimum(decimal.round(share), taxed.vatAmount),
  );
  return {
    baseAmount: decimal.round(decimal.subtract(grandTotal, vatAmount)),
    vatAmount,
    grandTotal,
  };
}

/** The taxed part of a credit note: of an issued one from the VAT register, else as if it were issued now. */
export async function taxedPart(
  ctx: Ctx,
  {
    note,
    invoice,
  }: {
    readonly note: { readonly id: string; readonly grandTotal: string };
    readonly invoice: Charged;
  },
): Promise<TaxAmounts> {
  const entry = await ctx.db
    .selectFrom('taxEntries')
    .where('creditNoteId', '=', note.id)
    .where('kind', '=', 'creditNote')
    .select(['baseAmount', 'vatAmount', 'grandTotal'])
    .executeTakeFirst();
  if (!entry)
    return taxedShare(invoice, decimal.round(note.grandTotal), await taxedOf(ctx, invoice.id));
  const positive = (amount: string) => decimal.round(decimal.subtract('0', amount));
  return {
    baseAmount: positive(entry.baseAmount),
    vatAmount: positive(entry.vatAmount),
    grandTotal: positive(entry.grandTotal),
  };
}
