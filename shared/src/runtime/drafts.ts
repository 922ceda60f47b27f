import { readJson, remove, STORAGE_KEYS, writeJson } from './storage.ts';

/**
 * What somebody has typed and not yet saved. It survives a 401, a reload and a crash, belongs to
 * one person, and goes with an explicit sign-out or another's sign-in (domain-conventions "Authentication").
 */
interface Drafts {
  readonly owner: string | null;
  readonly entries: Readonly<Record<string, { readonly value: unknown; readonly at: number }>>;
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

export function writeDraft(key: string, value: unknown): void {
  const person = owner();
  if (person === null) return;
  const drafts = stored();
  const entries = drafts.owner === person ? drafts.entries : {};
  writeJson(STORAGE_KEYS.drafts, {
    owner: person,
    entries: { ...entries, [key]: { value, at: Date.now() } },
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
  const drafts = stored();
  const { [key]: _dropped, ...entries } = drafts.entries;
  writeJson(STORAGE_KEYS.drafts, { ...drafts, entries });
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
