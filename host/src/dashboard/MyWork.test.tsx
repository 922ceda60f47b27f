import { renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import en from './i18n/en.json' with { type: 'json' };
import th from './i18n/th.json' with { type: 'json' };
import { MyWork } from './MyWork.tsx';

const LIST = '/purchase-management/purchase-requests/default';
const item = {
  type: 'purchaseRequest',
  id: '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad',
  documentNo: 'PR2611-0004',
  key: 'approveRequest',
  document: 'purchase request',
  title: 'Central warehouse',
  amount: null,
  since: '2026-11-20T03:00:00.000Z',
  dueDate: null,
  path: '/purchase-management/purchase-requests/1',
};

const draw = (path: string | null) =>
  renderPage(
    <MyWork items={[item]} tasks={[{ key: 'approveRequest', total: 250, path }]} total={250} />,
    { route: '/dashboard', texts: { dashboard: { en, th } } },
  );

test('a task that is longer than what is shown leads to its list', async () => {
  await draw(LIST);
  expect(screen.getByRole('link', { name: '249 more in the list' })).toHaveAttribute('href', LIST);
});

test('and says no more than how many there are where the list may not be opened', async () => {
  await draw(null);
  expect(screen.getByText(/^249 more/)).toBeVisible();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});
