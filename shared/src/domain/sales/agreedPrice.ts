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

/** What decides the price of a contract. */
export interface PriceTerms {
  readonly type: ContractType;
  /** Of a lease the rent of one period; with VAT where it is inclusive. */
  readonly price: Decimal;
  readonly discountType: Discount['type'] | null;
  readonly discountValue: Decimal | null;
  readonly installmentCount: number | null;
}

/** A list price, which is set without VAT, as prices are entered where they include it. */
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
 * Per cent that is given away: of the list price, or of a price that is above it (domain-containers 1.3).
 * List price and price are both of one period of a lease, and both with VAT or both without.
 */
export function discountOfList(listPrice: Decimal | null, terms: PriceTerms): Decimal {
  const subTotal = subTotalOf(terms);
  const listed = multiply(listPrice ?? '0', periodsOf(terms));
  return percentBelow(compare(listed, subTotal) > 0 ? listed : subTotal, netOf(terms));
}
