import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Page } from './features/contracts/contracts.list.page.tsx';
import en from './i18n/en.json' with { type: 'json' };
import opening from './i18n/opening.en.json' with { type: 'json' };
import th from './i18n/th.json' with { type: 'json' };

const ROUTE = '/sales-management/purchase-contract/table?show=all';
const texts = { 'remote-purchase-sales': { en, th } };

function emptyList() {
  const server = fakeServer();
  server.answer('contracts.list', {
    data: [],
    meta: { totalItems: 0, totalPages: 0, counts: { pending: 0, other: 0 } },
  });
  return server;
}

test('whoever may import takes over contracts with what was paid, and reads what goes where', async () => {
  await renderPage(<Page />, {
    route: ROUTE,
    server: emptyList(),
    as: 'sales-manager',
    texts,
  });
  await userEvent.click(await screen.findByRole('button', { name: /Import/ }));
  expect(await screen.findByText(opening.opening.contracts.lead)).toBeInTheDocument();
  expect(await screen.findByText(opening.opening.contracts.paid)).toBeInTheDocument();
});

test('nobody else is offered it', async () => {
  await renderPage(<Page />, {
    route: ROUTE,
    server: emptyList(),
    as: 'sales-officer',
    texts,
  });
  expect(await screen.findByRole('heading', { name: en.contracts.title })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /Import/ })).not.toBeInTheDocument();
});
