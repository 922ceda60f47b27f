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
  /** Of its file. */
  readonly format: string;
}

export interface FreshLine {
  readonly id: string;
  readonly line: StatementLine;
  /** Of its day, amount and reference. */
  readonly occurrence: number;
  /** The line that it may be the same as: a person decides. */
  readonly alikeId: string | null;
}

const keyOf = (line: Pick<Told, 'bookedOn' | 'amount' | 'reference'>): string =>
  [line.bookedOn, decimal.round(line.amount), line.reference.toUpperCase()].join('|');

const wordsOf = (line: Told): string =>
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
const isApart = (a: Line, b: Line): boolean =>
  sameTime(a, b) === false || (tellsBalance(a) && tellsBalance(b) && sameBalance(a, b) === false);

/**
 * Different balances, one of them counted: two movements, or one that a bank lists at another place in
 * another file. A person decides.
 */
const isElsewhere = (a: Line, b: Line): boolean => sameBalance(a, b) === false && !isApart(a, b);

/** The same words and no other balance. A line that was taken before balances were counted has none. */
function isSame(a: Line, b: Line): boolean {
  if (wordsOf(a) !== wordsOf(b)) return false;
  const same = sameBalance(a, b);
  if (same !== null) return same;
  return a.balance === b.balance || (a.format === b.format && !tellsBalance(a));
}

/** Banks hide some digits of an account. */
const digits = (account: string): string => account.replace(/\D/g, '');
const isOfOther = (a: Told, b: Told): boolean =>
  differInName(a.payerName, b.payerName) || differ(digits(a.payerAccount), digits(b.payerAccount));

/**
 * Lines of a file that are not there yet. A file is taken at its word: its own lines are never one
 * another, and each line that is there is at most one of them. Of one day, amount and reference a line
 * is there where
 * - it says the same, or has the same balance behind it, however it is worded now; with the same words
 *   and another balance counted behind it, it comes in marked;
 * - the other one came in another format, which writes other things: then they are counted, unless hour,
 *   balance or payer tell them apart;
 * - it has a reference, and neither hour, balance nor payer tells them apart.
 * Any other comes in, since a line too many can be ignored and one too few is seen by nobody. It is
 * marked where it has the reference of another one, or nothing sure tells it from a line of another file.
 */
export function newLines(
  lines: readonly StatementLine[],
  { there, format }: { readonly there: readonly LineThere[]; readonly format: string },
): FreshLine[] {
  const all = new Map<string, LineThere[]>();
  const free = new Map<string, LineThere[]>();
  for (const line of there) {
    for (const map of [all, free]) map.set(keyOf(line), [...(map.get(keyOf(line)) ?? []), line]);
  }
  const isThere =
    (is: (one: LineThere, line: StatementLine & Line) => boolean) =>
    (line: StatementLine & Line) => {
      const alike = free.get(keyOf(line)) ?? [];
      const at = alike.findIndex((one) => is(one, line));
      if (at >= 0) alike.splice(at, 1);
      return at < 0;
    };
  const isOther = (one: LineThere) => one.format !== format;
  const unknown = lines
    .map((line) => ({ ...line, format }))
    .filter(isThere(isSame))
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
          isOther(one) && !isApart(one, line) && !isElsewhere(one, line) && !isOfOther(one, line),
      ),
    )
    .filter(
      isThere(
        (one, line) =>
          line.reference !== '' &&
          !isApart(one, line) &&
          !isElsewhere(one, line) &&
          !isOfOther(one, line) &&
          !differ(one.payerReference, line.payerReference),
      ),
    );
  const before = new Set(there.map(({ id }) => id));
  return unknown.map(({ format: _, ...line }) => {
    const key = keyOf(line);
    const others = all.get(key) ?? [];
    const alike = others.find((one) =>
      line.reference === '' ? before.has(one.id) && !isApart(one, { ...line, format }) : true,
    );
    const fresh = {
      id: newId(),
      line,
      occurrence: 1 + Math.max(0, ...others.map(({ occurrence }) => occurrence)),
      alikeId: alike?.id ?? null,
    };
    all.set(key, [...others, { ...line, id: fresh.id, occurrence: fresh.occurrence, format }]);
    return fresh;
  });
}
