import type { Decimal } from '@boxyard/shared/domain';
import type { Random } from '../../../../demo/random.ts';
import type { Person, TestApp } from '../../../../testing/index.ts';
import type { World } from '../../../sales/contracts/testing/world.ts';
import type { Books } from './books.ts';

/** Who takes part; makers and approvers are different people. */
export const MAKERS = ['clerk', 'secondClerk', 'thirdClerk'] as const;
export const APPROVERS = ['accountant', 'secondAccountant', 'thirdAccountant'] as const;
export const ADMINS = ['admin', 'secondAdmin'] as const;
export type Who = (typeof MAKERS | typeof APPROVERS | typeof ADMINS)[number];

/**
 * One thing that somebody does. It names documents by their labels, so that the same list of moves can
 * be played again on another server, whole or in part.
 */
export interface Move {
  readonly kind: string;
  readonly by: Who;
  readonly customer?: string;
  readonly invoice?: string;
  readonly payment?: string;
  readonly note?: string;
  readonly contract?: string;
  /** Label of the document that comes of it. */
  readonly makes?: string;
  readonly amount?: Decimal;
  /** Of an amount for an invoice: so much comes in, at least as much. */
  readonly comesIn?: Decimal;
  /** Days from today, of whatever day the move names. */
  readonly days?: number;
  readonly more?: Readonly<Record<string, unknown>>;
}

/**
 * What the rules say of a move: it is done, refused with this code, refused with any (`refused`), or
 * they say nothing clear, and the model believes the server.
 */
export type Expected = 'done' | 'refused' | 'unclear' | Uppercase<string>;

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the shape differs from call to call.
  readonly body: any;
}

/** The server that is played against, and the model's books beside it. */
export interface Stage {
  readonly test: TestApp;
  readonly companyId: string;
  readonly bankAccountId: string;
  readonly people: Readonly<Record<Who, Person>>;
  readonly books: Books;
  /** A number that was not used yet, for cheques and certificates. */
  serial(): number;
  /** Moves the clock on, and the night's work is done where a day has passed. */
  pass(days: number): Promise<void>;
  /** The people and places that contracts are made with. */
  readonly world: World;
}

/** What a move is drawn from. */
export interface Draw {
  readonly books: Books;
  readonly random: Random;
  /** Moves of one round are each of another customer. */
  readonly customer: string;
  /** A label for what is made. */
  label(prefix: string): string;
}

export interface Kind {
  readonly kind: string;
  /** How often it has its turn, against the others. */
  readonly weight: number;
  /** One with everybody's months or days, or two customers: nothing else happens beside it. */
  readonly isAlone?: true;
  draw(draw: Draw): Omit<Move, 'kind'> | null;
  expects(books: Books, move: Move): Expected;
  send(stage: Stage, move: Move): Promise<Answer>;
  /** What an accepted move does to the books. */
  apply(books: Books, move: Move, data: Readonly<Record<string, unknown>>): void;
}

/** Whether all documents that a move names are there: where it is played again without others. */
export const isPossible = (
  { customers, invoices, payments, notes, contracts }: Books,
  move: Move,
): boolean =>
  (move.customer === undefined || customers.has(move.customer)) &&
  (move.invoice === undefined || invoices.has(move.invoice)) &&
  (move.payment === undefined || payments.has(move.payment)) &&
  (move.note === undefined || notes.has(move.note)) &&
  (move.contract === undefined || contracts.has(move.contract));

export const codeOf = ({ status, body }: Answer): string =>
  status < 300 ? 'done' : String(body.errors?.[0]?.code ?? body.code);

/** An amount from a satang to all of it. */
export function partOf({ random }: Pick<Draw, 'random'>, all: Decimal): Decimal {
  const satang = Number(all.replace('.', ''));
  const part = random.between(1, Math.max(1, satang));
  return `${Math.floor(part / 100)}.${String(part % 100).padStart(2, '0')}`;
}
