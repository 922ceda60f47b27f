import type { JobDetail, JobPart, PartInside } from '@boxyard/shared/contract/areas/jobs.ts';
import { type Condition, subtractQuantities } from '@boxyard/shared/domain';
import type { RemovalDisposition } from '@boxyard/shared/domain/containers/statuses.ts';

/** A part in hand, as its form settles it: so much is used, the rest comes back. */
export interface HandLine {
  readonly id: string;
  readonly part: JobPart;
  readonly inside: readonly PartInside[];
  /** Used, or given back where nothing is used. */
  readonly quantity: number;
  readonly serials: readonly string[];
  readonly isConsumed: boolean;
  readonly replacesId: string | null;
  readonly disposition: RemovalDisposition;
  readonly condition: Condition;
}

export const isSerial = ({ part }: HandLine): boolean => part.trackingType === 'serial';

/** Serial numbers in the technician's hands. */
export const serialsOf = ({ serials }: JobPart): string[] =>
  serials.flatMap(({ serialNo, state }) => (state === 'inHand' ? [serialNo] : []));

/** Built-in parts whose place this one may take: of the same kind first. */
export const replaceable = ({ part, inside }: HandLine): PartInside[] => {
  const isAlike = (one: PartInside) => one.part.id === part.part.id;
  return [...inside].sort((a, b) => Number(isAlike(b)) - Number(isAlike(a)));
};

/** Lines of everything in hand; `isUsed`: all of it is used unless the technician says otherwise. */
export const handLinesOf = ({ parts, inside }: JobDetail, isUsed: boolean): HandLine[] =>
  parts
    .filter((part) => part.inHandQty > 0)
    .map((part) => ({
      id: part.id,
      part,
      inside,
      quantity: isUsed ? part.inHandQty : 0,
      serials: isUsed ? serialsOf(part) : [],
      isConsumed: false,
      replacesId: null,
      disposition: 'scrap',
      condition: 'new',
    }));

const serialsSent = (line: HandLine, serials: readonly string[]) =>
  isSerial(line) ? { serials: [...serials] } : {};

/** Lines of a form that gives parts back. */
export const returnedBody = (lines: readonly HandLine[]) =>
  lines
    .filter(({ quantity }) => quantity > 0)
    .map((line) => ({
      id: line.id,
      quantity: line.quantity,
      condition: line.condition,
      ...serialsSent(line, line.serials),
    }));

/** Makes the lists of used, returned and removed parts for the call. Unsolved work keeps the rest in hand. */
export function settledBody(lines: readonly HandLine[], isSolved: boolean) {
  const used = lines.filter(({ quantity }) => quantity > 0);
  const left = lines
    .map((line) => ({
      ...line,
      quantity: subtractQuantities(line.part.inHandQty, line.quantity),
      serials: serialsOf(line.part).filter((serialNo) => !line.serials.includes(serialNo)),
    }))
    .filter(({ quantity }) => quantity > 0);
  return {
    used: used.map((line) => ({
      id: line.id,
      quantity: line.quantity,
      isConsumed: line.isConsumed,
      replacesId: line.isConsumed ? null : line.replacesId,
      ...serialsSent(line, line.serials),
    })),
    returned: isSolved ? returnedBody(left) : [],
    removed: used.flatMap(({ replacesId, inside, quantity, disposition, isConsumed }) => {
      const out = inside.find(({ id }) => id === replacesId);
      if (!out || isConsumed) return [];
      return [
        {
          id: out.id,
          quantity: Math.min(out.quantity, quantity),
          disposition,
          condition: 'used' as const,
        },
      ];
    }),
  };
}
