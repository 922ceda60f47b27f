import { screen, waitFor } from '@testing-library/react';
import { fakeServer, renderPage } from '../../testing/index.ts';
import { ListPage } from '../index.ts';
import { requestRow, requests, texts, uuid } from '../testing/requests.ts';

const LIST = 'purchaseRequests.list';
const now = '2026-11-20T03:00:00.000Z';

test('an export that is too large becomes a job, for the same rows and columns', async () => {
  const server = fakeServer();
  const shown = { data: [requestRow(1)], meta: { totalItems: 300_000 } };
  server.answer(LIST, shown);
  server.answer('exports.create', {
    data: {
      id: uuid(9),
      fileName: null,
      status: 'queued',
      size: null,
      createdAt: now,
      expiresAt: now,
    },
    message: 'A notification tells you when the file is ready.',
  });
  const { user } = await renderPage(<ListPage resource={requests} />, {
    route: '/purchase-management/purchase-requests/default?status=pending&page=2',
    as: 'purchasing-manager',
    server,
    texts: { 'kit-test': texts },
  });
  await screen.findByRole('link', { name: 'PR2611-0001' });
  server.fail(LIST, { statusCode: 409, code: 'EXPORT_TOO_LARGE', message: 'Too many rows' });
  await user.click(screen.getByRole('button', { name: /Export/ }));
  await user.click(await screen.findByText(/CSV/));
  await waitFor(() => expect(server.requests('exports.create')).toHaveLength(1));
  const asked = server.requests(LIST).at(-1)?.query ?? {};
  expect(asked).toMatchObject({ format: 'csv', status: 'pending' });
  expect(asked.page).toBeUndefined();
  expect(server.requests('exports.create')[0]?.body).toEqual({
    list: LIST,
    query: asked,
    params: {},
  });
  expect(await screen.findByText(/A notification tells you/)).toBeInTheDocument();
});
