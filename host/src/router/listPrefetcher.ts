import { listRowOf, prefetchList } from '@boxyard/shared/client';
import type { PageContribution } from '@boxyard/shared/contract/remote.ts';
import { firstQuery, fittingRows } from '@boxyard/shared/kit/list/firstQuery.ts';
import { tablePageSize } from '@boxyard/shared/runtime/tablePreferences.ts';
import type { QueryClient } from '@tanstack/react-query';

/** Begins to ask for the rows of a page whose code may still be on its way. */
export type PrefetchRows = (page: Pick<PageContribution, 'list'>, params: URLSearchParams) => void;

/** What a page's contribution says of its first list is all that is known of it here. */
export const listPrefetcher =
  (client: QueryClient): PrefetchRows =>
  ({ list }, params) => {
    const row = list && listRowOf(list.call);
    if (!row || list.unless?.some((key) => params.has(key))) return;
    const pageSize = tablePageSize() ?? fittingRows(window);
    const query = firstQuery(row.list, { params, begins: list.begins, pageSize });
    void prefetchList(client, list.call, query);
  };
