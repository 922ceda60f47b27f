import { type RawBuilder, sql } from 'kysely';
import { v7 } from 'uuid';
import { authorId } from './actor.ts';
import type { Ctx } from './types.ts';

/** A time-ordered id, for rows whose id is needed before they are written. */
export const newId = (): string => v7();

/** A jsonb value; the driver would write an array as a PostgreSQL array. */
export const json = <T>(value: T): RawBuilder<T> => sql<T>`${JSON.stringify(value)}::jsonb`;

/**
 * An array parameter (`$1`) of a statement that is kept prepared, its length hidden from the planner,
 * which takes ten for what it cannot see. With the bare parameter the plan for just these values
 * always looks cheaper than the kept one, so that every call plans anew: for the labels of linked
 * records that took eight times as long as reading them.
 */
export const unseen = (parameter: string, type = 'uuid[]'): string =>
  `(select ${parameter}::${type})::${type}`;

/** `= any(ids)` by one kept plan; `parameter` is the place of the ids, such as `$1`. */
export const anyOf = (parameter: string): string => `any(${unseen(parameter)})`;

/** The same in the query layer. */
export const anyId = (ids: readonly string[]): RawBuilder<string> =>
  sql<string>`any((select ${ids}::uuid[])::uuid[])`;

/** createdAt/By and updatedAt/By of a new row, by the injected clock. */
export function created(ctx: Ctx) {
  const at = ctx.clock.now();
  const by = authorId(ctx.actor);
  return { createdAt: at, createdBy: by, updatedAt: at, updatedBy: by };
}

/** updatedAt/By of a changed row; add `version: row.version + 1`. */
export function updated(ctx: Ctx) {
  return { updatedAt: ctx.clock.now(), updatedBy: authorId(ctx.actor) };
}

/** `materialParts` → `material_parts`, as the database spells it. */
export const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A machine's statuses written out in SQL, so that a partial index on the same list serves. */
export const quoted = (statuses: readonly string[]): string =>
  statuses.map((status) => `'${status}'`).join(', ');
