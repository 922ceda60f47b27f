import { useQuery } from '@tanstack/react-query';
import { rowOptions } from '../../client/query.ts';
import type { ListAnswer } from '../../contract/endpoint.ts';
import type { ListName } from '../../contract/index.ts';
import { fromListOf } from '../list/listMemory.ts';
import { parseListState } from '../list/listState.ts';
import { listDefOf } from '../list/useListModel.ts';
import type { PathParams } from '../page/types.ts';
import type { Resource } from '../resource/defineResource.ts';

type Row = { readonly id: string };

export interface Walk {
  /** From 1, as people count. */
  readonly number: number;
  readonly total: number;
  readonly previous: { readonly id: string; readonly position: number } | null;
  readonly next: { readonly id: string; readonly position: number } | null;
  readonly search: string;
}

interface WalkInput<L extends ListName> {
  readonly resource: Resource<L>;
  readonly params?: PathParams | undefined;
  readonly id: string;
  readonly state: unknown;
}

/** Page and place in it of a position of the query. */
export const pageOfPosition = (
  position: number,
  limit: number,
): { page: number; index: number } => ({
  page: Math.floor(position / limit) + 1,
  index: position % limit,
});

/**
 * The records before and after this one in the list it was opened from: "2 of 9 ‹ ›". A record that
 * has left the query meanwhile (it was approved in a list of what is pending) keeps its place, so
 * the next one is the one that took it.
 */
export function useWalk<L extends ListName>({
  resource,
  params,
  id,
  state,
}: WalkInput<L>): Walk | null {
  const from = fromListOf(state);
  const def = listDefOf(resource.list);
  const { query } = parseListState(def, new URLSearchParams(from?.search ?? ''));
  const position = from?.position ?? 0;
  const at = (where: number) => {
    const { page } = pageOfPosition(Math.max(where, 0), query.limit);
    return {
      ...rowOptions(resource.list, { params, query: { ...query, page }, loading: false }),
      enabled: from !== null,
      staleTime: 60_000,
    };
  };
  const here = useQuery(at(position));
  const before = useQuery(at(position - 1));
  const after = useQuery(at(position + 1));
  if (from === null) return null;

  const rowAt = (where: number, answer: unknown): Row | undefined =>
    where < 0
      ? undefined
      : (answer as ListAnswer<Row> | undefined)?.data[pageOfPosition(where, query.limit).index];
  const answer = here.data as ListAnswer<Row> | undefined;
  const total = answer?.meta.totalItems ?? from.total;
  const stays = rowAt(position, here.data)?.id === id || answer === undefined;
  const nextRow = stays ? rowAt(position + 1, after.data) : rowAt(position, here.data);
  const previousRow = rowAt(position - 1, before.data);
  return {
    number: Math.min(position + 1, Math.max(total, 1)),
    total,
    previous: previousRow ? { id: previousRow.id, position: position - 1 } : null,
    next: nextRow ? { id: nextRow.id, position: stays ? position + 1 : position } : null,
    search: from.search,
  };
}
