import { type ListEndpoint, operatorsOf, type ReportColumn } from '@boxyard/shared/contract';
import { can, type GrantSet } from '@boxyard/shared/domain';

/** Keys of a page's query string that say how a list is looked at. A place in it (`page`, `after`) is none. */
const VIEW_KEYS = ['sort', 'search', 'startDate', 'endDate', 'cols', 'show', 'by'] as const;
/** Keys whose values name columns. */
const NAMING: ReadonlySet<string> = new Set(['sort', 'cols', 'groupBy']);

const isKnown = ({ list: def }: ListEndpoint, key: string): boolean => {
  if ((VIEW_KEYS as readonly string[]).includes(key) || Object.hasOwn(def.filters, key))
    return true;
  const [field = '', operator = '', ...more] = key.split('.');
  return more.length === 0 && operatorsOf(def, field).some((one) => one === operator);
};

/**
 * A view of a list as one reader may use it: filters, columns, order, groups and comparison. What it says of
 * columns that the reader may not see is left out, as is everything else that its address held.
 */
export function viewQueryFor(endpoint: ListEndpoint, grants: GrantSet, query: string): string {
  const columns: Readonly<Record<string, ReportColumn>> =
    'report' in endpoint
      ? (
          endpoint as {
            readonly report: { readonly columns: Readonly<Record<string, ReportColumn>> };
          }
        ).report.columns
      : {};
  const isSeen = (field: string): boolean => {
    const needs = columns[field]?.needs ?? columns[field.replace(/Id$/, '')]?.needs;
    return needs === undefined || can(grants, needs);
  };
  const shown = new URLSearchParams();
  for (const [key, value] of new URLSearchParams(query)) {
    if (!isKnown(endpoint, key)) continue;
    if (NAMING.has(key)) {
      const named = value.split(',').filter((one) => isSeen(one.replace(/^-/, '')));
      if (named.length > 0) shown.set(key, named.join(','));
    } else if (isSeen(key.split('.')[0] ?? '')) shown.append(key, value);
  }
  return shown.toString();
}
