import type { ListName } from '@boxyard/shared/contract';
import words from './listTitles.json' with { type: 'json' };
import type { Localised } from './record.ts';

/** Headings of printed lists: the names of their pages and tabs. */
const TITLES: Readonly<Partial<Record<string, Localised>>> = words.titles;

/** The heading of a printed list. A list that exports and has none is an error of its author's. */
export function titleOfList(name: ListName): Localised {
  const title = TITLES[name];
  if (title === undefined) throw new Error(`${name}: a list that prints has a title`);
  return title;
}

/** Filters that no column of the export is named like. */
export const FILTER_WORDS: Readonly<Record<string, Localised>> = words.filters;

/** Words for filters that are a flag. */
export const FLAG_WORDS: Readonly<Record<'true' | 'false', Localised>> = words.flags;
