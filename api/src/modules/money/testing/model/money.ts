import { type Decimal, decimal } from '@boxyard/shared/domain';
import type { Amounts } from './types.ts';

/** Sums of money to the satang. */

export const NOTHING: Amounts = { base: '0.00', vat: '0.00', total: '0.00' };

export const sum = (values: readonly Decimal[]): Decimal =>
  decimal.round(decimal.add('0', ...values));
export const plus = (one: Decimal, other: Decimal): Decimal => sum([one, other]);
export const minus = (one: Decimal, other: Decimal): Decimal =>
  decimal.round(decimal.subtract(one, other));
export const least = (one: Decimal, other: Decimal): Decimal =>
  decimal.round(decimal.minimum(one, other));
export const negative = (one: Decimal): Decimal => minus('0', one);
export const isMore = (one: Decimal, other: Decimal): boolean => decimal.compare(one, other) > 0;
export const isPositive = (one: Decimal): boolean => isMore(one, '0');

/** `whole × part / of`, half-up to the satang; nothing of nothing. */
export const share = (whole: Decimal, part: Decimal, of: Decimal): Decimal =>
  decimal.isZero(of) ? '0.00' : decimal.round(decimal.divide(decimal.multiply(whole, part), of));

export const sumOf = (rows: readonly Amounts[]): Amounts => ({
  base: sum(rows.map(({ base }) => base)),
  vat: sum(rows.map(({ vat }) => vat)),
  total: sum(rows.map(({ total }) => total)),
});
export const less = (one: Amounts, other: Amounts): Amounts => ({
  base: minus(one.base, other.base),
  vat: minus(one.vat, other.vat),
  total: minus(one.total, other.total),
});
export const back = (amounts: Amounts): Amounts => less(NOTHING, amounts);
