import * as decimal from '../values/decimal.ts';
import { addQuantities, subtractQuantities } from '../values/quantity.ts';
import type { AuditDecision, AuditReason } from './auditMachine.ts';

/** What one count said: how many, and what moved between the snapshot and it. */
export interface Counted {
  readonly quantity: number;
  readonly movedSince: number;
}

/** One line of a count as far as its difference follows from it. */
export interface AuditLine {
  readonly snapshotQty: number;
  readonly first: Counted | null;
  readonly recount: Counted | null;
  /** Value of one at the average cost; null: nothing is known. */
  readonly unitCost: string | null;
}

/** What counts: a recount takes the place of the first count. */
export const countOf = (line: Pick<AuditLine, 'first' | 'recount'>): Counted | null =>
  line.recount ?? line.first;

/** What the books expect at the moment of a count. */
export const expectedAt = (line: Pick<AuditLine, 'snapshotQty'>, counted: Counted): number =>
  addQuantities(line.snapshotQty, counted.movedSince);

/**
 * The difference: counted − (snapshotQty + movedSince), never counted − what lies there today
 * (domain-warehouse 2.13). null as long as nothing is counted.
 */
export function varianceOf(
  line: Pick<AuditLine, 'snapshotQty' | 'first' | 'recount'>,
): number | null {
  const counted = countOf(line);
  return counted === null ? null : subtractQuantities(counted.quantity, expectedAt(line, counted));
}

/** The difference in THB, signed, 2 places; null where no cost is known. */
export function varianceValueOf(line: AuditLine): string | null {
  const variance = varianceOf(line);
  if (variance === null || line.unitCost === null) return null;
  return decimal.round(decimal.multiply(line.unitCost, variance));
}

export interface Tolerance {
  readonly quantity: number;
  /** Per cent of what is expected. */
  readonly percent: string;
  /** THB. */
  readonly value: string;
}

const magnitude = (value: string): string =>
  decimal.isNegative(value) ? decimal.subtract(0, value) : value;

/** Whether a difference is worth counting again: beyond quantity and per cent, or beyond the value. */
export function isOverTolerance(line: AuditLine, tolerance: Tolerance): boolean {
  const variance = varianceOf(line);
  const counted = countOf(line);
  if (counted === null || variance === null || variance === 0) return false;
  const byPercent = decimal.divide(
    decimal.multiply(expectedAt(line, counted), tolerance.percent),
    100,
  );
  const size = Math.abs(variance);
  const isMany = size > tolerance.quantity && decimal.compare(size, byPercent) > 0;
  const value = varianceValueOf(line);
  return isMany || (value !== null && decimal.compare(magnitude(value), tolerance.value) > 0);
}

/** What has been decided of a line. */
export interface Decided {
  readonly variance: number | null;
  readonly decision: AuditDecision | null;
  readonly reasonCode: AuditReason | null;
  readonly reasonText: string | null;
}

/** A difference is settled once it is ignored, or accepted with a reason; `other` says which. */
export function isSettled({ variance, decision, reasonCode, reasonText }: Decided): boolean {
  if (variance === null || variance === 0) return true;
  if (decision === 'ignore') return true;
  if (decision !== 'accept' || reasonCode === null) return false;
  return reasonCode !== 'other' || (reasonText ?? '').trim() !== '';
}

/** What the differences that count are worth in all, each by its size: an approver's limit is held against it. */
export const varianceTotal = (values: readonly (string | null)[]): string =>
  decimal.round(
    values.reduce<string>((sum, value) => decimal.add(sum, magnitude(value ?? '0')), '0'),
  );

/** How a count that arrives is judged. */
export type CountOutcome =
  | 'saved'
  /** The same person has counted the line later. */
  | 'older'
  /** Somebody else has counted the line in this round. */
  | 'taken'
  /** The round it belongs to is over. */
  | 'roundOver'
  /** A line is counted again by somebody else than the first time. */
  | 'sameCounter'
  | 'notToRecount'
  /** Others are named to count. */
  | 'notCounter';

export interface Counting {
  /** 1 while counting, one more with each recount. */
  readonly round: number;
  /** Who is named to count; nobody: whoever may. */
  readonly counterIds: readonly string[];
}

/**
 * Who alone counts in the present round; nobody: whoever may. People are named for the first round: a
 * line is counted again by somebody else.
 */
export const namedCounters = ({ round, counterIds }: Counting): readonly string[] =>
  round > 1 ? [] : counterIds;

/** Whether somebody is kept from counting because others are named. */
export function isLeftToOthers(counting: Counting, by: string): boolean {
  const named = namedCounters(counting);
  return named.length > 0 && !named.includes(by);
}

interface Made {
  readonly by: string;
  /** Milliseconds. */
  readonly at: number;
}

/**
 * What becomes of a count that comes from a telephone, perhaps late: the last count of a line by the
 * same counter wins, the first counter of a line keeps it, and a recount is never overwritten by a
 * count of the round before.
 */
export function judgeCount(
  counting: Counting,
  line: {
    readonly needsRecount: boolean;
    readonly first: Made | null;
    readonly again: Made | null;
  },
  count: Made & { readonly round: number },
): CountOutcome {
  if (count.round !== counting.round) return 'roundOver';
  const isRecount = counting.round > 1;
  if (isRecount && !line.needsRecount) return 'notToRecount';
  if (isRecount && line.first?.by === count.by) return 'sameCounter';
  if (isLeftToOthers(counting, count.by)) return 'notCounter';
  const before = isRecount ? line.again : line.first;
  if (before === null) return 'saved';
  if (before.by !== count.by) return 'taken';
  return count.at < before.at ? 'older' : 'saved';
}
