import type { Books } from './books.ts';
import type { Move } from './move.ts';

/** What the server is known to do otherwise than the rules say; such moves are not played. */
interface Known {
  readonly what: string;
  /** Whether this move would meet it. */
  holds(books: Books, move: Move): boolean;
}

export const KNOWN: readonly Known[] = [];
