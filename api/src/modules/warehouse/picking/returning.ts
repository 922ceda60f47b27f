import { addQuantities, type Condition, decimal, subtractQuantities } from '@boxyard/shared/domain';
import { nextValueShare, normaliseSerial } from '../../../ledger/index.ts';
import { type AddFault, matchItems } from '../../../workflow/index.ts';
import type { NewItem } from '../goodsImport/create.ts';
import type { PickItem } from './plan.ts';

/** What was taken from one place for a line, and what of it came back already. */
export interface TakenPick {
  readonly reservationId: string;
  readonly itemId: string;
  readonly lotId: string | null;
  readonly lotNo: string | null;
  readonly serialId: string | null;
  readonly serialNo: string | null;
  readonly condition: Condition;
  readonly dispatchedQty: number;
  readonly issueValue: string | null;
  readonly returnedQty: number;
  /** Used up for a job. */
  readonly usedQty?: number;
}

/** What somebody says comes back of a line. */
interface ReturnedLine {
  readonly id: string;
  readonly quantity: number;
  readonly condition: Condition;
  readonly serials?: readonly string[] | undefined;
  readonly lotNo?: string | null | undefined;
}

/** Some of what was handed out, coming back in one condition. */
export interface ReturnedPick<I extends PickItem, P extends TakenPick> {
  readonly item: I;
  readonly pick: P;
  readonly quantity: number;
  readonly condition: Condition;
}

/** Quantity of a pick that came back or was used. */
const settledOf = (pick: TakenPick): number => addQuantities(pick.returnedQty, pick.usedQty ?? 0);

/** Quantity of a pick that may still come back or be used. */
const returnableOf = (pick: TakenPick): number =>
  subtractQuantities(pick.dispatchedQty, settledOf(pick));

/** Which of the picks come back; every fault at once. */
export function returnedPicks<I extends PickItem, P extends TakenPick>(
  lines: readonly ReturnedLine[],
  {
    items,
    picks,
    at = 'items',
  }: {
    readonly items: readonly I[];
    readonly picks: readonly P[];
    /** Name of the lines in the body. */
    readonly at?: string;
  },
): ReturnedPick<I, P>[] {
  const left = new Map(picks.map((pick) => [pick, returnableOf(pick)]));
  const back = (item: I, line: ReturnedLine, fault: AddFault): ReturnedPick<I, P>[] => {
    const mine = picks.filter((pick) => pick.itemId === item.id);
    const isSerial = mine.some((pick) => pick.serialId !== null);
    const wanted = (line.serials ?? []).map(normaliseSerial);
    if (isSerial && (new Set(wanted).size !== line.quantity || wanted.length !== line.quantity)) {
      const params = { expected: line.quantity };
      fault('serials', { code: 'SERIAL_COUNT', params });
      return [];
    }
    const known = new Set(mine.map((pick) => pick.serialNo));
    if (wanted.some((serialNo) => !known.has(serialNo))) {
      fault('serials', { code: 'SERIAL_UNKNOWN' });
      return [];
    }
    let open = line.quantity;
    const taken = mine
      .filter((pick) => !isSerial || wanted.includes(pick.serialNo ?? ''))
      .filter((pick) => line.lotNo == null || pick.lotNo === line.lotNo)
      .flatMap((pick) => {
        const quantity = Math.min(open, left.get(pick) ?? 0);
        if (quantity <= 0) return [];
        open = subtractQuantities(open, quantity);
        left.set(pick, subtractQuantities(left.get(pick) ?? 0, quantity));
        return [{ item, pick, quantity, condition: line.condition }];
      });
    if (open > 0) {
      const max = subtractQuantities(line.quantity, open);
      fault('quantity', { code: 'OVER_RETURN', params: { max } });
    }
    return taken;
  };
  // Some of a line may come back whole and some damaged.
  return matchItems({ items, lines, mayRepeat: true, at }, back).flat();
}

/** What so much of a pick was worth when it left. */
export const shareOf = ({ pick, quantity }: ReturnedPick<PickItem, TakenPick>): string =>
  nextValueShare(pick.issueValue, {
    whole: pick.dispatchedQty,
    before: settledOf(pick),
    quantity,
  });

/**
 * A pick of which some comes back used and some damaged: each share begins where the last one ended.
 */
export function seenOnce<I extends PickItem, P extends TakenPick>(
  returned: readonly ReturnedPick<I, P>[],
): ReturnedPick<I, P>[] {
  const before = new Map<string, number>();
  return returned.map((back) => {
    const { reservationId, returnedQty } = back.pick;
    const already = before.get(reservationId) ?? returnedQty;
    before.set(reservationId, addQuantities(already, back.quantity));
    return { ...back, pick: { ...back.pick, returnedQty: already } };
  });
}

/**
 * What comes back as lines of a goods import, one for each line, lot and condition. Goods that left the
 * books come back at what they were worth then (`isValued`); what is in a van never left them (3.2).
 */
export function importLinesOf<I extends PickItem, P extends TakenPick>(
  returned: readonly ReturnedPick<I, P>[],
  { isValued }: { readonly isValued: boolean },
): NewItem[] {
  // In a van goods have a condition; what is used up or sold has none in the books.
  const keyOf = ({ item, pick, condition }: ReturnedPick<I, P>) =>
    [item.id, pick.lotId, condition, isValued ? '' : pick.condition].join('/');
  return [...Map.groupBy(seenOnce(returned), keyOf).values()].flatMap((group): NewItem[] => {
    const [first] = group;
    if (!first) return [];
    const expectedQty = addQuantities(...group.map(({ quantity }) => quantity));
    const value = decimal.add('0', ...group.map(shareOf));
    return [
      {
        sourceItemId: first.item.id,
        partId: first.item.outPartId,
        expectedQty,
        lotId: first.pick.lotId,
        serialIds: group.map(({ pick }) => pick.serialId).filter((id) => id !== null),
        conditionFrom: isValued ? first.condition : first.pick.condition,
        condition: first.condition,
        unitCost: isValued ? decimal.round(decimal.divide(value, expectedQty), 4) : null,
        sourceValue: isValued ? decimal.round(value) : null,
      },
    ];
  });
}

/** How much of each pick comes back in all, by its reservation. */
export function returnedByPick(
  returned: readonly ReturnedPick<PickItem, TakenPick>[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { pick, quantity } of returned) {
    sums.set(pick.reservationId, addQuantities(sums.get(pick.reservationId) ?? 0, quantity));
  }
  return sums;
}

/** The serial numbers that come back. */
export const serialsBack = (returned: readonly ReturnedPick<PickItem, TakenPick>[]): string[] =>
  returned.map(({ pick }) => pick.serialId).filter((id) => id !== null);
