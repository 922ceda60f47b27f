import { useCallback, useMemo } from 'react';
import type { FilterDefs, ListDef } from '../../contract/list.ts';
import { useQueryParams } from '../page/useQueryParams.ts';
import {
  applyListChange,
  axisOf,
  type FirstTab,
  type ListChange,
  type ListState,
  parseListState,
  serialiseListState,
  withFirstTab,
} from './listState.ts';

export interface ListStateHandle<F extends FilterDefs = FilterDefs> extends ListState<F> {
  readonly change: (change: ListChange<F>) => void;
  /** Takes over a saved query string whole. */
  readonly apply: (search: string) => void;
  /** The list's own part of the query string, for the way back and the walk through its records. */
  readonly search: string;
  /** Nothing was chosen yet: the list shows what it begins with. */
  readonly isFirst: boolean;
}

/**
 * Changes that replace the address instead of adding a step to the history. The others are
 * navigations: the view scrolls to its top (specification 2).
 */
const QUIET: ReadonlySet<ListChange['kind']> = new Set(['search', 'columns']);

/** Changes of the order or the place in the list: they leave what it begins with as it is. */
const WITHIN: ReadonlySet<ListChange['kind']> = new Set(['sort', 'page', 'limit', 'columns']);

/**
 * A list's state, read from and written to the URL. `first`: what it shows of its counted filter while
 * nothing narrows it; a search goes through everything.
 */
export function useListState<F extends FilterDefs>(
  def: ListDef<F>,
  first?: FirstTab,
): ListStateHandle<F> {
  const [params, setParams] = useQueryParams();
  const key = first?.join();
  // The same array as long as it says the same.
  const begins = useMemo<FirstTab>(() => key?.split(','), [key]);
  const asked = useMemo(() => parseListState(def, params), [def, params]);
  const state = useMemo(() => withFirstTab(def, asked, begins), [def, asked, begins]);
  const change = useCallback(
    (next: ListChange<F>) =>
      setParams(
        (current) => {
          const plain = parseListState(def, current);
          const isBeside = WITHIN.has(next.kind) || next.kind === 'search';
          const from = isBeside ? plain : withFirstTab(def, plain, begins);
          const changed = applyListChange(axisOf(def, from.by), from, next);
          // Where a list begins with everything, nothing has to say so.
          const { isAll: _, ...rest } = changed;
          return serialiseListState(def, begins === undefined ? rest : changed, current);
        },
        QUIET.has(next.kind) ? { replace: true, preventScrollReset: true } : {},
      ),
    [def, setParams, begins],
  );
  const apply = useCallback(
    (search: string) =>
      setParams((current) =>
        serialiseListState(def, parseListState(def, new URLSearchParams(search)), current),
      ),
    [def, setParams],
  );
  const search = useMemo(() => serialiseListState(def, state).toString(), [def, state]);
  return { ...state, change, apply, search, isFirst: state !== asked };
}
