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

/** The whole months that a lease runs for: each is worth its rent, also one that nobody is asked to pay. */
const monthsOfTerm = ({ type, startDate, endDate }: PriceTerms): number =>
  type === 'lease' && startDate !== null && endDate !== null
    ? monthsBetween(startDate, addDays(endDate, 1))
    : 0;

/** The list price of all that is agreed: of a lease for the months that it runs or is paid for, whichever are more. */
function listTotalOf(listPrice: Decimal, terms: PriceTerms): Decimal {
  if (terms.type !== 'lease') return listPrice;
  const perPeriod = INTERVAL_MONTHS[terms.interval ?? 'month'];
  const months = Math.max(periodsOf(terms) * perPeriod, monthsOfTerm(terms));
  return round(divide(multiply(listPrice, months), perPeriod));
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
 * prices include VAT or both do not. The list price of a lease is the rent of one period, and counts month by
 * month for as long as the lease runs. A gift is what the list asks for goods that the price includes beyond
 * what the list price does: it is given away as well.
 */
export function discountOfList(
  listPrice: Decimal | null,
  terms: PriceTerms,
  gift: Decimal = '0',
): Decimal {
  const subTotal = subTotalOf(terms);
  const listed = listTotalOf(listPrice ?? '0', terms);
  const asked = add(compare(listed, subTotal) > 0 ? listed : subTotal, gift);
  return percentBelow(asked, netOf(terms));
}
