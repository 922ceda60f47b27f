import type { RequisitionItem } from '@boxyard/shared/contract';
import { type Condition, subtractQuantities } from '@boxyard/shared/domain';

/** A line of what comes back: nothing of it as long as the quantity is 0. */
export interface ReturnLine {
  readonly id: string;
  readonly quantity: number;
  readonly condition: Condition;
  readonly serials: readonly string[];
  readonly lotNo: string | null;
  readonly source: RequisitionItem;
}

/** Of which picks something is still out. */
const outOf = (item: RequisitionItem) =>
  item.picks.filter((pick) => pick.pickedQty > pick.returnedQty);

export const serialsOut = (item: RequisitionItem): string[] =>
  outOf(item)
    .map((pick) => pick.serialNo)
    .filter((serialNo) => serialNo !== null);

export const lotsOut = (item: RequisitionItem): string[] => [
  ...new Set(
    outOf(item)
      .map((pick) => pick.lotNo)
      .filter((lotNo) => lotNo !== null),
  ),
];

export const mostOf = (item: RequisitionItem): number =>
  subtractQuantities(item.dispatchedQty, item.returnedQty);

/** Lines of which something may come back, nothing of it yet. */
export const returnLinesOf = (items: readonly RequisitionItem[]): ReturnLine[] =>
  items
    .filter((item) => mostOf(item) > 0)
    .map((item) => ({
      id: item.id,
      quantity: 0,
      condition: 'used',
      serials: [],
      lotNo: null,
      source: item,
    }));

/** The lines of the call. */
export const givenBack = (lines: readonly ReturnLine[]): ReturnLine[] =>
  lines.filter(({ quantity }) => quantity > 0);

export const returnBody = ({ id, quantity, condition, serials, lotNo }: ReturnLine) => ({
  id,
  quantity,
  condition,
  ...(serials.length > 0 ? { serials } : {}),
  ...(lotNo === null ? {} : { lotNo }),
});
