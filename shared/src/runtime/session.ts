import { create } from 'zustand';
import type { Profile } from '../contract/areas/auth.ts';
import { type Grant, type GrantSet, grantSet, grantsOf } from '../domain/access/abilities.ts';
import type { Viewer } from '../domain/machine/machine.ts';
import { updateAbility } from './ability.tsx';
import { dropAllDrafts, keepDraftsOf, writeWaitingDrafts } from './drafts.ts';
import { dropDay } from './fieldDay.ts';
import { dropOutbox, keepOutboxOf } from './outbox.ts';
import { readJson, readText, remove, SESSION_KEYS, STORAGE_KEYS, writeJson } from './storage.ts';
import { authStore } from './stores.ts';

export { hasSession } from './storage.ts';
export { getToken, startSession } from './token.ts';

/** What the header shows of a person (domain-conventions "Authentication"). */
export interface ProfileUser {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** First letters of both names; empty without a name. */
  readonly initials: string;
  readonly team: string | null;
  readonly locale: 'en' | 'th';
}

interface SessionState {
  readonly profile: Profile | null;
  readonly user: ProfileUser | null;
  readonly grants: GrantSet;
}

const NOBODY: SessionState = { profile: null, user: null, grants: new Set() };

/** Who is signed in, for this tab; filled from storage at start and by `saveProfile`. */
export const sessionStore = create<SessionState>(() => NOBODY);

/** A Thai initial is the first consonant: a vowel may stand before it and marks above it. */
const firstLetter = (name: string): string => {
  const [first = ''] = name.trim();
  const thai = /[\u0E00-\u0E7F]/.test(first) ? /[\u0E01-\u0E2E]/.exec(name)?.[0] : undefined;
  return thai ?? first.toUpperCase();
};

export const initialsOf = (firstName: string, lastName: string): string =>
  firstLetter(firstName) + firstLetter(lastName);

function userOf(profile: Profile): ProfileUser {
  const { id, firstName, lastName, team, locale } = profile;
  return {
    id,
    firstName,
    lastName,
    initials: initialsOf(firstName, lastName),
    team: team?.name ?? null,
    locale,
  };
}

/** When the token runs out, or null; a token past it meets the 401 of its first call. */
export function expiresAt(): Date | null {
  const exp = Number(readText(STORAGE_KEYS.exp) ?? Number.NaN);
  return Number.isFinite(exp) ? new Date(exp) : null;
}

function show(profile: Profile, grants: readonly Grant[]): void {
  updateAbility(grants);
  sessionStore.setState({ profile, user: userOf(profile), grants: grantSet(grants) });
}

/** Stores a fresh profile with the abilities that follow from it, and shows them. */
export function saveProfile(profile: Profile): void {
  const grants = grantsOf(profile);
  keepDraftsOf(profile.id);
  keepOutboxOf(profile.id);
  // Another person's day, or one that outlived its session, goes.
  if (readJson<ProfileUser>(STORAGE_KEYS.profileUser)?.id !== profile.id) dropDay();
  writeJson(STORAGE_KEYS.profile, profile);
  writeJson(STORAGE_KEYS.profileUser, userOf(profile));
  writeJson(STORAGE_KEYS.permissions, grants);
  // Whoever the server knows is signed in, also in a browser that kept nothing but the token.
  authStore.setState({ logged: true, role: 'admin' });
  show(profile, grants);
}

/** At app start: the stored profile and permissions (specification 6). Answers whether there were any. */
export function restoreSession(): boolean {
  const profile = readJson<Profile>(STORAGE_KEYS.profile);
  const grants = readJson<Grant[]>(STORAGE_KEYS.permissions);
  if (!profile || !Array.isArray(grants)) return false;
  show(profile, grants);
  return true;
}

/**
 * Clears token, expiry, profile, profile user and permissions (specification 4). An explicit
 * sign-out takes the drafts, what waits to be sent, the day kept for work without a network and the recent records too; a session that ran out leaves them to the same person.
 */
export function endSession({ explicit }: { explicit: boolean }): void {
  if (explicit) {
    dropAllDrafts();
    dropOutbox();
    dropDay();
    remove(STORAGE_KEYS.recent);
  } else writeWaitingDrafts();
  for (const key of SESSION_KEYS) remove(key);
  authStore.setState({ logged: false, role: null });
  updateAbility([]);
  sessionStore.setState(NOBODY);
}

/**
 * Tells when another tab has signed out, or in as somebody else: this tab must follow. Returns the
 * function that stops listening.
 */
export function watchSession(on: { ended: () => void; changed: () => void }): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (key === null || (key === STORAGE_KEYS.token && newValue === null)) on.ended();
    else if (key === STORAGE_KEYS.profileUser && newValue !== null) {
      const before = sessionStore.getState().user?.id;
      const after = readJson<ProfileUser>(STORAGE_KEYS.profileUser)?.id;
      if (before !== undefined && after !== before) on.changed();
    }
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

export const useProfile = (): Profile | null => sessionStore((state) => state.profile);
export const useUser = (): ProfileUser | null => sessionStore((state) => state.user);

/** The signed-in person as the state machines look at them. */
export function useViewer(): Viewer {
  const profile = sessionStore((state) => state.profile);
  const grants = sessionStore((state) => state.grants);
  return {
    userId: profile?.id ?? '',
    grants,
    approvalLimit: profile?.role?.approvalLimit ?? null,
    discountLimitPercent: profile?.role?.discountLimitPercent ?? null,
  };
}
