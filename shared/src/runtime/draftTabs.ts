import { draftTab, storedDrafts, writeWaitingDrafts } from './drafts.ts';
import { STORAGE_KEYS, tabStorage, writeJson } from './storage.ts';

/** Whoever signs in next in this browser may be the same person: a session that has ended does not matter. */
function leave(isOf: (tab: string) => boolean): void {
  const drafts = storedDrafts();
  const entries = Object.entries(drafts.entries).map(([key, entry]) => [
    key,
    entry.tab && isOf(entry.tab) ? { ...entry, left: true } : entry,
  ]);
  if (entries.length > 0)
    writeJson(STORAGE_KEYS.drafts, { ...drafts, entries: Object.fromEntries(entries) });
}

addEventListener('pagehide', () => {
  writeWaitingDrafts();
  tabStorage.put(STORAGE_KEYS.tab, draftTab);
  leave((of) => of === draftTab);
});

// A tab that crashed has said nothing: its lock is gone with it.
const LOCK = 'boxyard-tab-';
if ('locks' in navigator) {
  void navigator.locks.request(LOCK + draftTab, () => new Promise(() => undefined));
  void navigator.locks.query().then(({ held, pending }) => {
    const open = new Set([...(held ?? []), ...(pending ?? [])].map(({ name }) => name));
    leave((of) => of !== draftTab && !open.has(LOCK + of));
  });
}
