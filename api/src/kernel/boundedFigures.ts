import { COUNT_CAP, TOTAL_CAP } from '@boxyard/shared/contract';
import { decimal } from '@boxyard/shared/domain';
import { CompiledQuery, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { money } from './amounts.ts';
import { figuresRow } from './listFigures.ts';
import type { Ctx } from './types.ts';

/**
 * What stands around the rows of a list: its total, its sums and the counts of its tabs. Each statement
 * reads a fixed number of entries at most, however long the table is (ADR 0094).
 */

/** A column of the query as it stands there, or what is added up in its place. */
type Summand = string | RawBuilder<unknown>;
/** What is added up, by the names of the summary. */
export type Sums = Readonly<Record<string, Summand>>;

/** Where figures are kept, and under which family they are dropped. */
export interface FiguresOf {
  readonly ctx: Ctx;
  readonly family: string;
  /** No value of the query changes how it is read, so that the statement is kept prepared. */
  readonly isKept: boolean;
}

export interface Totals {
  /** One more than `TOTAL_CAP` where there are more; the number itself where all were asked for. */
  readonly count: number;
  /** Absent where not every row was read. */
  readonly sums?: Readonly<Record<string, string>>;
}

const asked = <R>({ ctx, family, isKept }: FiguresOf, statement: CompiledQuery<R>): Promise<R> =>
  figuresRow(isKept ? { db: ctx.kept, cachedFigures: ctx.cachedFigures } : ctx, family, statement);

const count = sql<number>`count(*)::int`;
const places = (sums: Sums) => Object.values(sums).map((_, index) => `s${index}`);
const summands = (sums: Sums) =>
  Object.values(sums).map((summand, index) =>
    sql<string | null>`${typeof summand === 'string' ? sql.ref(summand) : summand}`.as(`s${index}`),
  );
const added = (sums: Sums) =>
  places(sums).map((place) => sql<string>`coalesce(sum(${sql.ref(place)}), 0)::text`.as(place));
const named = (sums: Sums, row: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.keys(sums).map((name, index) => [name, money(String(row[`s${index}`]))]),
  );

/** How somebody asks for figures: all of them, in a file always. */
interface Asking {
  readonly exact?: true;
  readonly format?: string;
}

const wantsAll = ({ exact, format }: Asking): boolean => exact === true || format !== undefined;

/** Of a list that makes its own summary: what the summary may read. */
export const capped = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  asking: Asking,
): SelectQueryBuilder<DB, TB, O> =>
  wantsAll(asking) ? query : query.limit(sql.lit(TOTAL_CAP + 1));

/** It has read so many of them; where that is beyond, it has no summary. */
export const isBeyond = (count: number, asking: Asking): boolean =>
  count > TOTAL_CAP && !wantsAll(asking);

/** Total and sums in one pass: over everything where `isWhole`, else over what `TOTAL_CAP` allows. */
export async function totalsOf<DB, TB extends keyof DB, O>(
  of: FiguresOf,
  query: SelectQueryBuilder<DB, TB, O>,
  { sums, isWhole }: { readonly sums: Sums; readonly isWhole: boolean },
): Promise<Totals> {
  const read = query.select([sql<number>`1`.as('one'), ...summands(sums)]);
  const statement = of.ctx.db
    .selectFrom((isWhole ? read : read.limit(sql.lit(TOTAL_CAP + 1))).as('capped'))
    .select([count.as('count'), ...added(sums)])
    .compile();
  const row = await asked(of, statement);
  const isKnown = isWhole || row.count <= TOTAL_CAP;
  return { count: row.count, ...(isKnown ? { sums: named(sums, row) } : {}) };
}

/** What a pass over few rows has found for each value of a column. */
export interface Grouped {
  /** Whether these are all of them. */
  readonly isWhole: boolean;
  readonly all: number;
  readonly counts: ReadonlyMap<string | null, number>;
  /** Of the rows that have one of these values, or of all. */
  totals(values: readonly string[] | undefined): Totals;
}

interface Group extends Readonly<Record<string, unknown>> {
  readonly value: string | null;
  readonly count: number;
}

/** Every tab, the total and the sums in one pass over `most` rows. */
export async function groupedOf<DB, TB extends keyof DB, O>(
  of: FiguresOf,
  query: SelectQueryBuilder<DB, TB, O>,
  { column, sums, most }: { readonly column: string; readonly sums: Sums; readonly most: number },
): Promise<Grouped> {
  const { ctx } = of;
  const few = query
    .select([sql<string | null>`${sql.ref(column)}`.as('value'), ...summands(sums)])
    .limit(sql.lit(most + 1));
  const groups = ctx.db
    .selectFrom(few.as('few'))
    .select([sql<string | null>`few.value`.as('value'), count.as('count'), ...added(sums)])
    .groupBy(sql`few.value`);
  const statement = ctx.db
    .selectFrom(groups.as('g'))
    .select(sql<readonly Group[]>`coalesce(jsonb_agg(g), '[]')`.as('groups'))
    .compile();
  const { groups: found } = await asked(of, statement);
  const all = found.reduce((sum, group) => sum + group.count, 0);
  return {
    isWhole: all <= most,
    all,
    counts: new Map(found.map((group) => [group.value, group.count])),
    totals: (values) => {
      const those = found.filter(
        ({ value }) => values === undefined || (value !== null && values.includes(value)),
      );
      const sum = (place: string) =>
        those.reduce((sofar, group) => decimal.add(sofar, String(group[place])), '0');
      const row = Object.fromEntries(places(sums).map((place) => [place, sum(place)]));
      return {
        count: those.reduce((sofar, group) => sofar + group.count, 0),
        sums: named(sums, row),
      };
    },
  };
}

/** Stands for the value of a tab while the statement is built. */
const VALUE = {};

/**
 * How many rows each value has, as far as `COUNT_CAP`. The statement of one value is built once and
 * written down for each: building ten of them takes the server longer than counting.
 */
export async function countsOf<DB, TB extends keyof DB, O>(
  of: FiguresOf,
  query: SelectQueryBuilder<DB, TB, O>,
  { column, values }: { readonly column: string; readonly values: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const ofOne = query
    .where(sql<boolean>`${sql.ref(column)} = ${VALUE}`)
    .select(sql<number>`1`.as('one'))
    .limit(sql.lit(COUNT_CAP + 1));
  const one = of.ctx.db.selectFrom(ofOne.as('capped')).select(count.as('count')).compile();
  const before = one.parameters.filter((value) => value !== VALUE);
  const place = one.parameters.indexOf(VALUE) + 1;
  const ofValue = (index: number): string =>
    one.sql.replace(/\$(\d+)/g, (_, digits: string) => {
      const own = Number(digits);
      if (own === place) return `$${before.length + 1 + index}`;
      return `$${own > place ? own - 1 : own}`;
    });
  const statement = CompiledQuery.raw(
    `select ${values.map((_, index) => `(${ofValue(index)}) as c${index}`).join(', ')}`,
    [...before, ...values],
  ) as CompiledQuery<Readonly<Record<string, number>>>;
  const row = await asked(of, statement);
  return new Map(values.map((value, index) => [value, Math.min(row[`c${index}`] ?? 0, COUNT_CAP)]));
}
