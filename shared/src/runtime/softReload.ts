import { create } from 'zustand';
import { lower, raise } from './loading.ts';

/** specification 4 and 9. */
const BAR_MS = 1000;

/** When data was last asked for anew by the person; 0 until then. */
export const softReloadStore = create<{ readonly refreshedAt: number }>(() => ({ refreshedAt: 0 }));

/** Resets the forced-refresh timestamp, starts the loading bar and finishes it after 1000 ms. */
export function softReload(): void {
  softReloadStore.setState({ refreshedAt: Date.now() });
  raise('bar');
  setTimeout(() => lower('bar'), BAR_MS);
}

/** For pages that read something other than queries: a new value means "read again". */
export const useRefreshedAt = (): number => softReloadStore((state) => state.refreshedAt);
