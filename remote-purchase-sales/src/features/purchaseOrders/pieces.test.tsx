import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Widget } from './due.widget.tsx';
import { Panel } from './ofPart.panel.tsx';

const id = (last: number) => `01890000-0000-7000-8000-00000000000${last}`;
const order = (last: number, promisedDate: string) => ({
  id: id(last),
  documentNo: `PO2611-000${last}`,
  status: 'approved',
  supplier: { id: id(9), code: 'S-9', name: 'Rapid Transport', nameTh: 'แรพิด' },
  promisedDate,
});
const show = async (piece: React.ReactElement, orders: readonly object[]) => {
  const server = fakeServer();
  server.answer('purchaseOrders.list', {
    data: orders as never,
    meta: { totalItems: orders.length },
  });
  const texts = { 'remote-purchase-sales': { en, th } };
  return renderPage(piece, { route: '/x', server, texts });
};

test('the panel of a part shows the orders under way with it, and leads to all of them', async () => {
  const { server } = await show(<Panel record={{ kind: 'part', id: id(1) }} />, [
    order(2, '2026-12-01'),
  ]);
  const link = await screen.findByRole('link', { name: 'PO2611-0002' });
  expect(link).toHaveAttribute('href', `/purchase-management/purchase-orders/${id(2)}`);
  const [request] = server.requests('purchaseOrders.list');
  expect(request?.query).toMatchObject({
    partId: id(1),
    status: 'pending,approved,booking,onGoing',
  });
  expect(screen.getByRole('link', { name: '1 order' }).getAttribute('href')).toContain(
    `partId=${id(1)}`,
  );
});

test('a list that cannot be read is one quiet sentence, and is asked for again', async () => {
  const server = fakeServer();
  server.fail('purchaseOrders.list', { statusCode: 503 });
  const { user } = await renderPage(<Panel record={{ kind: 'part', id: id(1) }} />, {
    route: '/x',
    server,
    texts: { 'remote-purchase-sales': { en, th } },
  });
  expect(await screen.findByRole('status')).toBeInTheDocument();
  server.answer('purchaseOrders.list', { data: [] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No order of this part is under way.')).toBeInTheDocument();
});

test('what is overdue says so', async () => {
  await show(<Widget />, [order(2, '2020-01-01'), order(3, '2999-01-01')]);
  await screen.findByRole('link', { name: 'PO2611-0002' });
  const rows = screen.getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent('Late');
  expect(rows[1]).not.toHaveTextContent('Late');
});
