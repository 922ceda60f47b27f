import { useCallback, useMemo } from 'react';
import type { FilterDefs, ListDef } from '../../contract/list.ts';
import { useQueryParams } from '../page/useQueryParams.ts';
import {
  applyListChange,
  type ListChange,
  type ListState,
  parseListState,
  serialiseListState,
} from './listState.ts';

export interface ListStateHandle<F extends FilterDefs = FilterDefs> extends ListState<F> {
  readonly change: (change: ListChange<F>) => void;
  /** Takes over a saved query string whole. */
  readonly apply: (search: string) => void;
  /** The list's own part of the query string, for saved views and the way back. */
  readonly search: string;
}

/**
 * Changes that replace the address instead of adding a step to the history. The others are
 * navigations: the view scrolls to its top (specification 2).
 */
const QUIET: ReadonlySet<ListChange['kind']> = new Set(['search', 'columns']);

/** A list's state, read from and written to the URL. */
export function useListState<F extends FilterDefs>(def: ListDef<F>): ListStateHandle<F> {
  const [params, setParams] = useQueryParams();
  const state = useMemo(() => parseListState(def, params), [def, params]);
  const change = useCallback(
    (next: ListChange<F>) =>
      setParams(
        (current) =>
          serialiseListState(
            def,
            applyListChange(def, parseListState(def, current), next),
            current,
          ),
        QUIET.has(next.kind) ? { replace: true, preventScrollReset: true } : {},
      ),
    [def, setParams],
  );
  const apply = useCallback(
    (search: string) =>
      setParams((current) =>
        serialiseListState(def, parseListState(def, new URLSearchParams(search)), current),
      ),
    [def, setParams],
  );
  const search = useMemo(() => serialiseListState(def, state).toString(), [def, state]);
  return { ...state, change, apply, search };
}
