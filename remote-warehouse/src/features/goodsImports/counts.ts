import type { Contract, DataOf } from '@boxyard/shared/contract';
import { addQuantities, type Condition } from '@boxyard/shared/domain';

type Import = DataOf<Contract['goodsImports.get']>;
export type ImportItem = Import['items'][number];

/** A line being counted: what is typed, and the line of the import that it belongs to. */
export interface CountLine {
  readonly id: string;
  /** Nothing typed yet: the line is left for another time. */
  readonly receivedQty: number | null;
  readonly damagedQty: number;
  readonly missingQty: number;
  readonly binId: string | null;
  readonly condition: Condition;
  readonly damagedSerials: readonly string[];
  readonly missingSerials: readonly string[];
  readonly discrepancyReason: string | null;
  readonly source: ImportItem;
}

/** The lines that are still open, as they were last saved. */
export const linesOf = (items: readonly ImportItem[]): CountLine[] =>
  items
    .filter((item) => !item.isPosted)
    .map((item) => ({
      id: item.id,
      receivedQty: item.receivedQty,
      damagedQty: item.damagedQty ?? 0,
      missingQty: item.missingQty ?? 0,
      // The bin of the part's rule is proposed until another was saved (domain-warehouse 1.4).
      binId: (item.bin ?? item.proposedBin)?.id ?? null,
      condition: item.condition,
      damagedSerials: item.damagedSerials,
      missingSerials: item.missingSerials,
      discrepancyReason: item.discrepancyReason,
      source: item,
    }));

const figure = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** What is not accounted for yet: expected − received − damaged − missing. */
export const differenceOf = (line: CountLine): number =>
  addQuantities(
    line.source.expectedQty,
    -figure(line.receivedQty),
    -figure(line.damagedQty),
    -figure(line.missingQty),
  );

/** Whether anything has been counted on the line. */
export const isTouched = (line: CountLine): boolean =>
  line.receivedQty !== null || line.damagedQty > 0 || line.missingQty > 0;

export const hasDiscrepancy = (line: CountLine): boolean =>
  line.damagedQty > 0 || line.missingQty > 0;

/**
 * A line after a count was typed. What is damaged or missing was not received: a line that added
 * up before goes on adding up, so that the storekeeper types one figure and not two.
 */
export function withCount(line: CountLine, patch: Partial<CountLine>): CountLine {
  const next = { ...line, ...patch };
  const typedReceived = 'receivedQty' in patch;
  const wasWhole = !isTouched(line) || differenceOf(line) === 0;
  if (typedReceived || !wasWhole) return next;
  const rest = addQuantities(
    line.source.expectedQty,
    -figure(next.damagedQty),
    -figure(next.missingQty),
  );
  return rest >= 0 ? { ...next, receivedQty: rest } : next;
}

/** Serials tell the counts of a line that is tracked by them. */
export function withSerials(
  line: CountLine,
  patch: Partial<Pick<CountLine, 'damagedSerials' | 'missingSerials'>>,
): CountLine {
  const next = { ...line, ...patch };
  // A number that turns up in one list leaves the other.
  const damagedSerials = patch.missingSerials
    ? next.damagedSerials.filter((serial) => !next.missingSerials.includes(serial))
    : next.damagedSerials;
  const missingSerials = patch.damagedSerials
    ? next.missingSerials.filter((serial) => !next.damagedSerials.includes(serial))
    : next.missingSerials;
  const damagedQty = damagedSerials.length;
  const missingQty = missingSerials.length;
  return {
    ...next,
    damagedSerials,
    missingSerials,
    damagedQty,
    missingQty,
    receivedQty: addQuantities(line.source.expectedQty, -damagedQty, -missingQty),
  };
}

/** Everything came, and came whole: lines on which nothing was counted yet. */
export const allReceived = (lines: readonly CountLine[]): CountLine[] =>
  lines.map((line) => (isTouched(line) ? line : { ...line, receivedQty: line.source.expectedQty }));

/** One bin for every line that has none. */
export const allInto = (lines: readonly CountLine[], binId: string): CountLine[] =>
  lines.map((line) => (line.binId === null ? { ...line, binId } : line));

/** The lines of the call: those counted, without what the server knows already. */
export const countedLines = (lines: readonly CountLine[]): CountLine[] => lines.filter(isTouched);
