import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../kernel/index.ts';

/** An expression over the rows that count; by the day or the person where it depends on them. */
type OverRows = (counted: RawBuilder<boolean>, ctx: Ctx) => RawBuilder<unknown>;

/**
 * A figure over the rows that count. `counted` leaves out lines of documents that came to nothing: they
 * are shown when they are asked for, and netted (domain-warehouse 5).
 */
export interface Aggregate {
  /** Part that is read of the rows; the part of all rows is the sum of the parts of any division of them. */
  readonly parts: readonly OverRows[];
  /** The figure made of its parts. */
  readonly of: (parts: readonly RawBuilder<unknown>[]) => RawBuilder<string | null>;
  /** Its parts do not add up: each value is counted once. */
  readonly isWhole?: true;
}

type Amount = RawBuilder<unknown>;

const ofOne = ([part = sql`null`]: readonly RawBuilder<unknown>[]) =>
  part as RawBuilder<string | null>;
const added = (part: OverRows): Aggregate => ({ parts: [part], of: ofOne });

export const sum = (amount: Amount): Aggregate =>
  added((counted) => sql`coalesce(sum(${amount}) filter (where ${counted}), 0)`);

/** Rows, or those of them that the condition names. */
export const count = (only: RawBuilder<boolean> = sql`true`): Aggregate =>
  added((counted) => sql`count(*) filter (where ${counted} and ${only})`);

/** Different values: documents of lines, customers of invoices. */
export const distinct = (value: Amount, only: RawBuilder<boolean> = sql`true`): Aggregate => ({
  ...added((counted) => sql`count(distinct ${value}) filter (where ${counted} and ${only})`),
  isWhole: true,
});

/** The average of the rows that have a value. */
export const average = (amount: Amount | ((ctx: Ctx) => Amount)): Aggregate => {
  const read = (ctx: Ctx) => (typeof amount === 'function' ? amount(ctx) : amount);
  return {
    parts: [
      (counted, ctx) => sql`coalesce(sum(${read(ctx)}) filter (where ${counted}), 0)`,
      (counted, ctx) => sql`count(${read(ctx)}) filter (where ${counted})`,
    ],
    of: ([all = sql`null`, rows = sql`null`]) => sql`1.0 * ${all} / nullif(${rows}, 0)`,
  };
};

/** One figure as a share of another, in per cent; null where there is nothing to share. */
export const share = (part: Aggregate, whole: Aggregate): Aggregate => ({
  parts: [...part.parts, ...whole.parts],
  of: (parts) =>
    sql`100.0 * ${part.of(parts.slice(0, part.parts.length))} / nullif(${whole.of(
      parts.slice(part.parts.length),
    )}, 0)`,
  ...(part.isWhole || whole.isWhole ? { isWhole: true } : {}),
});
