/**
 * Where somebody came from in a list, so that the way back leads to the same query and the same row
 * (quality "Pleasant"). It lives as long as the page; the document's history entry carries the
 * rest through a reload.
 */
interface Visit {
  readonly search: string;
  readonly row: string;
}

const visits = new Map<string, Visit>();

export const rememberRow = (path: string, visit: Visit): void => {
  visits.set(path, visit);
};

/** The row to focus: only when the list shows the very query it was left with. */
export function rowLeftAt(path: string, search: string): string | undefined {
  const visit = visits.get(path);
  return visit?.search === search ? visit.row : undefined;
}

export const forgetRow = (path: string): void => {
  visits.delete(path);
};

export const lastSearch = (path: string): string => visits.get(path)?.search ?? '';

/** What a link from a list to a record carries in its history entry. */
export interface FromList {
  readonly fromList: {
    /** The list's query string. */
    readonly search: string;
    /** Position of the record in the whole query, from 0. */
    readonly position: number;
    readonly total: number;
  };
}

export const fromListOf = (state: unknown): FromList['fromList'] | null => {
  const value = (state as Partial<FromList> | null)?.fromList;
  return value && typeof value.search === 'string' && typeof value.position === 'number'
    ? value
    : null;
};
