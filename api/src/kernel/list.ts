import {
  COUNT_CAP,
  type Condition,
  contract,
  type ExportFormat,
  type FilterDefs,
  formatSort,
  type ListEndpoint,
  type ListName,
  type ListQuery,
  MAX_EXPORT_ROWS,
  MAX_PDF_ROWS,
  parseListQuery,
  type RowOf,
  type Sort,
  TOTAL_CAP,
} from '@boxyard/shared/contract';
import { can, endOfBangkokDay, startOfBangkokDay } from '@boxyard/shared/domain';
import type { ChartModel } from '@boxyard/shared/domain/charts/model.ts';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import {
  countsOf,
  type FiguresOf,
  type Grouped,
  groupedOf,
  type Sums,
  type Totals,
  totalsOf,
} from './boundedFigures.ts';
import { today } from './clock.ts';
import { conflict, forbidden, invalid, refuseFaults } from './errors.ts';
import { EXPORT_CHUNK, type ExportColumn, exportRows, mapped } from './export.ts';
import { type FileGroup, groupedSheet } from './groupedTable.ts';
import { type ListDates, walkTo, withDates } from './listDates.ts';
import { titleOfList } from './listTitles.ts';
import type { Localised } from './record.ts';
import { reportPdf } from './reportPdf.ts';
import type { Contract, Ctx, Input, ListResult, Loose } from './types.ts';

/** Rows of an export that is answered at once (README "Limits"); tests make them fewer. */
export const MOST_AT_ONCE: Record<ExportFormat, number> = {
  xlsx: MAX_EXPORT_ROWS,
  csv: MAX_EXPORT_ROWS,
  pdf: MAX_PDF_ROWS,
};
/** Of one that a job prepares: a sheet holds no more, and nobody reads a PDF that long. */
export const MOST_OF_A_JOB: Record<ExportFormat, number> = {
  xlsx: 1_048_000,
  csv: 3_000_000,
  pdf: 50_000,
};

/** Key of the rows that have none, as the reports' groups have it. */
const NO_GROUP = '–';

type DefOf<K extends ListName> = Contract[K]['list'];
type SortOf<K extends ListName> = DefOf<K>['sorts'][number];
type FiltersOf<K extends ListName> = DefOf<K>['filters'];
type Value<K extends ListName, F extends keyof FiltersOf<K>> = NonNullable<
  Input<K>['query'] extends ListQuery<infer D>
    ? F extends keyof ListQuery<D>['filters']
      ? ListQuery<D>['filters'][F]
      : never
    : never
>;

/** A column of the query as it stands there: `pr.created_at`. */
type Column = string;

/** An expression in the place of a column; it may depend on the day or the person. */
interface Expression {
  readonly read: (ctx: Ctx) => RawBuilder<unknown>;
}
const isExpression = (filter: unknown): filter is Expression =>
  typeof filter === 'object' && filter !== null && 'read' in filter;

/** The column that a sort uses. The id is added after it, unless the column is `unique`. */
type SortTarget =
  | Column
  | { readonly column: Column; readonly nullable: true }
  /** `within`: columns with which an index goes on; without them a whole day of lines is sorted for a page. */
  | { readonly column: Column; readonly within: readonly Column[] }
  | { readonly column: Column; readonly unique: true };

/**
 * A list as the engine runs it. `from` is the filtered source (scope included, nothing selected);
 * `select` adds joins and columns for the page only, so that counting stays cheap. Sort columns
 * are plain and have an index `(column, id)`; the order ends with the id unless one of them is unique.
 */
export interface ListSpec<
  K extends ListName,
  DB,
  TB extends keyof DB,
  O0,
  DB2,
  TB2 extends keyof DB2,
  O,
> {
  /**
   * It lists what belongs to one record, found by its id: no value of a filter changes how, so that its
   * statements are kept prepared (ADR 0012).
   */
  readonly isOfOne?: true;
  /** Whose changes drop what is kept of totals and counts, where the list is of another family. */
  readonly family?: string;
  /** Unique, the tie-breaker of every order: `pr.id`. */
  readonly id: Column;
  /** What rows show as their id and `ids` names, where another column breaks ties. */
  readonly rowId?: Column;
  readonly from: (ctx: Ctx, input: Input<K>) => SelectQueryBuilder<DB, TB, O0>;
  readonly select: (
    query: SelectQueryBuilder<DB, TB, O0>,
    ctx: Ctx,
  ) => SelectQueryBuilder<DB2, TB2, O>;
  readonly map: (
    rows: readonly O[],
    ctx: Ctx,
    input: Input<K>,
  ) => readonly Loose<RowOf<Contract[K]>>[] | Promise<readonly Loose<RowOf<Contract[K]>>[]>;
  readonly sorts: Readonly<Record<SortOf<K>, SortTarget>>;
  /** Columns that conditions compare though the list is not sorted by them (`alsoCompared`). */
  readonly compares?: Readonly<Record<string, Column>>;
  /**
   * Offered only while this column is true. Rows that `ids` alone names come all the same: a label is
   * resolved for what is no longer chosen anew. A search with them asks whether they are offered.
   */
  readonly offered?: Column;
  /** A column (equality, or one of several) or a condition of its own. */
  readonly filters: {
    readonly [F in keyof FiltersOf<K>]:
      | Column
      | Expression
      | ((
          query: SelectQueryBuilder<DB, TB, O0>,
          value: Value<K, F>,
          ctx: Ctx,
        ) => SelectQueryBuilder<DB, TB, O0>);
  };
  /**
   * A column of folded text (case and Thai tone marks do not count), columns searched as they are,
   * or a condition of its own.
   */
  readonly search?:
    | Column
    | readonly Column[]
    | ((
        query: SelectQueryBuilder<DB, TB, O0>,
        term: string,
        ctx: Ctx,
      ) => SelectQueryBuilder<DB, TB, O0>);
  /** What startDate and endDate cut. `date` columns compare as days, `instant` as Bangkok days. */
  readonly dates?: ListDates;
  /** Column of the filter that `counts` names. */
  readonly countsColumn?: Column;
  /** What the query has in all where that is kept somewhere; undefined: it has to be counted. */
  readonly total?: (ctx: Ctx, input: Input<K>) => Promise<number | undefined>;
  /**
   * Amounts in THB that are added up over the whole query, never the page, and are all of its summary.
   * They are read with the total, and like it not beyond `TOTAL_CAP` unless somebody asks for that.
   */
  readonly sums?: Sums;
  /** The summary where it is more than amounts. */
  readonly sumsAs?: (sums: Readonly<Record<string, string>>) => Readonly<Record<string, unknown>>;
  /** A summary of another kind. What it reads is the list's own to bound. */
  readonly summary?: (
    query: SelectQueryBuilder<DB, TB, O0>,
    ctx: Ctx,
    input: Input<K>,
  ) => Promise<Readonly<Record<string, unknown>> | undefined>;
  readonly export?: {
    readonly fileName: string;
    readonly columns: Readonly<Record<string, ExportColumn<Loose<RowOf<Contract[K]>>>>>;
    /** Parts of a report's print beyond columns, filters and rows, which every list prints. */
    readonly pdf?: {
      readonly title: Localised;
      /** What fits across a page, where the caller names no columns. */
      readonly columns: readonly string[];
      /** What `groupBy` groups by; the summary answers the groups in their order. */
      readonly groups?: Readonly<Record<string, (ctx: Ctx) => RawBuilder<string | null>>>;
      /** Sums by column, where the summary has them under other names. */
      readonly totals?: (
        summary: Readonly<Record<string, unknown>>,
      ) => Readonly<Record<string, unknown>>;
      /** Charts before the table, of the summary. */
      readonly charts?: (
        summary: Readonly<Record<string, unknown>>,
        ctx: Ctx,
        query: ListQuery,
      ) => Promise<readonly ChartModel[]>;
    };
  };
}

/** A list that can be run and explained; `run` is its handler. */
export interface List<K extends ListName> {
  readonly name: K;
  readonly run: (ctx: Ctx, input: Input<K>) => Promise<ListResult<RowOf<Contract[K]>>>;
  /**
   * The first rows that a text finds, without totals, counts and figures, each with the words of its
   * status: what the search over all lists shows.
   */
  readonly find: (
    ctx: Ctx,
    wanted: { readonly search: string; readonly limit: number },
  ) => Promise<
    readonly { readonly row: Loose<RowOf<Contract[K]>>; readonly status: string | null }[]
  >;
  /** The rows that a query names, of which nothing is selected yet: for figures of other days than its own. */
  readonly matching: (ctx: Ctx, input: Input<K>) => unknown;
  /** The column that tells those rows apart. */
  readonly idColumn: string;
  /** Total and summary as the list answers them for a query, without its rows and the counts of its tabs. */
  readonly figures: (
    ctx: Ctx,
    input: Input<K>,
  ) => Promise<{
    readonly count: number;
    readonly isLowerBound: boolean;
    readonly summary: Readonly<Record<string, unknown>> | undefined;
  }>;
  /** The plan of one page, for the test that reads it. */
  readonly explain: (ctx: Ctx, input: Input<K>) => Promise<unknown>;
}

/** Every list defined, for the EXPLAIN test. */
export const definedLists = new Map<string, List<ListName>>();

/** `%term%` with the wildcards of the term taken literally. */
export const containing = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a column of folded text holds the term, folded likewise. */
export const folded = (column: Column, term: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like fold_search(${containing(term)})`;

interface SortColumn {
  readonly column: Column;
  readonly nullable: boolean;
  readonly descending: boolean;
}

interface Cursor {
  readonly sort: string;
  readonly keys: readonly (string | null)[];
}

const encodeCursor = (cursor: Cursor): string =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url');

function decodeCursor(text: string, sort: string, length: number): Cursor {
  const bad = () => invalid([{ field: 'after', code: 'CURSOR' }]);
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (typeof value !== 'object' || value === null || !('sort' in value) || !('keys' in value)) {
      throw bad();
    }
    const { keys } = value;
    const isKeys = Array.isArray(keys) && keys.length === length;
    if (value.sort !== sort || !isKeys) throw bad();
    if (!keys.every((key) => key === null || (typeof key === 'string' && !key.includes('\0')))) {
      throw bad();
    }
    return { sort, keys };
  } catch {
    throw bad();
  }
}

/** Rows after the cursor in the given order; NULLs stand where PostgreSQL puts them. */
function afterCondition(
  columns: readonly SortColumn[],
  keys: readonly (string | null)[],
): RawBuilder<boolean> {
  const [first] = columns;
  const uniform =
    first !== undefined &&
    columns.every((column) => !column.nullable && column.descending === first.descending);
  if (uniform) {
    const left = sql.join(columns.map(({ column }) => sql.ref(column)));
    const right = sql.join(keys.map((key) => sql`${key}`));
    return first.descending
      ? sql<boolean>`(${left}) < (${right})`
      : sql<boolean>`(${left}) > (${right})`;
  }
  const alternatives = columns.map((column, index) => {
    const equal = columns
      .slice(0, index)
      .map((before, i) => sql<boolean>`${sql.ref(before.column)} is not distinct from ${keys[i]}`);
    return sql<boolean>`(${sql.join([...equal, beyond(column, keys[index] ?? null)], sql` and `)})`;
  });
  return sql<boolean>`(${sql.join(alternatives, sql` or `)})`;
}

function beyond({ column, nullable, descending }: SortColumn, key: string | null) {
  const ref = sql.ref(column);
  // PostgreSQL: NULLS LAST when ascending, NULLS FIRST when descending.
  if (key === null) return descending ? sql<boolean>`${ref} is not null` : sql<boolean>`false`;
  if (descending) return sql<boolean>`${ref} < ${key}`;
  return nullable
    ? sql<boolean>`(${ref} > ${key} or ${ref} is null)`
    : sql<boolean>`${ref} > ${key}`;
}

type AnyQuery = ListQuery<FilterDefs>;
type Counts = Readonly<Record<string, number>>;

interface Asked<K extends ListName> {
  readonly ctx: Ctx;
  readonly input: Input<K>;
}
type Loosely = Readonly<Record<string, unknown>>;

/** Whether nothing narrows a list but these of its filters, for a `total` that is kept by them. */
export const isNarrowedBy = (
  query: Pick<AnyQuery, 'search' | 'startDate' | 'endDate' | 'ids' | 'conditions'> & {
    readonly filters: object;
  },
  names: readonly string[],
): boolean =>
  [query.search, query.startDate, query.endDate, query.ids, query.conditions].every(
    (cut) => cut === undefined,
  ) &&
  Object.entries(query.filters).every(([key, value]) => value === undefined || names.includes(key));

/** Makes a list from its specification; its `run` is the handler of the endpoint of that name. */
export function defineList<
  const K extends ListName,
  DB,
  TB extends keyof DB,
  O0,
  DB2,
  TB2 extends keyof DB2,
  O,
>(name: K, spec: ListSpec<K, DB, TB, O0, DB2, TB2, O>): List<K> {
  type From = SelectQueryBuilder<DB, TB, O0>;
  const endpoint: ListEndpoint = contract[name];
  const def = endpoint.list;
  const family = spec.family ?? name.split('.')[0] ?? name;
  // What is accepted and changes nothing would show every row as if it had been found.
  if ((def.searchable !== false) !== (spec.search !== undefined)) {
    throw new Error(`${name}: the contract and the list disagree on whether it is searched`);
  }

  const sortColumns = (sort: readonly Sort[]): SortColumn[] => {
    const sorts: Readonly<Record<string, SortTarget>> = spec.sorts;
    let isUnique = false;
    const columns = sort.flatMap(({ field, descending }): SortColumn[] => {
      const target = sorts[field];
      if (target === undefined) throw new Error(`${name}: no column for the sort "${field}"`);
      if (typeof target === 'string') return [{ column: target, nullable: false, descending }];
      if ('unique' in target) isUnique = true;
      const own = { column: target.column, nullable: 'nullable' in target, descending };
      const within = 'within' in target ? target.within : [];
      return [own, ...within.map((column) => ({ column, nullable: false, descending }))];
    });
    if (isUnique || columns.some(({ column }) => column === spec.id)) return columns;
    // The id follows the first column's direction, so that one index serves both directions.
    const descending = columns[0]?.descending ?? false;
    return [...columns, { column: spec.id, nullable: false, descending }];
  };

  const applyFilter = (
    query: From,
    { key, value, ctx }: { key: string; value: unknown; ctx: Ctx },
  ) => {
    const filters: Readonly<Record<string, unknown>> = spec.filters;
    const filter = filters[key];
    if (typeof filter === 'function') {
      return (filter as (q: From, v: unknown, c: Ctx) => From)(query, value, ctx);
    }
    const ref = isExpression(filter) ? filter.read(ctx) : sql.ref(String(filter));
    if (!Array.isArray(value)) return query.where(sql<boolean>`${ref} = ${value}`);
    // One value stays an equality: an index on (column, sort) then still serves the order.
    if (value.length === 1) return query.where(sql<boolean>`${ref} = ${value[0]}`);
    return query.where(sql<boolean>`${ref} in (${sql.join(value)})`);
  };

  /** Whose rows do not fit the filter: those without a value fit "is not" as well. */
  const negated = (
    query: From,
    { field, value, ctx, input }: { field: string; value: unknown; ctx: Ctx; input: Input<K> },
  ): From => {
    const filters: Readonly<Record<string, unknown>> = spec.filters;
    const filter = filters[field];
    if (typeof filter === 'string' || isExpression(filter)) {
      const ref = isExpression(filter) ? filter.read(ctx) : sql.ref(filter);
      return query.where(
        sql<boolean>`(${ref} is null or ${ref} not in (${sql.join(value as readonly string[])}))`,
      );
    }
    // As if the filter were the only one: some lists read it where they begin.
    const { query: whole } = input as { readonly query: AnyQuery };
    const plain = { page: whole.page, limit: whole.limit, sort: whole.sort };
    const alone = { ...input, query: { ...plain, filters: { [field]: value } } } as Input<K>;
    const those = applyFilter(spec.from(ctx, alone), { key: field, value, ctx }).select(
      sql<string>`${sql.ref(spec.id)}`.as('that'),
    );
    return query.where(sql<boolean>`${sql.ref(spec.id)} not in ${those}`);
  };

  const columnOf = (field: string, ctx: Ctx): RawBuilder<unknown> => {
    const sorts: Readonly<Record<string, SortTarget>> = spec.sorts;
    const filters: Readonly<Record<string, unknown>> = spec.filters;
    const compares: Readonly<Record<string, string | undefined>> = spec.compares ?? {};
    const target = compares[field] ?? sorts[field] ?? filters[field];
    if (typeof target === 'string') return sql.ref(target);
    if (isExpression(target)) return target.read(ctx);
    if (typeof target === 'object' && target !== null && 'column' in target) {
      return sql.ref((target as { readonly column: string }).column);
    }
    throw new Error(`${name}: no column for conditions of "${field}"`);
  };

  const applyCondition = (
    query: From,
    {
      condition,
      ctx,
      input,
    }: { readonly condition: Condition; readonly ctx: Ctx; readonly input: Input<K> },
  ): From => {
    const { field, operator, value } = condition;
    if (operator === 'not') return negated(query, { field, value, ctx, input });
    const ref = columnOf(field, ctx);
    if (operator === 'empty') {
      return query.where(
        value === true ? sql<boolean>`${ref} is null` : sql<boolean>`${ref} is not null`,
      );
    }
    const isInstant = def.compared?.[field] === 'instant';
    const day = String(value);
    switch (operator) {
      case 'before':
        return query.where(sql<boolean>`${ref} < ${isInstant ? startOfBangkokDay(day) : day}`);
      case 'after':
        return query.where(
          isInstant
            ? sql<boolean>`${ref} >= ${endOfBangkokDay(day)}`
            : sql<boolean>`${ref} > ${day}`,
        );
      case 'less':
        return query.where(sql<boolean>`${ref} < ${value}::numeric`);
      case 'greater':
        return query.where(sql<boolean>`${ref} > ${value}::numeric`);
    }
  };

  const filtered = (
    ctx: Ctx,
    input: Input<K>,
    { except, isWalked }: { readonly except?: string; readonly isWalked?: boolean } = {},
  ): From => {
    const query: AnyQuery = input.query as AnyQuery;
    let from = spec.from(ctx, input);
    const namesAny = query.ids !== undefined && query.search === undefined;
    if (spec.offered !== undefined && !namesAny) {
      from = from.where(sql<boolean>`${sql.ref(spec.offered)} = ${true}`);
    }
    for (const [key, value] of Object.entries(query.filters)) {
      if (key !== except && value !== undefined) from = applyFilter(from, { key, value, ctx });
    }
    for (const condition of query.conditions ?? []) {
      from = applyCondition(from, { condition, ctx, input });
    }
    const term = query.search;
    if (term !== undefined && spec.search !== undefined) {
      if (typeof spec.search === 'function') from = spec.search(from, term, ctx);
      else if (typeof spec.search === 'string') from = from.where(folded(spec.search, term));
      else {
        const matches = spec.search.map((c) => sql`${sql.ref(c)} ilike ${containing(term)}`);
        from = from.where(sql<boolean>`(${sql.join(matches, sql` or `)})`);
      }
    }
    if (spec.dates !== undefined) {
      from = withDates(from, query, isWalked ? { ...spec.dates, opaque: true } : spec.dates);
    }
    if (query.ids !== undefined) {
      from = from.where(
        sql<boolean>`${sql.ref(spec.rowId ?? spec.id)} = any(${query.ids}::uuid[])`,
      );
    }
    return from;
  };

  const ordered = (ctx: Ctx, input: Input<K>) => {
    const query: AnyQuery = input.query as AnyQuery;
    const columns = sortColumns(query.sort);
    const walk = walkTo(query, { dates: spec.dates, first: columns[0], today: today(ctx.clock) });
    const from = filtered(ctx, input, { isWalked: walk !== null });
    let page = spec.select(walk === null ? from : from.where(walk), ctx);
    for (const { column, descending } of columns) {
      page = page.orderBy(sql.ref(column), descending ? 'desc' : 'asc');
    }
    return { page, columns, query };
  };

  const pageOf = (ctx: Ctx, input: Input<K>) => {
    const { page, columns, query } = ordered(ctx, input);
    const keyed = columns.reduce(
      (q, { column }, index) =>
        q.select(sql<string | null>`${sql.ref(column)}::text`.as(`k${index}`)),
      page as unknown as SelectQueryBuilder<DB2, TB2, Record<string, unknown>>,
    );
    if (query.after !== undefined) {
      const cursor = decodeCursor(query.after, formatSort(query.sort), columns.length);
      return {
        columns,
        statement: keyed.where(afterCondition(columns, cursor.keys)).limit(query.limit),
      };
    }
    const offset = (query.page - 1) * query.limit;
    const limited = keyed.limit(query.limit);
    return { columns, statement: offset === 0 ? limited : limited.offset(offset) };
  };

  const sums: Sums = spec.sums ?? {};
  const shownSums = ({ sums: found }: Totals) =>
    found && spec.sumsAs ? spec.sumsAs(found) : found;

  const total = async (ctx: Ctx, input: Input<K>): Promise<Totals> => {
    const { exact } = input.query as AnyQuery;
    const kept = await spec.total?.(ctx, input);
    if (kept !== undefined) return { count: kept };
    const of = figuresFor(ctx, input.query as AnyQuery);
    return totalsOf(of, filtered(ctx, input), { sums, isWhole: exact === true });
  };

  /**
   * Counted while the page is read, so that the answer waits for the longer of the two. Only a
   * search, which may have to look at many rows for each match, waits for its page: one that is not
   * full says by itself how many there are.
   */
  const totalOf = async (
    page: Promise<readonly unknown[]>,
    { ctx, input }: Asked<K>,
  ): Promise<Totals> => {
    const query: AnyQuery = input.query as AnyQuery;
    const isSearch = query.search !== undefined || query.ids !== undefined;
    if (!isSearch || query.after !== undefined || spec.sums) {
      return total(ctx, input);
    }
    const { length } = await page;
    const isLast = length < query.limit && (length > 0 || query.page === 1);
    return isLast ? { count: (query.page - 1) * query.limit + length } : total(ctx, input);
  };

  /** What is counted for tabs: filter by filter, with the column of each. */
  const counted = [
    ...(def.counts === undefined ? [] : [{ name: def.counts, column: spec.countsColumn }]),
    ...(def.axes ?? []).map((name) => ({ name, column: (spec.filters as Loosely)[name] })),
  ].flatMap(({ name, column }) => {
    const filter = def.filters[name];
    return typeof column === 'string' && filter?.kind === 'enum'
      ? [{ name, column, values: filter.values }]
      : [];
  });
  /** The tabs whose filter is their column and nothing else: what they count is what they list. */
  const [main] = counted.filter(
    ({ name, column }) => name === def.counts && (spec.filters as Loosely)[name] === column,
  );

  const figuresFor = (ctx: Ctx, { search, ids, conditions }: AnyQuery): FiguresOf => ({
    ctx,
    family,
    isKept: [search, ids, conditions].every((cut) => cut === undefined),
  });

  /** How many rows each value of a tab has, whatever its filter itself says. */
  const tabOf = async (
    { name, column, values }: (typeof counted)[number],
    { ctx, input, most }: Asked<K> & { readonly most: number },
  ): Promise<{ readonly counts: Counts; readonly read: Grouped }> => {
    const of = figuresFor(ctx, input.query as AnyQuery);
    const all = filtered(ctx, input, { except: name });
    const read = await groupedOf(of, all, { column, sums, most });
    const each: ReadonlyMap<string | null, number> = read.isWhole
      ? read.counts
      : await countsOf(of, all, { column, values });
    const count = (value: string) => Math.min(each.get(value) ?? 0, COUNT_CAP);
    return { counts: Object.fromEntries(values.map((value) => [value, count(value)])), read };
  };

  /**
   * Total, sums and tab counts. One pass tells all of them where the rows of all tabs are few: as many as
   * a tab is counted to, or as a total where it is asked for in any case.
   */
  const figuresOf = async (
    page: Promise<readonly unknown[]>,
    { ctx, input }: Asked<K>,
  ): Promise<{ readonly totals: Totals; readonly tabs: Readonly<Record<string, Counts>> }> => {
    const { filters, exact } = input.query as AnyQuery;
    const open = main && (filters[main.name] as readonly string[] | undefined);
    /** The tabs whose pass tells the total as well. */
    const whole = spec.total === undefined ? main : undefined;
    const found = counted.map((tab) =>
      tabOf(tab, { ctx, input, most: tab === whole && open === undefined ? TOTAL_CAP : COUNT_CAP }),
    );
    const totals = async (): Promise<Totals> => {
      if (whole === undefined) return totalOf(page, { ctx, input });
      const { read } = (await found[counted.indexOf(whole)]) ?? {};
      if (read?.isWhole) return read.totals(open);
      return read && open === undefined && exact !== true
        ? { count: read.all }
        : totalOf(page, { ctx, input });
    };
    const [total, ...each] = await Promise.all([totals(), ...found]);
    const tabs: Record<string, Counts> = {};
    for (const [index, { name }] of counted.entries()) tabs[name] = each[index]?.counts ?? {};
    // The tab that is open is counted as far as its total is.
    const [value, ...more] = open ?? [];
    if (main && value !== undefined && more.length === 0) {
      tabs[main.name] = { ...tabs[main.name], [value]: Math.min(total.count, TOTAL_CAP) };
    }
    return { totals: total, tabs };
  };

  const run = async (given: Ctx, input: Input<K>): Promise<ListResult<RowOf<Contract[K]>>> => {
    const query: AnyQuery = input.query as AnyQuery;
    if (query.format !== undefined) return exported(given, input);
    const ctx: Ctx = spec.isOfOne ? { ...given, db: given.kept } : given;
    const { columns, statement } = pageOf(ctx, input);
    const page = statement.execute();
    const [found, rows, { totals, tabs }, own] = await Promise.all([
      page,
      page.then((read) => spec.map(read as unknown as readonly O[], ctx, input)),
      figuresOf(page, { ctx, input }),
      spec.summary?.(filtered(ctx, input), ctx, input),
    ]);
    const last = found.at(-1) as Readonly<Record<string, unknown>> | undefined;
    const isLowerBound = totals.count > TOTAL_CAP && query.exact !== true;
    const totalItems = isLowerBound ? TOTAL_CAP : totals.count;
    const summary = spec.sums ? shownSums(totals) : own;
    const sort = formatSort(query.sort);
    const keys = columns.map((_, index) => last?.[`k${index}`] as string | null);
    return {
      rows,
      meta: {
        page: query.page,
        limit: query.limit,
        totalItems,
        ...(isLowerBound ? { totalIsLowerBound: true } : {}),
        // Pages beyond go by key, however many rows are known of.
        totalPages: Math.ceil(Math.min(totalItems, TOTAL_CAP) / query.limit),
        sort,
        ...(def.counts !== undefined && tabs[def.counts] ? { counts: tabs[def.counts] } : {}),
        ...(def.axes ? { axes: tabs } : {}),
        ...(summary ? { summary } : {}),
        ...(last && found.length === query.limit ? { next: encodeCursor({ sort, keys }) } : {}),
      },
    };
  };

  const figures: List<K>['figures'] = async (ctx, input) => {
    const found = await total(ctx, input);
    const isLowerBound = found.count > TOTAL_CAP && (input.query as AnyQuery).exact !== true;
    return {
      count: isLowerBound ? TOTAL_CAP : found.count,
      isLowerBound,
      summary: spec.sums
        ? shownSums(found)
        : await spec.summary?.(filtered(ctx, input), ctx, input),
    };
  };

  /** The summary of a file: of everything that it holds. */
  const wholeSummary = async (ctx: Ctx, input: Input<K>) => {
    if (!spec.sums) return (await spec.summary?.(filtered(ctx, input), ctx, input)) ?? {};
    const of = { ctx, family, isKept: false };
    const whole = await totalsOf(of, filtered(ctx, input), { sums, isWhole: true });
    return shownSums(whole) ?? {};
  };

  const exported = async (ctx: Ctx, input: Input<K>) => {
    const query: AnyQuery = input.query as AnyQuery;
    const { format } = query;
    if (spec.export === undefined || format === undefined) {
      throw new Error(`${name}: the contract names export columns and the list has none`);
    }
    if (def.exportAbility !== undefined && !can(ctx.actor.grants, def.exportAbility)) {
      throw forbidden();
    }
    const { page } = ordered(ctx, input);
    const limit = await expectRoom(ctx, input, format);
    type Row = Loose<RowOf<Contract[K]>>;
    const known: Readonly<Record<string, ExportColumn<Row>>> = spec.export.columns;
    const usual = format === 'pdf' ? spec.export.pdf?.columns : undefined;
    const columns = (query.columns ?? usual ?? def.exportColumns ?? []).flatMap((key) => {
      const column = known[key];
      const isTold = column && (column.needs === undefined || can(ctx.actor.grants, column.needs));
      return isTold ? [{ key, ...column }] : [];
    });
    if (columns.length === 0) refuseFaults([{ field: 'columns', code: 'COLUMNS_HIDDEN' }]);
    const { fileName } = spec.export;
    const map = async (rows: readonly O[]) => spec.map(rows, ctx, input);
    const { pdf } = spec.export;
    // A table of a program is rows alone; a report's sheet has its groups and totals as its print has.
    if (format === 'csv' || (format === 'xlsx' && pdf?.groups === undefined)) {
      return exportRows<O, Row>(ctx, {
        fileName,
        format,
        columns,
        rows: page.limit(limit).stream(EXPORT_CHUNK),
        map,
      });
    }
    const summary: Promise<Loosely> = wholeSummary(ctx, input);
    const totals = summary.then((whole) => pdf?.totals?.(whole) ?? whole);
    // A reader who leaves before the end of the file reads no totals.
    totals.catch(() => undefined);
    // Only groups have to be known before the first row.
    const isGrouped = format === 'pdf' || (query.filters.groupBy as unknown) !== undefined;
    const groups = (isGrouped ? ((await summary).groups ?? []) : []) as readonly FileGroup[];
    const rows = grouped(ctx, input, { groups, limit, map });
    const table = { fileName, columns, totals, groups, rows };
    return format === 'xlsx'
      ? groupedSheet<Row>(ctx, table)
      : reportPdf<Row>(ctx, {
          ...table,
          title: pdf?.title ?? titleOfList(name),
          charts: (await pdf?.charts?.(await summary, ctx, query)) ?? [],
          def,
          query,
          known,
        });
  };

  /** Rows group by group in the order of the groups, those within a group by its inner keys; else in the list's order. */
  async function* grouped(
    ctx: Ctx,
    input: Input<K>,
    {
      groups,
      limit,
      map,
    }: {
      readonly groups: readonly FileGroup[];
      readonly limit: number;
      readonly map: (rows: readonly O[]) => Promise<readonly Loose<RowOf<Contract[K]>>[]>;
    },
  ) {
    const query: AnyQuery = input.query as AnyQuery;
    const [key, inner] = ((query.filters.groupBy ?? []) as readonly string[]).flatMap((by) => {
      const read = spec.export?.pdf?.groups?.[by];
      return read ? [sql<string>`coalesce(${read(ctx)}, ${NO_GROUP})`] : [];
    });
    let page = spec.select(filtered(ctx, input), ctx);
    if (key !== undefined) {
      const keys = groups.map((group) => group.key);
      page = page
        .select([key.as('groupKey'), ...(inner ? [inner.as('innerKey')] : [])])
        .orderBy(sql`array_position(${keys}::text[], ${key})`) as unknown as typeof page;
      if (inner !== undefined) page = page.orderBy(inner);
    }
    for (const { column, descending } of sortColumns(query.sort)) {
      page = page.orderBy(sql.ref(column), descending ? 'desc' : 'asc');
    }
    for await (const { read, row } of mapped(
      page.limit(limit).stream(EXPORT_CHUNK) as AsyncIterable<O>,
      map,
    )) {
      const { groupKey = null, innerKey = null } = read as Readonly<Record<string, string>>;
      yield { row, group: groupKey, inner: innerKey };
    }
  }

  /**
   * How many rows the file may have. One that would have more is refused and not cut: a job prepares
   * it (`exports.create`), up to what such a file can hold.
   */
  const expectRoom = async (ctx: Ctx, input: Input<K>, format: ExportFormat): Promise<number> => {
    const most = (ctx.isJob ? MOST_OF_A_JOB : MOST_AT_ONCE)[format];
    const refuse = () => {
      const limit = most.toLocaleString('en');
      return conflict(ctx.isJob ? 'EXPORT_LIMIT' : 'EXPORT_TOO_LARGE', { limit });
    };
    const kept = await spec.total?.(ctx, input);
    if (kept !== undefined) {
      if (kept > most) throw refuse();
      return most;
    }
    const row = await ctx.db
      .selectFrom(
        filtered(ctx, input)
          .select(sql<number>`1`.as('one'))
          .limit(most + 1)
          .as('capped'),
      )
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow();
    if (row.count <= most) return most;
    throw refuse();
  };

  const statusOf = (row: unknown, ctx: Ctx): string | null => {
    const { status } = row as { readonly status?: unknown };
    const columns: Readonly<Record<string, ExportColumn<never>>> = spec.export?.columns ?? {};
    return columns.status?.labels?.[String(status)]?.[ctx.locale] ?? null;
  };

  const find: List<K>['find'] = async (ctx, { search, limit }) => {
    const { query } = parseListQuery(def, { search });
    const input = {
      params: {},
      query: { ...query, limit },
      body: undefined,
      files: [],
    } as unknown as Input<K>;
    const page = await pageOf(ctx, input).statement.execute();
    const rows = await spec.map(page as unknown as readonly O[], ctx, input);
    return rows.map((row) => ({ row, status: statusOf(row, ctx) }));
  };

  const list: List<K> = {
    name,
    run,
    find,
    idColumn: spec.id,
    figures,
    matching: (ctx, input) => filtered(ctx, input),
    explain: (ctx, input) => pageOf(ctx, input).statement.explain('json'),
  };
  definedLists.set(name, list as unknown as List<ListName>);
  return list;
}
