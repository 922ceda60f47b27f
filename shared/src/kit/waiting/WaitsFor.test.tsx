import { screen, waitFor } from '@testing-library/react';
import { fakeServer, renderPage } from '../../testing/index.ts';
import { uuid } from '../testing/requests.ts';
import { WaitsFor } from './WaitsFor.tsx';

const open = (text: string | null, isStuck = false) => {
  const server = fakeServer();
  server.answer('waiting.get', { text, isStuck });
  return renderPage(<WaitsFor type="purchaseRequests" id={uuid(4)} version={1} />, {
    route: '/dashboard',
    server,
  });
};

test('says what the server says, of the document that is shown', async () => {
  const { server } = await open('Waits for: Purchasing manager.');
  expect(await screen.findByText('Waits for: Purchasing manager.')).toBeVisible();
  expect(server.requests('waiting.get')[0]?.query).toEqual({
    type: 'purchaseRequests',
    id: uuid(4),
  });
});

test('says aloud where nobody may go on, and nothing where nobody has to', async () => {
  await open('Nobody may take the next step here.', true);
  const said = await screen.findByRole('alert');
  expect(said).toHaveTextContent('Nobody may take the next step here.');
});

test('says nothing of a document that waits for nobody', async () => {
  const server = fakeServer();
  server.answer('waiting.get', { text: null, isStuck: false });
  await renderPage(
    <div data-testid="line">
      <WaitsFor type="purchaseRequests" id={uuid(4)} version={1} />
    </div>,
    { route: '/dashboard', server },
  );
  // The page hides a line in which nothing stands (DocumentPage).
  await waitFor(() => expect(screen.getByTestId('line')).toBeEmptyDOMElement());
  expect(server.requests('waiting.get')).toHaveLength(1);
});
