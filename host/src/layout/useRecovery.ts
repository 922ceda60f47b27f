import { forgetFailedParts } from '@boxyard/shared/runtime';
import { useEffect, useRef } from 'react';

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
