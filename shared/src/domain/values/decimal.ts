import Big from 'big.js';

/**
 * Money and unit prices are decimal strings in THB (never floats): amounts have 2 places, unit
 * prices and costs 4 (domain-conventions "Money and quantities", domain-warehouse D7). All arithmetic goes through here.
 */
export type Decimal = string;

Big.RM = Big.roundHalfUp;
Big.NE = -30;
Big.PE = 30;

export type DecimalInput = Decimal | number;

/** The largest amount of money that is kept, in THB. */
export const MAX_AMOUNT: Decimal = '9999999999999.99';

const big = (value: DecimalInput): Big => new Big(value);

/** Sum of any number of decimals; '0' for none. Unrounded. */
export const add = (...values: readonly DecimalInput[]): Decimal =>
  values.reduce<Big>((total, value) => total.plus(value), big(0)).toFixed();

/** `a - b`, unrounded. */
export const subtract = (a: DecimalInput, b: DecimalInput): Decimal => big(a).minus(b).toFixed();

/** `a × b`, unrounded. */
export const multiply = (a: DecimalInput, b: DecimalInput): Decimal => big(a).times(b).toFixed();

/** `a ÷ b` to 12 places; division by zero throws RangeError. */
export function divide(a: DecimalInput, b: DecimalInput): Decimal {
  if (big(b).eq(0)) throw new RangeError('division by zero');
  const places = Big.DP;
  Big.DP = 12;
  try {
    return big(a).div(b).toFixed();
  } finally {
    Big.DP = places;
  }
}

/** Half-up to `places` (default 2, money). The result always carries exactly that many places. */
export const round = (value: DecimalInput, places = 2): Decimal => big(value).toFixed(places);

/** -1, 0 or 1. */
export const compare = (a: DecimalInput, b: DecimalInput): -1 | 0 | 1 => big(a).cmp(b);

/**
 * A figure without the commas or spaces between its thousands: `1,234.50` → `1234.50`. Null where one
 * stands elsewhere: `12,50` may be twelve and a half, `2 5` two figures, and neither is one here.
 */
export function ungrouped(text: string): string | null {
  if (!/[,\s]/.test(text)) return text;
  return /^-?\d{1,3}(?:(,\d{3})+|(\s\d{3})+)(\.\d*)?$/.test(text)
    ? text.replace(/[,\s]/g, '')
    : null;
}

/** Whether a text is a decimal that the functions here take: `-12.50`, no exponent, no grouping. */
export const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

export const isZero = (value: DecimalInput): boolean => big(value).eq(0);
export const isNegative = (value: DecimalInput): boolean => big(value).lt(0);
export const minimum = (a: DecimalInput, b: DecimalInput): Decimal =>
  (big(a).lte(b) ? big(a) : big(b)).toFixed();

/**
 * Splits `total` (2 places) over `weights` so that the parts sum to it exactly: each part is
 * rounded down and the left-over satang go to the largest remainders (domain-warehouse D7).
 * All-zero weights give everything to the first part.
 */
export function allocate(total: DecimalInput, weights: readonly DecimalInput[]): Decimal[] {
  if (weights.length === 0) return [];
  const sum = big(add(...weights));
  const satang = big(total).times(100).round(0);
  if (sum.eq(0)) return weights.map((_, index) => (index === 0 ? round(total) : '0.00'));
  const shares = weights.map((weight, index) => {
    const exact = satang.times(weight).div(sum);
    const floor = exact.round(0, Big.roundDown);
    return { index, floor, rest: exact.minus(floor) };
  });
  let left = satang.minus(shares.reduce((acc, share) => acc.plus(share.floor), big(0)));
  const step = left.lt(0) ? big(-1) : big(1);
  const byRest = [...shares].sort((a, b) => b.rest.abs().cmp(a.rest.abs()) || a.index - b.index);
  for (const share of byRest) {
    if (left.eq(0)) break;
    share.floor = share.floor.plus(step);
    left = left.minus(step);
  }
  return shares.map((share) => share.floor.div(100).toFixed(2));
}
