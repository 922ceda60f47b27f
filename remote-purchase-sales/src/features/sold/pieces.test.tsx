import type { ListName } from '@boxyard/shared/contract';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Panel } from './ofCustomer.panel.tsx';

const id = (last: number) => `01890000-0000-7000-8000-00000000000${last}`;
const record = { kind: 'customer', id: id(9) } as const;

async function show(piece: ReactElement, list: ListName, rows: readonly object[]) {
  const server = fakeServer();
  server.answer(list, { data: rows as never, meta: { totalItems: rows.length } });
  const texts = { 'remote-purchase-sales': { en, th } };
  await renderPage(piece, { route: '/x', server, texts });
  return server;
}
const link = async (name: string) =>
  (await screen.findByRole('link', { name })).getAttribute('href');

test('the containers of a customer open where their settings are', async () => {
  const server = await show(<Panel record={record} />, 'productContracts.list', [
    {
      id: id(1),
      serialNumber: 'BX-100',
      productModel: { id: id(2), code: 'M', name: 'Snack 30', nameTh: null },
      saleStatus: 'leased',
    },
  ]);
  expect(await link('BX-100')).toBe(`/sales-management/products?record=${id(1)}`);
  expect(screen.getByText('Leased')).toBeInTheDocument();
  expect(server.requests('productContracts.list')[0]?.query).toMatchObject({
    customerId: record.id,
  });
});
