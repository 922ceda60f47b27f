import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { cleanup, screen } from '@testing-library/react';
import en from '../../i18n/en.json';
import kitEn from '../../i18n/kit.en.json';
import kitTh from '../../i18n/kit.th.json';
import th from '../../i18n/th.json';
import { Page } from './purchaseOrders.create.page.tsx';

const SUPPLIER = {
  id: '01890000-0000-7000-8000-000000000009',
  code: 'S-9',
  name: 'Rapid Transport',
  nameTh: 'แรพิด',
  creditDays: 45,
  isVatRegistered: true,
  whtRate: '3.00',
};

afterEach(() => localStorage.removeItem('lastUsed'));

/** A new order of somebody who ordered from that supplier before, of several that there are. */
async function begin() {
  const server = fakeServer();
  server.answer('suppliers.master', ({ query }) => ({
    data: (query.ids === undefined
      ? [SUPPLIER, { ...SUPPLIER, id: SUPPLIER.id.replace('9', '8') }]
      : [SUPPLIER]) as never,
  }));
  server.answer('masterData.subWarehouses', { data: [] as never });
  server.answer('supplierParts.terms', { vatRate: '7.00', parts: [] });
  await renderPage(<Page />, {
    route: '/purchase-management/purchase-orders/create',
    server,
    texts: {
      'remote-purchase-sales': { en: { ...en, ...kitEn }, th: { ...th, ...kitTh } } as never,
    },
  });
}

test('a new order begins with the supplier that was chosen last, and with its terms', async () => {
  // Habits are kept for the person who has signed in.
  await renderPage(<p>signed in</p>, { route: '/dashboard' });
  cleanup();
  const owner = JSON.parse(localStorage.getItem('profileUser') ?? '{}').id;
  localStorage.setItem('lastUsed', JSON.stringify({ owner, values: { supplierId: SUPPLIER.id } }));
  await begin();
  expect(await screen.findByText('Rapid Transport')).toBeInTheDocument();
  expect(screen.getByLabelText('Credit days')).toHaveValue('45');
});
