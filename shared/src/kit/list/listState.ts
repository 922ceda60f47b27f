import {
  type Condition,
  type FilterDefs,
  type FilterValues,
  type ListDef,
  type ListQuery,
  type Operator,
  operatorsOf,
  parseListQuery,
  parseSort,
  type Sort,
  serialiseListQuery,
} from '../../contract/list.ts';

/**
 * What a list page shows, as data; the URL is the only place where it lives (anchors 6: "URL sync
 * half-works"). Everything here is pure and tested without a browser.
 */
export interface ListState<F extends FilterDefs = FilterDefs> {
  readonly query: ListQuery<F>;
  /** Visible columns in order; null means the resource's own choice. */
  readonly columns: readonly string[] | null;
  /** "All" was chosen, where a list begins with what still goes on. */
  readonly isAll?: boolean;
  /** The axis whose values are the tabs, where it is another than the list's own. */
  readonly by?: string;
}

/** Values of the counted filter that a list shows while nothing narrows it: what still goes on. */
export type FirstTab = readonly string[] | undefined;

/** Keys of the page's query string besides the filters; `ids`, `format`, `columns` are the server's. */
const PAGE_KEYS = ['page', 'limit', 'sort', 'search', 'startDate', 'endDate', 'after'] as const;
/** Visible columns. Not `columns`, which names what an export carries. */
const COLUMNS_KEY = 'cols';
/** "All" is chosen: else a list with a first tab of its own shows that one. */
const SHOW_KEY = 'show';
const ALL = 'all';
/** Which of several filters the tabs are. */
const BY_KEY = 'by';

const conditionKeys = (def: ListDef): string[] =>
  [...new Set([...Object.keys(def.filters), ...Object.keys(def.compared ?? {})])].flatMap((field) =>
    operatorsOf(def, field).map((operator) => `${field}.${operator}`),
  );

const ownKeys = (def: ListDef): Set<string> =>
  new Set([
    ...PAGE_KEYS,
    COLUMNS_KEY,
    SHOW_KEY,
    ...(def.axes === undefined ? [] : [BY_KEY]),
    ...Object.keys(def.filters),
    ...conditionKeys(def),
  ]);

const NOT_QUERIES: ReadonlySet<string> = new Set([COLUMNS_KEY, SHOW_KEY, BY_KEY]);

/** The list as it is with another axis for its tabs; `axisOf(def, undefined)` is the list itself. */
export function axisOf<D extends ListDef>(def: D, by: string | undefined): D {
  if (by === undefined) return def;
  const { tabs: _, ...rest } = def;
  return { ...rest, counts: by } as D;
}

/** Whether nothing at all narrows a query. */
const isBare = ({ query }: ListState): boolean =>
  Object.keys(query.filters).length === 0 &&
  [query.search, query.startDate, query.endDate, query.conditions].every(
    (cut) => cut === undefined,
  );

/** The query as it is asked: a list that nothing narrows begins with what still goes on. */
export function withFirstTab<F extends FilterDefs>(
  def: ListDef<F>,
  state: ListState<F>,
  first: FirstTab,
): ListState<F> {
  if (first === undefined || def.counts === undefined || state.isAll) return state;
  if (state.by !== undefined) return state;
  if (!isBare(state as unknown as ListState)) return state;
  const filters = { [def.counts]: [...first] } as FilterValues<F>;
  return { ...state, query: { ...state.query, filters } };
}

/**
 * Reads a query string. What a hand-edited or outdated address gets wrong is dropped and the rest
 * is shown, since a page that refuses an old bookmark helps nobody.
 */
export function parseListState<F extends FilterDefs>(
  def: ListDef<F>,
  params: URLSearchParams,
): ListState<F> {
  const known = ownKeys(def);
  const raw: Record<string, string> = {};
  for (const key of new Set(params.keys())) {
    if (known.has(key) && !NOT_QUERIES.has(key)) raw[key] = params.getAll(key).join(',');
  }
  const first = parseListQuery(def, raw);
  for (const { field } of first.errors) delete raw[field];
  const columns = params.get(COLUMNS_KEY)?.split(',').filter(Boolean) ?? [];
  const by = params.get(BY_KEY);
  return {
    query: first.errors.length === 0 ? first.query : parseListQuery(def, raw).query,
    columns: columns.length > 0 ? columns : null,
    ...(params.get(SHOW_KEY) === ALL ? { isAll: true } : {}),
    ...(by !== null && def.axes?.includes(by) ? { by } : {}),
  };
}

/** The query string of a state; keys that are not the list's own stay as they are in `base`. */
export function serialiseListState<F extends FilterDefs>(
  def: ListDef<F>,
  state: ListState<F>,
  base: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const known = ownKeys(def);
  const out = new URLSearchParams();
  for (const [key, value] of base) if (!known.has(key)) out.append(key, value);
  for (const [key, value] of Object.entries(serialiseListQuery(def, state.query))) {
    out.set(key, value);
  }
  if (state.columns && state.columns.length > 0) out.set(COLUMNS_KEY, state.columns.join(','));
  if (state.isAll) out.set(SHOW_KEY, ALL);
  if (state.by !== undefined) out.set(BY_KEY, state.by);
  return out;
}

/** Another row of matches begins on its first page. */
const firstPage = <F extends FilterDefs>(query: ListQuery<F>): ListQuery<F> => {
  const { after: _, ...rest } = query;
  return { ...rest, page: 1 } as ListQuery<F>;
};

export type ListChange<F extends FilterDefs = FilterDefs> =
  | { readonly kind: 'filter'; readonly name: keyof F & string; readonly value: unknown }
  /** `by`: undefined for the list's own. */
  | { readonly kind: 'axis'; readonly by: string | undefined }
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'dropCondition'; readonly field: string; readonly operator: Operator }
  | { readonly kind: 'search'; readonly value: string }
  | {
      readonly kind: 'dates';
      readonly start?: string | undefined;
      readonly end?: string | undefined;
    }
  | { readonly kind: 'sort'; readonly field: string; readonly add: boolean }
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'after'; readonly key: string }
  | { readonly kind: 'limit'; readonly limit: number }
  | { readonly kind: 'columns'; readonly columns: readonly string[] | null }
  | { readonly kind: 'clear' };

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** Ascending, descending, then the list's own order again. */
function nextSort(
  current: readonly Sort[],
  { field, add }: { field: string; add: boolean },
  fallback: string,
): Sort[] {
  const known = current.find((sort) => sort.field === field);
  const others = add ? current.filter((sort) => sort.field !== field) : [];
  if (!known || (!add && current.length > 1)) return [...others, { field, descending: false }];
  if (!known.descending) return [...others, { field, descending: true }];
  return others.length > 0 ? others : parseSort(fallback);
}

/** A search as the list's address holds it. */
export const searchTerm = (typed: string): string => typed.normalize('NFC').trim().slice(0, 100);

/** The state after a change; whatever changes the matches goes back to the first page. */
export function applyListChange<F extends FilterDefs>(
  def: ListDef<F>,
  state: ListState<F>,
  change: ListChange<F>,
): ListState<F> {
  const { query } = state;
  switch (change.kind) {
    case 'filter': {
      const filters: Record<string, unknown> = { ...query.filters, [change.name]: change.value };
      if (isEmpty(change.value)) delete filters[change.name];
      const { isAll, ...rest } = state;
      // A tab was chosen: "All" stays chosen until another is.
      const all = change.name === def.counts ? isEmpty(change.value) : isAll === true;
      return {
        ...rest,
        ...(all ? { isAll: true } : {}),
        query: { ...firstPage(query), filters: filters as FilterValues<F> },
      };
    }
    case 'axis': {
      // The tab that was open goes with its row of tabs.
      const { [def.counts ?? '']: _, ...filters } = query.filters as Record<string, unknown>;
      const { isAll: __, by: ___, ...rest } = state;
      return {
        ...rest,
        ...(change.by === undefined ? { isAll: true } : { by: change.by }),
        query: { ...firstPage(query), filters: filters as FilterValues<F> },
      };
    }
    case 'condition':
    case 'dropCondition': {
      const { field, operator } = change.kind === 'condition' ? change.condition : change;
      const others = (query.conditions ?? []).filter(
        (one) => one.field !== field || one.operator !== operator,
      );
      const conditions = change.kind === 'condition' ? [...others, change.condition] : others;
      const { conditions: _, ...rest } = firstPage(query);
      return {
        ...state,
        query: {
          ...(rest as ListQuery<F>),
          ...(conditions.length > 0 ? { conditions } : {}),
        },
      };
    }
    case 'search': {
      const { search: _, ...rest } = firstPage(query);
      const search = searchTerm(change.value);
      return { ...state, query: (search ? { ...rest, search } : rest) as ListQuery<F> };
    }
    case 'dates': {
      const { startDate: _, endDate: __, ...rest } = firstPage(query);
      const dates = {
        ...(change.start ? { startDate: change.start } : {}),
        ...(change.end ? { endDate: change.end } : {}),
      };
      return { ...state, query: { ...rest, ...dates } as ListQuery<F> };
    }
    case 'sort':
      return {
        ...state,
        query: { ...firstPage(query), sort: nextSort(query.sort, change, def.defaultSort) },
      };
    case 'page':
      return { ...state, query: { ...firstPage(query), page: change.page } };
    case 'after':
      return { ...state, query: { ...firstPage(query), after: change.key } };
    case 'limit':
      return { ...state, query: { ...firstPage(query), limit: change.limit } };
    case 'columns':
      return { ...state, columns: change.columns };
    case 'clear': {
      const {
        search: _,
        startDate: __,
        endDate: ___,
        conditions: ____,
        ...rest
      } = firstPage(query);
      // The tab stays: it is where the visitor stands, not a filter they have laid on it.
      const tab = def.counts === undefined ? undefined : query.filters[def.counts];
      const filters = tab === undefined ? {} : { [def.counts ?? '']: tab };
      return { ...state, query: { ...rest, filters: filters as FilterValues<F> } as ListQuery<F> };
    }
  }
}

/** Names of the filters that narrow the list now; the tab's own filter is not one of them. */
export function activeFilters(def: ListDef, query: ListQuery): string[] {
  const names = Object.entries(query.filters)
    .filter(
      ([name, value]) => !isEmpty(value) && !(name === def.counts && tabOf(def, query) !== null),
    )
    .map(([name]) => name);
  if (query.startDate || query.endDate) names.push('dates');
  if (query.conditions) names.push('conditions');
  if (query.search) names.push('search');
  return names;
}

/** Whether nothing narrows the list, so that emptiness means there is nothing at all. */
export const isUnfiltered = (def: ListDef, query: ListQuery): boolean =>
  activeFilters(def, query).length === 0 && tabOf(def, query) === null;

/** The tab that is open: one value of the counted filter; null is "All" or several at once. */
export function tabOf(def: ListDef, query: ListQuery): string | null {
  const value = def.counts === undefined ? undefined : query.filters[def.counts];
  return Array.isArray(value) && value.length === 1 ? (value[0] as string) : null;
}

/** Position of a row in the whole query, from 0: what "2 of 9" on a document counts. */
export const positionOf = (query: ListQuery, rowIndex: number): number =>
  (query.page - 1) * query.limit + rowIndex;
