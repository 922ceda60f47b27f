import type { TransferItem } from '@boxyard/shared/contract';
import { addQuantities, type LossOutcome } from '@boxyard/shared/domain';

/** Missing goods of a line that are told apart by lot or serial number. */
export interface MissingLine {
  readonly key: string;
  readonly source: TransferItem;
  readonly lotNo: string | null;
  readonly serialNo: string | null;
  /** As much of it is missing. */
  readonly most: number;
  /** As much of it is settled now. */
  readonly quantity: number;
}

/** Everything that is missing, all of it chosen. */
export const missingLinesOf = (items: readonly TransferItem[]): MissingLine[] =>
  items.flatMap((source) => {
    const lots = Map.groupBy(source.missing, ({ lotNo, serialNo }) => serialNo ?? lotNo ?? '');
    return [...lots].map(([trace, parcels]) => {
      const most = addQuantities(...parcels.map(({ quantity }) => quantity));
      const [first] = parcels;
      return {
        key: `${source.id}/${trace}`,
        source,
        lotNo: first?.lotNo ?? null,
        serialNo: first?.serialNo ?? null,
        most,
        quantity: most,
      };
    });
  });

/** The lines of the call: serial numbers of one line go together. */
export function settledBody(lines: readonly MissingLine[]) {
  const chosen = lines.filter(({ quantity }) => quantity > 0);
  const groups = Map.groupBy(chosen, ({ source, serialNo, key }) =>
    serialNo === null ? key : source.id,
  );
  return [...groups.values()].map((group) => {
    const serials = group.map(({ serialNo }) => serialNo).filter((one) => one !== null);
    const lotNo = group[0]?.lotNo ?? null;
    return {
      id: group[0]?.source.id ?? '',
      quantity: addQuantities(...group.map(({ quantity }) => quantity)),
      ...(serials.length > 0 ? { serials } : {}),
      ...(serials.length === 0 && lotNo !== null ? { lotNo } : {}),
    };
  });
}

/** What turned up is nobody's loss. */
export const liableOf = (outcome: unknown, liable: unknown) =>
  (outcome as LossOutcome) === 'lost' ? liable : undefined;
