import { type Books, of, owed } from './books.ts';
import { dayAfter } from './drawing.ts';
import { isPositive } from './money.ts';
import type { Move } from './move.ts';
import { invoicesUnder, unbilled } from './plan.ts';

/** What the server is known to do otherwise than the rules say; such moves are not played. */
interface Known {
  readonly what: string;
  /** Whether this move would meet it. */
  holds(books: Books, move: Move): boolean;
}

/** What was late and nobody had billed when the contract ended is left to the settlement. */
const END_WITH_UNBILLED: Known = {
  what: 'a contract ends while something that was due before is not billed',
  holds: (books, { kind, contract: label, days = 0 }) => {
    if (!kind.startsWith('end contract')) return false;
    const on = dayAfter(books.today, -days);
    const late = unbilled(books, of(books.contracts, label)).filter(
      ({ dueDate }) => dueDate < books.today,
    );
    return late.length > 0 && late.every(({ dueDate }) => dueDate < on);
  },
};

/** A deposit that is given back is left to the settlement, which the moves do not play. */
const END_WITH_DEPOSIT: Known = {
  what: 'a contract ends as of a day on which its unpaid deposit is not late yet',
  holds: (books, { kind, contract: label, days = 0 }) => {
    if (!kind.startsWith('end contract')) return false;
    const on = dayAfter(books.today, -days);
    return invoicesUnder(books, of(books.contracts, label)).some(
      (one) => one.part?.isDeposit && one.agreedDueDate >= on && isPositive(owed(books, one)),
    );
  },
};

export const KNOWN: readonly Known[] = [END_WITH_DEPOSIT, END_WITH_UNBILLED];
