import {
  addQuantities,
  type Condition,
  subtractQuantities,
  type TrackingType,
} from '@boxyard/shared/domain';

interface Ref {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
  readonly nameTh?: string | null | undefined;
}

/** A line of any document of which something was handed out: a requisition's, a sale's. */
export interface ReturnSource {
  readonly id: string;
  readonly lineNo: number;
  readonly part: Ref;
  /** What was taken instead of it. */
  readonly substitute: Ref | null;
  readonly unit: Ref;
  readonly unitAllowsFraction: boolean;
  readonly trackingType: TrackingType;
  readonly dispatchedQty: number;
  readonly returnedQty: number;
  /** Used for a job: it does not come back. */
  readonly usedQty?: number;
  readonly picks: readonly {
    readonly lotNo: string | null;
    readonly serialNo: string | null;
    readonly pickedQty: number;
    readonly returnedQty: number;
    readonly usedQty?: number;
  }[];
}

/** A line of what comes back: nothing of it as long as the quantity is 0. */
export interface ReturnLine {
  readonly id: string;
  readonly quantity: number;
  readonly condition: Condition;
  readonly serials: readonly string[];
  readonly lotNo: string | null;
  readonly source: ReturnSource;
}

/** Of which picks something is still out. */
const outOf = (item: ReturnSource) =>
  item.picks.filter((pick) => pick.pickedQty > addQuantities(pick.returnedQty, pick.usedQty ?? 0));

export const serialsOut = (item: ReturnSource): string[] =>
  outOf(item)
    .map((pick) => pick.serialNo)
    .filter((serialNo) => serialNo !== null);

export const lotsOut = (item: ReturnSource): string[] => [
  ...new Set(
    outOf(item)
      .map((pick) => pick.lotNo)
      .filter((lotNo) => lotNo !== null),
  ),
];

export const mostOf = (item: ReturnSource): number =>
  subtractQuantities(item.dispatchedQty, addQuantities(item.returnedQty, item.usedQty ?? 0));

/** Lines of which something may come back, nothing of it yet. */
export const returnLinesOf = (items: readonly ReturnSource[]): ReturnLine[] =>
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
