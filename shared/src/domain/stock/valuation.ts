import {
  add,
  compare,
  type Decimal,
  divide,
  isZero,
  multiply,
  round,
  subtract,
} from '../values/decimal.ts';

/** What a company owns of one item (domain-warehouse 3.1 partValuation). */
export interface Valuation {
  /** Decimal string, 3 places. */
  readonly ownedQty: Decimal;
  /** THB, 2 places. */
  readonly ownedValue: Decimal;
  /** THB per unit, 6 places (shown with 4). */
  readonly avgCost: Decimal;
}

export const NOTHING_OWNED: Valuation = { ownedQty: '0', ownedValue: '0.00', avgCost: '0.000000' };

/** Takes `quantity` in at `value` (2 places): the moving average follows (domain-warehouse 3.3). */
export function takeIn(valuation: Valuation, quantity: number, value: Decimal): Valuation {
  const ownedQty = add(valuation.ownedQty, quantity);
  const ownedValue = round(add(valuation.ownedValue, value));
  return {
    ownedQty,
    ownedValue,
    avgCost: isZero(ownedQty) ? valuation.avgCost : round(divide(ownedValue, ownedQty), 6),
  };
}

/**
 * Takes `quantity` out at the average and says what left. The last unit takes what is left of the
 * value, so that nothing owned is worth nothing (I7).
 */
export function takeOut(
  valuation: Valuation,
  quantity: number,
): { readonly valuation: Valuation; readonly value: Decimal } {
  const ownedQty = subtract(valuation.ownedQty, quantity);
  if (isZero(ownedQty)) {
    return {
      valuation: { ownedQty: '0', ownedValue: '0.00', avgCost: valuation.avgCost },
      value: valuation.ownedValue,
    };
  }
  const atAverage = round(multiply(valuation.avgCost, quantity));
  const value =
    compare(atAverage, valuation.ownedValue) > 0 ? round(valuation.ownedValue) : atAverage;
  const ownedValue = round(subtract(valuation.ownedValue, value));
  return { valuation: { ownedQty, ownedValue, avgCost: valuation.avgCost }, value };
}

/**
 * Takes out a reversal at its ORIGINAL value. What would leave a negative value, or value without
 * quantity, becomes `variance` (positive: value that vanished), shown in reports, never hidden.
 */
export function takeOutAt(
  valuation: Valuation,
  quantity: number,
  value: Decimal,
): { readonly valuation: Valuation; readonly variance: Decimal } {
  const ownedQty = subtract(valuation.ownedQty, quantity);
  const rest = round(subtract(valuation.ownedValue, value));
  if (isZero(ownedQty)) {
    return {
      valuation: { ownedQty: '0', ownedValue: '0.00', avgCost: valuation.avgCost },
      variance: rest,
    };
  }
  const ownedValue = compare(rest, 0) < 0 ? '0.00' : rest;
  return {
    valuation: { ownedQty, ownedValue, avgCost: round(divide(ownedValue, ownedQty), 6) },
    variance: round(subtract(rest, ownedValue)),
  };
}
