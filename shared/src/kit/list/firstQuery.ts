import { DEFAULT_LIMIT, type ListDef, type ListQuery } from '../../contract/list.ts';
import { type FirstTab, parseListState, withFirstTab } from './listState.ts';

/** Height of a row, and of all that stands above and below the rows, on a desk. */
const ROW_HEIGHT = 41;
const AROUND = 400;
/** Largest page of a table (specification 2, Shell). */
const LARGEST = 100;

/** Rows, by tens, that the window shows without scrolling; cards of a phone are scrolled anyway. */
export function fittingRows({ innerHeight, innerWidth }: Window): number {
  const rows = Math.floor((innerHeight - AROUND) / ROW_HEIGHT / 10) * 10;
  return innerWidth < 768 ? DEFAULT_LIMIT : Math.min(Math.max(rows, DEFAULT_LIMIT), LARGEST);
}

/** An address that names no size has `pageSize`: what this person chose last, or what fits the window. */
export const sizedQuery = (query: ListQuery, pageSize: number): ListQuery =>
  query.limit === DEFAULT_LIMIT ? { ...query, limit: pageSize } : query;

/** What an address asks of a list that begins with some of its rows. */
export interface Asked {
  readonly params: URLSearchParams;
  readonly begins: FirstTab;
  readonly pageSize: number;
}

/** The query that a list's page asks by first: known without any of its code (docs/adr/0074). */
export const firstQuery = (def: ListDef, { params, begins, pageSize }: Asked): ListQuery =>
  sizedQuery(withFirstTab(def, parseListState(def, params), begins).query, pageSize);
