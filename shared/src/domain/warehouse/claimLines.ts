import { type ClaimResolution, isGiven, isPaid } from './claimMachine.ts';

/** How far on a line is that the supplier answered for: its goods, in pieces. */
export interface ClaimLineProgress {
  readonly resolution: ClaimResolution | null;
  readonly quantity: number;
  /** Put away, damaged or refused: the supplier owes it no more. */
  readonly arrivedQty: number;
}

/** A claim is over when all that was promised is there, goods and money (2.10 close; I17). */
export const claimStatus = (
  lines: readonly ClaimLineProgress[],
  { isPaidOut }: { readonly isPaidOut: boolean },
): 'confirmed' | 'completed' =>
  lines.every(
    ({ resolution, quantity, arrivedQty }) =>
      (!isGiven(resolution) || arrivedQty >= quantity) && (!isPaid(resolution) || isPaidOut),
  )
    ? 'completed'
    : 'confirmed';
