import type { Random } from '../../../../demo/random.ts';
import type { Books } from './books.ts';
import {
  compareAccount,
  compareBalances,
  compareInvoice,
  compareInvoices,
  compareOwed,
  comparePayment,
  comparePayments,
  type Difference,
} from './compare.ts';
import { compareContracts, compareNotes } from './compareContracts.ts';
import { compareMonths, compareRegister } from './compareTax.ts';
import { withdrawNotes } from './contractDeeds.ts';
import { KINDS, kindOf } from './kinds.ts';
import { KNOWN } from './known.ts';
import { locate } from './located.ts';
import { codeOf, type Draw, type Expected, isPossible, type Kind, type Move } from './move.ts';
import { contractOf, invoicesUnder } from './plan.ts';
import { type ClosableStage, makeStage } from './stage.ts';

/** Moves that were played together, each of another customer. */
export type Round = readonly Move[];

/** Moves on a server and in the model, and what each of them says then. */
export class Game {
  readonly stage: ClosableStage;
  readonly rounds: Round[] = [];
  readonly accepted = new Map<string, number>(KINDS.map(({ kind }) => [kind, 0]));
  asked = 0;
  refused = 0;

  constructor(stage: ClosableStage) {
    this.stage = stage;
  }

  static async begin(): Promise<Game> {
    return new Game(await makeStage());
  }

  /** Kinds that were accepted less often than that. */
  lacking(each: number): readonly Kind[] {
    return KINDS.filter(({ kind }) => (this.accepted.get(kind) ?? 0) < each);
  }

  /** Plays moves at once; answers what differs afterwards. */
  async play(round: Round, { isCompared = true } = {}): Promise<readonly Difference[]> {
    const { stage } = this;
    const moves = round.filter((move) => isPossible(stage.books, move));
    if (moves.length === 0) return [];
    stage.minute();
    this.rounds.push(moves);
    const expected = moves.map((move) => kindOf(move.kind).expects(stage.books, move));
    const touched = new Set(moves.flatMap((move) => this.#customersOf(move)));
    const answers = await Promise.all(moves.map((move) => kindOf(move.kind).send(stage, move)));
    const unlike: Difference[] = [];
    for (const [index, move] of moves.entries()) {
      const answer = answers[index] ?? { status: 500, body: {} };
      unlike.push(...answeredOtherwise(move, expected[index] ?? 'unclear', codeOf(answer)));
      this.#note(move, answer.status < 300);
      if (answer.status >= 300) continue;
      kindOf(move.kind).apply(stage.books, move, answer.body.data);
      withdrawNotes(stage.books);
    }
    await locate(stage);
    for (const move of moves) for (const one of this.#customersOf(move)) touched.add(one);
    if (unlike.length > 0 || !isCompared) return unlike;
    return this.#differences(moves, [...touched]);
  }

  #note(move: Move, isAccepted: boolean): void {
    this.asked += 1;
    if (!isAccepted) this.refused += 1;
    else this.accepted.set(move.kind, (this.accepted.get(move.kind) ?? 0) + 1);
  }

  /** Customers whose money a move is about. */
  readonly #customersOf = (move: Move) => customersOf(this.stage.books, move);

  /** What differs of those who are touched, of all invoices and balances, and of recent months. */
  async #differences(moves: Round, touched: readonly string[]): Promise<readonly Difference[]> {
    const { stage } = this;
    const { books } = stage;
    const found = [
      ...(await compareInvoices(stage)),
      ...(await compareBalances(stage)),
      ...(await compareContracts(stage)),
    ];
    if (moves.some(({ contract, note }) => contract ?? note))
      found.push(...(await compareNotes(stage)));
    for (const customer of touched) {
      found.push(...(await compareAccount(stage, customer)));
      found.push(...(await compareOwed(stage, customer)));
      found.push(...(await comparePayments(stage, customer)));
    }
    for (const { invoice, payment, note, makes } of moves) {
      const noted = books.notes.get(note ?? '')?.invoice;
      const one = books.invoices.get(invoice ?? noted ?? makes ?? '');
      if (one) found.push(...(await compareInvoice(stage, one)));
      const money = books.payments.get(payment ?? makes ?? '');
      if (money) found.push(...(await comparePayment(stage, money.label)));
    }
    found.push(...(await compareRegister(stage, monthBefore(books.today))));
    return found;
  }

  /** Everything of the year, whoever was touched. */
  async everything(): Promise<readonly Difference[]> {
    const { stage } = this;
    const { customers, invoices, payments } = stage.books;
    const found: Difference[] = [
      ...(await compareInvoices(stage)),
      ...(await compareBalances(stage)),
      ...(await compareContracts(stage)),
      ...(await compareNotes(stage)),
    ];
    for (const { label, mergedInto } of customers.values()) {
      if (mergedInto !== null) continue;
      found.push(...(await compareAccount(stage, label)), ...(await comparePayments(stage, label)));
    }
    for (const one of invoices.values()) found.push(...(await compareInvoice(stage, one)));
    for (const { label } of payments.values()) found.push(...(await comparePayment(stage, label)));
    found.push(...(await compareRegister(stage)), ...(await compareMonths(stage)));
    return found;
  }
}

/** Customers whose money a move is about. */
export function customersOf(
  books: Books,
  { customer, invoice, payment, note, contract, more }: Move,
): readonly string[] {
  const noted = books.notes.get(note ?? '')?.invoice;
  const held = books.contracts.get(contract ?? '');
  // What is done to a contract, or to the note of one, may be about all who had it.
  const about = held ?? contractOf(books, books.invoices.get(noted ?? ''));
  return [
    customer,
    about?.customer,
    ...(held ? invoicesUnder(books, held).map((one) => one.customer) : []),
    books.invoices.get(invoice ?? noted ?? '')?.customer,
    books.payments.get(payment ?? '')?.customer,
    typeof more?.into === 'string' ? more.into : undefined,
  ].filter((one, index, all) => one !== undefined && all.indexOf(one) === index) as string[];
}

const monthBefore = (day: string): string => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return month === 1 ? `${year}-01` : `${year}-${String(month - 1).padStart(2, '0')}`;
};

function answeredOtherwise(move: Move, expected: Expected, seen: string): Difference[] {
  if (expected === 'unclear' || expected === seen) return [];
  if (expected === 'refused' && seen !== 'done') return [];
  return [{ of: move.kind, field: 'answer', expected, seen }];
}

function drawnOf(draw: Draw, kind: Kind): Move | undefined {
  const drawn = kind.draw(draw);
  const move = drawn && { kind: kind.kind, ...drawn };
  return move && !KNOWN.some(({ holds }) => holds(draw.books, move)) ? move : undefined;
}

/** Draws moves, rarer ones first as long as some were played too seldom. */
export class Drawer {
  readonly #random: Random;
  readonly #labels = new Map<string, number>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** A round of up to so many moves, each of another customer. */
  round(game: Game, { atMost, each }: { readonly atMost: number; readonly each: number }): Round {
    const { books } = game.stage;
    const present = [...books.customers.values()].filter(({ mergedInto }) => mergedInto === null);
    const whose = this.#random.some(present, atMost);
    const lacking = game.lacking(each);
    const moves: Move[] = [];
    for (const { label } of whose) {
      const draw = { books, random: this.#random, customer: label, label: this.#label };
      const move = this.#move(draw, { lacking, isAlone: atMost === 1 });
      if (move) moves.push(move);
    }
    return moves;
  }

  readonly #label = (prefix: string): string => {
    const number = (this.#labels.get(prefix) ?? 0) + 1;
    this.#labels.set(prefix, number);
    return `${prefix}${number}`;
  };

  #move(
    draw: Draw,
    { lacking, isAlone }: { readonly lacking: readonly Kind[]; readonly isAlone: boolean },
  ): Move | undefined {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const wanted = lacking.length > 0 && this.#random.chance(0.3);
      const kind = wanted ? this.#random.pick(lacking) : this.#weighted();
      if (kind.isAlone && !isAlone) continue;
      const move = wanted && isAlone ? this.#ofAnybody(draw, kind) : drawnOf(draw, kind);
      if (move) return move;
    }
    return undefined;
  }

  /** What is possible for few customers only is drawn for one of them. */
  #ofAnybody(draw: Draw, kind: Kind): Move | undefined {
    const present = [...draw.books.customers.values()].filter((one) => one.mergedInto === null);
    for (const { label } of this.#random.some(present, present.length)) {
      const move = drawnOf({ ...draw, customer: label }, kind);
      if (move) return move;
    }
    return undefined;
  }

  #weighted(): Kind {
    let at = this.#random.next() * KINDS.reduce((sum, { weight }) => sum + weight, 0);
    const found = KINDS.find(({ weight }) => {
      at -= weight;
      return at < 0;
    });
    return found ?? this.#random.pick(KINDS);
  }
}
