import { readJson, remove, STORAGE_KEYS, writeJson } from './storage.ts';

/**
 * What somebody has typed and not yet saved. It survives a 401, a reload and a crash, belongs to
 * one person, and goes with an explicit sign-out or another's sign-in (handbook "Authentication").
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

export function dropDraft(key: string): void {
  const drafts = stored();
  const { [key]: _dropped, ...entries } = drafts.entries;
  writeJson(STORAGE_KEYS.drafts, { ...drafts, entries });
}

/** Explicit sign-out. */
export const dropAllDrafts = (): void => remove(STORAGE_KEYS.drafts);

/** Sign-in: another person's drafts go. */
export function keepDraftsOf(person: string): void {
  if (stored().owner !== person) dropAllDrafts();
}
