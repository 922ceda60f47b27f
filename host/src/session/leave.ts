import { call } from '@boxyard/shared/client/call.ts';
import { carryNotices } from '@boxyard/shared/runtime/notify.ts';
import { endSession, hasSession } from '@boxyard/shared/runtime/session.ts';
import { logoutPath } from '../router/guards.ts';

/**
 * Visiting Logout: clears the session (specification 2). With a session still stored the visit is an
 * explicit sign-out, which takes the drafts and tells the server; after a 401 it no longer is.
 */
export async function signOut(): Promise<void> {
  if (!hasSession()) return endSession({ explicit: false });
  const told = call('auth.signOut', { silent: true, loading: false, redirect: false });
  // The call has its token. This browser's other tabs must hear of the sign-out from here, before the
  // 401 of their event streams would tell them that a session ran out.
  endSession({ explicit: true });
  // A server that cannot be reached must not keep anybody waiting here.
  await Promise.race([told.catch(() => undefined), new Promise((done) => setTimeout(done, 1500))]);
}

let leaving = false;

/**
 * Loads a document of the sign-in entry; what is being said goes along. The first reason to leave
 * counts: a sign-out elsewhere and the 401 that follows it would interrupt each other.
 */
export function loadDocument(path: string): void {
  if (leaving) return;
  leaving = true;
  // Somebody may have answered the browser's question about unsaved changes with "stay".
  setTimeout(() => {
    leaving = false;
  }, 5000);
  carryNotices();
  location.assign(path);
}

/** 401 of any call: the session is over, typed text stays, and sign-in leads back here. */
export function onUnauthorized(): void {
  endSession({ explicit: false });
  loadDocument(logoutPath(location));
}
