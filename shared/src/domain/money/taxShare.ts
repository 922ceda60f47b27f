import {
  add,
  compare,
  type Decimal,
  divide,
  isZero,
  multiply,
  round,
  subtract,
} from '../values/decimal.ts';

/** Amounts of a tax document. */
export interface TaxAmounts {
  readonly baseAmount: Decimal;
  readonly vatAmount: Decimal;
  readonly grandTotal: Decimal;
}

interface Charged extends TaxAmounts {
  /** What arrives as money: the total without what the customer withholds. */
  readonly netReceivable: Decimal;
}

/** How much of an amount is recognised once so much money has come in; all of it at the end. */
const recognised = (amount: Decimal, received: Decimal, whole: Decimal): Decimal =>
  isZero(whole) || compare(received, whole) >= 0
    ? round(amount)
    : round(divide(multiply(amount, received), whole));

/**
 * What becomes taxable when money comes in for a service or lease: tax that the customer withholds
 * counts as received with the money that it belongs to. The last payment absorbs what rounding left,
 * so that all tax invoices of an invoice add up to it.
 */
export function taxShareOf(
  charged: Charged,
  { before, received }: { readonly before: Decimal; readonly received: Decimal },
): TaxAmounts {
  const after = add(before, received);
  const part = (amount: Decimal): Decimal =>
    round(
      subtract(
        recognised(amount, after, charged.netReceivable),
        recognised(amount, before, charged.netReceivable),
      ),
    );
  const vatAmount = part(charged.vatAmount);
  const grandTotal = part(charged.grandTotal);
  return { baseAmount: round(subtract(grandTotal, vatAmount)), vatAmount, grandTotal };
}
