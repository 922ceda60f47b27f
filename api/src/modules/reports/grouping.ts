import { decimal } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import type { Ctx } from '../../kernel/index.ts';
import { loadRefs } from '../purchasing/refs.ts';

/** One group of a report: what it is about and its figures, decimal strings. */
export interface Group {
  readonly key: string;
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
}

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
