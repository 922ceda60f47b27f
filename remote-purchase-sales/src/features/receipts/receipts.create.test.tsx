import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page } from './receipts.create.page.tsx';

const id = (last: number) => `01890000-0000-7000-8000-00000000000${last}`;
const ref = (last: number, name: string) => ({ id: id(last), code: name, name, nameTh: name });
const order = (unitPrice: string | null) => ({
  id: id(1),
  code: 'PO2611-0001',
  name: 'Rapid Transport',
  nameTh: null,
  supplier: ref(2, 'S-2'),
  warehouse: ref(3, 'CENTRAL'),
  isVatRegistered: true,
  promisedDate: null,
  items: [
    {
      id: id(4),
      part: ref(5, 'BRG-6204'),
      description: 'Ball bearing',
      unit: ref(6, 'pcs'),
      unitAllowsFraction: false,
      trackingType: 'none',
      unitFactor: 1,
      isService: false,
      orderedQty: 10,
      openQty: 10,
      unitPrice,
    },
  ],
});

const show = (as: string, unitPrice: string | null) => {
  const server = fakeServer();
  server.answer('receipts.receivable', { data: [order(unitPrice)] as never });
  server.answer('receipts.create', { data: { id: id(9) } as never });
  return renderPage(<Page />, {
    route: `/purchase-management/receipt/create?orderId=${id(1)}`,
    as,
    server,
    texts: { 'remote-purchase-sales': { en, th } },
  });
};

test('whoever may not change prices is not asked for one', async () => {
  await show('warehouse-staff', null);
  await screen.findByLabelText('Accepted 1');
  expect(screen.queryByLabelText('Unit price 1')).toBeNull();
});

test('another price, the committee and an approval are sent', async () => {
  const { user, server } = await show('purchasing-manager', '100.0000');
  const price = await screen.findByLabelText('Unit price 1');
  expect(price).toHaveValue('100.0000');
  await user.clear(price);
  await user.type(price, '95.5');
  await user.type(screen.getByLabelText('Receiving committee'), 'Somchai,Malee{Enter}');
  await user.click(screen.getByRole('button', { name: 'Send for approval' }));
  await waitFor(() => expect(server.requests('receipts.create')).toHaveLength(1));
  const [request] = server.requests('receipts.create');
  expect(request?.body).toMatchObject({
    orderId: id(1),
    post: false,
    committee: ['Somchai', 'Malee'],
    items: [{ orderItemId: id(4), acceptedQty: 10, unitPrice: '95.5000' }],
  });
  expect(request?.body).not.toHaveProperty('warehouseId');
});
