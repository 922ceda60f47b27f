import { add, compare, type Decimal, divide, multiply, round } from '../values/decimal.ts';

/** What was owed of an invoice at the end of a day after its due date, and the rate of that day. */
export interface LateDay {
  readonly balance: Decimal;
  /** Per cent of a month. */
  readonly rate: Decimal;
}

/** The fee of the late days of a month: each bears its part of the month's rate on what was owed then. */
export function lateFeeOf(days: readonly LateDay[], daysOfMonth: number): Decimal {
  const weighted = days.map(({ balance, rate }) => multiply(balance, rate));
  return round(divide(add('0', ...weighted), multiply(100, daysOfMonth)));
}

/** Days on which something was owed and bore a fee. */
export const chargedDays = (days: readonly LateDay[]): number =>
  days.filter(({ balance, rate }) => compare(balance, 0) > 0 && compare(rate, 0) > 0).length;
