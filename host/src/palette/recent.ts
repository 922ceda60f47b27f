import { crumbStore, STORAGE_KEYS, sessionStore } from '@boxyard/shared/runtime';
import { readJson, writeJson } from '@boxyard/shared/runtime/storage.ts';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useCurrentPage } from '../layout/useCurrentPage.ts';

/** Records that are kept; the palette shows fewer. */
const KEPT = 12;

/** A record that was opened, as its page called it. */
export interface RecentRecord {
  readonly title: string;
  readonly path: string;
  /** Route name of its page. */
  readonly page: string;
}

interface Stored {
  readonly userId: string;
  readonly records: readonly RecentRecord[];
}

const isRecord = (value: unknown): value is RecentRecord => {
  const { title, path, page } = (value ?? {}) as Partial<Record<keyof RecentRecord, unknown>>;
  return typeof title === 'string' && typeof path === 'string' && typeof page === 'string';
};

/** What this person opened last in this browser, newest first. */
export function recentRecords(): RecentRecord[] {
  const stored = readJson<Partial<Stored>>(STORAGE_KEYS.recent);
  if (stored?.userId !== sessionStore.getState().user?.id) return [];
  return Array.isArray(stored?.records) ? stored.records.filter(isRecord) : [];
}

export function rememberRecord(record: RecentRecord): void {
  const userId = sessionStore.getState().user?.id;
  if (userId === undefined) return;
  const others = recentRecords().filter(({ path }) => path !== record.path);
  writeJson(STORAGE_KEYS.recent, { userId, records: [record, ...others].slice(0, KEPT) });
}

/** Notes the open record once its page has named it. */
export function useRememberedRecord(): void {
  const page = useCurrentPage();
  const { pathname } = useLocation();
  const title = crumbStore((named) => (page ? named[page.name]?.title : undefined));
  const name = page?.path.includes(':') ? page.name : undefined;
  useEffect(() => {
    if (name !== undefined && title) rememberRecord({ title, path: pathname, page: name });
  }, [name, title, pathname]);
}
