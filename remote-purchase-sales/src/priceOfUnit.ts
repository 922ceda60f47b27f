import { decimal } from '@boxyard/shared/domain';

/** What is known of a part's prices, which are of one stock unit. */
interface Priced {
  readonly lastPurchasePrice: string | null;
  readonly standardPrice: string | null;
  readonly purchaseUnit: object | null;
  readonly purchaseFactor: number;
}

/** The price a line begins with: of the unit it is bought in, as it was bought last (1.3). */
export const priceOfUnit = (part: Priced): string =>
  decimal.round(
    decimal.multiply(
      part.purchaseUnit ? part.purchaseFactor : 1,
      part.lastPurchasePrice ?? part.standardPrice ?? '0',
    ),
    4,
  );
