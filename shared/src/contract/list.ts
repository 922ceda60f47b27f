import { isDate } from '../domain/values/dates.ts';
import { normaliseName } from '../domain/values/thai.ts';

/**
 * A list's query as data: which filters, sorts and columns exist. From it come the server's
 * validation, the URL of the page, the filter bar and the OpenAPI parameters, so that they cannot
 * disagree. An unknown key or value is a 422, never ignored (domain-conventions "Query").
 */
/** `onlyIs`: says what the rows are made of, or is more than one column; it cannot be turned round. */
export type FilterDef =
  | {
      readonly kind: 'enum';
      readonly values: readonly string[];
      readonly onlyIs?: true;
      /** So many of them at once; all unless said. */
      readonly max?: number;
    }
  | { readonly kind: 'id'; readonly lookup?: string; readonly onlyIs?: true }
  | { readonly kind: 'text'; readonly max?: number }
  | { readonly kind: 'flag' };

/** How the values of a column compare: days, instants (by their Bangkok days) or figures. */
export type ComparedKind = 'date' | 'instant' | 'number';

/** `before`, `after`: days, neither included. `less`, `greater`: figures, neither included. */
export const OPERATORS = ['not', 'empty', 'before', 'after', 'less', 'greater'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A condition beyond the plain filters; in the query string `<field>.<operator>=<value>`. */
export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  /** Several of a fixed set or ids (`not`), a flag (`empty`), a day or a figure. */
  readonly value: string | boolean | readonly string[];
}

export type FilterDefs = Readonly<Record<string, FilterDef>>;

export type FilterValue<D extends FilterDef> = D extends { kind: 'enum' }
  ? D['values'][number][]
  : D extends { kind: 'id' }
    ? string[]
    : D extends { kind: 'text' }
      ? string
      : boolean;

export type FilterValues<F extends FilterDefs> = { -readonly [K in keyof F]?: FilterValue<F[K]> };

export interface ListDef<F extends FilterDefs = FilterDefs, S extends string = string> {
  readonly filters: F;
  readonly sorts: readonly S[];
  /** As in the query string: `-createdAt`. */
  readonly defaultSort: string;
  /** startDate and endDate are accepted and mean this column's Bangkok days. */
  readonly dateField?: string;
  readonly searchable?: boolean;
  /** Filter whose values are counted for the tabs (`meta.counts`). */
  readonly counts?: string;
  /** Further filters whose values may be the tabs instead; each is counted as well (`meta.axes`). */
  readonly axes?: readonly string[];
  /** Those of its values that are tabs, where not all are; the others count to All only. */
  readonly tabs?: readonly string[];
  /** Columns an export may carry, in order; `format` and `columns` are accepted when present. */
  readonly exportColumns?: readonly string[];
  /** Ability that an export needs beyond viewing. */
  readonly exportAbility?: string;
  /** Largest `limit`: 100 in tables, 1000 for look-ups. */
  readonly maxLimit?: number;
  /** Further columns that conditions compare, though no order goes by them. */
  readonly alsoCompared?: readonly string[];
  /**
   * Columns that conditions compare: those it sorts by, and these, as far as the rows hold days, instants or
   * figures under the same name. `list()` reads them off the rows.
   */
  readonly compared?: Readonly<Record<string, ComparedKind>>;
  /** What of its filters and compared columns a row may lack; read off the rows as well. */
  readonly mayBeEmpty?: readonly string[];
}

export type ExportFormat = 'xlsx' | 'csv' | 'pdf';

/** Kinds of files that an export of this list may be. */
export const exportFormatsOf = (def: Pick<ListDef, 'exportColumns'>): readonly ExportFormat[] =>
  def.exportColumns ? ['xlsx', 'csv', 'pdf'] : [];

export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

export interface ListQuery<F extends FilterDefs = FilterDefs> {
  page: number;
  limit: number;
  sort: Sort[];
  search?: string;
  startDate?: string;
  endDate?: string;
  ids?: string[];
  /** Opaque key of the last row seen, for pages beyond the hundredth. */
  after?: string;
  format?: ExportFormat;
  columns?: string[];
  /** Total and sums over everything, however much it is: asked for by a person, not by a page. */
  exact?: true;
  conditions?: readonly Condition[];
  filters: FilterValues<F>;
}

export interface QueryError {
  readonly field: string;
  readonly code: string;
  readonly params?: Record<string, unknown>;
}

type Raw = Readonly<Record<string, string | readonly string[] | undefined>>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const DEFAULT_LIMIT = 10;
/** Totals and sums are exact up to so many rows (domain-conventions "Totals"). */
export const TOTAL_CAP = 10_000;
/** Counts of the tabs that are not open (ADR 0094). */
export const COUNT_CAP = 1_000;
/** Offsets end at the hundredth page; beyond it a page is found by key (domain-conventions "Totals"). */
export const MAX_PAGE = 1000;

/** A repeated or comma-separated parameter as its parts. */
const parts = (value: string | readonly string[]): string[] =>
  (typeof value === 'string' ? [value] : [...value])
    .flatMap((part) => part.split(','))
    .filter((part) => part !== '');

const single = (value: string | readonly string[]): string =>
  typeof value === 'string' ? value : value.join(',');

/** `-createdAt,documentNo` as data. */
export const parseSort = (value: string): Sort[] =>
  parts(value).map((part) =>
    part.startsWith('-')
      ? { field: part.slice(1), descending: true }
      : { field: part, descending: false },
  );

export const formatSort = (sort: readonly Sort[]): string =>
  sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(',');

function parseFilter(def: FilterDef, name: string, raw: string | readonly string[]) {
  switch (def.kind) {
    case 'enum': {
      const values = parts(raw);
      const bad = values.find((value) => !def.values.includes(value));
      const max = def.max ?? values.length;
      if (bad === undefined && values.length > max) {
        return { error: { field: name, code: 'TOO_MANY', params: { max } } };
      }
      return bad === undefined
        ? { value: values }
        : { error: { field: name, code: 'ONE_OF', params: { allowed: def.values } } };
    }
    case 'id': {
      const values = parts(raw);
      return values.every((value) => UUID.test(value))
        ? { value: values }
        : { error: { field: name, code: 'ID' } };
    }
    case 'text': {
      const value = single(raw).trim();
      const max = def.max ?? 100;
      return value.length <= max
        ? { value }
        : { error: { field: name, code: 'TOO_LONG', params: { max } } };
    }
    case 'flag': {
      const value = single(raw);
      return value === 'true' || value === 'false'
        ? { value: value === 'true' }
        : { error: { field: name, code: 'BOOLEAN' } };
    }
  }
}

const intIn = (value: string, min: number, max: number): number | null => {
  if (!/^\d{1,9}$/.test(value)) return null;
  const number = Number(value);
  return number >= min && number <= max ? number : null;
};

const RESERVED: Readonly<
  Record<
    string,
    (def: ListDef, value: string | readonly string[], into: ListQuery) => QueryError | null
  >
> = {
  page: (_def, value, into) => {
    const page = intIn(single(value), 1, MAX_PAGE);
    if (page === null) return { field: 'page', code: 'MAX', params: { min: 1, max: MAX_PAGE } };
    into.page = page;
    return null;
  },
  limit: (def, value, into) => {
    const max = def.maxLimit ?? 100;
    const limit = intIn(single(value), 1, max);
    const inTens = limit !== null && (limit % 10 === 0 || max > 100);
    if (limit === null || !inTens)
      return { field: 'limit', code: 'LIMIT', params: { min: 10, max } };
    into.limit = limit;
    return null;
  },
  sort: (def, value, into) => {
    const sort = parseSort(single(value));
    const fields = sort.map(({ field }) => field);
    const known = fields.every((field) => def.sorts.includes(field));
    if (!known || sort.length === 0 || new Set(fields).size !== fields.length) {
      return { field: 'sort', code: 'ONE_OF', params: { allowed: def.sorts } };
    }
    into.sort = sort;
    return null;
  },
  search: (def, value, into) => {
    if (def.searchable === false) return { field: 'search', code: 'UNKNOWN_KEY' };
    const search = normaliseName(single(value));
    if (search.length > 100) return { field: 'search', code: 'TOO_LONG', params: { max: 100 } };
    if (search !== '') into.search = search;
    return null;
  },
  startDate: (def, value, into) => dateInto(def, { key: 'startDate', value: single(value), into }),
  endDate: (def, value, into) => dateInto(def, { key: 'endDate', value: single(value), into }),
  ids: (_def, value, into) => {
    const ids = parts(value);
    if (!ids.every((id) => UUID.test(id)) || ids.length > 1000) return { field: 'ids', code: 'ID' };
    into.ids = ids;
    return null;
  },
  exact: (_def, value, into) => {
    const exact = single(value);
    if (exact !== 'true' && exact !== 'false') return { field: 'exact', code: 'BOOLEAN' };
    if (exact === 'true') into.exact = true;
    return null;
  },
  after: (_def, value, into) => {
    into.after = single(value);
    return /^[A-Za-z0-9_-]{1,600}$/.test(into.after) ? null : { field: 'after', code: 'CURSOR' };
  },
  format: (def, value, into) => {
    const format = single(value);
    if (!def.exportColumns) return { field: 'format', code: 'UNKNOWN_KEY' };
    const allowed = exportFormatsOf(def);
    const known = allowed.find((one) => one === format);
    if (!known) return { field: 'format', code: 'ONE_OF', params: { allowed } };
    into.format = known;
    return null;
  },
  columns: (def, value, into) => {
    if (!def.exportColumns) return { field: 'columns', code: 'UNKNOWN_KEY' };
    const columns = parts(value);
    if (!columns.every((column) => def.exportColumns?.includes(column))) {
      return { field: 'columns', code: 'ONE_OF', params: { allowed: def.exportColumns } };
    }
    into.columns = columns;
    return null;
  },
};

function dateInto(
  def: ListDef,
  { key, value, into }: { key: 'startDate' | 'endDate'; value: string; into: ListQuery },
): QueryError | null {
  if (def.dateField === undefined) return { field: key, code: 'UNKNOWN_KEY' };
  if (!isDate(value)) return { field: key, code: 'DATE' };
  into[key] = value;
  return null;
}

/** Operators that a field of the list knows; none where it is no such field. */
export function operatorsOf(def: ListDef, field: string): readonly Operator[] {
  const filter = Object.hasOwn(def.filters, field) ? def.filters[field] : undefined;
  const { compared = {} } = def;
  const kind = Object.hasOwn(compared, field) ? compared[field] : undefined;
  const isOneOf = (filter?.kind === 'enum' || filter?.kind === 'id') && filter.onlyIs !== true;
  return [
    ...(isOneOf ? (['not'] as const) : []),
    ...(kind === 'date' || kind === 'instant' ? (['before', 'after'] as const) : []),
    ...(kind === 'number' ? (['less', 'greater'] as const) : []),
    ...((isOneOf || kind !== undefined) && def.mayBeEmpty?.includes(field)
      ? (['empty'] as const)
      : []),
  ];
}

/** As many digits as the largest figure of the tables has. */
const FIGURE = /^-?\d{1,15}(\.\d{1,4})?$/;

/** Reads `<field>.<operator>`; null where the key is none. */
function parseCondition(
  def: ListDef,
  key: string,
  raw: string | readonly string[],
): { condition: Condition } | { error: QueryError } | null {
  const [field = '', name = '', ...more] = key.split('.');
  const operator = operatorsOf(def, field).find((one) => one === name);
  if (operator === undefined || more.length > 0) return null;
  const value = single(raw).trim();
  switch (operator) {
    case 'not': {
      const filter = def.filters[field];
      const read = filter === undefined ? null : parseFilter(filter, key, raw);
      if (read === null || 'error' in read) {
        return { error: read?.error ?? { field: key, code: 'UNKNOWN_KEY' } };
      }
      return { condition: { field, operator, value: read.value as string[] } };
    }
    case 'empty':
      return value === 'true' || value === 'false'
        ? { condition: { field, operator, value: value === 'true' } }
        : { error: { field: key, code: 'BOOLEAN' } };
    case 'before':
    case 'after':
      return isDate(value)
        ? { condition: { field, operator, value } }
        : { error: { field: key, code: 'DATE' } };
    case 'less':
    case 'greater':
      return FIGURE.test(value)
        ? { condition: { field, operator, value } }
        : { error: { field: key, code: 'NUMBER' } };
  }
}

/** Reads a query string against its definition; every error at once. */
export function parseListQuery<F extends FilterDefs>(
  def: ListDef<F>,
  raw: Raw,
): { query: ListQuery<F>; errors: QueryError[] } {
  const query: ListQuery = {
    page: 1,
    limit: DEFAULT_LIMIT,
    sort: parseSort(def.defaultSort),
    filters: {},
  };
  const filters: Record<string, unknown> = {};
  const conditions: Condition[] = [];
  const errors: QueryError[] = [];
  for (const [key, value] of Object.entries(raw)) {
    if (value === undefined) continue;
    const reserved = Object.hasOwn(RESERVED, key) ? RESERVED[key] : undefined;
    if (reserved) {
      const error = reserved(def, value, query);
      if (error) errors.push(error);
      continue;
    }
    const filter = Object.hasOwn(def.filters, key) ? def.filters[key] : undefined;
    if (!filter) {
      const read = parseCondition(def, key, value);
      if (read === null) errors.push({ field: key, code: 'UNKNOWN_KEY' });
      else if ('error' in read) errors.push(read.error);
      // No value says nothing, as with a filter.
      else if (!Array.isArray(read.condition.value) || read.condition.value.length > 0) {
        conditions.push(read.condition);
      }
      continue;
    }
    const result = parseFilter(filter, key, value);
    if ('error' in result && result.error) errors.push(result.error);
    else if ('value' in result) {
      const empty = Array.isArray(result.value) && result.value.length === 0;
      if (!empty && result.value !== '') filters[key] = result.value;
    }
  }
  if (query.startDate && query.endDate && query.startDate > query.endDate) {
    errors.push({ field: 'endDate', code: 'DATE_ORDER' });
  }
  return {
    query: {
      ...query,
      ...(conditions.length > 0 ? { conditions } : {}),
      filters: filters as FilterValues<F>,
    },
    errors,
  };
}

/** What a caller may leave out. */
export type ListInput<F extends FilterDefs = FilterDefs> = Partial<Omit<ListQuery<F>, 'sort'>> & {
  sort?: string | readonly Sort[];
};

/** The query string of a list, without what equals the default: short, stable URLs. */
export function serialiseListQuery<F extends FilterDefs>(
  def: ListDef<F>,
  input: ListInput<F>,
): Record<string, string> {
  const out: Record<string, string> = {};
  if (input.page !== undefined && input.page !== 1) out.page = String(input.page);
  if (input.limit !== undefined && input.limit !== DEFAULT_LIMIT) out.limit = String(input.limit);
  const sort = typeof input.sort === 'string' ? input.sort : input.sort && formatSort(input.sort);
  if (sort && sort !== def.defaultSort) out.sort = sort;
  for (const key of ['search', 'startDate', 'endDate', 'after', 'format'] as const) {
    const value = input[key];
    if (value) out[key] = value;
  }
  if (input.exact === true) out.exact = 'true';
  for (const key of ['ids', 'columns'] as const) {
    const value = input[key];
    if (value && value.length > 0) out[key] = value.join(',');
  }
  for (const [name, value] of Object.entries(input.filters ?? {})) {
    if (Array.isArray(value)) {
      if (value.length > 0) out[name] = value.join(',');
    } else if (value !== undefined && value !== '') out[name] = String(value);
  }
  for (const { field, operator, value } of input.conditions ?? []) {
    out[`${field}.${operator}`] = String(value);
  }
  return out;
}
