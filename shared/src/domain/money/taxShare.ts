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

/** What an invoice charges, as it was issued and by notes since. */
export interface Charged {
  readonly vatAmount: Decimal;
  readonly grandTotal: Decimal;
  /** What debit notes have added and credit notes have taken off, with VAT. */
  readonly debitedAmount: Decimal;
  readonly creditedAmount: Decimal;
  /** Tax that the customer withholds of what is charged now. */
  readonly whtDue: Decimal;
  /** Withheld tax whose certificate has come: after a credit note it may be more than is withheld of the rest. */
  readonly whtPaid: Decimal;
}

/** What is charged after notes; VAT by its share of the total. */
export function chargedNow({
  vatAmount,
  grandTotal,
  debitedAmount,
  creditedAmount,
}: Omit<Charged, 'whtDue' | 'whtPaid'>): TaxAmounts {
  const total = round(subtract(add(grandTotal, debitedAmount), creditedAmount));
  const vat = isZero(grandTotal) ? '0.00' : round(divide(multiply(vatAmount, total), grandTotal));
  return { baseAmount: round(subtract(total, vat)), vatAmount: vat, grandTotal: total };
}

/** How much of an amount is recognised once so much money has come in; all of it at the end. */
const recognised = (amount: Decimal, received: Decimal, whole: Decimal): Decimal =>
  isZero(whole) || compare(received, whole) >= 0
    ? round(amount)
    : round(divide(multiply(amount, received), whole));

/**
 * What is taxable of a service or lease once so much money has come in: tax that the customer withholds
 * counts as received with the money that it belongs to, and all is taxable once all the money is there, or
 * money and certificates together pay what is charged.
 */
export function taxableOf(charged: Charged, received: Decimal): TaxAmounts {
  const now = chargedNow(charged);
  if (compare(add(received, charged.whtPaid), now.grandTotal) >= 0) return now;
  const money = subtract(now.grandTotal, charged.whtDue);
  const vatAmount = recognised(now.vatAmount, received, money);
  const grandTotal = recognised(now.grandTotal, received, money);
  return { baseAmount: round(subtract(grandTotal, vatAmount)), vatAmount, grandTotal };
}

/**
 * What becomes taxable when money comes in: what is taxable with it, less what was taxed. So a credit
 * note before the last payment counts, and all tax invoices and notes of an invoice add up to what is
 * charged of it, to the satang.
 */
export function taxShareOf(
  charged: Charged,
  { received, taxed }: { readonly received: Decimal; readonly taxed: TaxAmounts },
): TaxAmounts {
  const due = taxableOf(charged, received);
  const vatAmount = round(subtract(due.vatAmount, taxed.vatAmount));
  const grandTotal = round(subtract(due.grandTotal, taxed.grandTotal));
  return { baseAmount: round(subtract(grandTotal, vatAmount)), vatAmount, grandTotal };
}
