import { useCallback, useContext } from 'react';
import {
  type NavigateOptions,
  UNSAFE_DataRouterContext,
  useLocation,
  useSearchParams,
} from 'react-router-dom';

export type ChangeQuery = (
  change: (current: URLSearchParams) => URLSearchParams,
  options?: NavigateOptions,
) => void;

/**
 * The query of the address, and a way to change a part of it. The router's own hands a change what was
 * last drawn: of two changes before the next drawing, the second would take the first one back (a
 * record opened while the search is still being sent would close again). This one starts from where
 * the router is or is going, and leaves the address alone once another page has been chosen, though its
 * code may still be on its way.
 */
export function useQueryParams(): [URLSearchParams, ChangeQuery] {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const change = useCallback<ChangeQuery>(
    (update, options) => {
      const now = router?.state.navigation.location ?? router?.state.location;
      if (now && now.pathname !== pathname) return;
      setParams((drawn) => update(now ? new URLSearchParams(now.search) : drawn), options);
    },
    [router, pathname, setParams],
  );
  return [params, change];
}

/** One key of the query: what is open beside a list, kept in the address so that it can be passed on. */
export function useQueryKey(key: string): [string | null, (value: string | null) => void] {
  const [params, change] = useQueryParams();
  const set = (value: string | null) =>
    change(
      (current) => {
        if (value === null) current.delete(key);
        else current.set(key, value);
        return new URLSearchParams(current);
      },
      { preventScrollReset: true },
    );
  return [params.get(key), set];
}
