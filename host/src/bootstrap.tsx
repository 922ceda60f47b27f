import {
  createQueryClient,
  isApiError,
  openEvents,
  registerContract,
} from '@boxyard/shared/client';
import { authArea } from '@boxyard/shared/contract/areas/auth.ts';
import { telemetryArea } from '@boxyard/shared/contract/areas/telemetry.ts';
import {
  AbilityScope,
  flagStore,
  getToken,
  type HandOver,
  mayDo,
  restoreSession,
  saveProfile,
  sessionStore,
  setLocale,
  softReloadStore,
  startI18n,
  takeCarriedNotices,
  takeHandOver,
  themeStore,
  watchSession,
} from '@boxyard/shared/runtime';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { rootElement } from './boot/rootElement.ts';
import {
  addFederationTexts,
  discoverAtStart,
  followRemotes,
  lookForReleases,
  offerContract,
  type RemoteInfo,
  registerPieces,
  renewRemote,
  reportCaught,
  warmWhenIdle,
  watchStrayErrors,
} from './federation/index.ts';
import { addShellTexts } from './i18n/texts.ts';
import { BootProblem } from './layout/BootProblem.tsx';
import { closePanel } from './layout/shellUi.ts';
import { showArrived } from './notifications/arrived.ts';
import { readOverrides } from './overrides/overrides.ts';
import { type AppRouter, createRouter } from './router/createRouter.tsx';
import { homeOf } from './router/guards.ts';
import { followHabits } from './router/habits.ts';
import { listPrefetcher } from './router/listPrefetcher.ts';
import { connectClient } from './session/connect.ts';
import { loadDocument, onUnauthorized } from './session/leave.ts';
import { fetchPermissionGroups, loadProfile, refreshProfile } from './session/profile.ts';
import { followTheme } from './theme/followTheme.ts';

/** What the sign-in page has handed over, where the shell starts in its document. */
const handed = takeHandOver();

async function draw(content: ReactNode): Promise<void> {
  handed?.leave();
  createRoot(await rootElement(), { onCaughtError: reportCaught }).render(content);
}

/** Live events for as long as somebody is signed in. */
function followEvents(queryClient: QueryClient): void {
  let close: (() => void) | null = null;
  const follow = (person: string | undefined) => {
    close?.();
    close =
      person === undefined
        ? null
        : openEvents({
            queryClient,
            onEvent: ({ event, data }) => {
              if (event === 'remotes' || event === 'resync') lookForReleases();
              if (event === 'profile') void refreshProfile();
              if (event === 'notification') void showArrived(queryClient, data);
            },
          });
  };
  follow(sessionStore.getState().user?.id);
  sessionStore.subscribe((now, before) => {
    if (now.user?.id !== before.user?.id) follow(now.user?.id);
  });
}

/** Joins the parts that do not know each other (domain-conventions "Browser"). */
function connect(router: AppRouter, queryClient: QueryClient): void {
  connectClient({
    onUnauthorized,
    // Forbidden data throws the visitor out of the page, to the blank one (specification 8).
    onForbidden: () => void router.navigate('/'),
  });
  watchSession({
    ended: () => loadDocument('/logout'),
    changed: () => location.reload(),
  });
  // The server's menus follow the flags as well.
  flagStore.subscribe(() => void refreshProfile());
  softReloadStore.subscribe(() => void queryClient.invalidateQueries());
  // Abilities may have changed under an open page: the guards look again.
  sessionStore.subscribe((now, before) => {
    if (now.user !== null && now.grants !== before.grants) void router.revalidate();
  });
  router.subscribe(({ navigation }) => {
    if (navigation.state === 'loading') closePanel();
  });
}

/** Remotes that come from a developer's machine follow what is built there. */
async function followDevelopment(remotes: readonly RemoteInfo[]): Promise<void> {
  const overrides = readOverrides();
  const replaced = remotes.filter(({ name }) => name in overrides);
  if (replaced.length === 0) return;
  const { followBuilds } = await import('./overrides/devServers.ts');
  for (const info of replaced) followBuilds(overrides[info.name] ?? '', () => renewRemote(info));
}

/** Whoever has just signed in: their own looks come along, and they go where they want. */
async function welcome({ profile: coming, languageChosen, target }: HandOver): Promise<void> {
  const profile = await coming;
  saveProfile(profile);
  // Not over a language chosen a moment ago.
  if (!languageChosen) await setLocale(profile.locale);
  if (!themeStore.getState().follows) themeStore.setState({ name: profile.theme });
  history.replaceState(null, '', target ?? homeOf(mayDo));
}

/** The stored profile shows at once and is refreshed behind; a first visit waits for it. */
async function identify(): Promise<void> {
  const known = handed ? false : restoreSession();
  if (getToken() === null) return;
  if (handed) await welcome(handed);
  else if (known) void refreshProfile();
  else await loadProfile();
  void fetchPermissionGroups(getToken());
}

/** Starts the shell: who is signed in and which remotes there are, then a router over the pages. */
export async function startShell(): Promise<void> {
  const showCarriedNotices = takeCarriedNotices();
  await startI18n();
  addShellTexts();
  addFederationTexts();
  watchStrayErrors();
  followTheme();
  registerContract({ ...authArea, ...telemetryArea });
  offerContract();
  connectClient({ onUnauthorized, onForbidden: () => undefined });
  try {
    const [remotes] = await Promise.all([discoverAtStart(), identify()]);
    const queryClient = createQueryClient();
    const router = createRouter(remotes, listPrefetcher(queryClient));
    registerPieces(remotes);
    connect(router, queryClient);
    await draw(
      <QueryClientProvider client={queryClient}>
        <AbilityScope>
          <RouterProvider router={router} />
        </AbilityScope>
      </QueryClientProvider>,
    );
    showCarriedNotices();
    followEvents(queryClient);
    followRemotes(remotes);
    void followDevelopment(remotes);
    warmWhenIdle(queryClient, followHabits);
  } catch (error) {
    // After a 401 the document of the sign-in page is already on its way.
    if (isApiError(error) && error.statusCode === 401) return;
    console.error(error);
    await draw(<BootProblem />);
  }
}
