import type { Contract, DataOf } from '@boxyard/shared/contract';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, within } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { EarlierVersions } from './EarlierVersions.tsx';

type Revision = DataOf<Contract['purchaseOrders.revisions']>[number];

const ID = '01a1fdb4-70b5-720d-b09f-416f114f2781';
const amounts = (grandTotal: string) => ({
  subTotal: '1000.00',
  discountTotal: '0.00',
  baseAmount: '1000.00',
  vatAmount: '70.00',
  grandTotal,
  whtBase: '0.00',
  whtRate: '0.00',
  whtAmount: '0.00',
  netPayable: grandTotal,
});
const revision = (revisionNo: number, quantity: number, grandTotal: string): Revision => ({
  revisionNo,
  at: '2026-11-17T03:00:00.000Z',
  by: { id: '01a1fdb4-0000-7000-8000-00000000b001', name: 'Olan Buyer' },
  promisedDate: null,
  supplierConfirmationNo: null,
  ...amounts(grandTotal),
  items: [
    {
      id: `01a1fdb4-0000-7000-8000-00000000c00${revisionNo}`,
      lineNo: 1,
      part: null,
      description: 'Door seal',
      quantity,
      unit: { id: '01a1fdb4-0000-7000-8000-00000000e001', code: 'PCS', name: 'piece' },
      unitAllowsFraction: false,
      unitFactor: 1,
      trackingType: 'none',
      unitPrice: '100.0000',
      discount: null,
      isService: false,
      lineTotal: '1000.00',
      documentDiscount: '0.00',
      baseAmount: '1000.00',
      vatAmount: '70.00',
      requestItem: null,
      warrantyMonths: 0,
      promisedDate: null,
      receivedQty: 0,
      closedQty: 0,
      openQty: quantity,
    },
  ],
});

test('shows what the order was before each revision, newest first', async () => {
  const server = fakeServer();
  server.answer('purchaseOrders.revisions', [
    revision(1, 12, '1284.00'),
    revision(0, 10, '1070.00'),
  ]);
  await renderPage(<EarlierVersions orderId={ID} />, {
    route: `/purchase-management/purchase-orders/${ID}`,
    as: 'purchasing-officer',
    server,
    texts: { 'remote-purchase-sales': { en, th } },
  });
  const versions = await screen.findAllByRole('article');
  expect(versions.map((version) => within(version).getByRole('heading').textContent)).toEqual([
    'Revision 1',
    'As first approved',
  ]);
  const [newest, first] = versions;
  if (!newest || !first) throw new Error('two versions');
  expect(newest).toHaveTextContent('Olan Buyer');
  expect(newest).toHaveTextContent('1,284.00');
  expect(first).toHaveTextContent('1,070.00');
  expect(within(first).getByRole('cell', { name: /^10/ })).toBeVisible();
});
