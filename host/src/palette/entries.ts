import type { Command } from '@boxyard/shared/runtime';

export interface PaletteEntry {
  readonly id: string;
  readonly title: { readonly en: string; readonly th: string };
  /** What stands beside the title: the area of a page. */
  readonly aside: string;
  /** Of a record: its day and the words of its status. */
  readonly date?: string;
  readonly status?: string;
  readonly words: string;
  readonly run: () => void;
}

/** Entries under a heading; a group that could not be read says so instead. */
export interface PaletteGroup {
  readonly id: string;
  readonly label: string;
  readonly aside?: string;
  readonly entries: readonly PaletteEntry[];
  readonly retry?: (() => void) | undefined;
}

const fold = (text: string): string => text.normalize('NFC').toLowerCase();

const wordsOf = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean);

/** Whether a title begins with the query, in either language. */
const begins = ({ title }: PaletteEntry, query: string): boolean =>
  [title.en, title.th].some((text) => fold(text).startsWith(wordsOf(query).join(' ')));

/** The groups in their order, but first those of which a title begins with what is typed. */
export const inOrder = (groups: readonly PaletteGroup[], query: string): PaletteGroup[] => {
  const rank = ({ entries }: PaletteGroup) => (entries.some((one) => begins(one, query)) ? 0 : 1);
  return groups.toSorted((a, b) => rank(a) - rank(b));
};

/** Entries that contain every word of the query, in either language; titles that begin with it first. */
export function search(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const words = wordsOf(query);
  if (words.length === 0) return [...entries];
  const rank = (entry: PaletteEntry) => (begins(entry, query) ? 0 : 1);
  return entries
    .filter(({ title, words: more, aside }) => {
      const text = fold(`${title.en} ${title.th} ${more} ${aside}`);
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => rank(a) - rank(b));
}

/** Groups that have something to show. */
export const shownGroups = (groups: readonly PaletteGroup[]): PaletteGroup[] =>
  groups.filter(({ entries, retry }) => entries.length > 0 || retry !== undefined);

export const commandEntry = (command: Command): PaletteEntry => ({
  id: `command:${command.id}`,
  title: command.title,
  aside: '',
  words: command.keywords ?? '',
  run: command.run,
});
