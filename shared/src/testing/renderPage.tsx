import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { useState } from 'react';
import { createMemoryRouter, matchPath, RouterProvider } from 'react-router-dom';
import { configureClient } from '../client/ports.ts';
import { createQueryClient } from '../client/query.ts';
import { ROUTES } from '../domain/access/pages.ts';
import en from '../kit/i18n/en.json';
import th from '../kit/i18n/th.json';
import { listTools } from '../kit/list/LateTools.tsx';
import * as tools from '../kit/list/tools.ts';
import { recordDrawer } from '../kit/master/MasterPage.tsx';
import { RecordDrawer } from '../kit/master/RecordDrawer.tsx';
import { AbilityScope } from '../runtime/ability.tsx';
import { dialogStore } from '../runtime/dialogs.ts';
import { addTexts, type BothTexts, setLocale, startI18n } from '../runtime/i18n.ts';
import { noticeStore, notify } from '../runtime/notify.ts';
import { registerPages } from '../runtime/routes.ts';
import { saveProfile, startSession } from '../runtime/session.ts';
import { AppTheme } from '../runtime/theme.tsx';
import { AddressInput } from '../ui/inputs/AddressInput.tsx';
import { addressInput } from '../ui/inputs/LazyAddressInput.tsx';
import '../ui/remainingTexts.ts';
import { type FakeServer, fakeServer } from './fakeServer.ts';
import { failOnMissingTexts } from './missingTexts.ts';
import './patience.ts';
import { type PersonOptions, profileOf } from './people.ts';

// What comes late in a browser is here at once: no test has to wait for code.
listTools.have(tools);
recordDrawer.have({ RecordDrawer });
addressInput.have({ AddressInput });

export interface RenderPageOptions extends PersonOptions {
  /** Address with its query: `/purchase-management/purchase-requests/default?status=pending`. */
  readonly route: string;
  /** The route's pattern; found in the specification's routes by default. */
  readonly path?: string;
  /** State of the history entry, e.g. where one came from. */
  readonly state?: unknown;
  /** A role of spec/permissions.json; system-admin by default. */
  readonly as?: string;
  readonly server?: FakeServer;
  /** Texts of the page's remote: `{'remote-warehouse': {en, th}}`. */
  readonly texts?: Readonly<Record<string, BothTexts>>;
}

export interface RenderedPage {
  readonly server: FakeServer;
  readonly user: UserEvent;
  /** Where the application is now, query included. */
  readonly address: () => string;
  readonly go: (to: string | number) => Promise<void>;
}

/** The host's dialogs, as plain as a test needs them. */
function Dialogs(): ReactNode {
  const open = dialogStore((state) => state.open);
  const [reason, setReason] = useState('');
  if (!open) return null;
  const { request, answer } = open;
  return (
    <div role="alertdialog" aria-label={request.title}>
      <p>{request.body}</p>
      {request.reason ? (
        <input
          aria-label={request.reason.label}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      ) : null}
      <button type="button" onClick={() => answer({ ok: true, reason: reason || null })}>
        {request.okText}
      </button>
      <button type="button" onClick={() => answer({ ok: false })}>
        {request.cancelText ?? 'Cancel'}
      </button>
    </div>
  );
}

/** The host's notices. */
function Notices(): ReactNode {
  const notices = noticeStore((state) => state.notices);
  return (
    <ul aria-label="notices">
      {notices.map(({ id, title, detail }) => (
        <li key={id}>
          {title} {detail}
        </li>
      ))}
    </ul>
  );
}

/** The specification's route of an address; literal ones before those with parameters. */
const patternOf = (pathname: string): string => {
  const found = ROUTES.filter(({ path }) => !path.endsWith('*') && matchPath(path, pathname));
  return (found.find(({ path }) => !path.includes(':')) ?? found[0])?.path ?? pathname;
};

/**
 * Draws a page the way the host does (router, session, abilities, texts, theme, dialogs, notices)
 * against a fake server.
 */
export async function renderPage(
  page: ReactElement,
  options: RenderPageOptions,
): Promise<RenderedPage> {
  const { route, locale = 'en', texts = {}, as, ...person } = options;
  const server = options.server ?? fakeServer();
  configureClient({
    getToken: () => 'test',
    language: () => locale,
    notify: (notice) => void notify(notice),
  });
  noticeStore.setState({ notices: [] });
  await startI18n();
  failOnMissingTexts();
  addTexts('kit', { en, th });
  for (const [namespace, both] of Object.entries(texts)) addTexts(namespace, both);
  registerPages(
    ROUTES.map(({ name, path, title, titleTh, page: of, skipAbility, needs }) => ({
      name,
      path,
      title: { en: title, th: titleTh },
      page: of,
      skipAbility,
      ...(needs === undefined ? {} : { needs }),
    })),
  );
  startSession({ accessToken: 'test', expiresIn: 3600 });
  saveProfile(profileOf({ ...person, ...(as === undefined ? {} : { role: as }), locale }));
  await setLocale(locale);

  const [pathname = '', search = ''] = route.split('?');
  const path = options.path ?? patternOf(pathname);
  const router = createMemoryRouter(
    [
      { path, element: <main>{page}</main> },
      { path: '*', element: <main>elsewhere</main> },
    ],
    { initialEntries: [{ pathname, search: search ? `?${search}` : '', state: options.state }] },
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AbilityScope>
        <AppTheme>
          <RouterProvider router={router} />
          <Dialogs />
          <Notices />
        </AppTheme>
      </AbilityScope>
    </QueryClientProvider>,
  );
  return {
    server,
    // Its check of pointer events computes styles up the whole tree for every click.
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
    address: () => router.state.location.pathname + router.state.location.search,
    go: (to) => act(() => router.navigate(to as never)),
  };
}
