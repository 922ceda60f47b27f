import { call } from '@boxyard/shared/client/call.ts';
import { mayDo } from '@boxyard/shared/runtime/ability.tsx';
import { saveProfile, startSession } from '@boxyard/shared/runtime/session.ts';
import { localeStore, themeStore } from '@boxyard/shared/runtime/stores.ts';
import { homeOf, safeRedirect } from '../router/guards.ts';
import { loadDocument } from '../session/leave.ts';

/**
 * Stores the session and goes where the person wants: `?redirect=` on this origin, else the
 * dashboard where it may be viewed, else `/`. Loaded while the person types.
 */
export async function afterSignIn(
  answer: { accessToken: string; expiresIn: number },
  languageChosen: boolean,
): Promise<void> {
  startSession(answer);
  const profile = await call('auth.profile', { loading: false });
  saveProfile(profile);
  // The person's own looks come along, but not over a language chosen a moment ago.
  if (!languageChosen) localeStore.setState({ locale: profile.locale });
  if (!themeStore.getState().follows) themeStore.setState({ name: profile.theme });
  loadDocument(safeRedirect(location.search, location.origin) ?? homeOf(mayDo));
}
