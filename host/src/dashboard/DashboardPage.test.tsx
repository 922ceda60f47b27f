import type { DashboardFigure } from '@boxyard/shared/contract/areas/dashboard.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Page } from './DashboardPage.tsx';
import en from './i18n/en.json' with { type: 'json' };
import th from './i18n/th.json' with { type: 'json' };

const texts = { dashboard: { en, th } };
const NOW = '2026-11-20T03:00:00.000Z';
const REPORT = '/report-management/payment-report?startDate=2026-11-01&endDate=2026-11-20';
const LABELS: Readonly<Record<string, string>> = {
  collected: 'Collected this month',
  partsOut: 'Parts out of stock',
  partsLow: 'Parts running low',
};
const figure = (key: string, more: Partial<DashboardFigure> = {}): DashboardFigure => ({
  key,
  label: LABELS[key] ?? key,
  unit: 'count',
  value: '12',
  hasFailed: false,
  isLowerBound: false,
  previous: '9',
  comparedWith: 'weekAgo',
  more: 'worse',
  path: `/list?of=${key}`,
  ...more,
});
const collected = figure('collected', {
  unit: 'money',
  value: '1250000.50',
  previous: '1000000.00',
  comparedWith: 'daysBefore',
  more: 'better',
  path: REPORT,
});
const summary = (...figures: DashboardFigure[]) => ({
  asOf: NOW,
  figures,
  offered: Object.entries(LABELS).map(([key, label]) => ({ key, label })),
  layout: { order: [], hidden: [] },
});

async function show(...figures: DashboardFigure[]) {
  const server = fakeServer();
  server.answer('dashboard.summary', summary(...figures));
  server.answer('dashboard.work', { asOf: NOW, myWork: [], myWorkTotal: 0, myTasks: [] });
  await renderPage(<Page />, { route: '/dashboard', texts, server });
  return server;
}

test('a figure says how it has changed, for better or worse, and leads to what is behind it', async () => {
  await show(collected, figure('partsOut'));
  const strip = await screen.findByRole('list', { name: 'Figures' });
  const [money, parts] = within(strip).getAllByRole('link');
  expect(money).toHaveAttribute('href', REPORT);
  expect(money).toHaveTextContent('Collected this month฿1,250,001▲ 25% vs before');
  expect(within(strip).getByText('▲ 25%')).toHaveAttribute('data-tone', 'good');
  expect(parts).toHaveTextContent('Parts out of stock12▲ 3 vs a week ago');
  expect(within(strip).getByText('▲ 3')).toHaveAttribute('data-tone', 'bad');
});

test('a figure that could not be read is asked for again by itself; the others stand', async () => {
  const server = await show(collected, figure('partsOut', { value: null, hasFailed: true }));
  await screen.findByText('Could not be read.');
  expect(screen.getByRole('link', { name: /Collected this month/ })).toBeVisible();
  server.answer('dashboard.summary', summary(figure('partsOut')));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /Parts out of stock/ })).toBeVisible();
  expect(server.requests('dashboard.summary').at(-1)?.query).toEqual({ keys: 'partsOut' });
  expect(screen.getByRole('link', { name: /Collected this month/ })).toBeVisible();
});

const NOTHING = { asOf: NOW, myWork: [], myWorkTotal: 0, myTasks: [] };

test('what waits comes along with the figures in one call', async () => {
  const server = fakeServer();
  server.answer('dashboard.summary', { ...summary(collected), work: NOTHING });
  await renderPage(<Page />, { route: '/dashboard', texts, server });
  expect(await screen.findByText('Nothing waits for you.')).toBeVisible();
  expect(server.requests('dashboard.summary').map(({ query }) => query)).toEqual([{ work: '5' }]);
  expect(server.requests('dashboard.work')).toEqual([]);
});

test('what waits is asked for alone where it could not be read', async () => {
  const server = fakeServer();
  server.answer('dashboard.summary', { ...summary(collected), work: null });
  server.answer('dashboard.work', NOTHING);
  await renderPage(<Page />, { route: '/dashboard', texts, server });
  expect(await screen.findByText('Nothing waits for you.')).toBeVisible();
  expect(server.requests('dashboard.work')).toHaveLength(1);
});

test('what waits stands though the figures do not come, and the other way round', async () => {
  const server = fakeServer();
  server.fail('dashboard.summary', { statusCode: 500, code: 'INTERNAL' });
  server.answer('dashboard.work', { asOf: NOW, myWork: [], myWorkTotal: 0, myTasks: [] });
  await renderPage(<Page />, { route: '/dashboard', texts, server });
  expect(await screen.findByText('Nothing waits for you.')).toBeVisible();
  expect(
    await screen.findByText('This could not be read. The rest of the page works.'),
  ).toBeVisible();
});

// jsdom knows no modal dialogs.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

test('somebody arranges the page by keyboard; the order goes to the server', async () => {
  const server = await show(collected, figure('partsOut'));
  server.answer('dashboard.arrange', { data: {} });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Arrange' }));
  const up = await screen.findByRole('button', { name: 'Move Parts out of stock up' });
  up.focus();
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('checkbox', { name: 'Collected this month' }));
  await user.click(screen.getByRole('button', { name: 'Save the arrangement' }));
  await waitFor(() =>
    expect(server.requests('dashboard.arrange')[0]?.body).toEqual({
      order: ['figure:partsOut', 'figure:collected', 'figure:partsLow'],
      hidden: ['figure:collected', 'figure:partsLow'],
    }),
  );
});
