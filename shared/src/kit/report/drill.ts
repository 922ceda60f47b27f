import type { FilterDefs, ListDef } from '../../contract/list.ts';
import { applyListChange, type ListState, serialiseListState } from '../list/listState.ts';

/** Filter of a report that groups its totals; the rows stay as they are. */
export const GROUP_FILTER = 'groupBy';

/** Any other key stands for what has none: lines without a part. */
const ID = /^[0-9a-f-]{36}$/;
const MONTH = /^(\d{4})-(\d{2})$/;

/** What a report can be grouped by. */
export function groupKindsOf(def: ListDef): readonly string[] {
  const filter = def.filters[GROUP_FILTER];
  return filter?.kind === 'enum' ? filter.values : [];
}

/** The days of a month that the report is cut to already. */
function monthWithin(month: string, { startDate, endDate }: ListState['query']) {
  const [, year = '', number = ''] = MONTH.exec(month) ?? [];
  const last = new Date(Date.UTC(Number(year), Number(number), 0)).toISOString().slice(0, 10);
  const first = `${month}-01`;
  return {
    start: startDate !== undefined && startDate > first ? startDate : first,
    end: endDate !== undefined && endDate < last ? endDate : last,
  };
}

/**
 * The query of the same report cut to one group: its rows, ungrouped. Null where no filter names
 * the group, as that of lines without a part.
 */
export function drillInto<F extends FilterDefs>(
  def: ListDef<F>,
  state: ListState<F>,
  group: { readonly by: string; readonly key: string },
): string | null {
  const plain = applyListChange(def, state, {
    kind: 'filter',
    name: GROUP_FILTER,
    value: undefined,
  });
  const query = (next: ListState<F>) => serialiseListState(def, next).toString();
  if (MONTH.test(group.key) && def.dateField !== undefined) {
    return query(
      applyListChange(def, plain, { kind: 'dates', ...monthWithin(group.key, state.query) }),
    );
  }
  const name = `${group.by}Id`;
  if (def.filters[name]?.kind !== 'id' || !ID.test(group.key)) return null;
  return query(applyListChange(def, plain, { kind: 'filter', name, value: [group.key] }));
}
