import { compare, type Decimal, isZero, minimum, round, subtract } from '../values/decimal.ts';
import type { PaymentMethod } from './paymentMachine.ts';

/** What decides how an invoice is still paid. */
export interface Owed {
  readonly balance: Decimal;
  /** Tax that the customer withholds of what is charged after credit and debit notes. */
  readonly whtDue: Decimal;
  /** Withheld tax whose certificate has come. */
  readonly whtPaid: Decimal;
}

/**
 * What a certificate of withheld tax may still settle of an invoice: no more than the tax whose
 * certificate has not come (domain-conventions "Authors", docs/domain/money.md "Withheld tax").
 */
export function withholdable({ balance, whtDue, whtPaid }: Owed): Decimal {
  const missing = subtract(whtDue, whtPaid);
  return compare(missing, 0) > 0 ? round(minimum(missing, balance)) : '0.00';
}

/**
 * What a payment by a method is expected to settle of an invoice: a certificate the tax that the
 * customer withholds, anything else what is to come as money. Where nothing but the tax is left, the
 * customer may pay that as money all the same.
 */
export function expectedOf(owed: Owed, method: PaymentMethod): Decimal {
  const withheld = withholdable(owed);
  if (method === 'whtCert') return withheld;
  const money = subtract(owed.balance, withheld);
  return round(isZero(money) ? owed.balance : money);
}
