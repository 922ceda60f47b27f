import type { QueryClient } from '@tanstack/react-query';
import type { ListEndpoint } from '../contract/endpoint.ts';
import type { ListQuery } from '../contract/list.ts';
import { callRow, registeredEndpoint, sendRow } from './call.ts';
import { ports } from './ports.ts';
import { rowKeyOf } from './query.ts';

/** An answer that no page has asked for by then is thrown away. */
const UNUSED_MS = 15_000;

const announced = new Map<string, ListEndpoint>();

/** As much of a list's row as a request needs. */
const isRow = (value: unknown): value is Pick<ListEndpoint, 'path' | 'list' | 'client'> => {
  const row = (value ?? {}) as Partial<ListEndpoint>;
  return typeof row.path === 'string' && typeof row.list === 'object';
};

/** Rows of lists that the server has named before the code that registers them has come. */
export function addListRows(rows: Readonly<Record<string, unknown>>): void {
  for (const [key, row] of Object.entries(rows)) {
    if (isRow(row)) announced.set(key, { kind: 'list', method: 'GET', ...row } as ListEndpoint);
  }
}

/** The row of a list, as the code here knows it or as the server has named it. */
export function listRowOf(key: string): ListEndpoint | undefined {
  const row = registeredEndpoint(key) ?? announced.get(key);
  return row?.kind === 'list' ? row : undefined;
}

/**
 * Asks for a list before its page's code is here (docs/adr/0074). The answer waits under the very key
 * that the page will ask by: whoever asks for something else never sees it. What goes wrong is nobody's
 * business until a page waits for it; then it is asked for again, as that page asks.
 */
export async function prefetchList(
  client: QueryClient,
  key: string,
  query: ListQuery,
): Promise<void> {
  const row = listRowOf(key);
  if (row === undefined) return;
  const input = { query, loading: false };
  const queryKey = rowKeyOf(key, row, input);
  const token = ports().getToken();
  const cached = () => client.getQueryCache().find({ queryKey, exact: true });
  const isAwaited = () => (cached()?.getObserversCount() ?? 0) > 0;
  await client.prefetchQuery({
    queryKey,
    gcTime: UNUSED_MS,
    queryFn: async ({ signal }) => {
      try {
        const answer = await sendRow(row, { ...input, signal, silent: true, redirect: false });
        // Meanwhile somebody else may have signed in.
        if (ports().getToken() === token) return answer;
        throw new DOMException('It was asked for by somebody else', 'AbortError');
      } catch (error) {
        if (signal.aborted || !isAwaited()) throw error;
        return callRow(key, { ...input, signal });
      }
    },
  });
  if (cached()?.state.status === 'error' && !isAwaited())
    client.removeQueries({ queryKey, exact: true });
}
