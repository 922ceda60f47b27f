import { type FilterDefs, type ListDef, operatorsOf } from '../../contract/list.ts';
import type { ReportDef } from '../../contract/report.ts';
import { applyListChange, type ListState, serialiseListState } from '../list/listState.ts';

/** Filter of a report that groups its totals; the rows stay as they are. */
export const GROUP_FILTER = 'groupBy';
/** Filter that names the other days of which the totals are told beside. */
export const COMPARE_FILTER = 'compare';

/** Key of the group of what has none: lines without a part. */
const NONE = '–';
const MONTH = /^(\d{4})-(\d{2})$/;
const WEEK = /^(\d{4})-W(\d{2})$/;
const DAY_MS = 86_400_000;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** First and last day of a month or of a week from Monday; null where a key is neither. */
export function daysOf(key: string): { readonly start: string; readonly end: string } | null {
  const [, year, month] = MONTH.exec(key) ?? [];
  if (month !== undefined) {
    return { start: `${key}-01`, end: dayOf(Date.UTC(Number(year), Number(month), 0)) };
  }
  const [, weekYear, week] = WEEK.exec(key) ?? [];
  if (week === undefined) return null;
  // 4 January is always in the first week.
  const fourth = Date.UTC(Number(weekYear), 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
  const start = monday + (Number(week) - 1) * 7 * DAY_MS;
  return { start: dayOf(start), end: dayOf(start + 6 * DAY_MS) };
}

interface GroupKey {
  readonly by: string;
  readonly key: string;
}

/** A state cut to one value of a group; null where no filter names it, as the rest of many groups. */
function cut<F extends FilterDefs>(
  report: ReportDef,
  def: ListDef<F>,
  { state, group: { by, key } }: { readonly state: ListState<F>; readonly group: GroupKey },
): ListState<F> | null {
  if (by === 'month' || by === 'week') {
    const days = daysOf(key);
    if (days === null) return null;
    // Within the days that the report is cut to already.
    const [start] = [days.start, state.query.startDate ?? ''].toSorted().slice(-1);
    const [end] = [days.end, state.query.endDate ?? days.end].toSorted();
    return applyListChange(def, state, { kind: 'dates', start, end });
  }
  const of = report.columns[by];
  const name = of?.kind === 'ref' ? `${by}Id` : by;
  const filter = def.filters[name];
  if (filter === undefined) return null;
  if (key === NONE) {
    return operatorsOf(def as ListDef, name).includes('empty')
      ? applyListChange(def, state, {
          kind: 'condition',
          condition: { field: name, operator: 'empty', value: true },
        })
      : null;
  }
  if (filter.kind === 'enum' && !filter.values.includes(key)) return null;
  if (filter.kind === 'id' && !/^[0-9a-f-]{36}$/.test(key)) return null;
  const value = filter.kind === 'flag' ? key === 'true' : [key];
  return applyListChange(def, state, { kind: 'filter', name, value });
}

/**
 * The query of the same report cut to these values of its groups: its rows, ungrouped. Null where no
 * filter names one of them.
 */
export function drillInto<F extends FilterDefs>(
  report: ReportDef,
  def: ListDef<F>,
  { state, keys }: { readonly state: ListState<F>; readonly keys: readonly GroupKey[] },
): string | null {
  let next: ListState<F> | null = applyListChange(def, state, {
    kind: 'filter',
    name: GROUP_FILTER,
    value: undefined,
  });
  for (const group of keys) {
    next = next === null ? null : cut(report, def, { state: next, group });
  }
  return next === null ? null : serialiseListState(def, next).toString();
}
