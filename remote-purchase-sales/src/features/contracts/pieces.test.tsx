import type { ListName } from '@boxyard/shared/contract';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Panel } from './ofCustomer.panel.tsx';
import { Widget } from './waiting.widget.tsx';

const id = (last: number) => `01890000-0000-7000-8000-00000000000${last}`;
const customer = { id: id(9), code: 'CUS-9', name: 'Siam Snack Co., Ltd.' };
const record = { kind: 'customer', id: customer.id } as const;

async function show(piece: ReactElement, list: ListName, rows: readonly object[]) {
  const server = fakeServer();
  server.answer(list, { data: rows as never, meta: { totalItems: rows.length } });
  const texts = { 'remote-purchase-sales': { en, th } };
  return renderPage(piece, { route: '/x', server, texts });
}

const contract = {
  id: id(1),
  documentNo: 'CT2611-0001',
  status: 'pending',
  customer,
  grandTotal: '96300.00',
  outstandingAmount: '90000.00',
};

test('the contracts of a customer say what is outstanding', async () => {
  const { server } = await show(<Panel record={record} />, 'contracts.list', [contract]);
  expect(await screen.findByRole('link', { name: 'CT2611-0001' })).toHaveAttribute(
    'href',
    `/sales-management/purchase-contract/${id(1)}`,
  );
  expect(screen.getByText('90,000.00')).toBeInTheDocument();
  expect(server.requests('contracts.list')[0]?.query).toMatchObject({ customerId: customer.id });
});

test('contracts on their way are those of the tab Pending', async () => {
  const { server } = await show(<Widget />, 'contracts.list', [contract]);
  expect(await screen.findByText('Siam Snack Co., Ltd.')).toBeInTheDocument();
  expect(server.requests('contracts.list')[0]?.query).toMatchObject({ tab: 'pending' });
});
