import { useSyncExternalStore } from 'react';

/** Phones: the sidebar lies over the page (specification 9). */
export const MOBILE = '(max-width: 700px)';
/** The sidebar collapses by itself at this width or less (specification 4, 9). */
export const NARROW = '(max-width: 1000px)';

/** Whether a media query holds, kept up to date. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}
