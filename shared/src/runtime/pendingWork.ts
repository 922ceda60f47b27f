import { readJson, readText, remove, STORAGE_KEYS, writeJson } from './storage.ts';

/**
 * What somebody did on this device and the server does not know yet. Unlike a draft it is work done:
 * it outlives a sign-out and another's sign-in, and is shown to its owner alone.
 */
const keyOf = (key: string): string | null => {
  const owner = readJson<{ id?: string }>(STORAGE_KEYS.profileUser)?.id;
  return owner ? `kept:${owner}:${key}` : null;
};

export function readPendingWork<T>(key: string): T | null {
  const own = keyOf(key);
  return own === null ? null : readJson<T>(own);
}

/** Whether it is really there now: a storage may be full or refused, and then its owner is told. */
export function storePendingWork(key: string, value: unknown): boolean {
  const own = keyOf(key);
  if (own === null) return false;
  writeJson(own, value);
  return readText(own) === JSON.stringify(value);
}

export function dropPendingWork(key: string): void {
  const own = keyOf(key);
  if (own !== null) remove(own);
}
