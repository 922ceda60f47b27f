import { addQuantities, decimal } from '@boxyard/shared/domain';

/**
 * What the next part of a quantity is worth of a value: shares of everything add up to the whole, to
 * the satang, however it is cut.
 */
export function nextValueShare(
  value: string | null,
  {
    whole,
    before,
    quantity,
  }: { readonly whole: number; readonly before: number; readonly quantity: number },
): string {
  const worth = (upTo: number) =>
    decimal.round(decimal.divide(decimal.multiply(value ?? '0', upTo), whole));
  return decimal.round(decimal.subtract(worth(addQuantities(before, quantity)), worth(before)));
}
