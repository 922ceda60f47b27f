import { type Discount, discountOf, type VatMode } from '../purchasing/amounts.ts';
import { addDays } from '../values/dates.ts';
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
import { type ContractType, INTERVAL_MONTHS, type PlanInterval } from './paymentPlan.ts';
import { monthsBetween } from './warranties.ts';

/** The agreed price and discount of a contract. */
export interface PriceTerms {
  readonly type: ContractType;
  /** THB; a lease has the rent of one period; with VAT where it is inclusive. */
  readonly price: Decimal;
  readonly discountType: Discount['type'] | null;
  readonly discountValue: Decimal | null;
  readonly installmentCount: number | null;
  readonly interval: PlanInterval | null;
  /** The first and the last day of a lease. */
  readonly startDate: string | null;
  readonly endDate: string | null;
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

/** The whole periods that a lease runs for: each is worth a rent, also one that nobody is asked to pay. */
function periodsOfTerm({ type, interval, startDate, endDate }: PriceTerms): number {
  if (type !== 'lease' || startDate === null || endDate === null) return 0;
  const months = monthsBetween(startDate, addDays(endDate, 1));
  return Math.floor(months / INTERVAL_MONTHS[interval ?? 'month']);
}

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
 * prices include VAT or both do not. The list price of a lease is the rent of one period, and counts for each
 * period that the lease runs for.
 */
export function discountOfList(listPrice: Decimal | null, terms: PriceTerms): Decimal {
  const subTotal = subTotalOf(terms);
  const periods = Math.max(periodsOf(terms), periodsOfTerm(terms));
  const listed = multiply(listPrice ?? '0', periods);
  return percentBelow(compare(listed, subTotal) > 0 ? listed : subTotal, netOf(terms));
}
