import type { Difference } from './compare.ts';
import { customersOf, Game, type Round } from './game.ts';
import type { Move } from './move.ts';

/** So long servers are begun to find what a difference does not need. */
const SHRINKING_MS = Number(process.env.SHRINK_MS ?? 60_000);

const said = ({ kind, ...move }: Move): string => `${kind} ${JSON.stringify(move)}`;
const shown = (rounds: readonly Round[]): string =>
  rounds.map((round) => round.map(said).join('\n  & ')).join('\n');
const fieldsOf = (found: readonly Difference[]): string =>
  found
    .map(({ of, field, expected, seen }) => `${of}, ${field}: expected ${expected}, seen ${seen}`)
    .join('\n');

/** A failure as it is printed: seed, moves that lead to it, and what differs. */
export async function failureOf(
  game: Game,
  { seed, found }: { readonly seed: number; readonly found: readonly Difference[] },
): Promise<string> {
  const short = await shrunk(game, found);
  return [
    `seed ${seed}, ${game.rounds.length} rounds`,
    `after ${short.rounds.length} of them, which suffice:`,
    shown(short.rounds),
    'differs:',
    fieldsOf(short.found),
  ].join('\n');
}

/** What differs when these rounds are played on a server of their own. */
async function replayed(rounds: readonly Round[]): Promise<readonly Difference[]> {
  const game = await Game.begin();
  try {
    for (const round of rounds) {
      const found = await game.play(round, { isCompared: false });
      if (found.length > 0) return found;
    }
    return await game.everything();
  } finally {
    await game.stage.close();
  }
}

const sameAs = (one: readonly Difference[], other: readonly Difference[]): boolean =>
  one.some(({ field, of }) =>
    other.some((like) => wordsOf(`${of}${field}`) === wordsOf(`${like.of}${like.field}`)),
  );
/** What is said without numbers, which are others when moves are left out. */
const wordsOf = (text: string): string => text.replace(/[\d.]+/g, '');

/** The customers that a difference names, by themselves or by a document of theirs. */
function namedBy(game: Game, found: readonly Difference[]): ReadonlySet<string> {
  const { invoices, payments, customers } = game.stage.books;
  const last = game.rounds.at(-1) ?? [];
  const words = found.flatMap(({ of, field }) => `${of} ${field}`.split(/[ ,]+/));
  const isAnswer = found.some(({ field }) => field === 'answer');
  return new Set([
    ...words.filter((word) => customers.has(word)),
    ...words.flatMap((word) => invoices.get(word)?.customer ?? payments.get(word)?.customer ?? []),
    ...(isAnswer ? last.flatMap((move) => customersOf(game.stage.books, move)) : []),
  ]);
}

/** Moves one by one, of these customers and of everybody, since customers do not meet. */
function apart(game: Game, customers: ReadonlySet<string>): readonly Round[] {
  const { books } = game.stage;
  return game.rounds
    .flat()
    .filter((move) => {
      const whose = customersOf(books, move);
      return whose.length === 0 || whose.some((one) => customers.has(one));
    })
    .map((move) => [move]);
}

/** Leaves out what the difference does not need: other customers first, then ever smaller parts. */
async function shrunk(
  game: Game,
  found: readonly Difference[],
): Promise<{ readonly rounds: readonly Round[]; readonly found: readonly Difference[] }> {
  let best = { rounds: [...game.rounds], found: [...found] };
  const end = performance.now() + SHRINKING_MS;
  const isEnough = async (rounds: readonly Round[]) => {
    const seen = await replayed(rounds).catch(() => []);
    if (!sameAs(seen, found)) return false;
    best = { rounds: [...rounds], found: [...seen] };
    return true;
  };
  await isEnough(apart(game, namedBy(game, found)));
  for (let size = Math.ceil(best.rounds.length / 2); size >= 1 && performance.now() < end; ) {
    const before = best.rounds.length;
    for (let at = 0; at < best.rounds.length && performance.now() < end; ) {
      if (!(await isEnough(best.rounds.toSpliced(at, size)))) at += size;
    }
    if (size === 1 && best.rounds.length === before) break;
    size = Math.max(1, Math.floor(size / 2));
  }
  return best;
}
