import { decimal } from '@boxyard/shared/domain';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type Ctx, folded, money, quoted } from '../../kernel/index.ts';
import { loadRefs } from '../../workflow/index.ts';

/** One group of a report: what it is about and its figures, decimal strings. */
export interface Group {
  readonly key: string;
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Lines are cut as their documents are: by company, warehouse and whose they are. */
export const LINE_SCOPE = {
  company: 'i.companyId',
  warehouse: 'i.warehouseId',
  owner: ['i.createdBy'],
} as const;

/** Lines of documents that a search finds. */
export const inDocument = (table: string, key: string, term: string) =>
  sql<boolean>`exists (select 1 from ${sql.table(table)} d
    where d.id = ${sql.ref(key)} and ${folded('d.search_text', term)})`;

/** Sums of what counts: lines of documents that came to nothing are shown, and netted. */
export const totalsWithout = (column: string, statuses: readonly string[]) => {
  const counts = sql`${sql.ref(column)} not in (${sql.raw(quoted(statuses))})`;
  return (amount: RawBuilder<unknown>) =>
    sql<string>`coalesce(round(sum(${amount}) filter (where ${counts}), 2), 0)`;
};

export const NO_KEY = '–';

/** Months and weeks speak for themselves; ids are shown by the record's code and name, or the name alone. */
export async function labelled(
  ctx: Ctx,
  { kind, show = 'both' }: { readonly kind: string; readonly show?: 'both' | 'name' },
  groups: readonly { readonly key: string | null; readonly values: Group['values'] }[],
): Promise<Group[]> {
  const keys = groups.flatMap(({ key }) => (key === null ? [] : [key]));
  const wanted = {
    supplier: { supplier: keys },
    category: { category: keys },
    part: { part: keys },
    requester: { user: keys },
  }[kind];
  const refs = wanted && (await loadRefs(ctx, wanted));
  return groups.map(({ key, values }) => {
    const ref = refs?.refOrNull(key);
    const name = ref ? (ctx.locale === 'th' ? (ref.nameTh ?? ref.name) : ref.name) : key;
    const label =
      show === 'both' && ref?.code ? `${ref.code} ${name ?? ''}`.trim() : (name ?? NO_KEY);
    return { key: key ?? NO_KEY, label, values };
  });
}

interface Grouping<K extends string> {
  /** What was asked for; nothing: no groups. */
  readonly by: K | undefined;
  readonly keys: Readonly<Record<K, RawBuilder<string | null>>>;
  /** Figures of a group besides its number of lines. */
  readonly sums: Readonly<Record<string, RawBuilder<string>>>;
  /** The sum by which groups stand, the greatest first. */
  readonly greatest: string;
}

/** Months and weeks stand in their order. */
const BY_TIME: readonly string[] = ['month', 'dueWeek'];

/** The figures of a report group by group. */
export async function groupsOf<DB, TB extends keyof DB, K extends string>(
  ctx: Ctx,
  query: SelectQueryBuilder<DB, TB, object>,
  { by, keys, sums, greatest }: Grouping<K>,
): Promise<Group[]> {
  if (by === undefined) return [];
  const isTime = BY_TIME.includes(by);
  const rows = await query
    .select([
      keys[by].as('key'),
      sql<string>`count(*)::text`.as('lines'),
      ...Object.entries(sums).map(([name, sum]) => sum.as(name)),
    ])
    .groupBy(sql`1`)
    .orderBy(isTime ? sql`1` : sql.ref(greatest), isTime ? 'asc' : 'desc')
    .$castTo<Readonly<Record<string, string | null>>>()
    .execute();
  const figures = (row: Readonly<Record<string, string | null>>) =>
    Object.keys(sums).map((name) => [name, money(row[name] ?? '0')]);
  return labelled(
    ctx,
    { kind: by },
    rows.map((row) => ({
      key: row.key ?? null,
      values: { lines: row.lines ?? '0', ...Object.fromEntries(figures(row)) },
    })),
  );
}

/** Rows of (label, series, value) as a chart: every series has a value at every point. */
export function chartOf(
  rows: readonly { readonly label: string; readonly series: string; readonly value: string }[],
  order?: readonly string[],
) {
  const found = [...new Set(rows.map((row) => row.series))];
  const series = order ? order.filter((name) => found.includes(name)) : found;
  const values = new Map(rows.map((row) => [`${row.label}\n${row.series}`, row.value]));
  const labels = [...new Set(rows.map((row) => row.label))];
  return {
    series,
    points: labels.map((label) => ({
      label,
      values: series.map((name) => decimal.round(values.get(`${label}\n${name}`) ?? '0')),
    })),
  };
}

/**
 * A category is a main one or a sub-category. Written so that no index on either is tried: the
 * page is then read in the order of the list, whatever the category.
 */
export const inCategory = (ids: readonly string[]) =>
  sql<boolean>`case when i.category_id = any(${ids}::uuid[]) then true
    else i.sub_category_id = any(${ids}::uuid[]) end`;
