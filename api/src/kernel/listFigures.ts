import type { CompiledQuery } from 'kysely';
import type { Ctx } from './types.ts';

/** How long a figure may be shown to people other than whoever changed it (ADR 0034). */
export const FIGURES_LIFETIME_MS = 2000;
/** Beyond so many, the oldest are dropped: a figure is a few numbers, its statement a few kilobytes. */
const MOST = 2000;

interface CachedFigure {
  readonly family: string;
  readonly until: number;
  readonly value: Promise<unknown>;
}

/**
 * Totals and tab counts of lists that were counted a moment ago. The key is the statement itself with
 * its values, in which the reader's scope is written: two people share a figure only where the
 * database would give both the same answer. A figure is dropped when a change of its family is
 * recorded here, when another server tells of one, and after two seconds.
 */
export class ListFigures {
  readonly #lifetime: number;
  readonly #now: () => number;
  readonly #cached = new Map<string, CachedFigure>();

  /** `lifetime` in milliseconds by the clock `now`; 0 counts every time. */
  constructor(lifetime: number, now: () => number = () => performance.now()) {
    this.#lifetime = lifetime;
    this.#now = now;
  }

  /** What `count` answers for this statement, or answered for an equal one a moment ago. */
  get<T>(
    { family, statement }: { readonly family: string; readonly statement: CompiledQuery },
    count: () => Promise<T>,
  ): Promise<T> {
    if (this.#lifetime === 0) return count();
    const key = `${statement.sql}\0${JSON.stringify(statement.parameters)}`;
    const now = this.#now();
    const cached = this.#cached.get(key);
    if (cached && cached.until > now) return cached.value as Promise<T>;
    const value = count();
    this.#cached.delete(key);
    this.#cached.set(key, { family, until: now + this.#lifetime, value });
    value.catch(() => {
      if (this.#cached.get(key)?.value === value) this.#cached.delete(key);
    });
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= MOST) break;
      this.#cached.delete(oldest);
    }
    return value;
  }

  /** Something of these families has changed. What is being counted now is not shown to later readers. */
  drop(families: readonly string[]): void {
    for (const [key, { family }] of this.#cached) {
      if (families.includes(family)) this.#cached.delete(key);
    }
  }
}

/** The one row of figures that a statement answers, or answered a moment ago (ADR 0034). */
export async function figuresRow<R>(
  { db, cachedFigures }: Pick<Ctx, 'db' | 'cachedFigures'>,
  family: string,
  statement: CompiledQuery<R>,
): Promise<R> {
  const count = async (): Promise<R> => {
    const { rows } = await db.executeQuery(statement);
    const [row] = rows;
    if (row === undefined) throw new Error(`${family}: a statement of figures answers one row`);
    return row;
  };
  return cachedFigures === null ? count() : cachedFigures.get({ family, statement }, count);
}
