import type { Tone } from '../machine/machine.ts';
import { addQuantities, subtractQuantities } from '../values/quantity.ts';

/** What has become of one line of a transfer so far; `approvedQty` is null before the decision. */
export interface TransferLine {
  readonly approvedQty: number | null;
  readonly shippedQty: number;
  /** Put away whole at the destination. */
  readonly receivedQty: number;
  readonly damagedQty: number;
  /** Back at the source: recalled, or refused at the destination. */
  readonly returnedQty: number;
  readonly lostQty: number;
  /** In transit, and no goods import waits for it. */
  readonly missingQty: number;
}

export const TRANSFER_LINE_STATES = {
  waiting: 'neutral',
  declined: 'neutral',
  reserved: 'processing',
  unshipped: 'neutral',
  inTransit: 'warning',
  missing: 'error',
  received: 'success',
  damaged: 'warning',
  returned: 'neutral',
  lost: 'error',
} as const satisfies Record<string, Tone>;
export type TransferLineState = keyof typeof TRANSFER_LINE_STATES;

/** Shipped, and neither received, damaged, lost nor back (I22). */
export const inTransitQty = (line: TransferLine): number =>
  subtractQuantities(line.shippedQty, settledQty(line));

const settledQty = (line: TransferLine): number =>
  addQuantities(line.receivedQty, line.damagedQty, line.returnedQty, line.lostQty);

/**
 * The state of a line follows from its quantities; it is stored nowhere (I17). `mayShip`: it was not
 * shipped yet, and neither refused nor cancelled.
 */
export function transferLineState(
  line: TransferLine,
  { mayShip }: { readonly mayShip: boolean },
): TransferLineState {
  if (line.approvedQty === 0) return 'declined';
  if (mayShip) return line.approvedQty === null ? 'waiting' : 'reserved';
  if (line.shippedQty === 0) return 'unshipped';
  if (line.missingQty > 0) return 'missing';
  if (inTransitQty(line) > 0) return 'inTransit';
  if (line.lostQty > 0) return 'lost';
  if (line.damagedQty > 0) return 'damaged';
  return line.receivedQty > 0 ? 'received' : 'returned';
}

export type DerivedTransferStatus =
  | 'inTransit'
  | 'partlyReceived'
  | 'completed'
  | 'recalled'
  | 'returned';

/** Status of a shipped transfer, from its lines and whether it was called back (I17). */
export function transferStatus(
  lines: readonly TransferLine[],
  { isRecalled }: { readonly isRecalled: boolean },
): DerivedTransferStatus {
  const isOnItsWay = lines.some((line) => inTransitQty(line) > 0);
  if (isRecalled) return isOnItsWay ? 'recalled' : 'returned';
  if (isOnItsWay)
    return lines.some((line) => settledQty(line) > 0) ? 'partlyReceived' : 'inTransit';
  const arrived = lines.some(
    (line) => line.receivedQty > 0 || line.damagedQty > 0 || line.lostQty > 0,
  );
  return arrived ? 'completed' : 'returned';
}
