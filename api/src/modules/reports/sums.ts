import { createHash } from 'node:crypto';
import { addDays } from '@boxyard/shared/domain';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../db/schema.ts';
import { type Ctx, today } from '../../kernel/index.ts';
import type { Discrepancy } from '../../workflow/index.ts';

/**
 * Sums of facts by day and by month, from which reports add up what they would else read row by row
 * (ADR 0104). Triggers note each day whose facts change, in the transaction that changes them; such a day
 * is read from its rows until a job has summed it anew. So a reader never sees an old sum, and nobody who
 * posts waits for another.
 */

export type Facts = SelectQueryBuilder<Database, keyof Database, object>;

export interface SumsSpec {
  /** Its name in the tables. The triggers of migration 0440 note changes under it. */
  readonly source: string;
  /** All of the facts, unscoped: readers are cut by the company and the warehouse of the sums. */
  readonly facts: (ctx: Ctx) => Facts;
  readonly day: string;
  /** Columns of the company and the warehouse, known once the modules are registered. */
  readonly scope: () => { readonly company: string; readonly warehouse?: string | undefined };
  /** Columns that are summed by, one at a time. */
  readonly by: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Facts that are shown only when somebody asks for their status, and the slice that has them. */
  readonly hidden?: { readonly are: RawBuilder<boolean>; readonly in: string } | undefined;
  /** Figures of the facts that add up. They depend neither on the reader nor on the day of reading. */
  readonly parts: (ctx: Ctx) => readonly RawBuilder<unknown>[];
}

/** The days that are added up; open ends reach to the first and the last fact. */
export interface SummedDays {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** Months are not enough: it is told by week. */
  readonly isByDay?: boolean;
}

/** The slice of all facts. */
export const ALL = '';
/** So many days are summed in one transaction. */
const DAYS_AT_ONCE = 31;
/** So many differences are named. */
const MOST_NAMED = 100;

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
const isFirst = (day: string): boolean => day.endsWith('-01');
/** The first month that begins on a day or after it. */
const monthFrom = (day: string): string =>
  isFirst(day) ? day : monthOf(addDays(monthOf(day), 31));
/** The last month that ends on a day or before it. */
const monthUntil = (day: string): string =>
  isFirst(addDays(day, 1)) ? monthOf(day) : monthOf(addDays(monthOf(day), -1));

export interface SummedMonth {
  readonly companyId: string;
  readonly month: string;
  readonly key: string | null;
  readonly lines: number;
  readonly parts: readonly string[];
}

export type Sums = ReturnType<typeof defineSums>;

/** Every source of sums defined, by its name. */
export const definedSums = new Map<string, Sums>();

export function defineSums({ source, facts, day, scope, by, hidden, parts }: SumsSpec) {
  const names = Object.keys(by);
  const slices = [ALL, ...names];
  const isOurs = sql`source = ${source}`;
  const base = sql`keys.day, keys.company_id, keys.warehouse_id, keys.is_shown`;
  const columns = sql`source, slice, grain, day, company_id, warehouse_id, key, lines, parts`;

  /** The sums of the facts that a condition names, as the rows say them now. */
  const computed = (
    ctx: Ctx,
    condition: RawBuilder<boolean>,
    wanted: readonly string[] = slices,
  ) => {
    const { company, warehouse } = scope();
    const keys = names.map((_, index) => sql.ref(`keys.k${index}`));
    // Bits of the keys that a grouping set leaves out, the last key's the lowest.
    const all = 2 ** names.length - 1;
    const slice = sql.join(
      slices.map((name, index) => {
        const level = index === 0 ? all : all - 2 ** (names.length - index);
        return sql`when ${sql.lit(level)} then ${sql.lit(name)}`;
      }),
      sql` `,
    );
    const told = [
      sql`${sql.ref(day)} as day`,
      sql`${sql.ref(company)} as company_id`,
      sql`${warehouse === undefined ? sql`null::uuid` : sql.ref(warehouse)} as warehouse_id`,
      sql`${hidden ? sql`not (${hidden.are})` : sql`true`} as is_shown`,
      ...Object.values(by).map((read, index) => sql`(${read})::text as ${sql.ref(`k${index}`)}`),
    ];
    const grouped = facts(ctx)
      .innerJoinLateral(sql<object>`(select ${sql.join(told)})`.as('keys'), (join) => join.onTrue())
      .where(condition)
      .select([
        sql`grouping(${sql.join(keys)})`.as('level'),
        sql`keys.day`.as('day'),
        sql`keys.company_id`.as('company_id'),
        sql`keys.warehouse_id`.as('warehouse_id'),
        sql`keys.is_shown`.as('is_shown'),
        // A set leaves the keys of the others empty.
        sql`coalesce(${sql.join(keys)})`.as('key'),
        sql`count(*)::int`.as('lines'),
        sql`array[${sql.join(parts(ctx))}]::numeric[]`.as('parts'),
      ])
      .groupBy(
        sql`grouping sets (${sql.join(
          wanted.map((name) =>
            name === ALL ? sql`(${base})` : sql`(${base}, ${keys[names.indexOf(name)]})`,
          ),
        )})`,
      );
    const isTold = hidden ? sql`g.is_shown or x.slice = ${sql.lit(hidden.in)}` : sql`true`;
    return sql`(select x.slice, g.day, g.company_id, g.warehouse_id, g.key, g.lines, g.parts
      from ${grouped} g cross join lateral (select case g.level ${slice} end as slice) x where ${isTold})`;
  };

  /** Months made of their days. */
  const ofMonths = (ctx: Ctx, condition: RawBuilder<boolean>) => sql`(
    select slice, date_trunc('month', day)::date as day, company_id, warehouse_id, key,
      sum(lines)::int as lines, array[${sql.join(parts(ctx).map((_, index) => sql`sum(parts[${sql.lit(index + 1)}])`))}] as parts
    from report_sums where ${isOurs} and grain = 'day' and slice = any(${slices}::text[]) and ${condition}
    group by 1, 2, 3, 4, 5)`;

  /** Version of the sums: those of another version do not count. */
  let kept: string | undefined;
  const shapeOf = (ctx: Ctx): string => {
    if (kept === undefined) {
      const { sql: text, parameters } = computed(ctx, sql`true`).compile(ctx.db);
      kept = createHash('sha256').update(text).update(JSON.stringify(parameters)).digest('hex');
    }
    return kept;
  };

  /**
   * SQL of the table `span`, one row: the months and the days whose sums are valid, and the days whose rows
   * have to be read instead.
   */
  const span = (ctx: Ctx, { startDate, endDate, isByDay = false }: SummedDays) => {
    const first = startDate === undefined ? sql`'-infinity'` : sql`${monthFrom(startDate)}`;
    const last = endDate === undefined ? sql`'infinity'` : sql`${monthUntil(endDate)}`;
    const orElse = (day: string | undefined, otherwise: unknown) =>
      day === undefined ? sql`${otherwise}` : sql`${day}::date`;
    const summed = (which: 'min' | 'max') =>
      sql`(select ${sql.raw(which)}(day) from report_sums
        where ${isOurs} and slice = ${ALL} and grain = 'day')`;
    const known = (which: 'min' | 'max') =>
      facts(ctx).select(sql`${sql.raw(which)}(${sql.ref(day)})`.as('day'));
    return sql`(
      select s.is_current, m.months, array(
          select d::date from generate_series(${orElse(startDate, summed('min'))},
            ${orElse(endDate, summed('max'))}, interval '1 day') d
          where s.is_current and date_trunc('month', d)::date <> all(m.months) and d::date <> all(c.days)
        ) as days,
        case when s.is_current then c.days else array(
          select d::date from generate_series(${orElse(startDate, known('min'))},
            ${orElse(endDate, known('max'))}, interval '1 day') d
        ) end as live
      from (select coalesce((select shape = ${shapeOf(ctx)} from report_sum_sources where ${isOurs}), false)
          as is_current) s,
        (select array(select distinct day from report_sum_changes where ${isOurs}) as days) c,
        lateral (select array(
          select month from report_sum_sources, unnest(months) month
          where ${isOurs} and s.is_current and ${sql.lit(!isByDay)}
            and month >= ${first}::date and month <= ${last}::date
            and not exists (select from unnest(c.days) d where date_trunc('month', d)::date = month)
        ) as months) m
    )`;
  };

  /** Rows of a slice that hold; `span` has to stand before them. */
  const rows = (slice: string) => {
    const of = (grain: 'month' | 'day') => sql`select * from report_sums
      where ${isOurs} and slice = ${slice} and grain = ${sql.lit(grain)}
        and day = any((select ${sql.ref(`${grain}s`)} from span)::date[])`;
    return sql`(${of('month')} union all ${of('day')})`;
  };

  /** The sums of a slice by company, month and key: of days that hold, and of the rows of the others. */
  const byMonth = (ctx: Ctx, slice: string, days: SummedDays) => {
    const changed = computed(
      ctx,
      sql<boolean>`${sql.ref(day)} = any((select live from span)::date[])`,
      [slice],
    );
    return sql<SummedMonth>`(with span as materialized ${span(ctx, days)}
      select company_id, date_trunc('month', day)::date as month, key, lines, parts from ${rows(slice)} s
      union all
      select company_id, date_trunc('month', day)::date, key, lines, parts from ${changed} c
      where slice = ${slice})`;
  };

  /** Notes every day anew where what is summed has changed with the version. */
  const adopt = async (ctx: Ctx): Promise<void> => {
    const { rows: current } = await sql<{ shape: string }>`
      select shape from report_sum_sources where ${isOurs}`.execute(ctx.db);
    if (current[0]?.shape === shapeOf(ctx)) return;
    await sql`delete from report_sums where ${isOurs}`.execute(ctx.db);
    await sql`insert into report_sum_sources (source, shape, months) values (${source}, ${shapeOf(ctx)}, '{}')
      on conflict (source) do update set shape = excluded.shape, months = '{}'`.execute(ctx.db);
    await sql`insert into report_sum_changes (source, day)
      select distinct ${source}, d.day from ${facts(ctx).select(sql.ref(day).as('day'))} d
      on conflict do nothing`.execute(ctx.db);
  };

  const lock = (ctx: Ctx) =>
    sql`select pg_advisory_xact_lock(hashtext('report_sums'), hashtext(${source}))`.execute(ctx.db);

  /** Sums some of the days that have changed; answers how many. */
  const refresh = async (ctx: Ctx): Promise<number> => {
    await lock(ctx);
    await adopt(ctx);
    // Notes go before the facts are read: what is noted after this statement keeps its day open.
    const gone = await sql<{ day: string }>`with gone as (
        delete from report_sum_changes where ${isOurs} and day in (
          select day from report_sum_changes where ${isOurs} group by day order by day desc
          limit ${sql.lit(DAYS_AT_ONCE)})
        returning day)
      select distinct day::text as day from gone`.execute(ctx.db);
    const days = gone.rows.map(({ day }) => day);
    const touched = [...new Set(days.map(monthOf))];
    if (days.length > 0) {
      const those = sql<boolean>`day = any(${days}::date[])`;
      await sql`delete from report_sums where ${isOurs} and slice = any(${slices}::text[])
        and grain = 'day' and ${those}`.execute(ctx.db);
      await sql`insert into report_sums (${columns})
        select ${source}, slice, 'day', day, company_id, warehouse_id, key, lines, parts
        from ${computed(ctx, sql<boolean>`${sql.ref(day)} = any(${days}::date[])`)} c`.execute(
        ctx.db,
      );
      await sql`update report_sum_sources set months = array(
          select month from unnest(months) month where month <> all(${touched}::date[]))
        where ${isOurs}`.execute(ctx.db);
    }
    await sumMonths(ctx);
    return days.length;
  };

  /** Sums the months that are over and whose days are summed. */
  const sumMonths = async (ctx: Ctx): Promise<void> => {
    const due = await sql<{
      month: string;
    }>`select distinct date_trunc('month', day)::date::text as month
      from report_sums s where ${isOurs} and slice = ${ALL} and grain = 'day'
        and day < ${monthOf(today(ctx.clock))}::date
        and date_trunc('month', day)::date <> all((select months from report_sum_sources where ${isOurs})::date[])
        and date_trunc('month', day)::date <> all(array(
          select date_trunc('month', day)::date from report_sum_changes where ${isOurs}))`.execute(
      ctx.db,
    );
    const months = due.rows.map(({ month }) => month);
    if (months.length === 0) return;
    await sql`delete from report_sums where ${isOurs} and slice = any(${slices}::text[])
      and grain = 'month' and day = any(${months}::date[])`.execute(ctx.db);
    const within = sql<boolean>`day >= ${months.toSorted()[0]}::date
      and date_trunc('month', day)::date = any(${months}::date[])`;
    await sql`insert into report_sums (${columns})
      select ${source}, slice, 'month', day, company_id, warehouse_id, key, lines, parts
      from ${ofMonths(ctx, within)} m`.execute(ctx.db);
    await sql`update report_sum_sources set months = months || ${months}::date[]
      where ${isOurs}`.execute(ctx.db);
  };

  /** Sums that are not those of the rows, of one instant (repeatable read). */
  const compare = async (ctx: Ctx): Promise<readonly Discrepancy[]> => {
    const isSettled = (of: RawBuilder<unknown>) =>
      sql<boolean>`${of} <> all(array(select day from report_sum_changes where ${isOurs}))`;
    const differing = (grain: 'day' | 'month', truth: RawBuilder<unknown>) => sql`
      select ${sql.lit(grain)} as grain, day::text as day, slice, key, sum(side * lines)::int as lines
      from (
        select 1 as side, slice, day, company_id, warehouse_id, key, lines, parts from report_sums
          where ${isOurs} and grain = ${sql.lit(grain)}
            and ${grain === 'day' ? isSettled(sql`day`) : sql`day = any((select months from report_sum_sources where ${isOurs})::date[])`}
        union all
        select -1, slice, day, company_id, warehouse_id, key, lines, parts from ${truth} t
      ) x group by day, slice, company_id, warehouse_id, key
      having sum(side * lines) <> 0 ${sql.join(
        parts(ctx).map((_, index) => sql`or sum(side * parts[${sql.lit(index + 1)}]) <> 0`),
        sql` `,
      )}`;
    const monthsOfDays = ofMonths(
      ctx,
      sql`date_trunc('month', day)::date = any((select months from report_sum_sources where ${isOurs})::date[])`,
    );
    const { rows: current } = await sql<{ isCurrent: boolean }>`select exists (
      select from report_sum_sources where ${isOurs} and shape = ${shapeOf(ctx)}) as "isCurrent"`.execute(
      ctx.db,
    );
    if (current[0]?.isCurrent !== true) return [];
    const { rows: found } = await sql<{ day: string }>`
      ${differing('day', computed(ctx, isSettled(sql.ref(day))))}
      union all ${differing('month', monthsOfDays)}
      limit ${sql.lit(MOST_NAMED)}`.execute(ctx.db);
    return found.map((detail) => ({ figure: `report_sums ${source}`, detail }));
  };

  /** Sums everything anew. Until it is done, reports are added up from their rows. */
  const rebuild = async (ctx: Ctx): Promise<void> => {
    await lock(ctx);
    await sql`delete from report_sum_sources where ${isOurs}`.execute(ctx.db);
    await adopt(ctx);
  };

  const sums = {
    name: `report_sums ${source}`,
    by: names,
    hiddenIn: hidden?.in,
    span,
    rows,
    byMonth,
    refresh,
    compare,
    rebuild,
  };
  definedSums.set(source, sums);
  return sums;
}
