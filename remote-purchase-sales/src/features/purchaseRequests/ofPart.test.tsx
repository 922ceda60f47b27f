import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import en from '../../i18n/en.json';
import kitEn from '../../i18n/kit.en.json';
import kitTh from '../../i18n/kit.th.json';
import th from '../../i18n/th.json';
import { Page } from './purchaseRequests.create.page.tsx';

const PART = {
  id: '01890000-0000-7000-8000-000000000007',
  code: 'AFL-S',
  name: 'Air filter S',
  nameTh: null,
  unit: { id: 'u', code: 'PCS', name: 'piece' },
  purchaseUnit: { id: 'b', code: 'BOX', name: 'box' },
  purchaseFactor: 10,
  standardPrice: '12.00',
  lastPurchasePrice: null,
};

test('a request that a part led to begins with a line of it, in the unit that it is bought in', async () => {
  const server = fakeServer();
  server.answer('parts.price', { data: [PART] as never });
  server.answer('units.master', { data: [PART.purchaseUnit] as never });
  server.answer('masterData.subWarehouses', { data: [] });
  server.answer('documentHeaders.master', { data: [] });
  server.answer('suppliers.master', { data: [] });
  await renderPage(<Page />, {
    route: `/purchase-management/purchase-requests/create?part=${PART.id}`,
    server,
    texts: {
      'remote-purchase-sales': { en: { ...en, ...kitEn }, th: { ...th, ...kitTh } } as never,
    },
  });
  expect(await screen.findByText('Air filter S')).toBeInTheDocument();
  expect(screen.getByLabelText<HTMLInputElement>('Est. price 1').value).toMatch(/^120\.00/);
  expect(server.requests('parts.price')[0]?.query.ids).toBe(PART.id);
});
