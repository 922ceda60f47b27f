import { readJson, remove, STORAGE_KEYS, tabStorage, writeJson } from './storage.ts';

/**
 * What somebody has typed and not yet saved. It survives a 401, a reload and a crash, belongs to
 * one person, and goes with an explicit sign-out or another's sign-in (domain-conventions "Authentication").
 */
interface Entry {
  readonly value: unknown;
  readonly at: number;
  /** The tab in which it is typed; null once that tab is gone. */
  readonly tab?: string | null;
  /** The tab's page was left: the next page of the tab takes it over, or another tab. */
  readonly left?: boolean;
}
type Entries = Readonly<Record<string, Entry>>;
interface Drafts {
  readonly owner: string | null;
  readonly entries: Entries;
}

const NONE: Drafts = { owner: null, entries: {} };
/** A forgotten draft does not come back a month later. */
const KEEP_MS = 14 * 24 * 60 * 60 * 1000;

const stored = (): Drafts => readJson<Drafts>(STORAGE_KEYS.drafts) ?? NONE;
const owner = (): string | null => readJson<{ id?: string }>(STORAGE_KEYS.profileUser)?.id ?? null;

/** A draft by its key (`purchase-request:new`), or null. */
export function readDraft<T>(key: string): { value: T; at: Date } | null {
  const { owner: whose, entries } = stored();
  const entry = whose !== null && whose === owner() ? entries[key] : undefined;
  if (!entry || Date.now() - entry.at > KEEP_MS) return null;
  return { value: entry.value as T, at: new Date(entry.at) };
}

/**
 * Taken out while a page lives, so that a tab that is opened as a copy of this one gets a name of its
 * own.
 */
const tab =
  tabStorage.take<string>(STORAGE_KEYS.tab) ?? `${Date.now()}-${String(Math.random()).slice(2)}`;

/** Writes the drafts of whoever is signed in; those that are forgotten go. */
function change(changed: (entries: Entries) => Entries): void {
  const person = owner();
  if (person === null) return;
  const drafts = stored();
  const entries = Object.entries(changed(drafts.owner === person ? drafts.entries : {}));
  const since = Date.now() - KEEP_MS;
  writeJson(STORAGE_KEYS.drafts, {
    owner: person,
    entries: Object.fromEntries(entries.filter(([, { at }]) => at > since)),
  });
}

export const writeDraft = (key: string, value: unknown): void =>
  change((entries) => ({ ...entries, [key]: { value, at: Date.now(), tab } }));

/**
 * The key of a form's draft: that of this tab, else one that a closed tab has left, else a new one. What
 * is being typed in another open tab is left alone.
 */
export function claimDraft(form: string): string {
  const { owner: whose, entries } = stored();
  const rank = ({ tab: of, at }: Entry) => (of === tab ? Number.POSITIVE_INFINITY : at);
  const [found] = Object.entries(whose === owner() ? entries : {})
    .filter(
      ([key, entry]) =>
        key.split('#')[0] === form && (entry.tab === tab || entry.left || !entry.tab),
    )
    .sort(([, a], [, b]) => rank(b) - rank(a));
  if (!found) return `${form}#${Date.now()}-${tab}`;
  const [key, entry] = found;
  change((all) => ({ ...all, [key]: { ...entry, tab, left: false } }));
  return key;
}

/** Whoever signs in next in this browser may be the same person: a session that has ended does not matter. */
function leave(isOf: (tab: string) => boolean): void {
  const drafts = stored();
  const entries = Object.entries(drafts.entries).map(([key, entry]) => [
    key,
    entry.tab && isOf(entry.tab) ? { ...entry, left: true } : entry,
  ]);
  if (entries.length > 0)
    writeJson(STORAGE_KEYS.drafts, { ...drafts, entries: Object.fromEntries(entries) });
}

addEventListener('pagehide', () => {
  writeWaitingDrafts();
  tabStorage.put(STORAGE_KEYS.tab, tab);
  leave((of) => of === tab);
});

// A tab that crashed has said nothing: its lock is gone with it.
const LOCK = 'boxyard-tab-';
if ('locks' in navigator) {
  void navigator.locks.request(LOCK + tab, () => new Promise(() => undefined));
  void navigator.locks.query().then(({ held, pending }) => {
    const open = new Set([...(held ?? []), ...(pending ?? [])].map(({ name }) => name));
    leave((of) => of !== tab && !open.has(LOCK + of));
  });
}

/** How long typing must pause before it is kept. */
const KEEP_AFTER_MS = 500;

interface Waiting {
  readonly value: unknown;
  readonly timer: ReturnType<typeof setTimeout>;
}
const waiting = new Map<string, Waiting>();

/** What waits to be kept under this key is not kept. */
export function forgetWaiting(key: string): void {
  clearTimeout(waiting.get(key)?.timer);
  waiting.delete(key);
}

/** Keeps a draft once typing pauses. */
export function writeDraftSoon(key: string, value: unknown): void {
  forgetWaiting(key);
  const timer = setTimeout(() => {
    waiting.delete(key);
    writeDraft(key, value);
  }, KEEP_AFTER_MS);
  waiting.set(key, { value, timer });
}

/** Keeps at once what was typed a moment ago: the session is about to end. */
export function writeWaitingDrafts(): void {
  for (const [key, { value }] of [...waiting]) {
    forgetWaiting(key);
    writeDraft(key, value);
  }
}

export function dropDraft(key: string): void {
  forgetWaiting(key);
  change(({ [key]: _dropped, ...entries }) => entries);
}

/** Explicit sign-out. */
export function dropAllDrafts(): void {
  for (const key of [...waiting.keys()]) forgetWaiting(key);
  remove(STORAGE_KEYS.drafts);
}

/** Sign-in: another person's drafts go. */
export function keepDraftsOf(person: string): void {
  if (stored().owner !== person) dropAllDrafts();
}
