import type { PartSaleDetail } from '@boxyard/shared/contract/areas/partSales.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Panel } from './ofCustomer.panel.tsx';
import { Page as CreatePage } from './partSales.create.page.tsx';
import { Page as DocumentPage } from './partSales.document.page.tsx';
import { Page as ListPage } from './partSales.list.page.tsx';
import { Widget } from './waiting.widget.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const texts = { 'remote-purchase-sales': { en, th } };

const one: PartSaleDetail = {
  id: ID,
  version: 1,
  createdAt: '2026-11-20T03:00:00.000Z',
  updatedAt: '2026-11-20T03:00:00.000Z',
  documentNo: 'SP2611-0004',
  status: 'draft',
  documentDate: '2026-11-20',
  company: { id: 'c', code: 'BOX', name: 'Boxyard' },
  remark: null,
  createdBy: { id: 'p', name: 'Somchai Jaidee' },
  approvedBy: null,
  approvedAt: null,
  statusReason: null,
  customer: { id: 'u', code: 'CU-1', name: 'Siam Snack Co., Ltd.' },
  sale: { id: 'p', name: 'Nattaya Boonmee' },
  warehouse: { id: 'w', code: 'CENTRAL', name: 'Central' },
  neededBy: '2026-11-24',
  itemCount: 1,
  baseAmount: '1800.00',
  vatAmount: '126.00',
  grandTotal: '1926.00',
  deliveredDate: null,
  buyer: {
    name: 'Siam Snack Co., Ltd.',
    taxId: '•••••••••1116',
    branchCode: '00000',
    phone: '•••••4501',
    address: null,
  },
  vatMode: 'exclusive',
  vatRate: '7.00',
  discount: { type: 'percent', value: '10.00' },
  subTotal: '2000.00',
  discountTotal: '200.00',
  discountPercent: '10.00',
  cost: null,
  margin: null,
  marginPercent: null,
  deliveredAt: null,
  deliveredBy: null,
  recipientName: null,
  history: [],
  attachments: [],
  related: [],
  allowedActions: ['update', 'confirm', 'cancel'],
  authorIds: [],
  items: [
    {
      id: 'l',
      lineNo: 1,
      part: { id: 'a', code: 'AFL-S', name: 'Air filter S' },
      unit: { id: 'n', code: 'PCS', name: 'piece' },
      unitAllowsFraction: false,
      trackingType: 'serial',
      barcode: null,
      quantity: 2,
      available: 1,
      reservedQty: 0,
      deliveredQty: 0,
      returnedQty: 0,
      unitPrice: '1000.0000',
      standardPrice: '1000.0000',
      discount: null,
      lineTotal: '2000.00',
      documentDiscount: '200.00',
      baseAmount: '1800.00',
      vatAmount: '126.00',
      cost: null,
      margin: null,
      note: null,
      picks: [],
    },
  ],
};

test.each(['en', 'th'] as const)('lists documents with their status, in %s', async (locale) => {
  const server = fakeServer();
  server.answer('partSales.list', { data: [one], meta: { totalItems: 1 } });
  await renderPage(<ListPage />, {
    route: '/sales-management/parts-sales',
    path: '/sales-management/parts-sales',
    locale,
    server,
    texts,
  });
  expect(await screen.findByRole('link', { name: 'SP2611-0004' })).toBeInTheDocument();
  expect(server.requests('partSales.list')).toHaveLength(1);
});

test.each([
  ['Included', '107.00'],
  ['Excluded', '100.00'],
])('a part brings its list price as prices are entered: %s', async (mode, price) => {
  const server = fakeServer();
  server.answer('partSales.terms', { vatRate: '7.00' });
  server.answer('partSales.parts', {
    data: [
      {
        id: '01890000-0000-7000-8000-000000000009',
        code: 'AFL-S',
        name: 'Air filter S',
        nameTh: null,
        unit: {
          id: '01890000-0000-7000-8000-000000000008',
          code: 'PCS',
          name: 'Piece',
          nameTh: null,
        },
        unitAllowsFraction: false,
        trackingType: 'none',
        standardPrice: '100.0000',
      },
    ],
  });
  const { user } = await renderPage(<CreatePage />, {
    route: '/sales-management/parts-sales/create',
    as: 'sales-manager',
    server,
    texts,
  });
  await user.click(await screen.findByRole('combobox', { name: /VAT/ }));
  await user.click(await screen.findByRole('option', { name: new RegExp(mode, 'i') }));
  await user.click(screen.getByRole('combobox', { name: 'Part 1' }));
  await user.click(await screen.findByRole('option', { name: /Air filter S/ }));
  await waitFor(() =>
    expect(
      (screen.getByRole('textbox', { name: 'Unit price 1' }) as HTMLInputElement).value,
    ).toMatch(new RegExp(`^${price}`)),
  );
});

const show = async (doc: PartSaleDetail, locale: 'en' | 'th' = 'en') => {
  const server = fakeServer();
  server.answer('partSales.get', doc);
  return renderPage(<DocumentPage />, {
    route: `/sales-management/part-sales/${ID}`,
    path: '/sales-management/part-sales/:id',
    locale,
    server,
    texts,
  });
};

test.each(['en', 'th'] as const)('shows a sale with its lines and sums, in %s', async (locale) => {
  await show(one, locale);
  expect(await screen.findByText(/Air filter S/)).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('SP2611-0004');
  expect(screen.getAllByText('1,926.00').length).toBeGreaterThan(0);
});

test('leads to its invoice and its credit note where each of them is listed', async () => {
  const [invoice, credit] = [
    '01890000-0000-7000-8000-000000000001',
    '01890000-0000-7000-8000-000000000002',
  ];
  const { user } = await show({
    ...one,
    status: 'partlyReturned',
    related: [
      { type: 'invoice', id: invoice, documentNo: 'IV2611-0001', status: 'paid' },
      { type: 'creditNote', id: credit, documentNo: 'CN2611-0001', status: 'approved' },
    ],
  });
  await user.click(await screen.findByRole('tab', { name: /Related/ }));
  const page = '/sales-management/payment-data';
  expect(screen.getByRole('link', { name: 'IV2611-0001' })).toHaveAttribute(
    'href',
    `${page}?tab=invoices&record=${invoice}`,
  );
  expect(screen.getByRole('link', { name: 'CN2611-0001' })).toHaveAttribute(
    'href',
    `${page}?tab=credit-notes&record=${credit}`,
  );
});

test('says at which lines stock is lacking, and does not delete what has a number', async () => {
  await show(one);
  expect(await screen.findByText('One line lacks stock')).toBeInTheDocument();
  expect(screen.getByText(/Line 1: the sale cannot be confirmed/)).toBeInTheDocument();
  expect(screen.queryByText('Delete draft')).not.toBeInTheDocument();
});

test('shows what left the stock, and the margin to whoever sees costs', async () => {
  const [item] = one.items;
  if (!item) throw new Error('no line');
  const { user } = await show({
    ...one,
    status: 'delivered',
    allowedActions: ['return'],
    deliveredDate: '2026-11-21',
    cost: '1200.00',
    margin: '600.00',
    marginPercent: '33.33',
    items: [
      {
        ...item,
        available: null,
        deliveredQty: 1,
        cost: '1200.00',
        margin: '600.00',
        picks: [
          {
            id: 'k',
            bin: 'A-01',
            lotNo: null,
            expiryDate: null,
            serialNo: 'SN-77',
            condition: 'new',
            isCounted: false,
            quantity: 1,
            returnedQty: 0,
            warrantyUntil: '2027-11-21',
          },
        ],
      },
    ],
  });
  await user.click(await screen.findByRole('tab', { name: 'Stock (1)' }));
  expect(await screen.findByText('SN-77')).toBeInTheDocument();
  expect(screen.getAllByText('600.00').length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'Take parts back' })).toBeEnabled();
});

test('the panel and the widget list sales, and say what is late', async () => {
  const server = fakeServer();
  server.answer('partSales.list', {
    data: [{ ...one, neededBy: '2020-01-01' }],
    meta: { totalItems: 1 },
  });
  await renderPage(
    <>
      <Widget />
      <Panel record={{ kind: 'customer', id: ID }} />
    </>,
    { route: '/x', server, texts },
  );
  await waitFor(() => expect(screen.getAllByRole('link', { name: 'SP2611-0004' })).toHaveLength(2));
  expect(screen.getByText('Late')).toBeInTheDocument();
  expect(server.requests('partSales.list').map(({ query }) => query)).toEqual([
    expect.objectContaining({ status: 'confirmed' }),
    expect.objectContaining({ customerId: ID }),
  ]);
});
