import { useSyncExternalStore } from 'react';

/** Below this width tables become cards and the action bar moves down (specification 9: 700 px). */
const NARROW = '(max-width: 699.98px)';

const subscribe = (onChange: () => void): (() => void) => {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/** True on a phone. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(NARROW).matches,
    () => false,
  );
