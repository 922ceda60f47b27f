import { compare, type Decimal, isZero, minimum, round, subtract } from '../values/decimal.ts';
import type { PaymentMethod } from './paymentMachine.ts';

/** What decides how an invoice is still paid. */
export interface Owed {
  readonly balance: Decimal;
  readonly whtAmount: Decimal;
  /** Withheld tax whose certificate has come. */
  readonly whtPaid: Decimal;
}

/**
 * What a payment by a method is expected to settle of an invoice: a certificate the tax that the
 * customer withholds, anything else what is to come as money. Where nothing but the other is left, the
 * customer settles it so all the same.
 */
export function expectedOf({ balance, whtAmount, whtPaid }: Owed, method: PaymentMethod): Decimal {
  const missing = subtract(whtAmount, whtPaid);
  const withheld = compare(missing, 0) > 0 ? minimum(missing, balance) : '0';
  const expected = method === 'whtCert' ? withheld : subtract(balance, withheld);
  return round(isZero(expected) ? balance : expected);
}
