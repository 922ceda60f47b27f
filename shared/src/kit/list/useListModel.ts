import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { endpointOf } from '../../client/call.ts';
import type { ApiError } from '../../client/errors.ts';
import { rowOptions } from '../../client/query.ts';
import type { ListAnswer } from '../../contract/endpoint.ts';
import type { ListName } from '../../contract/index.ts';
import { DEFAULT_LIMIT, type ListDef, type ListQuery } from '../../contract/list.ts';
import { useAbility } from '../../runtime/ability.tsx';
import { setTableColumns, useTablePreferences } from '../../runtime/tablePreferences.ts';
import type { PathParams } from '../page/types.ts';
import type { Column } from '../resource/columns.tsx';
import type { Resource } from '../resource/defineResource.ts';
import type { Row, SummaryOf } from '../resource/types.ts';
import { fittingRows, sizedQuery } from './firstQuery.ts';
import { firstTabOf } from './firstTab.ts';
import { axisOf } from './listState.ts';
import { useListState } from './useListState.ts';

/** The list's definition in the contract. */
export function listDefOf(list: string): ListDef {
  const endpoint = endpointOf(list);
  if (endpoint.kind !== 'list') throw new Error(`"${list}" is no list of the contract`);
  return endpoint.list;
}

interface ModelInput<L extends ListName> {
  readonly resource: Resource<L>;
  readonly params?: PathParams | undefined;
  /** Laid under the visitor's own query; its filters are not offered. */
  readonly query?: object | undefined;
}

/** A list without its looks: state, rows, columns. What ListPage and ReportPage share. */
export function useListModel<L extends ListName>({
  resource,
  params,
  query: fixed,
}: ModelInput<L>) {
  const own = listDefOf(resource.list);
  const fixedFilters = (fixed as { filters?: object } | undefined)?.filters;
  // A page that fixes a filter shows all of a few rows, unless its resource says otherwise.
  const isWhole = fixedFilters !== undefined && resource.firstTab !== 'ongoing';
  const state = useListState(own, isWhole ? undefined : firstTabOf(own, resource));
  const { by } = state;
  const def = useMemo(() => axisOf(own, by), [own, by]);
  const ability = useAbility();
  const preferences = useTablePreferences();
  const [fitting] = useState(() => fittingRows(window));
  const query = {
    ...sizedQuery(state.query as ListQuery, preferences.pageSize ?? fitting),
    ...fixed,
    filters: { ...state.query.filters, ...fixedFilters },
  } as ListQuery;
  const answer = useQuery({
    ...rowOptions(resource.list, { params, query, loading: false }),
    placeholderData: (previous: unknown) => previous,
  });

  // Totals and sums of long lists are worked out when somebody asks, for what is filtered then.
  const narrowed = JSON.stringify([params, { ...query, page: 1, limit: 0, sort: '', after: '' }]);
  const [wholeOf, setWholeOf] = useState<string>();
  const wholeQuery = { ...query, page: 1, limit: DEFAULT_LIMIT, after: undefined, exact: true };
  const whole = useQuery({
    ...rowOptions(resource.list, { params, query: wholeQuery, loading: false }),
    enabled: wholeOf === narrowed,
  });
  const data = answer.data as ListAnswer<Row<L>> | undefined;
  const meta = data?.meta;
  const wholeMeta =
    wholeOf === narrowed ? (whole.data as ListAnswer<Row<L>> | undefined)?.meta : undefined;

  const allowed = useMemo(
    () =>
      resource.columns.filter(({ options }) => {
        const [subject = '', action = ''] = options.ability?.split(':') ?? [];
        return options.ability === undefined || ability.can(action, subject);
      }),
    [resource, ability],
  );
  const wanted =
    state.columns ??
    preferences.columns[resource.list] ??
    allowed.filter(({ options }) => options.hidden !== true).map(({ key }) => key);
  const wantedKey = wanted.join();
  // The same array while the same columns are shown: a row is drawn again only when it must be.
  const columns = useMemo<readonly Column<Row<L>>[]>(() => {
    const keys = wantedKey.split(',');
    const shown = allowed.filter(({ key }) => keys.includes(key));
    return shown.length > 0 ? shown : allowed;
  }, [allowed, wantedKey]);

  return {
    def,
    /** What the tabs may be by; none where there is no choice. */
    axes: own.axes && own.counts ? [own.counts, ...own.axes] : [],
    state,
    query,
    columns,
    allColumns: allowed,
    /** Filters decided by the page, not offered to the visitor. */
    fixedNames: new Set(Object.keys(fixedFilters ?? {})),
    data,
    /** Undefined while only the rows of another query are here. */
    total:
      meta === undefined || answer.isPlaceholderData
        ? undefined
        : {
            count: wholeMeta?.totalItems ?? meta.totalItems,
            isMore: wholeMeta === undefined && meta.totalIsLowerBound === true,
          },
    summary: (meta?.summary ?? wholeMeta?.summary) as SummaryOf<L> | undefined,
    countAll: { run: () => setWholeOf(narrowed), isRunning: whole.isFetching },
    error: answer.error as ApiError | null,
    isPending: answer.isPending,
    /** Rows of an earlier query stand in until the new ones come. */
    isStale: answer.isPlaceholderData,
    retry: () => void answer.refetch(),
    setColumns: (next: readonly string[] | null) => {
      setTableColumns(resource.list, next);
      state.change({ kind: 'columns', columns: next });
    },
  };
}

export type ListModel<L extends ListName> = ReturnType<typeof useListModel<L>>;
