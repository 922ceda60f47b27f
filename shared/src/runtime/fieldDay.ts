import { DAY_DATABASE, DAY_FILES } from '../domain/service/fieldDay.ts';

/** Forgets the day that a page has kept for work without a network, and the files of its service worker. */
export function dropDay(): void {
  globalThis.indexedDB?.deleteDatabase(DAY_DATABASE);
  void globalThis.caches?.delete(DAY_FILES);
}
