import type { Contract } from '@boxyard/shared/contract';
import type { DataOf } from '@boxyard/shared/contract/endpoint.ts';
import { NOTIFICATION_KINDS } from '@boxyard/shared/domain';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { Exports } from './Exports.tsx';
import { Notifications } from './Notifications.tsx';
import { addProfileTexts } from './texts.ts';

const uuid = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
type Choices = DataOf<Contract['notificationChoices.get']>;

const choices = (more: Partial<Choices> = {}): Choices => ({
  kinds: NOTIFICATION_KINDS.map((kind) => ({ kind, inApp: true, byMail: kind === 'security' })),
  hasDigest: true,
  muted: [],
  ...more,
});

async function open(shown: Choices, locale: 'en' | 'th' = 'en') {
  addProfileTexts();
  const server = fakeServer();
  server.answer('notificationChoices.get', shown);
  server.answer('notificationChoices.update', { data: shown });
  return renderPage(<Notifications />, { route: '/profile', server, locale });
}

test('a choice of notifications counts at once, and is only about its own kind', async () => {
  const { user, server } = await open(choices());
  const row = await screen.findByRole('row', { name: /Mentions in comments/ });
  await user.click(within(row).getByRole('checkbox', { name: /By e-mail/ }));
  await waitFor(() =>
    expect(server.requests('notificationChoices.update')[0]?.body).toEqual({
      kinds: [{ kind: 'mentions', inApp: true, byMail: true }],
    }),
  );
  await waitFor(() => expect(server.requests('notificationChoices.get').length).toBe(2));
  await user.click(screen.getByRole('checkbox', { name: /E-mail at 08:00/ }));
  await waitFor(() =>
    expect(server.requests('notificationChoices.update')[1]?.body).toEqual({
      kinds: [],
      hasDigest: false,
    }),
  );
});

test('notices of the account cannot be taken out of the list', async () => {
  await open(choices());
  const row = await screen.findByRole('row', { name: /Sign-in and password/ });
  expect(within(row).getByRole('checkbox', { name: /In the list/ })).toBeDisabled();
  expect(within(row).getByRole('checkbox', { name: /By e-mail/ })).toBeEnabled();
});

test.each(['en', 'th'] as const)('every kind has its words in %s', async (locale) => {
  await open(choices(), locale);
  // A missing text fails the test.
  expect(await screen.findAllByRole('row')).toHaveLength(NOTIFICATION_KINDS.length + 1);
});

test('documents that are not followed can be followed again', async () => {
  const request = { type: 'purchaseRequests', id: uuid(4), name: 'Purchase request PR2611-0004' };
  const gone = { type: 'claims', id: uuid(5), name: 'Claim', path: null };
  const { user, server } = await open(choices({ muted: [{ ...request, path: '/there' }, gone] }));
  server.answer('notificationMutes.delete', { data: {} });
  expect(await screen.findByRole('link', { name: request.name })).toHaveAttribute('href', '/there');
  expect(screen.queryByRole('link', { name: 'Claim' })).toBeNull();
  await user.click(screen.getAllByRole('button', { name: 'Follow again' })[1] as HTMLElement);
  await waitFor(() =>
    expect(server.requests('notificationMutes.delete')[0]?.params).toEqual({ id: gone.id }),
  );
});

describe('a prepared export', () => {
  const file = {
    id: uuid(9),
    fileName: 'purchase-requests.csv',
    status: 'ready' as const,
    size: 3_000_000,
    createdAt: '2026-11-20T03:00:00.000Z',
    expiresAt: '2026-11-27T03:00:00.000Z',
  };
  const saved: string[] = [];
  beforeEach(() => {
    saved.length = 0;
    Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.href);
    });
  });
  afterEach(() => jest.restoreAllMocks());

  const page = async (route: string) => {
    addProfileTexts();
    const server = fakeServer();
    server.answer('exports.list', { exports: [file] });
    server.answer('exports.file', { blob: new Blob(['no']) } as never);
    return renderPage(<Exports />, { route, server });
  };

  test('is fetched by the link of its notification, once', async () => {
    const { server, address } = await page(`/profile?export=${file.id}`);
    await waitFor(() => expect(saved).toEqual(['blob:file']));
    expect(server.requests('exports.file').map(({ params }) => params.id)).toEqual([file.id]);
    expect(address()).toBe('/profile');
  });

  test('is fetched by its button', async () => {
    const { user } = await page('/profile');
    expect(await screen.findByText('purchase-requests.csv')).toBeVisible();
    expect(saved).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(saved).toEqual(['blob:file']));
  });
});
