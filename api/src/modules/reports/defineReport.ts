import {
  AS_OF_FILTER,
  type Comparison,
  type Contract,
  contract,
  type ListName,
  type ListQuery,
  type ReportChart,
  type ReportChartData,
  type ReportColumn,
  type ReportDef,
  type ReportGroup,
  type ReportSummary,
} from '@boxyard/shared/contract';
import { groupChart, reportChart } from '@boxyard/shared/contract/reportCharts.ts';
import { addDays, can, daysBetween, decimal, isDate, statusesOf } from '@boxyard/shared/domain';
import type { ChartModel } from '@boxyard/shared/domain/charts/model.ts';
import { THAILAND } from '@boxyard/shared/domain/charts/thailand.ts';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { formatMonth } from '../../documents/format.ts';
import {
  type Ctx,
  defineList,
  type ExportColumn,
  folded,
  forbidden,
  type Input,
  invalid,
  type List,
  money,
  price,
  qty,
  quoted,
  type ScopeColumns,
  scopeCondition,
  whereInScope,
} from '../../kernel/index.ts';
import {
  hiddenDocuments,
  type LinkedKind,
  loadRefs,
  scopeOf,
  whereVisible,
} from '../../workflow/index.ts';
import type { Aggregate } from './measures.ts';
import { ALL, defineSums, type Facts } from './sums.ts';
import { reportWords } from './words.ts';

/** Reports of the contract. */
export type ReportName = {
  [N in ListName]: Contract[N] extends { readonly report: ReportDef } ? N : never;
}[ListName];
type DefOf<K extends ReportName> = Contract[K]['report'];

/** A column of the query, or what is read in its place; by the day or the person where it depends on them. */
type Read = string | RawBuilder<unknown> | ((ctx: Ctx) => RawBuilder<unknown>);
/** A document by its id and its number. */
interface ReadDocument {
  readonly id: Read;
  readonly no: Read;
  /** Family of each, where they are of several. */
  readonly family?: Read;
}
type ReadOf<C> = C extends { readonly kind: 'document' } ? ReadDocument : Read;

/** Days of a query, for reports that add something up before it is joined. */
export interface Days {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** At whose end balances are asked for, where the report has that filter. */
  readonly asOf?: string | undefined;
}

interface ReportSpec<K extends ReportName, DB, TB extends keyof DB> {
  /** Unique among its rows, the tie-breaker of every order: `i.id`. */
  readonly id: string;
  readonly from: (ctx: Ctx, days: Days) => SelectQueryBuilder<DB, TB, object>;
  /**
   * The rows that somebody sees: records of this subject, called `d` in the query, or by columns where lines
   * carry those of their document.
   */
  readonly scope: string | ScopeColumns;
  /** Family whose words its statuses and choices have: `claims`. */
  readonly family?: string;
  /** Paths to the words of other families' choices: `{conditionIn: 'products.condition'}`. */
  readonly choices?: Readonly<Record<string, string>>;
  readonly columns: { readonly [C in keyof DefOf<K>['columns']]: ReadOf<DefOf<K>['columns'][C]> };
  readonly measures: { readonly [M in keyof DefOf<K>['measures']]: Aggregate };
  /** Groups and filters that are read otherwise than the column of their name. */
  readonly groups?: Readonly<Record<string, RawBuilder<unknown>>>;
  readonly filters?: Readonly<Record<string, (values: readonly string[]) => RawBuilder<boolean>>>;
  /** Statuses that are never shown, and those that are shown only when they are asked for. */
  readonly statuses?: {
    readonly column: string;
    readonly never?: readonly string[];
    readonly onAsking: readonly string[];
    /** Statuses of these that are in no sum even then; all of them unless said. */
    readonly netted?: readonly string[];
  };
  /** Order of the documents of a day, with which the index of their date goes on. */
  readonly withinDay?: readonly string[];
  /**
   * Kept sums by these columns, for reports of so many rows that a year of them cannot be added up while
   * somebody waits (docs/add-a-report.md). Triggers have to note which of its days change.
   */
  readonly sums?: {
    readonly by: readonly (keyof DefOf<K>['columns'] & string)[];
    /** Groups that follow from another one, such as the category of a part. */
    readonly via?: Readonly<
      Record<
        string,
        { readonly of: string; readonly read: (key: RawBuilder<string>) => RawBuilder<unknown> }
      >
    >;
  };
  /** Column of folded text that a search looks through, the document of a line that has one, or a condition. */
  readonly search?:
    | string
    | { readonly table: string; readonly key: string }
    | ((term: string, ctx: Ctx) => RawBuilder<boolean>);
}

/** Figures and charts that other modules may ask a report for. */
export interface ReportFigures {
  readonly def: ReportDef;
  /** Figures of the whole query by their names, without those that this person may not see. */
  readonly figures: (
    ctx: Ctx,
    query: ListQuery,
  ) => Promise<Readonly<Record<string, string | null>>>;
  /** null: this person may not see it. */
  readonly chart: (ctx: Ctx, query: ListQuery, key: string) => Promise<ReportChartData | null>;
}

/** Every report defined, by its call. */
export const definedReports = new Map<string, ReportFigures>();

/** So many groups are told one by one; further ones are told together. */
const MOST_GROUPS = 500;
/** Groups inside groups; beyond it one key has to do. */
const MOST_INNER_GROUPS = 5000;
/** Bars that are told apart at a glance. */
const BARS = 12;
/** Key of the rows that have none. */
export const NO_KEY = '–';
/** Data scopes that show the records of some people only. */
const OWNED: ReadonlySet<string> = new Set(['own', 'team', 'zone']);
/** Key of the groups that are told together. */
export const REST_KEY = '…';

type Source = Facts;
/** The rows of a question, and the question itself. */
interface Asked {
  readonly query: Source;
  readonly of: AnyQuery;
}
/** Groups of a key that are left out. */
interface Beyond {
  readonly by: string;
  readonly keys: readonly (string | null)[];
}
type Row = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, string | null>>;
type AnyQuery = ListQuery & {
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** Format of the file that is asked for; absent: the page is. */
  readonly format?: string;
};

const PLACES = { money: 2, percent: 2, number: 1 } as const;
const WORDS = {
  rest: { en: 'Others', th: 'อื่น ๆ' },
  flag: { true: { en: 'Yes', th: 'ใช่' }, false: { en: 'No', th: 'ไม่ใช่' } },
} as const;

const reading = (ctx: Ctx, read: Read): RawBuilder<unknown> => {
  if (typeof read === 'string') return sql`${sql.ref(read)}`;
  return typeof read === 'function' ? read(ctx) : read;
};

/** The days before those of a query: the month before a month, as many days before any others. */
export function periodBefore(startDate: string, endDate: string): readonly [string, string] {
  const end = addDays(startDate, -1);
  const isMonths = startDate.endsWith('-01') && addDays(endDate, 1).endsWith('-01');
  if (!isMonths) return [addDays(startDate, -1 - daysBetween(startDate, endDate)), end];
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const first = months(startDate) - (months(endDate) - months(startDate) + 1);
  const year = Math.floor(first / 12);
  return [`${year}-${String((first % 12) + 1).padStart(2, '0')}-01`, end];
}

/** The same day a year before; 29 February becomes the last day of its month. */
export function yearBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return before.endsWith('02-29') ? before.replace('02-29', '02-28') : before;
}

const daysBefore = (
  kind: Comparison,
  startDate: string,
  endDate: string,
): readonly [string, string] =>
  kind === 'year' ? [yearBefore(startDate), yearBefore(endDate)] : periodBefore(startDate, endDate);

/** Lines of the documents that a search finds. */
const inDocument = (
  { table, key }: { readonly table: string; readonly key: string },
  term: string,
) =>
  sql<boolean>`exists (select 1 from ${sql.table(table)} found
    where found.id = ${sql.ref(key)} and ${folded('found.search_text', term)})`;

/**
 * A report on the server: rows, filters, groups, totals, charts, comparisons and files follow from its
 * columns in the contract and from where each is read.
 */
export function defineReport<const K extends ReportName, DB, TB extends keyof DB>(
  name: K,
  spec: ReportSpec<K, DB, TB>,
) {
  const def: ReportDef = contract[name].report;
  const words = reportWords(def, spec);
  const reads = spec.columns as Readonly<Record<string, Read | ReadDocument>>;
  const readOf = (ctx: Ctx, column: string): RawBuilder<unknown> => {
    const read = reads[column];
    if (read === undefined) throw new Error(`${name}: nothing is read for "${column}"`);
    return reading(ctx, typeof read === 'object' && 'no' in read ? read.no : read);
  };
  const columnOf = (column: string): ReportColumn | undefined => def.columns[column];
  const counted = spec.statuses
    ? sql<boolean>`${sql.ref(spec.statuses.column)} not in (${sql.raw(quoted(spec.statuses.netted ?? spec.statuses.onAsking))})`
    : sql<boolean>`true`;
  const aggregates = spec.measures as Readonly<Record<string, Aggregate>>;

  const holds = ({ actor }: Ctx, needs: string | undefined) =>
    needs === undefined || can(actor.grants, needs);
  const measuresFor = (ctx: Ctx) =>
    Object.keys(def.measures).filter((measure) => holds(ctx, def.measures[measure]?.needs));

  /** A day of Bangkok as the report's date has it. */
  const dateColumn = reads[def.date];
  if (typeof dateColumn !== 'string') throw new Error(`${name}: its date has to be a column`);
  const day =
    columnOf(def.date)?.kind === 'instant'
      ? sql`(${sql.ref(dateColumn)} at time zone 'Asia/Bangkok')`
      : sql`${sql.ref(dateColumn)}`;
  const keyOf = (ctx: Ctx, by: string): RawBuilder<string | null> => {
    if (by === 'month') return sql`to_char(${day}, 'YYYY-MM')`;
    if (by === 'week') return sql`to_char(${day}, 'IYYY-"W"IW')`;
    return sql`(${spec.groups?.[by] ?? readOf(ctx, by)})::text`;
  };
  const isTime = (by: string) => by === 'month' || by === 'week';
  /** Values of a group that stand in an order of their own. */
  const orderOf = (by: string): readonly string[] | null => {
    const of = columnOf(by);
    if (of?.kind === 'status') return statusesOf(of.machine);
    return of?.kind === 'choice' && of.inOrder ? of.values : null;
  };
  /** Months and weeks, and texts that are sorted as such. */
  const isSorted = (by: string): boolean => {
    const of = columnOf(by);
    return isTime(by) || (of?.kind === 'text' && of.inOrder === true);
  };

  const source = (ctx: Ctx, input: Input<K>): Source => {
    const [asOf] = [
      (input.query.filters as Readonly<Record<string, unknown>>)[AS_OF_FILTER],
    ].flat();
    if (asOf !== undefined && !isDate(String(asOf))) {
      throw invalid([{ field: AS_OF_FILTER, code: 'DATE' }]);
    }
    const { startDate, endDate } = input.query as AnyQuery;
    const all = spec.from(ctx, { startDate, endDate, asOf: asOf as string | undefined });
    const seen =
      typeof spec.scope === 'string'
        ? whereVisible(all, ctx.actor, spec.scope)
        : whereInScope(all, ctx.actor, spec.scope);
    const query = seen as unknown as Source;
    if (!spec.statuses) return query;
    const { column, never = [], onAsking } = spec.statuses;
    const { filters } = input.query as AnyQuery;
    const out = filters.status === undefined ? [...never, ...onAsking] : never;
    return out.length === 0
      ? query
      : query.where(sql<boolean>`${sql.ref(column)} not in (${sql.raw(quoted(out))})`);
  };

  const format = (measure: string, value: unknown): string | null => {
    if (value === null || value === undefined) return null;
    const kind = def.measures[measure]?.kind ?? 'number';
    return kind === 'quantity' ? String(Number(value)) : decimal.round(String(value), PLACES[kind]);
  };
  const partsOf = (measure: string) => (aggregates[measure] as Aggregate).parts;
  const selected = (ctx: Ctx, measures: readonly string[]) =>
    measures.map((measure) =>
      (aggregates[measure] as Aggregate)
        .of(partsOf(measure).map((part) => part(counted, ctx)))
        .as(measure),
    );
  const valuesOf = (measures: readonly string[], row: Row | undefined): Values =>
    Object.fromEntries(measures.map((measure) => [measure, format(measure, row?.[measure])]));

  const sums = summedBy();

  interface Pivot {
    /** Columns that are grouped by together. */
    readonly sets: readonly (readonly string[])[];
    readonly measures: readonly string[];
    /** So many rows, the greatest or the first of them. */
    readonly most?: { readonly rows: number; readonly order: RawBuilder<unknown> };
    readonly beyond?: Beyond;
  }

  /**
   * The figures of a whole query and of each of its groups, in one pass: the totals of a report and its
   * charts read the same rows, or the sums that are kept of them.
   */
  const pivot = async (ctx: Ctx, asked: Asked, pivot: Pivot) => {
    const { sets, measures, most } = pivot;
    const names = [...new Set(sets.flat())];
    /** Bits of the keys that a set leaves out, the last key's the lowest. */
    const levelOf = (set: readonly string[]) =>
      names.reduce((level, name) => 2 * level + (set.includes(name) ? 0 : 1), 0);
    const whole =
      sums?.read(ctx, asked, { ...pivot, names, levelOf }) ??
      live(ctx, asked, { ...pivot, names }).select(selected(ctx, measures));
    const { rows } = await sql<Row>`${whole} ${
      most ? sql`order by 1 desc, ${most.order} limit ${sql.lit(most.rows + 1)}` : sql``
    }`.execute(ctx.db);
    const total = rows.find(({ level }) => level === levelOf([]));
    return {
      lines: Number(total?.lines ?? 0),
      values: valuesOf(measures, total),
      /** Rows of a set, with its first key as `key` and its second as `series`. */
      of: ([by, series]: readonly string[]): Row[] =>
        rows
          .filter(({ level }) => level === levelOf([by, series].filter((one) => one !== undefined)))
          .map((row) => ({
            ...row,
            key: row[`k${names.indexOf(by ?? '')}`],
            ...(series === undefined ? {} : { series: row[`k${names.indexOf(series)}`] }),
          })),
    };
  };

  /** Rows of the query by its sets of keys, as `level`, `k0` …, `lines`; figures are still to be selected. */
  const live = (
    ctx: Ctx,
    { query }: Asked,
    { sets, names, beyond }: Pivot & { readonly names: readonly string[] },
  ) => {
    const cut = beyond ? query.where(isBeyond(keyOf(ctx, beyond.by), beyond)) : query;
    const keys = names.map((_, index) => sql.ref(`keys.k${index}`));
    // Keys stand in a table of their own, so that values in them are bound once.
    const keyed =
      names.length === 0
        ? cut
        : cut.innerJoinLateral(
            sql<object>`(select ${sql.join(
              names.map((name, index) => sql`${keyOf(ctx, name)} as ${sql.ref(`k${index}`)}`),
            )})`.as('keys'),
            (join) => join.onTrue(),
          );
    const within = (set: readonly string[]) =>
      sql`(${sql.join(keys.filter((_, index) => set.includes(names[index] ?? '')))})`;
    return keyed
      .select([
        (names.length === 0 ? sql<number>`0` : sql<number>`grouping(${sql.join(keys)})`).as(
          'level',
        ),
        ...keys.map((key, index) => sql<string | null>`${key}`.as(`k${index}`)),
        sql<number>`count(*)::int`.as('lines'),
      ])
      .groupBy(
        sql`grouping sets (${sql.join([sql`()`, ...sets.filter((set) => set.length > 0).map(within)])})`,
      );
  };

  const isBeyond = (key: RawBuilder<unknown>, { keys }: Beyond): RawBuilder<boolean> => {
    const named = keys.filter((one) => one !== null);
    return keys.includes(null)
      ? sql<boolean>`${key} <> all(${named}::text[])`
      : sql<boolean>`(${key} <> all(${named}::text[])) is not false`;
  };

  /** The figures of a whole query. */
  const figuresOf = async (
    ctx: Ctx,
    asked: Asked,
    { measures, beyond }: { readonly measures: readonly string[]; readonly beyond?: Beyond },
  ) => {
    const { lines, values } = await pivot(ctx, asked, {
      sets: [],
      measures,
      ...(beyond ? { beyond } : {}),
    });
    return { lines, values };
  };

  /** Sums that are kept of the rows, and the questions that they answer. */
  function summedBy() {
    if (!spec.sums) return null;
    const { by, via = {} } = spec.sums;
    if (Object.values(aggregates).some(({ isWhole }) => isWhole)) {
      throw new Error(`${name}: a figure of different values is no sum`);
    }
    const { status } = spec.filters ?? {};
    const statusColumn = Object.keys(def.columns).find((key) => columnOf(key)?.kind === 'status');
    if (status !== undefined) throw new Error(`${name}: sums tell a status by its column`);
    const { never = [], onAsking = [], column: statusRead = '' } = spec.statuses ?? {};
    const scope = () => {
      const known = typeof spec.scope === 'string' ? scopeOf(spec.scope) : undefined;
      const { company, otherCompany, warehouse, owner } =
        known?.scope ?? (spec.scope as ScopeColumns);
      const [only, ...more] = warehouse === undefined ? [] : [warehouse].flat();
      const isPlain = known === undefined || /^\w+$/.test(known.table);
      if (!isPlain || otherCompany !== undefined || more.length > 0) {
        throw new Error(`${name}: sums are cut by one company and one warehouse`);
      }
      return { company, warehouse: only, owner };
    };
    const snake = (column: string) =>
      column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const summands = Object.keys(aggregates).flatMap((measure) =>
      partsOf(measure).map((part) => ({ measure, part })),
    );
    const kept = defineSums({
      source: name.replace('reports.', ''),
      facts: (ctx) => {
        const all = spec.from(ctx, {}) as unknown as Source;
        return never.length === 0
          ? all
          : all.where(sql<boolean>`${sql.ref(statusRead)} not in (${sql.raw(quoted(never))})`);
      },
      day: dateColumn as string,
      scope,
      by: Object.fromEntries(
        by.map((key) => [key, spec.groups?.[key] ?? reading({} as Ctx, reads[key] as Read)]),
      ),
      ...(onAsking.length > 0 && statusColumn !== undefined
        ? {
            hidden: {
              are: sql<boolean>`${sql.ref(statusRead)} in (${sql.raw(quoted(onAsking))})`,
              in: statusColumn,
            },
          }
        : {}),
      // The scope is asked later: sums are the same for every reader.
      parts: (ctx) => summands.map(({ part }) => part(counted, ctx)),
    });

    /** Place of a column in a slice; the slice is null where every one has it. */
    const placeOf = (column: string) => {
      const read = reads[column];
      if (typeof read === 'string') {
        const { company, warehouse } = scope();
        if (snake(read) === snake(company)) return { slice: null, key: sql`s.company_id::text` };
        if (warehouse !== undefined && snake(read) === snake(warehouse))
          return { slice: null, key: sql`s.warehouse_id::text` };
      }
      const from = via[column];
      if (from) return { slice: from.of, key: sql`(${from.read(sql`s.key`)})::text` };
      return kept.by.includes(column) ? { slice: column, key: sql`s.key` } : null;
    };
    const keyIn = (key: string) => {
      if (key === 'month') return { slice: null, key: sql`to_char(s.day, 'YYYY-MM')` };
      if (key === 'week') return { slice: null, key: sql`to_char(s.day, 'IYYY-"W"IW')` };
      return placeOf(key);
    };

    /** Columns that a question is cut by; null where sums are not cut so. */
    const cutsOf = ({ filters, search, ids, conditions }: AnyQuery) => {
      if ([search, ids, conditions].some((cut) => cut !== undefined)) return null;
      const cuts: { slice: string | null; is: RawBuilder<boolean> }[] = [];
      for (const [filter, value] of Object.entries(filters)) {
        if (value === undefined || filter === 'groupBy' || filter === 'compare') continue;
        const column = columnOf(filter) ? filter : filter.replace(/Id$/, '');
        const place = spec.filters?.[column] || via[column] ? null : placeOf(column);
        if (place === null) return null;
        const values = [value].flat().map(String);
        cuts.push({ slice: place.slice, is: sql<boolean>`${place.key} = any(${values}::text[])` });
      }
      return cuts;
    };

    /** Sums are not kept by person: a reader of some people's records reads these few rows. */
    const told = (ctx: Ctx, asked: Asked): boolean =>
      !(scope().owner !== undefined && OWNED.has(ctx.actor.dataScope)) && cutsOf(asked.of) !== null;

    /** Whether sums tell how many rows a question has. */
    const tells = (ctx: Ctx, asked: Asked): boolean =>
      told(ctx, asked) && new Set(cutsOf(asked.of)?.flatMap(({ slice }) => slice ?? [])).size <= 1;

    /** The figures of the sets, where sums and the rows of days that have changed tell them. */
    const read = (
      ctx: Ctx,
      asked: Asked,
      {
        sets,
        measures,
        beyond,
        names,
        levelOf,
      }: Pivot & {
        readonly names: readonly string[];
        readonly levelOf: (set: readonly string[]) => number;
      },
    ) => {
      const seen = scope();
      const cuts = told(ctx, asked) ? cutsOf(asked.of) : null;
      if (cuts === null) return null;
      const without = beyond && keyIn(beyond.by);
      if (without === null) return null;
      const arms: RawBuilder<unknown>[] = [];
      const used = summands.flatMap(({ measure }, index) =>
        measures.includes(measure) ? [index] : [],
      );
      for (const set of [[], ...sets]) {
        const keys = names.map((key) => (set.includes(key as never) ? keyIn(key) : undefined));
        if (keys.includes(null)) return null;
        const places = [...keys, ...cuts, without];
        const needed = new Set(places.flatMap((place) => place?.slice ?? []));
        if (needed.size > 1) return null;
        const [slice = ALL] = needed;
        const visible = scopeCondition(ctx.actor, {
          company: 's.company_id',
          ...(seen.warehouse === undefined ? {} : { warehouse: 's.warehouse_id' }),
        });
        const conditions = [
          sql`true`,
          ...(visible ? [visible] : []),
          ...cuts.map(({ is }) => is),
          ...(beyond && without ? [isBeyond(without.key, beyond)] : []),
          ...(slice === kept.hiddenIn && asked.of.filters.status === undefined
            ? [sql`s.key not in (${sql.raw(quoted(onAsking))})`]
            : []),
        ];
        const columns = [
          sql`${sql.lit(levelOf(set))}`,
          ...keys.map((place) => place?.key ?? sql`null::text`),
          sql`s.lines`,
          ...used.map((index) => sql`s.parts[${sql.lit(index + 1)}]`),
        ];
        arms.push(
          sql`select ${sql.join(columns)} from ${kept.rows(slice)} s where ${sql.join(conditions, sql` and `)}`,
        );
      }
      const changed = asked.query.where(
        sql<boolean>`${sql.ref(dateColumn as string)} = any((select live from span)::date[])`,
      );
      arms.push(
        sql`${live(
          ctx,
          { ...asked, query: changed },
          { sets, measures, names, ...(beyond ? { beyond } : {}) },
        ).select(
          used.map((index) =>
            sql`(${summands[index]?.part(counted, ctx)})::numeric`.as(`p${index}`),
          ),
        )}`,
      );
      const keys = names.map((_, index) => sql.ref(`k${index}`));
      const place = (measure: string) =>
        summands.flatMap((summand, index) =>
          summand.measure === measure ? [sql`coalesce(sum(${sql.ref(`p${index}`)}), 0)`] : [],
        );
      const { startDate, endDate } = asked.of;
      return sql`with span as materialized ${kept.span(ctx, {
        startDate,
        endDate,
        isByDay: names.includes('week'),
      })}
        select ${sql.join([
          sql`level`,
          ...keys,
          sql`sum(lines)::int as lines`,
          ...measures.map(
            (measure) =>
              sql`${(aggregates[measure] as Aggregate).of(place(measure))} as ${sql.ref(measure)}`,
          ),
        ])}
        from (${sql.join(arms, sql` union all `)}) r (${sql.join([
          sql`level`,
          ...keys,
          sql`lines`,
          ...used.map((index) => sql.ref(`p${index}`)),
        ])})
        group by ${sql.join([sql`level`, ...keys])}`;
    };
    return { read, tells };
  }

  /** Labels of groups by their keys; beside a bar there is room for the name alone. */
  const labelsOf = async (
    ctx: Ctx,
    by: string,
    { keys, show = 'both' }: { readonly keys: readonly string[]; readonly show?: 'both' | 'name' },
  ): Promise<(key: string) => string> => {
    const of = columnOf(by);
    if (of?.kind === 'status') return (key) => words.status[key]?.[ctx.locale] ?? key;
    if (of?.kind === 'choice') return (key) => words.choice(by, key)[ctx.locale];
    if (of?.kind === 'flag')
      return (key) => WORDS.flag[key === 'true' ? 'true' : 'false'][ctx.locale];
    if (of?.kind !== 'ref') return (key) => key;
    const refs = await loadRefs(ctx, { [of.of]: keys } as Partial<Record<LinkedKind, string[]>>);
    return (key) => {
      const ref = refs.refOrNull(key);
      const called = (ctx.locale === 'th' ? ref?.nameTh : null) ?? ref?.name ?? key;
      return show === 'both' && ref?.code ? `${ref.code} ${called}`.trim() : called;
    };
  };

  /** Groups in the order in which they are told: time and steps in theirs, others the greatest first. */
  const ordered = <R extends { readonly key: string | null; readonly order: number }>(
    by: string,
    rows: readonly R[],
  ): R[] => {
    const order = orderOf(by);
    const place = (key: string | null) =>
      key === null ? Number.MAX_SAFE_INTEGER : (order?.indexOf(key) ?? 0);
    if (order) return rows.toSorted((a, b) => place(a.key) - place(b.key));
    // Rows without a value come last.
    if (isSorted(by))
      return rows.toSorted((a, b) => (a.key ?? '\uffff').localeCompare(b.key ?? '\uffff'));
    return rows.toSorted((a, b) => b.order - a.order);
  };

  interface Grouped {
    readonly key: string | null;
    readonly order: number;
    readonly lines: number;
    readonly values: Values;
  }
  const groupedOf = (row: Row, measures: readonly string[]): Grouped => ({
    key: (row.key as string | null) ?? null,
    order: Number(row[measures[0] ?? ''] ?? row.lines),
    lines: Number(row.lines),
    values: valuesOf(measures, row),
  });

  /** The figures of the whole query, and the groups that somebody asked for. */
  const groupsOf = async (
    ctx: Ctx,
    asked: Asked,
    {
      by: [by = '', inner],
      measures,
    }: { readonly by: readonly string[]; readonly measures: readonly string[] },
  ) => {
    const order = measures[0] === undefined ? sql`lines` : sql.ref(measures[0]);
    const whole = await pivot(ctx, asked, {
      sets: [[by]],
      measures,
      most: {
        // One more than are told, and the total.
        rows: MOST_GROUPS + 1,
        order: isSorted(by) ? sql`2 asc` : sql`${order} desc nulls last`,
      },
    });
    const { lines, values } = whole;
    const read = whole.of([by]);
    const shown = read.slice(0, MOST_GROUPS).map((row) => groupedOf(row, measures));
    const groups = ordered(by, shown);
    const label = await labelsOf(ctx, by, { keys: groups.flatMap(({ key }) => key ?? []) });
    const keys = groups.map(({ key }) => key);
    const within =
      inner === undefined ? null : await innerOf(ctx, asked, { by, inner, keys, measures });
    const told = groups.map(({ key, lines, values }): ReportGroup => {
      const groupsWithin = within?.get(key);
      return {
        key: key ?? NO_KEY,
        label: key === null ? NO_KEY : label(key),
        lines,
        values,
        ...(groupsWithin ? { groups: groupsWithin } : {}),
      };
    });
    if (read.length <= MOST_GROUPS) return { lines, values, groups: told };
    const rest = await figuresOf(ctx, asked, { measures, beyond: { by, keys } });
    const others = { key: REST_KEY, label: WORDS.rest[ctx.locale], ...rest };
    return { lines, values, groups: [...told, others] };
  };

  const innerOf = async (
    ctx: Ctx,
    asked: Asked,
    {
      by,
      inner,
      keys,
      measures,
    }: {
      readonly by: string;
      readonly inner: string;
      readonly keys: readonly (string | null)[];
      readonly measures: readonly string[];
    },
  ) => {
    const whole = await pivot(ctx, asked, {
      sets: [[by, inner]],
      measures,
      // One more than are told, and the total.
      most: { rows: MOST_INNER_GROUPS + 1, order: sql`lines` },
    });
    const rows = whole.of([by, inner]);
    if (rows.length > MOST_INNER_GROUPS) return null;
    const label = await labelsOf(ctx, inner, {
      keys: [
        ...new Set(rows.flatMap(({ series }) => (typeof series === 'string' ? [series] : []))),
      ],
    });
    return new Map(
      keys.map((outer) => {
        const found = rows.filter((row) => (row.key ?? null) === outer);
        const groups = ordered(
          inner,
          found.map((row) => groupedOf({ ...row, key: row.series }, measures)),
        );
        return [
          outer,
          groups.map(({ key, lines, values }) => ({
            key: key ?? NO_KEY,
            label: key === null ? NO_KEY : label(key),
            lines,
            values,
          })),
        ] as const;
      }),
    );
  };

  const chartOf = async (
    ctx: Ctx,
    { by, series, ...chart }: ReportChart,
    rows: readonly Row[],
  ): Promise<ReportChartData> => {
    const measures = chart.measures.filter((measure) => holds(ctx, def.measures[measure]?.needs));
    const keys = [...new Set(rows.map((row) => (row.key as string | null) ?? null))];
    const sums = keys.map((key) => ({
      key,
      order: rows
        .filter((row) => (row.key ?? null) === key)
        .reduce((all, row) => all + Number(row[measures[0] ?? ''] ?? 0), 0),
    }));
    // A row without a step or an age is not on its way, and is in no chart of these.
    const isStepped = orderOf(by) !== null;
    const isRanked = !isSorted(by) && !isStepped;
    const points = ordered(by, sums)
      .filter(({ key }) => key !== null || !isStepped)
      // A map has room for all.
      .slice(0, isRanked && chart.kind !== 'map' ? BARS : undefined);
    const names =
      series === undefined
        ? measures
        : ordered(
            series,
            [...new Set(rows.map((row) => (row.series as string | null) ?? null))].map((key) => ({
              key,
              order: rows
                .filter((row) => (row.series ?? null) === key)
                .reduce((all, row) => all + Number(row[measures[0] ?? ''] ?? 0), 0),
            })),
          )
            .slice(0, isSorted(series) || orderOf(series) ? undefined : BARS)
            .map(({ key }) => key);
    const label = await labelsOf(ctx, by, {
      keys: points.flatMap(({ key }) => key ?? []),
      show: 'name',
    });
    const seriesLabel =
      series === undefined || columnOf(series)?.kind === 'status'
        ? (key: string) => key
        : await labelsOf(ctx, series, { keys: names.flatMap((key) => key ?? []), show: 'name' });
    const at = (key: string | null, named: string | null): string => {
      const row = rows.find(
        (one) =>
          (one.key ?? null) === key && (series === undefined || (one.series ?? null) === named),
      );
      const measure = series === undefined ? (named ?? '') : (measures[0] ?? '');
      return format(measure, row?.[measure] ?? 0) ?? '0';
    };
    return {
      series: names.map((key) => (key === null ? NO_KEY : seriesLabel(key))),
      points: points.map(({ key }) => ({
        label: key === null ? NO_KEY : label(key),
        ...(key === null ? {} : { key }),
        values: names.map((named) => at(key, named)),
      })),
    };
  };

  const mayTell = (ctx: Ctx, { needs, by, series, measures }: ReportChart): boolean => {
    const told = measuresFor(ctx);
    return (
      holds(ctx, needs) &&
      measures.some((measure) => told.includes(measure)) &&
      [by, series].every((one) => one === undefined || holds(ctx, columnOf(one)?.needs))
    );
  };

  /** The figures of the whole query, and those of the charts that the reader may see. */
  const chartsOf = async (
    ctx: Ctx,
    asked: Asked,
    {
      measures,
      drawn,
    }: { readonly measures: readonly string[]; readonly drawn: readonly [string, ReportChart][] },
  ) => {
    const shown = drawn.filter(([, chart]) => mayTell(ctx, chart));
    if (shown.length === 0) {
      return { ...(await figuresOf(ctx, asked, { measures })), charts: {}, groups: [] };
    }
    const setOf = ({ by, series }: ReportChart) => (series === undefined ? [by] : [by, series]);
    // Two charts of the same groups read one set.
    const sets = new Map(shown.map(([, chart]) => [setOf(chart).toSorted().join(), setOf(chart)]));
    const whole = await pivot(ctx, asked, { sets: [...sets.values()], measures });
    const charts: Record<string, ReportChartData> = {};
    for (const [key, chart] of shown) {
      charts[key] = await chartOf(ctx, chart, whole.of(setOf(chart)));
    }
    return { lines: whole.lines, values: whole.values, charts, groups: [] as ReportGroup[] };
  };

  const summaryOf = async (query: Source, ctx: Ctx, input: Input<K>): Promise<ReportSummary> => {
    const of = input.query as AnyQuery;
    const asked = { query, of };
    const { filters, startDate, endDate, format: file } = of;
    const by = filters.groupBy ?? [];
    for (const key of by) if (!holds(ctx, columnOf(key)?.needs)) throw forbidden();
    const measures = measuresFor(ctx);
    const told =
      by.length === 0
        ? // A sheet has rows and totals alone; a print has what the page shows.
          await chartsOf(ctx, asked, {
            measures,
            drawn: file === undefined || file === 'pdf' ? Object.entries(def.charts) : [],
          })
        : { ...(await groupsOf(ctx, asked, { by, measures })), charts: {} };
    const { lines, values, charts, groups } = told;
    const before: Record<string, Values> = {};
    if (startDate !== undefined && endDate !== undefined) {
      for (const kind of (filters.compare ?? []) as readonly Comparison[]) {
        const [start, end] = daysBefore(kind, startDate, endDate);
        const other = { ...of, startDate: start, endDate: end };
        before[kind] = (await figuresOf(ctx, askedFor(ctx, other), { measures })).values;
      }
    }
    return {
      lines,
      values,
      ...(Object.keys(before).length > 0 ? { before } : {}),
      charts,
      groups,
    };
  };

  /** A value as rows tell it. */
  const shownAs = (of: ReportColumn, value: unknown): unknown => {
    if (value === null || value === undefined) return null;
    switch (of.kind) {
      case 'money':
        return money(String(value));
      case 'price':
        return price(String(value));
      case 'quantity':
        return qty(String(value));
      case 'number':
      case 'percent':
        return Number(decimal.round(String(value), PLACES[of.kind]));
      default:
        return value;
    }
  };

  const rowsOf = async (read: readonly Row[], ctx: Ctx) => {
    const entries = Object.entries(def.columns);
    const wanted: Partial<Record<LinkedKind, string[]>> = {};
    const documents: { readonly type: string; readonly id: string }[] = [];
    for (const [key, of] of entries) {
      if (of.kind === 'ref') {
        const ids = read.flatMap((row) => (typeof row[key] === 'string' ? [row[key]] : []));
        wanted[of.of] = [...(wanted[of.of] ?? []), ...ids];
      }
      // Its own documents are what it may show; of others it may not.
      if (of.kind === 'document' && def.opens?.column !== key) {
        for (const row of read) {
          const id = row[`${key}Id`];
          const family = row[`${key}Family`];
          const type = typeof family === 'string' ? family : of.of;
          if (typeof id === 'string') documents.push({ type, id });
        }
      }
    }
    const [refs, withheld] = await Promise.all([
      loadRefs(ctx, wanted),
      hiddenDocuments(ctx, documents),
    ]);
    return read.map((row) => ({
      id: row.id as string,
      ...Object.fromEntries(
        entries.map(([key, of]): [string, unknown] => {
          if (!holds(ctx, of.needs)) return [key, null];
          if (of.kind === 'ref') return [key, refs.refOrNull((row[key] as string | null) ?? null)];
          if (of.kind === 'flag') return [key, row[key] === true];
          if (of.kind === 'document') {
            const id = row[`${key}Id`];
            const isTold = typeof id === 'string' && !withheld.has(id);
            return [key, isTold ? { id, documentNo: row[key] } : null];
          }
          return [key, shownAs(of, row[key])];
        }),
      ),
    }));
  };

  const selection = (ctx: Ctx) =>
    Object.entries(def.columns).flatMap(([key, of]) => {
      const read = reads[key];
      const isDocument = of.kind === 'document' && typeof read === 'object' && 'no' in read;
      return isDocument
        ? [
            reading(ctx, read.id).as(`${key}Id`),
            reading(ctx, read.no).as(key),
            ...(read.family === undefined ? [] : [reading(ctx, read.family).as(`${key}Family`)]),
          ]
        : [readOf(ctx, key).as(key)];
    });

  const EXPORT_TYPES = {
    instant: 'datetime',
    price: 'money',
    percent: 'number',
    ref: 'text',
    document: 'text',
    choice: 'status',
    flag: 'text',
  } as const;
  /** A column of figures says what they are, where a page has it beside each of them. */
  const titleOf = (key: string, { kind }: ReportColumn) => {
    const { en, th } = words.field(key);
    return kind === 'percent' ? { en: `${en} (%)`, th: `${th} (%)` } : { en, th };
  };
  const exported = ([key, of]: readonly [string, ReportColumn]): [string, ExportColumn<Row>] => [
    key,
    {
      title: titleOf(key, of),
      type:
        of.kind in EXPORT_TYPES
          ? EXPORT_TYPES[of.kind as keyof typeof EXPORT_TYPES]
          : (of.kind as 'text'),
      ...(of.needs === undefined ? {} : { needs: of.needs }),
      ...(of.kind === 'status' ? { labels: words.status } : {}),
      ...(of.kind === 'choice'
        ? {
            labels: Object.fromEntries(of.values.map((value) => [value, words.choice(key, value)])),
          }
        : {}),
    },
  ];

  /** The charts of the page, for its print. */
  const printedCharts = async (
    summary: Row,
    { locale }: Ctx,
    { filters }: AnyQuery,
  ): Promise<readonly ChartModel[]> => {
    const { values, charts, groups } = summary as unknown as ReportSummary;
    const said = words.charts(locale);
    const [by] = filters.groupBy ?? [];
    const [measure] = Object.keys(def.measures).filter((name) => name in values);
    const models =
      by === undefined || measure === undefined
        ? Object.entries(charts).map(([key, data]) => reportChart(def, { key, data }, said))
        : [groupChart(def, { by, groups, measure }, said)];
    return models.flatMap((model) => {
      if (model === null || model.points.length === 0) return [];
      const points = model.points.map((point) => ({
        ...point,
        label: formatMonth(point.label, locale),
      }));
      return [{ ...model, points, ...(model.kind === 'map' ? { regions: THAILAND } : {}) }];
    });
  };

  const filterOf = (column: string) => {
    const own = spec.filters?.[column];
    if (own) return (query: Source, values: readonly string[]) => query.where(own(values));
    // A column serves an index, an expression does not.
    const read = reads[column];
    return typeof read === 'string' ? read : { read: (ctx: Ctx) => readOf(ctx, column) };
  };
  const same = (query: Source) => query;
  const { search } = spec;

  const list: List<K> = defineList(name, {
    id: spec.id,
    from: source,
    select: (query: Source, ctx: Ctx) =>
      query.select([sql.ref(spec.id).as('id'), ...selection(ctx)]),
    map: rowsOf,
    sorts: Object.fromEntries(
      def.sorts.map((sort) => {
        const read = reads[sort];
        const column = typeof read === 'object' && 'no' in read ? read.no : read;
        if (typeof column !== 'string') throw new Error(`${name}: "${sort}" has to be a column`);
        if (sort !== def.date) return [sort, { column, nullable: true }];
        return [sort, spec.withinDay ? { column, within: spec.withinDay } : column];
      }),
    ),
    filters: {
      ...Object.fromEntries(
        def.filters.map((column) => [
          columnOf(column)?.kind === 'ref' ? `${column}Id` : column,
          filterOf(column),
        ]),
      ),
      groupBy: same,
      compare: same,
      // Applied in `from`.
      ...(def.asOf ? { [AS_OF_FILTER]: same } : {}),
    },
    ...(search === undefined
      ? {}
      : {
          search:
            typeof search === 'string'
              ? search
              : (query: Source, term: string, ctx: Ctx) =>
                  query.where(
                    typeof search === 'function' ? search(term, ctx) : inDocument(search, term),
                  ),
        }),
    dates: {
      column: dateColumn,
      kind: columnOf(def.date)?.kind === 'instant' ? 'instant' : 'date',
    },
    ...(sums
      ? {
          total: async (ctx: Ctx, input: Input<K>) => {
            const asked = askedFor(ctx, input.query as ListQuery);
            if (!sums.tells(ctx, asked)) return undefined;
            return (await figuresOf(ctx, asked, { measures: [] })).lines;
          },
        }
      : {}),
    summary: summaryOf,
    export: {
      fileName: def.slug,
      columns: Object.fromEntries(Object.entries(def.columns).map(exported)),
      pdf: {
        title: words.title,
        columns: Object.entries(def.columns).flatMap(([key, { hidden }]) => (hidden ? [] : [key])),
        groups: Object.fromEntries(def.groups.map((by) => [by, (ctx: Ctx) => keyOf(ctx, by)])),
        totals: (summary: Row) => summary.values as Row,
        charts: printedCharts,
      },
    },
  } as never);
  const askedFor = (ctx: Ctx, query: ListQuery): Asked => ({
    query: list.matching(ctx, { params: {}, query, body: undefined, files: [] } as never) as Source,
    of: query as AnyQuery,
  });
  definedReports.set(name, {
    def,
    figures: async (ctx, query) =>
      (await figuresOf(ctx, askedFor(ctx, query), { measures: measuresFor(ctx) })).values,
    chart: async (ctx, query, key) => {
      const chart = def.charts[key];
      if (chart === undefined) throw new Error(`${name}: no chart is called "${key}"`);
      const { charts } = await chartsOf(ctx, askedFor(ctx, query), {
        measures: measuresFor(ctx),
        drawn: [[key, chart]],
      });
      return charts[key] ?? null;
    },
  });
  return list;
}
