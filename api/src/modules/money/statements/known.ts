import { decimal } from '@boxyard/shared/domain';
import type { StatementLine } from '../../../documents/statements/readLines.ts';
import { newId } from '../../../kernel/index.ts';

/** What a file says of a movement. */
type Told = Pick<
  StatementLine,
  | 'bookedOn'
  | 'bookedAt'
  | 'amount'
  | 'balance'
  | 'reference'
  | 'payerReference'
  | 'payerName'
  | 'payerAccount'
  | 'description'
>;

/** A line that came in before. */
export interface LineThere extends Told {
  readonly id: string;
  readonly occurrence: number;
  /** Format of its file. */
  readonly format: string;
  readonly statementId: string;
  /** Last day of its statement, and the balance at the end of it; null: none is told. */
  readonly toDate: string;
  readonly closingBalance: string | null;
}

export interface FreshLine {
  readonly id: string;
  readonly line: StatementLine;
  /** Of its day, amount and reference. */
  readonly occurrence: number;
  /** The line that it may be the same as: a person decides. */
  readonly alikeId: string | null;
}

/** Lines of the file itself, among those that are there. */
const OF_THIS_FILE = { statementId: '', toDate: '', closingBalance: null };

const keyOf = (line: Pick<Told, 'bookedOn' | 'amount' | 'reference'>): string =>
  [line.bookedOn, decimal.round(line.amount), line.reference.toUpperCase()].join('|');

const textOf = (line: Told): string =>
  [line.bookedAt ?? '', line.payerReference, line.payerName, line.description].join('|');

/** Two hours that both are told; some files tell no seconds. */
function sameTime(a: Told, b: Told): boolean | null {
  if (a.bookedAt === null || b.bookedAt === null) return null;
  const isToMinute = [a.bookedAt, b.bookedAt].some((time) => time.endsWith(':00'));
  const length = isToMinute ? 5 : 8;
  return a.bookedAt.slice(0, length) === b.bookedAt.slice(0, length);
}

const sameBalance = (a: Told, b: Told): boolean | null =>
  a.balance === null || b.balance === null ? null : decimal.compare(a.balance, b.balance) === 0;

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]/gu, '');
/** Banks cut texts and pad them; two that say different things are of two payers. */
function differ(a: string, b: string): boolean {
  const [one, other] = [bare(a), bare(b)];
  return one !== '' && other !== '' && !one.includes(other) && !other.includes(one);
}

/** Names in one alphabet that say different things; one format may write in Thai what another writes in English. */
const differInName = (a: string, b: string): boolean =>
  /\p{Script=Thai}/u.test(a) === /\p{Script=Thai}/u.test(b) && differ(a, b);

/** A movement and the format of its file. */
type Line = Told & { readonly format: string };

/** A CSV file has the bank's own balance beside each line; in other formats it was counted from the opening one. */
const tellsBalance = ({ format }: Line): boolean => format === 'csv';

/** The hour and the balance behind a movement are its own, however the bank words it. */
const areDistinct = (a: Line, b: Line): boolean =>
  sameTime(a, b) === false || (tellsBalance(a) && tellsBalance(b) && sameBalance(a, b) === false);

/**
 * Different balances, one of them counted: two movements, or one that a bank lists at another place in
 * another file. A person decides.
 */
const balancesDiffer = (a: Line, b: Line): boolean =>
  sameBalance(a, b) === false && !areDistinct(a, b);

/** The same words and no other balance. A line that was taken before balances were counted has none (`a`). */
function hasSameWords(a: Line, b: Line): boolean {
  if (textOf(a) !== textOf(b)) return false;
  const same = sameBalance(a, b);
  if (same !== null) return same;
  return (
    a.balance === b.balance || (a.balance === null && a.format === b.format && !tellsBalance(a))
  );
}

/** Banks hide some digits of an account. */
const digits = (account: string): string => account.replace(/\D/g, '');
const isOtherPayer = (a: Told, b: Told): boolean =>
  differInName(a.payerName, b.payerName) || differ(digits(a.payerAccount), digits(b.payerAccount));

/** A line of the file and its place in it. */
type Placed = StatementLine & Line & { readonly at: number };

interface Pair {
  /** Place in the file. */
  readonly at: number;
  /** Place among the lines that are there. */
  readonly place: number;
}

/** Lines that a file repeats, by their statement: both have them in one order. */
class MonotonicPairs {
  readonly #pairs = new Map<string, Pair[]>();

  /** Index of the first pair behind a place of the file, by bisection. */
  #behind(pairs: readonly Pair[], at: number): number {
    let [low, high] = [0, pairs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[middle]?.at ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  allows(statementId: string, { at, place }: Pair): boolean {
    const pairs = this.#pairs.get(statementId) ?? [];
    const next = this.#behind(pairs, at);
    return (pairs[next - 1]?.place ?? -1) < place && place < (pairs[next]?.place ?? Infinity);
  }

  add(statementId: string, pair: Pair): void {
    const pairs = this.#pairs.get(statementId) ?? [];
    pairs.splice(this.#behind(pairs, pair.at), 0, pair);
    this.#pairs.set(statementId, pairs);
  }
}

/**
 * Lines of a file that are not there yet. A file is taken at its word: its own lines are never one
 * another, and each line that is there is at most one of them. Of one day, amount and reference a line
 * is there where
 * - it says the same, or has the same balance behind it, however it is worded now; with the same words
 *   and another balance counted behind it, it comes in marked;
 * - the other one came in another format, which writes other things: then they are counted, unless hour,
 *   balance or payer tell them apart;
 * - it has a reference, and neither hour, balance nor payer tells them apart.
 * A file that begins with the balance at which a statement of that day ended goes on with it: it repeats
 * none of its lines. MT940 and camt.053 list movements as they were booked: a line behind one that is
 * there is never a line before it. The rows of a CSV file may be sorted by whoever saved it.
 * Any other comes in, since a line too many can be ignored and one too few is seen by nobody. It is
 * marked where it has the reference of another one, or nothing sure tells it from a line of another file.
 */
export function newLines(
  lines: readonly StatementLine[],
  {
    there,
    format,
    openingBalance = null,
  }: {
    /** In the order in which they were booked, as far as that is known. */
    readonly there: readonly LineThere[];
    readonly format: string;
    readonly openingBalance?: string | null;
  },
): FreshLine[] {
  const all = new Map<string, LineThere[]>();
  const free = new Map<string, LineThere[]>();
  for (const line of there) {
    for (const map of [all, free]) map.set(keyOf(line), [...(map.get(keyOf(line)) ?? []), line]);
  }
  const precedesFile = (one: LineThere): boolean =>
    openingBalance !== null &&
    one.closingBalance !== null &&
    one.toDate === one.bookedOn &&
    decimal.compare(one.closingBalance, openingBalance) === 0;
  const placeOf = new Map(there.map(({ id }, place) => [id, place]));
  const order = new MonotonicPairs();
  const isThere =
    (is: (one: LineThere, line: Placed) => boolean) =>
    (line: Placed): boolean => {
      const alike = free.get(keyOf(line)) ?? [];
      const isInOrder = (one: LineThere) =>
        one.format !== format ||
        tellsBalance(line) ||
        order.allows(one.statementId, { at: line.at, place: placeOf.get(one.id) ?? 0 });
      const index = alike.findIndex((one) => !precedesFile(one) && isInOrder(one) && is(one, line));
      const [found] = index < 0 ? [] : alike.splice(index, 1);
      if (found) order.add(found.statementId, { at: line.at, place: placeOf.get(found.id) ?? 0 });
      return found === undefined;
    };
  const isOther = (one: LineThere) => one.format !== format;
  const unknown = lines
    .map((line, at) => ({ ...line, format, at }))
    .filter(isThere(hasSameWords))
    .filter(
      isThere((one, line) => sameBalance(one, line) === true && sameTime(one, line) !== false),
    )
    // Of several lines of another format the one of the same hour goes first.
    .filter(
      isThere(
        (one, line) =>
          isOther(one) && sameTime(one, line) === true && sameBalance(one, line) !== false,
      ),
    )
    .filter(
      isThere(
        (one, line) =>
          isOther(one) &&
          !areDistinct(one, line) &&
          !balancesDiffer(one, line) &&
          !isOtherPayer(one, line),
      ),
    )
    .filter(
      isThere(
        (one, line) =>
          line.reference !== '' &&
          !areDistinct(one, line) &&
          !balancesDiffer(one, line) &&
          !isOtherPayer(one, line) &&
          !differ(one.payerReference, line.payerReference),
      ),
    );
  const before = new Set(there.map(({ id }) => id));
  return unknown.map(({ format: _format, at: _at, ...line }) => {
    const key = keyOf(line);
    const others = all.get(key) ?? [];
    const alike = others.find((one) =>
      line.reference === '' ? before.has(one.id) && !areDistinct(one, { ...line, format }) : true,
    );
    const fresh = {
      id: newId(),
      line,
      occurrence: 1 + Math.max(0, ...others.map(({ occurrence }) => occurrence)),
      alikeId: alike?.id ?? null,
    };
    all.set(key, [
      ...others,
      { ...line, ...OF_THIS_FILE, id: fresh.id, occurrence: fresh.occurrence, format },
    ]);
    return fresh;
  });
}
