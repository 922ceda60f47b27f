import { useEffect, useRef } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { confirm } from '../../runtime/dialogs.ts';
import { hasSession } from '../../runtime/session.ts';
import { useKitText } from '../../ui/useKitText.ts';

/** Ways out that are not the visitor's choice: a session that has ended (domain-conventions "Authentication"). */
const WAYS_OUT = ['/login', '/logout'];

/**
 * Asks before a page with unsaved input is left, by link, back button or closed tab. Returns the
 * function that opens the way once, after saving.
 */
export function useUnsavedGuard(isDirty: boolean): () => void {
  const t = useKitText();
  const open = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !open.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      !WAYS_OUT.includes(nextLocation.pathname),
  );
  useBeforeUnload((event) => {
    if (isDirty && !open.current && hasSession()) event.preventDefault();
  });
  const { location } = blocker;
  const latest = useRef(blocker);
  latest.current = blocker;
  const isAsking = useRef(false);
  // Whoever stays and leaves again before the page is drawn has left the state as it was: a navigation
  // is known by its location.
  useEffect(() => {
    if (!location || isAsking.current) return;
    isAsking.current = true;
    void confirm({
      title: t('unsaved.title'),
      body: t('unsaved.text'),
      okText: t('unsaved.leave'),
      cancelText: t('unsaved.stay'),
    }).then(({ ok }) => {
      isAsking.current = false;
      if (ok) latest.current.proceed?.();
      else latest.current.reset?.();
    });
  }, [location, t]);
  return () => {
    open.current = true;
  };
}
