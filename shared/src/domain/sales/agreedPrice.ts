import { type Discount, discountOf, type VatMode } from '../purchasing/amounts.ts';
import {
  add,
  compare,
  type Decimal,
  divide,
  multiply,
  round,
  subtract,
} from '../values/decimal.ts';
import { percentBelow } from './partSaleFigures.ts';
import type { ContractType } from './paymentPlan.ts';

/** The agreed price and discount of a contract. */
export interface PriceTerms {
  readonly type: ContractType;
  /** THB; a lease has the rent of one period; with VAT where it is inclusive. */
  readonly price: Decimal;
  readonly discountType: Discount['type'] | null;
  readonly discountValue: Decimal | null;
  readonly installmentCount: number | null;
}

/** Converts a list price, which is set without VAT, to the manner in which the contract's price is entered. */
export const listPriceIn = (
  listPrice: Decimal,
  { vatMode, vatRate }: { readonly vatMode: VatMode; readonly vatRate: Decimal },
): Decimal =>
  vatMode === 'inclusive'
    ? round(divide(multiply(listPrice, add(100, vatRate)), 100))
    : round(listPrice);

const periodsOf = ({ type, installmentCount }: PriceTerms): number =>
  type === 'lease' ? (installmentCount ?? 1) : 1;

const subTotalOf = (terms: PriceTerms): Decimal => round(multiply(terms.price, periodsOf(terms)));

function netOf(terms: PriceTerms): Decimal {
  const { discountType: type, discountValue: value } = terms;
  const subTotal = subTotalOf(terms);
  return subtract(subTotal, discountOf(type && value ? { type, value } : null, subTotal));
}

/** The price after its discount, in the manner in which it was entered; of a lease the rent of one period. */
export const agreedPriceOf = (terms: PriceTerms): Decimal =>
  round(divide(netOf(terms), periodsOf(terms)));

/**
 * The discount in per cent of the list price, or of an agreed price above it (domain-containers 1.3). Both
 * prices include VAT or both do not; of a lease both are the rent of one period.
 */
export function discountOfList(listPrice: Decimal | null, terms: PriceTerms): Decimal {
  const subTotal = subTotalOf(terms);
  const listed = multiply(listPrice ?? '0', periodsOf(terms));
  return percentBelow(compare(listed, subTotal) > 0 ? listed : subTotal, netOf(terms));
}
