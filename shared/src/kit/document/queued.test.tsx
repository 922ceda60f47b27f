import { act, screen, waitFor } from '@testing-library/react';
import { dropOutbox, outboxStore, refuseQueued } from '../../runtime/index.ts';
import { fakeServer, renderPage } from '../../testing/index.ts';
import { DocumentPage } from '../index.ts';
import { requestDoc, requests, texts } from '../testing/requests.ts';

const PATH = '/purchase-management/purchase-requests';
const calls = () => outboxStore.getState().calls;

afterEach(() => {
  jest.restoreAllMocks();
  dropOutbox();
});

test('an action sent offline waits, bars others, and asks again with what was typed when it is refused', async () => {
  const server = fakeServer();
  const doc = requestDoc(4, { allowedActions: ['approve', 'reject'] });
  server.answer('purchaseRequests.get', doc);
  const { user } = await renderPage(
    <DocumentPage resource={requests} facts={() => []} sections={[]} />,
    {
      route: `${PATH}/${doc.id}`,
      as: 'purchasing-manager',
      texts: { 'kit-test': texts },
      server,
    },
  );
  const reject = await screen.findByRole('button', { name: 'Reject request' });
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(reject);
  await user.type(await screen.findByRole('textbox', { name: /Reason/ }), 'Too dear by far');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(calls()).toHaveLength(1));
  expect(calls()[0]).toMatchObject({
    endpoint: 'purchaseRequests.reject',
    params: { id: doc.id },
    body: { version: doc.version, reason: 'Too dear by far' },
    title: 'Reject request: PR2611-0004',
    path: `${PATH}/${doc.id}`,
  });
  expect(server.requests('purchaseRequests.reject')).toHaveLength(0);
  expect(screen.getByRole('button', { name: 'Approve request' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );

  const refusal = { code: 'APPROVAL_LIMIT', message: 'Not by you', errors: [] };
  await act(async () => refuseQueued(calls()[0]?.id ?? '', refusal));
  expect(await screen.findByText('Not by you')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: /Reason/ })).toHaveValue('Too dear by far');
  expect(calls()).toHaveLength(0);
});
