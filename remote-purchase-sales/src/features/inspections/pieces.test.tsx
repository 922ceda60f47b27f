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

test('the inspections of a customer’s containers lead to each and to all', async () => {
  await show(<Panel record={record} />, 'inspections.list', [
    {
      id: id(3),
      documentNo: 'FU2611-0001',
      status: 'planned',
      dueOn: '2026-11-20',
      product: { id: id(4), serialNumber: 'BX-100', name: 'Snack' },
    },
  ]);
  expect(await link('FU2611-0001')).toBe(`/sales-management/container-inspection/${id(3)}`);
  expect(await link('1 inspection')).toContain(`customerId=${record.id}`);
});
