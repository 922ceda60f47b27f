import { DAY } from '../domain/service/fieldDay.ts';

/** Forgets the day that a page has kept for work without a network, and the files of its service worker. */
export function dropDay(): void {
  window.indexedDB?.deleteDatabase(DAY);
  void window.caches?.delete(DAY);
  // The worker may be keeping files at this moment.
  void navigator.serviceWorker?.getRegistration().then((one) => one?.active?.postMessage(null));
}
