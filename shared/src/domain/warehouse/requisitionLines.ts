import type { Tone } from '../machine/machine.ts';
import { addQuantities, subtractQuantities } from '../values/quantity.ts';

/** What has become of one line of a requisition so far; `approvedQty` is null before the decision. */
export interface RequisitionLine {
  readonly approvedQty: number | null;
  /** Held in stock for it now, picked or not. */
  readonly reservedQty: number;
  readonly pickedQty: number;
  readonly cancelledQty: number;
  readonly dispatchedQty: number;
  readonly returnedQty: number;
}

export const REQUISITION_LINE_STATES = {
  waiting: 'neutral',
  declined: 'neutral',
  short: 'error',
  reserved: 'processing',
  picking: 'warning',
  picked: 'success',
  cancelled: 'neutral',
  dispatched: 'success',
  partlyReturned: 'warning',
  returned: 'neutral',
} as const satisfies Record<string, Tone>;
export type RequisitionLineState = keyof typeof REQUISITION_LINE_STATES;

/** Approved and not given up: what is to be handed out in all. */
export const dueQty = (line: RequisitionLine): number =>
  subtractQuantities(line.approvedQty ?? 0, line.cancelledQty);

/** What is due and not picked yet. */
export const openRequisitionQty = (line: RequisitionLine): number =>
  Math.max(0, subtractQuantities(dueQty(line), addQuantities(line.pickedQty, line.dispatchedQty)));

/** What is due and not held in stock. */
export const shortQty = (line: RequisitionLine): number =>
  Math.max(
    0,
    subtractQuantities(dueQty(line), addQuantities(line.reservedQty, line.dispatchedQty)),
  );

/** What may still come back. */
export const returnableQty = (line: RequisitionLine): number =>
  subtractQuantities(line.dispatchedQty, line.returnedQty);

/** The state of a line follows from its quantities; it is stored nowhere (I17). */
export function requisitionLineState(line: RequisitionLine): RequisitionLineState {
  if (line.approvedQty === null) return 'waiting';
  if (line.dispatchedQty > 0) {
    if (line.returnedQty >= line.dispatchedQty) return 'returned';
    return line.returnedQty > 0 ? 'partlyReturned' : 'dispatched';
  }
  if (line.approvedQty === 0) return 'declined';
  if (dueQty(line) <= 0) return 'cancelled';
  if (openRequisitionQty(line) === 0) return 'picked';
  if (shortQty(line) > 0) return 'short';
  return line.pickedQty > 0 ? 'picking' : 'reserved';
}

export type DerivedRequisitionStatus =
  | 'approved'
  | 'picking'
  | 'cancelled'
  | 'dispatched'
  | 'partlyReturned'
  | 'returned';

/** Status of an approved requisition, from its lines (I17). */
export function requisitionStatus(lines: readonly RequisitionLine[]): DerivedRequisitionStatus {
  const handedOut = lines.filter((line) => line.dispatchedQty > 0);
  if (handedOut.length > 0) {
    if (handedOut.every((line) => returnableQty(line) <= 0)) return 'returned';
    return handedOut.some((line) => line.returnedQty > 0) ? 'partlyReturned' : 'dispatched';
  }
  if (lines.every((line) => dueQty(line) <= 0)) return 'cancelled';
  return lines.some((line) => line.pickedQty > 0) ? 'picking' : 'approved';
}
