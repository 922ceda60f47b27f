import { call } from '@boxyard/shared/client/call.ts';
import { handOver } from '@boxyard/shared/runtime/handOver.ts';
import { askForStart } from '@boxyard/shared/runtime/start.ts';
import { startSession } from '@boxyard/shared/runtime/token.ts';
import { loadEntry } from '../boot/entryFiles.ts';
import { safeRedirect } from '../router/guards.ts';
import { HOST_PAGES } from '../router/hostPages.ts';

/** Where whoever signs in will most likely go. */
export const wantedPath = (): string =>
  safeRedirect(location.search, location.origin) ?? HOST_PAGES.dashboard.path;

interface SignedIn {
  readonly accessToken: string;
  readonly expiresIn: number;
}

/**
 * Starts the shell in this document, with whoever has just signed in (docs/adr/0059): its files were
 * fetched while the person typed, and what both run is here already. Where a file does not come, as
 * after a release, a new document brings the one that is served now.
 */
export function enterShell(
  answer: SignedIn,
  languageChosen: boolean,
  leave: () => void,
): Promise<void> {
  startSession(answer);
  const profile = call('auth.profile', { loading: false });
  // The shell says what is wrong.
  profile.catch(() => undefined);
  const target = safeRedirect(location.search, location.origin);
  askForStart(wantedPath());
  loadEntry('shell', null, () => location.assign(wantedPath()));
  return new Promise((left) => {
    const leaveAndTell = () => {
      leave();
      left();
    };
    handOver({ profile, languageChosen, target, leave: leaveAndTell });
  });
}
