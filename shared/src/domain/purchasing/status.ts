import { addQuantities, subtractQuantities } from '../values/quantity.ts';

/**
 * After approval the status of a request or an order follows from its lines (domain-warehouse 2.1,
 * I17). It is stored, and a test recomputes it.
 */
export interface RequestLineProgress {
  readonly quantity: number;
  /** In live orders. */
  readonly orderedQty: number;
  readonly receivedQty: number;
  readonly cancelledQty: number;
  /** Suppliers are quoting for it, or a winner is not ordered yet (2.1). */
  readonly inRound?: boolean;
}

export type SourcedStatus = 'approved' | 'booking' | 'onGoing' | 'completed' | 'cancelled';

/** Status of an approved request. */
export function requestStatus(lines: readonly RequestLineProgress[]): SourcedStatus {
  if (lines.every((line) => line.cancelledQty >= line.quantity)) return 'cancelled';
  const done = lines.every(
    (line) => addQuantities(line.receivedQty, line.cancelledQty) >= line.quantity,
  );
  if (done) return 'completed';
  if (lines.some((line) => line.receivedQty > 0)) return 'onGoing';
  return lines.some((line) => line.orderedQty > 0 || line.inRound === true)
    ? 'booking'
    : 'approved';
}

export interface OrderLineProgress {
  readonly quantity: number;
  readonly receivedQty: number;
  /** Given up by closing short. */
  readonly closedQty: number;
}

/** Status of an approved order; `confirmed` when the supplier has named number and date. */
export function orderStatus(
  lines: readonly OrderLineProgress[],
  confirmed: boolean,
): Exclude<SourcedStatus, 'cancelled'> {
  const done = lines.every(
    (line) => addQuantities(line.receivedQty, line.closedQty) >= line.quantity,
  );
  if (done) return 'completed';
  if (lines.some((line) => line.receivedQty > 0)) return 'onGoing';
  return confirmed ? 'booking' : 'approved';
}

/** What may still be ordered for a request line. */
export const openRequestQty = (line: RequestLineProgress): number =>
  Math.max(0, subtractQuantities(line.quantity, addQuantities(line.orderedQty, line.cancelledQty)));

/** What is still expected on an order line. */
export const openOrderQty = (line: OrderLineProgress): number =>
  Math.max(0, subtractQuantities(line.quantity, addQuantities(line.receivedQty, line.closedQty)));
