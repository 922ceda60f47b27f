import { call, isApiError } from '@boxyard/shared/client';
import { saveProfile } from '@boxyard/shared/runtime';

/** Fetches who is signed in and stores it with the abilities that follow. */
export async function loadProfile(): Promise<void> {
  saveProfile(await call('auth.profile', { loading: false }));
}

/** The same behind the person's back, after a role change or at start: failures only matter later. */
export async function refreshProfile(): Promise<void> {
  try {
    saveProfile(await call('auth.profile', { loading: false, silent: true }));
  } catch (error) {
    if (!isApiError(error)) throw error;
    console.warn('The profile could not be refreshed', error.message);
  }
}

/** specification 6: the flag is off. It governs the fetch at start only (domain-conventions "Pages"). */
const FETCH_PERMISSION_GROUPS = false;

/** Fetches the permission groups with a token and the flag; a failure is only logged. */
export async function fetchPermissionGroups(
  token: string | null,
  enabled: boolean = FETCH_PERMISSION_GROUPS,
): Promise<void> {
  if (token === null || !enabled) return;
  try {
    await call('permissions.groups', { silent: true, redirect: false, loading: false });
  } catch (error) {
    console.error('Permission groups could not be fetched', error);
  }
}
