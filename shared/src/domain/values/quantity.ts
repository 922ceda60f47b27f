/**
 * A quantity is a number with at most three decimals (domain-conventions "Money and quantities"). Sums are done in
 * thousandths so that 0.1 + 0.2 stays 0.3.
 */
const SCALE = 1000;

/** Thousandths as an integer; the only place where quantities meet floating point. */
export const toThousandths = (quantity: number): number => Math.round(quantity * SCALE);

export const addQuantities = (...quantities: readonly number[]): number =>
  quantities.reduce((sum, quantity) => sum + toThousandths(quantity), 0) / SCALE;

export const subtractQuantities = (a: number, b: number): number =>
  (toThousandths(a) - toThousandths(b)) / SCALE;

/** True when `quantity` has at most three decimals. */
export const isQuantity = (quantity: number): boolean =>
  Number.isFinite(quantity) && Math.abs(quantity * SCALE - Math.round(quantity * SCALE)) < 1e-6;

/** True when a part counted in whole pieces may have this quantity (unit.allowFraction = false). */
export const isWhole = (quantity: number): boolean => toThousandths(quantity) % SCALE === 0;
