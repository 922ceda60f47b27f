import { readJson, remove, STORAGE_KEYS, tabStorage, writeJson } from './storage.ts';

/**
 * What somebody has typed and not yet saved. It survives a 401, a reload and a crash, belongs to
 * one person, and goes with an explicit sign-out or another's sign-in (domain-conventions "Authentication").
 */
export interface DraftEntry {
  readonly value: unknown;
  readonly at: number;
  /** The tab in which it is typed; null once that tab is gone. */
  readonly tab?: string | null;
  /** The tab's page was left: the next page of the tab takes it over, or another tab. */
  readonly left?: boolean;
}
type Entries = Readonly<Record<string, DraftEntry>>;
interface Drafts {
  readonly owner: string | null;
  readonly entries: Entries;
}

const NONE: Drafts = { owner: null, entries: {} };
/** A forgotten draft does not come back a month later. */
const KEEP_MS = 14 * 24 * 60 * 60 * 1000;

export const storedDrafts = (): Drafts => readJson<Drafts>(STORAGE_KEYS.drafts) ?? NONE;
export const draftOwner = (): string | null =>
  readJson<{ id?: string }>(STORAGE_KEYS.profileUser)?.id ?? null;

/** A draft by its key (`purchase-request:new`), or null. */
export function readDraft<T>(key: string): { value: T; at: Date } | null {
  const { owner: whose, entries } = storedDrafts();
  const entry = whose !== null && whose === draftOwner() ? entries[key] : undefined;
  if (!entry || Date.now() - entry.at > KEEP_MS) return null;
  return { value: entry.value as T, at: new Date(entry.at) };
}

/**
 * Taken out while a page lives, so that a tab that is opened as a copy of this one gets a name of its
 * own.
 */
export const draftTab =
  tabStorage.take<string>(STORAGE_KEYS.tab) ?? `${Date.now()}-${String(Math.random()).slice(2)}`;

/** Writes the drafts of whoever is signed in; those that are forgotten go. */
export function changeDrafts(changed: (entries: Entries) => Entries): void {
  const person = draftOwner();
  if (person === null) return;
  const drafts = storedDrafts();
  const entries = Object.entries(changed(drafts.owner === person ? drafts.entries : {}));
  const since = Date.now() - KEEP_MS;
  writeJson(STORAGE_KEYS.drafts, {
    owner: person,
    entries: Object.fromEntries(entries.filter(([, { at }]) => at > since)),
  });
}

export const writeDraft = (key: string, value: unknown): void =>
  changeDrafts((entries) => ({ ...entries, [key]: { value, at: Date.now(), tab: draftTab } }));

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
  changeDrafts(({ [key]: _dropped, ...entries }) => entries);
}

/** Explicit sign-out. */
export function dropAllDrafts(): void {
  for (const key of [...waiting.keys()]) forgetWaiting(key);
  remove(STORAGE_KEYS.drafts);
}

/** Sign-in: another person's drafts go. */
export function keepDraftsOf(person: string): void {
  if (storedDrafts().owner !== person) dropAllDrafts();
}
