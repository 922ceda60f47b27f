import {
  add,
  compare,
  type Decimal,
  divide,
  multiply,
  round,
  subtract,
} from '../values/decimal.ts';

interface PricedLine {
  readonly quantity: number;
  readonly unitPrice: Decimal;
  /** Its list price; null: it has none. */
  readonly standardPrice: Decimal | null;
}

const dearer = (a: Decimal, b: Decimal): Decimal => (compare(a, b) >= 0 ? a : b);

/** What lines would cost at their list price, or at the price asked where that is more. */
export const listTotalOf = (lines: readonly PricedLine[]): Decimal =>
  round(
    add(
      '0',
      ...lines.map(({ quantity, unitPrice, standardPrice }) =>
        round(multiply(quantity, dearer(unitPrice, standardPrice ?? unitPrice))),
      ),
    ),
  );

/**
 * How much of the list price is given away in all, in per cent: a lower price is a discount like any
 * other, so that nobody passes the limit by writing one (domain-containers 2.13).
 */
export function discountPercentOf(
  lines: readonly PricedLine[],
  { subTotal, discountTotal }: { readonly subTotal: Decimal; readonly discountTotal: Decimal },
): Decimal {
  return percentBelow(listTotalOf(lines), subtract(subTotal, discountTotal));
}

/** The distance of a price below the price asked for, in per cent of the latter. */
export function percentBelow(asked: Decimal, price: Decimal): Decimal {
  if (compare(asked, 0) <= 0) return '0.00';
  const given = subtract(asked, price);
  return compare(given, 0) <= 0 ? '0.00' : round(divide(multiply(given, 100), asked));
}

/** A margin in per cent of what was sold; null where nothing was asked for it. */
export const marginPercentOf = (margin: Decimal, base: Decimal): Decimal | null =>
  compare(base, 0) <= 0 ? null : round(divide(multiply(margin, 100), base));
