import type { ListName } from '@boxyard/shared/contract';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Panel } from './ofCustomer.panel.tsx';
import { Widget as OverdueWidget } from './overdue.widget.tsx';
import { Widget as UnverifiedWidget } from './unverified.widget.tsx';

const id = (last: number) => `01890000-0000-7000-8000-00000000000${last}`;
const customer = { id: id(9), code: 'CUS-9', name: 'Siam Snack Co., Ltd.' };
const record = { kind: 'customer', id: customer.id } as const;

async function show(piece: ReactElement, list: ListName, rows: readonly object[]) {
  const server = fakeServer();
  server.answer(list, { data: rows as never, meta: { totalItems: rows.length } });
  const texts = { 'remote-purchase-sales': { en, th } };
  return renderPage(piece, { route: '/x', server, texts });
}

test('the account of a customer is what is owed, how much of it is late, and the credit', async () => {
  const { server } = await show(<Panel record={record} />, 'receivables.ageing', [
    {
      id: customer.id,
      customer,
      notDue: '100.00',
      days30: '20.00',
      days60: '3.00',
      days90: '0.00',
      over90: '0.50',
      credit: '7.00',
      balance: '116.50',
    },
  ]);
  expect(await screen.findByText('116.50')).toBeInTheDocument();
  expect(screen.getByText('23.50')).toBeInTheDocument();
  expect(screen.getByText('7.00')).toBeInTheDocument();
  expect(server.requests('receivables.ageing')[0]?.query).toMatchObject({
    customerId: customer.id,
  });
});

test('a customer without an account owes nothing', async () => {
  await show(<Panel record={record} />, 'receivables.ageing', []);
  expect(await screen.findAllByText('0.00')).toHaveLength(3);
});

test('what is overdue is listed from the longest, and opens beside its list', async () => {
  const { server } = await show(<OverdueWidget />, 'invoices.list', [
    { id: id(2), documentNo: 'IV2611-0002', customer, balance: '535.00', dueDate: '2026-11-01' },
  ]);
  expect(await screen.findByRole('link', { name: 'IV2611-0002' })).toHaveAttribute(
    'href',
    `/sales-management/payment-data?record=${id(2)}`,
  );
  expect(server.requests('invoices.list')[0]?.query).toMatchObject({
    status: 'overdue',
    sort: 'dueDate',
  });
});

test('no payment waits for its verification', async () => {
  await show(<UnverifiedWidget />, 'payments.list', []);
  expect(await screen.findByText('No payment waits for verification.')).toBeInTheDocument();
});
