import { navigationStore, sessionStore } from '@boxyard/shared/runtime';
import { readJson, writeText } from '@boxyard/shared/runtime/storage.ts';
import { preloadPage } from './preload.ts';

/** How many pages are fetched before anybody asks for them. */
const AHEAD = 3;
/** From then on what was visited counts half: habits change. */
const FADE_AT = 200;

type Visits = Readonly<Record<string, number>>;

/** Several people may share a browser. */
const keyOf = (person: string): string => `visits:${person}`;

function visitsOf(person: string): Visits {
  const kept = readJson<Visits>(keyOf(person));
  return kept !== null && typeof kept === 'object' ? kept : {};
}

export function countVisit(person: string, page: string): void {
  const before = visitsOf(person);
  const now: Visits = { ...before, [page]: (before[page] ?? 0) + 1 };
  const total = Object.values(now).reduce((sum, count) => sum + count, 0);
  const faded = Object.entries(now).map(([name, count]) => [name, count / 2]);
  writeText(keyOf(person), JSON.stringify(total > FADE_AT ? Object.fromEntries(faded) : now));
}

/** Pages that somebody visits most in this browser, the most visited first. */
export const mostVisited = (person: string): string[] =>
  Object.entries(visitsOf(person))
    .sort(([, a], [, b]) => b - a)
    .slice(0, AHEAD)
    .map(([page]) => page);

const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Counts what is visited, and fetches the code of the pages that this person visits most
 * (architecture 2: idle preload of the three most used menus).
 */
export function followHabits(): void {
  const person = sessionStore.getState().user?.id;
  if (person !== undefined && !savesData()) mostVisited(person).forEach(preloadPage);
  navigationStore.subscribe(({ current }, before) => {
    const visitor = sessionStore.getState().user?.id;
    if (visitor !== undefined && current !== null && current !== before.current) {
      countVisit(visitor, current);
    }
  });
}
