import type { FilterDefs, ListQuery } from '@boxyard/shared/contract';
import { endOfBangkokDay, startOfBangkokDay } from '@boxyard/shared/domain';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

/** A column of the query as it stands there: `pr.created_at`. */
type Column = string;

type Days = Pick<ListQuery<FilterDefs>, 'startDate' | 'endDate'>;

/** What startDate and endDate cut. `date` columns compare as days, `instant` as Bangkok days. */
export interface ListDates {
  readonly column: Column;
  readonly kind: 'date' | 'instant';
  /** Hidden from the planner, which then reads the order from its index however few rows match. */
  readonly opaque?: true;
  /** A column that by and large goes the same way: an order by it is read from these days on. */
  readonly along?: Along;
}

/** Where a column goes along with a day: both of one table, with an index on the two of them. */
interface Along {
  readonly column: Column;
  /** As the database spells it. */
  readonly table: string;
}

/** Days that are looked at for where an order begins; a look takes a few microseconds. */
const MOST_DAYS = 400;
const DAY_MS = 86_400_000;

/**
 * Where an order that goes along with the days begins to have rows of theirs: the latest of each day
 * is looked up, so that a page of a month long ago passes by nothing of what came later. What was
 * written on another day than its own makes the piece longer, not the list wrong. null: there is no
 * such piece, or it begins where the order does.
 */
export function walkTo(
  { startDate, endDate }: Days,
  {
    dates,
    first,
    today: now,
  }: {
    readonly dates: ListDates | undefined;
    readonly first: { readonly column: Column; readonly descending: boolean } | undefined;
    readonly today: string;
  },
): RawBuilder<boolean> | null {
  if (dates?.along === undefined || first === undefined) return null;
  const { column, table } = dates.along;
  if (first.column !== column || startDate === undefined || endDate === undefined) return null;
  if (first.descending && endDate >= now) return null;
  if (Date.parse(endDate) - Date.parse(startDate) > MOST_DAYS * DAY_MS) return null;
  const own = (name: Column) => sql.ref(`walked.${name.slice(name.indexOf('.') + 1)}`);
  const [end, way, beyond] = first.descending
    ? [sql`max`, sql`desc`, sql`<=`]
    : [sql`min`, sql`asc`, sql`>=`];
  return sql<boolean>`${sql.ref(column)} ${beyond} (select ${end}(found.reached)
    from generate_series(${startDate}::date, ${endDate}::date, interval '1 day') as day
    cross join lateral (select ${own(column)} as reached from ${sql.table(table)} as walked
      where ${own(dates.column)} = day::date order by ${own(column)} ${way} limit 1) found)`;
}

export function withDates<DB, TB extends keyof DB, O>(
  from: SelectQueryBuilder<DB, TB, O>,
  query: Days,
  { column, kind, opaque }: ListDates,
): SelectQueryBuilder<DB, TB, O> {
  const ref = sql.ref(column);
  const { startDate, endDate } = query;
  let result = from;
  const cut = (condition: RawBuilder<boolean>) => {
    result = result.where(
      opaque === true ? sql<boolean>`case when ${condition} then true end` : condition,
    );
  };
  if (startDate !== undefined) {
    const start = kind === 'date' ? startDate : startOfBangkokDay(startDate);
    cut(sql<boolean>`${ref} >= ${start}`);
  }
  if (endDate !== undefined) {
    cut(
      kind === 'date'
        ? sql<boolean>`${ref} <= ${endDate}`
        : sql<boolean>`${ref} < ${endOfBangkokDay(endDate)}`,
    );
  }
  return result;
}
