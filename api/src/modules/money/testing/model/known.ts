import { type Books, of } from './books.ts';
import { isPositive } from './money.ts';
import type { Move } from './move.ts';

/** What the server is known to do otherwise than the rules say; such moves are not played. */
interface Known {
  readonly what: string;
  /** Whether this move would meet it. */
  holds(books: Books, move: Move): boolean;
}

export const KNOWN: readonly Known[] = [
  {
    what: 'A payment of which a part was paid back may be reversed: the server answers PAYMENT_REFUNDED.',
    holds: (books, { kind, payment }) =>
      kind === 'reverse' && isPositive(of(books.payments, payment).refunded),
  },
];
