import type { PageContribution } from '@boxyard/shared/contract/remote.ts';
import {
  authStore,
  hasSession,
  isFlagOn,
  mayDo,
  navigationStore,
  pathOf,
  registerPages,
  retryingLazy,
  useFlag,
  visit,
} from '@boxyard/shared/runtime';
import { type ComponentType, Suspense } from 'react';
import { createBrowserRouter, type LoaderFunctionArgs, redirect } from 'react-router-dom';
import { applyRelease, loadPage, preloadPage, type RemoteInfo } from '../federation/index.ts';
import { PageProblem } from '../layout/PageProblem.tsx';
import { Shell } from '../layout/Shell.tsx';
import { Splash } from '../layout/Splash.tsx';
import { BlankPage } from '../pages/BlankPage.tsx';
import { loadDocument, signOut } from '../session/leave.ts';
import { decide, homeOf, logoutPath } from './guards.ts';
import { type GuardedPage, HOST_PAGES, type HostPageName, SIGNIN_PAGES } from './hostPages.ts';
import type { PrefetchRows } from './listPrefetcher.ts';
import { setPreloads } from './preload.ts';
import { Themed } from './Themed.tsx';

/** A route of the application: what the guards need, and how its page comes. */
interface AppRoute {
  readonly page: GuardedPage;
  readonly Component: ComponentType;
  readonly preload: () => void;
  /** Where the page comes from; the host's own come with it. */
  readonly remote?: string;
}

const never = (): Promise<never> => new Promise(() => undefined);

/** Loads the sign-in entry's document; the page being left stays until it has come. */
function leaveFor(path: string): Promise<never> {
  loadDocument(path);
  return never();
}

const visitorNow = () => ({
  hasSession: hasSession(),
  mayDo,
  role: authStore.getState().role,
});

/** Runs the guards before a page is shown, then starts its code while its data starts. */
function guard({ page, preload, remote }: AppRoute, prefetchRows: PrefetchRows) {
  return ({ request }: LoaderFunctionArgs): null | Response | Promise<null> => {
    const from = navigationStore.getState().current;
    const verdict = decide(page, { ...visitorNow(), from });
    switch (verdict.kind) {
      case 'logout':
        return leaveFor(logoutPath(new URL(request.url)));
      case 'blank':
        return redirect(HOST_PAGES.BlankPage.path);
      case 'away':
        return redirect(homeOf(mayDo));
      case 'fallback':
        return redirect(pathOf(verdict.route));
      case 'pass': {
        // A new document knows no predecessor, and staying on a page is no way to it.
        const mayLeave = from !== null && from !== page.name && !page.requiresPrevious;
        const leaving = remote && mayLeave ? applyRelease(remote, request.url) : null;
        if (leaving) return leaving;
        if (!isFlagOn(page.flag)) return null;
        preload();
        // Whoever stays on a page is asked by the page itself.
        if (from !== page.name) prefetchRows(page, new URL(request.url).searchParams);
        return null;
      }
    }
  };
}

/** Routes of the sign-in entry: the guards decide here, the form is drawn by the other entry. */
const signinRoute = (page: GuardedPage) => ({
  id: page.name,
  path: page.path,
  handle: { page },
  element: <Splash />,
  loader: async ({ request }: LoaderFunctionArgs) => {
    const { pathname, search } = new URL(request.url);
    if (page.name === 'Logout') {
      await signOut();
      return leaveFor(`/login${search}`);
    }
    const visitor = { ...visitorNow(), from: null };
    const invited = new URLSearchParams(search).has('token');
    if (!invited && decide(page, visitor).kind === 'away') return redirect(homeOf(mayDo));
    return leaveFor(pathname + search);
  },
});

function lazyHostPage(load: () => Promise<{ Page: ComponentType }>): Omit<AppRoute, 'page'> {
  const Page = retryingLazy(async () => ({ default: (await load()).Page }));
  return {
    preload: () => void load().catch(() => undefined),
    Component: () => (
      <Suspense fallback={<Splash />}>
        <Page />
      </Suspense>
    ),
  };
}

const hostRoutes: Readonly<Record<HostPageName, Omit<AppRoute, 'page'>>> = {
  BlankPage: { Component: BlankPage, preload: () => undefined },
  Profile: lazyHostPage(() => import('../pages/profile/ProfilePage.tsx')),
  dashboard: lazyHostPage(async () => ({
    Page: (await import('../dashboard/pages.ts')).DashboardPage,
  })),
  DashboardWork: lazyHostPage(async () => ({
    Page: (await import('../dashboard/pages.ts')).WorkPage,
  })),
  SystemRemotes: lazyHostPage(() => import('../pages/remotes/RemotesPage.tsx')),
  NotFound: lazyHostPage(() => import('../pages/NotFoundPage.tsx')),
};

function routesOf(remotes: readonly RemoteInfo[]): AppRoute[] {
  const own = Object.entries(HOST_PAGES).map(([name, page]) => ({
    page: page as GuardedPage,
    ...hostRoutes[name as HostPageName],
  }));
  // What the host has already is never replaced by a remote.
  const taken = new Set([...own.map(({ page }) => page.name), ...SIGNIN_PAGES.map((p) => p.name)]);
  const contributed = remotes.flatMap((remote) =>
    remote.contributions.pages
      .filter(({ name }: PageContribution) => !taken.has(name))
      .map((page: PageContribution) => {
        const Page = loadPage(remote, page.name);
        // It comes and goes with its flag, also under somebody who is there.
        const Flagged = () =>
          useFlag(page.flag) ? (
            <Themed>
              <Page />
            </Themed>
          ) : (
            <hostRoutes.NotFound.Component />
          );
        return {
          page,
          remote: remote.name,
          Component: Flagged,
          preload: () => preloadPage(remote, page.name),
        };
      }),
  );
  return [...own, ...contributed];
}

export type AppRouter = ReturnType<typeof createBrowserRouter>;

/** The data router over the host's own pages and everything the remotes contribute. */
export function createRouter(
  remotes: readonly RemoteInfo[],
  prefetchRows: PrefetchRows,
): AppRouter {
  const routes = routesOf(remotes);
  registerPages([...routes.map(({ page }) => page), ...SIGNIN_PAGES]);
  setPreloads(routes.map(({ page, preload }) => ({ name: page.name, path: page.path, preload })));
  const router = createBrowserRouter([
    {
      id: 'shell',
      element: <Shell />,
      errorElement: <PageProblem />,
      HydrateFallback: Splash,
      children: [
        ...SIGNIN_PAGES.map(signinRoute),
        ...routes.map((route) => ({
          id: route.page.name,
          path: route.page.path,
          handle: { page: route.page },
          loader: guard(route, prefetchRows),
          errorElement: <PageProblem />,
          element: <route.Component />,
        })),
      ],
    },
  ]);
  router.subscribe(({ navigation, matches }) => {
    if (navigation.state === 'idle') visit(matches.at(-1)?.route.id ?? null);
  });
  return router;
}
