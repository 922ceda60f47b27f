import { forgetFailedParts } from '@boxyard/shared/runtime';
import { useEffect, useRef } from 'react';

// Code may fail to come after its page was left, when nothing stands in its place any more: the next
// time that the page is opened with a network it is asked for again.
addEventListener('online', forgetFailedParts);

/**
 * For what stands in the place of something that failed: tries again when the browser is online again.
 * Whatever takes its place, also after leaving for another page, asks anew for code that did not come.
 */
export function useRecovery(retry: () => void): () => void {
  const latest = useRef(retry);
  latest.current = retry;
  const again = useRef(() => {
    forgetFailedParts();
    latest.current();
  }).current;
  useEffect(() => {
    addEventListener('online', again);
    return () => {
      removeEventListener('online', again);
      forgetFailedParts();
    };
  }, [again]);
  return again;
}
