import type { Contract, DataOf } from '@boxyard/shared/contract';

export type Wanted = DataOf<Contract['containerParts.forAdding']>[number];

/** A line of parts that go into a container, as its form holds it. */
export interface PartLine {
  readonly partId: string;
  readonly trackingType: Wanted['trackingType'];
  readonly quantity: number;
  readonly binId: string;
  readonly condition: string;
  readonly lotNo: string | null;
  readonly serials: readonly string[];
}

const thousandths = (quantity: number): number => Math.round(quantity * 1000);

/**
 * What is taken from where to fill a bill of materials: first expiry first, as the places come, until
 * each line is filled or nothing is left.
 */
export function proposedParts(wanted: readonly Wanted[]): PartLine[] {
  return wanted.flatMap(({ part, required, trackingType, places }) => {
    let open = thousandths(required);
    return places.flatMap((place): PartLine[] => {
      const taken = Math.min(open, thousandths(place.free));
      if (taken <= 0) return [];
      open -= taken;
      const quantity = taken / 1000;
      return [
        {
          partId: part.id,
          trackingType,
          quantity,
          binId: place.bin.id,
          condition: place.condition,
          lotNo: place.lotNo,
          serials: trackingType === 'serial' ? place.serials.slice(0, quantity) : [],
        },
      ];
    });
  });
}

/** How much of each part the lines hold. */
export function enteredOf(
  lines: readonly { readonly partId?: unknown; readonly quantity?: unknown }[],
): Map<string, number> {
  const entered = new Map<string, number>();
  for (const { partId, quantity } of lines) {
    if (typeof partId !== 'string' || typeof quantity !== 'number') continue;
    entered.set(partId, (thousandths(entered.get(partId) ?? 0) + thousandths(quantity)) / 1000);
  }
  return entered;
}
