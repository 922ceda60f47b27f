import { type Disposition, decimal, isKept } from '@boxyard/shared/domain';
import { sharesBy, sumOfShares } from '@boxyard/shared/domain/warehouse/transformationCost.ts';

/** A line that comes out while somebody types it. */
export interface TypedOutput {
  readonly partId?: string | null;
  readonly quantity?: number | null;
  readonly disposition?: Disposition | null;
  readonly costShare?: string | null;
  /** What the part costs, where it was just chosen; not sent. */
  readonly price?: string | null;
}

const NUMBER = /^\d+(\.\d+)?$/;
/** What somebody has typed so far may not be a number yet. */
const numberOf = (typed: string | null | undefined): string =>
  typed && NUMBER.test(typed) ? typed : '0';

const keeps = ({ disposition }: TypedOutput): boolean => isKept(disposition ?? 'stock');

/** What the shares add up to, in percent. */
export const sharesOf = (lines: readonly TypedOutput[]): string =>
  sumOfShares(lines.map(({ costShare }) => ({ costShare: numberOf(costShare) })));

/**
 * Spreads all of the cost over what is kept: by what it would cost to buy where that is known of each
 * line, else by the shares that there are, else evenly. What is scrapped bears nothing.
 */
export function spread<L extends TypedOutput>(lines: readonly L[]): L[] {
  const kept = lines.filter(keeps);
  const isPriced = kept.every(({ price }) => !decimal.isZero(numberOf(price)));
  const shares = sharesBy(
    kept.map(({ price, quantity, costShare }) =>
      isPriced ? decimal.multiply(numberOf(price), quantity ?? 0) : numberOf(costShare),
    ),
  ).values();
  return lines.map((line) => ({
    ...line,
    costShare: keeps(line) ? (shares.next().value ?? '0.00') : '0.00',
  }));
}
