import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../kernel/index.ts';

/**
 * A figure over the rows that count. `counted` leaves out lines of documents that came to nothing: they
 * are shown when they are asked for, and netted (domain-warehouse 5).
 */
export type Aggregate = (counted: RawBuilder<boolean>, ctx: Ctx) => RawBuilder<string | null>;

type Amount = RawBuilder<unknown>;

export const sum =
  (amount: Amount): Aggregate =>
  (counted) =>
    sql`coalesce(sum(${amount}) filter (where ${counted}), 0)`;

/** Rows, or those of them that the condition names. */
export const count =
  (only: RawBuilder<boolean> = sql`true`): Aggregate =>
  (counted) =>
    sql`count(*) filter (where ${counted} and ${only})`;

/** Different values: documents of lines, customers of invoices. */
export const distinct =
  (value: Amount, only: RawBuilder<boolean> = sql`true`): Aggregate =>
  (counted) =>
    sql`count(distinct ${value}) filter (where ${counted} and ${only})`;

/** The average of the rows that have a value. */
export const average =
  (amount: Amount): Aggregate =>
  (counted) =>
    sql`avg(${amount}) filter (where ${counted})`;

/** One figure as a share of another, in per cent; null where there is nothing to share. */
export const share =
  (part: Aggregate, whole: Aggregate): Aggregate =>
  (counted, ctx) =>
    sql`100.0 * ${part(counted, ctx)} / nullif(${whole(counted, ctx)}, 0)`;
