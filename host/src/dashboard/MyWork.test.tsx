import { registerContract } from '@boxyard/shared/client';
import { dashboardArea } from '@boxyard/shared/contract/areas/dashboard.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from './i18n/en.json' with { type: 'json' };
import th from './i18n/th.json' with { type: 'json' };
import { MyWork } from './MyWork.tsx';
import { Page as WorkPage } from './WorkPage.tsx';

registerContract(dashboardArea);
const texts = { dashboard: { en, th } };
const NOW = '2026-11-20T03:00:00.000Z';
const itemOf = (no: number) => ({
  type: 'purchaseRequest',
  id: `01a1fdb3-fd91-7ffd-b5fc-2c5f2113670${no}`,
  documentNo: `PR2611-000${no}`,
  key: 'approveRequest',
  task: 'Approve the request',
  title: 'Central warehouse',
  amount: '1250.00',
  since: NOW,
  dueDate: null,
  path: `/purchase-management/purchase-requests/${no}`,
});
const LIST = '/purchase-management/purchase-requests/default';
const work = (items: number, total: number) => ({
  asOf: NOW,
  myWork: Array.from({ length: items }, (_, index) => itemOf(index + 1)),
  myWorkTotal: total,
  myTasks: [{ key: 'approveRequest', name: 'Approve the request', total, path: LIST }],
});

test('what waits is five rows, each with what is to be done, and a way to the rest', async () => {
  const server = fakeServer();
  server.answer('dashboard.work', work(5, 114));
  await renderPage(<MyWork />, { route: '/dashboard', texts, server });
  expect(await screen.findByText('114 wait for you')).toBeVisible();
  expect(screen.getAllByText('Approve the request')).toHaveLength(5);
  const all = screen.getByRole('link', { name: 'Show all (114)' });
  expect(all).toHaveAttribute('href', '/dashboard/work');
  expect(server.requests('dashboard.work').at(-1)?.query).toMatchObject({ limit: '5' });
});

test('where five rows are all there is, nothing leads further', async () => {
  const server = fakeServer();
  server.answer('dashboard.work', work(2, 2));
  await renderPage(<MyWork />, { route: '/dashboard', texts, server });
  expect(await screen.findByText('PR2611-0002')).toBeVisible();
  expect(screen.getAllByRole('link')).toHaveLength(2);
});

test('the page of all asks by task and age, keeps them in the address, and pages on', async () => {
  const server = fakeServer();
  server.answer('dashboard.work', work(5, 114));
  const { address } = await renderPage(<WorkPage />, { route: '/dashboard/work', texts, server });
  const user = userEvent.setup();
  await screen.findByRole('option', { name: 'Approve the request (114)' });
  await user.selectOptions(await screen.findByLabelText('What is to be done'), 'approveRequest');
  await user.selectOptions(screen.getByLabelText('How long it has waited'), 'overdue');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() =>
    expect(server.requests('dashboard.work').at(-1)?.query).toEqual({
      limit: '50',
      page: '2',
      task: 'approveRequest',
      age: 'overdue',
    }),
  );
  expect(address()).toBe('/dashboard/work?task=approveRequest&age=overdue&page=2');
  expect(screen.getByRole('link', { name: 'Open the list of these documents' })).toHaveAttribute(
    'href',
    LIST,
  );
});
