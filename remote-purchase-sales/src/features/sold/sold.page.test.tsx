import type { SoldContainer } from '@boxyard/shared/contract';
import words from '@boxyard/shared/domain/texts/families/productContracts.en.json';
import transactionWords from '@boxyard/shared/domain/texts/families/transactions.en.json';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json';
import th from '../../i18n/th.json';
import { Page as Products } from './products.page.tsx';
import { Page as Transactions } from './productTransactions.page.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const PRODUCT = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ae';
const KEY = `bxk_${'0'.repeat(32)}_${'x'.repeat(43)}`;
const WATER = { key: 'water', label: 'Water', price: '10.00', cost: '4.00', isActive: true };
const sold: SoldContainer = {
  id: ID,
  version: 3,
  createdAt: '2026-11-01T03:00:00.000Z',
  updatedAt: '2026-11-01T03:00:00.000Z',
  productId: PRODUCT,
  serialNumber: 'VM26110001',
  productModel: { id: 'm', code: 'VM', name: 'Snack tower' },
  customer: {
    id: 'c',
    code: 'CUS-0001',
    name: 'Siam Snack Co., Ltd.',
    nameTh: 'บริษัท สยาม สแน็ค จำกัด',
  },
  contract: { id: 'k', documentNo: 'CT2611-0001' },
  sale: { id: 'p', name: 'Nattaya Boonmee' },
  saleStatus: 'sold',
  isActive: true,
  isLineEnabled: false,
  isSilent: true,
  monthRevenue: '12500.00',
  lastSaleAt: '2026-11-18T03:00:00.000Z',
  softwareVersion: '1.4.0',
  softwareOutdated: false,
  warrantyEnd: '2027-11-01',
  inForceFrom: '2026-11-01T03:00:00.000Z',
  activeSince: '2026-11-02T03:00:00.000Z',
  lineTarget: null,
  hasLineToken: false,
  cost: null,
  priceOptions: [WATER],
  setting: { temperatureC: 4 },
  template: {
    version: 2,
    setting: { temperatureC: 6 },
    listPrices: [{ key: 'water', label: 'Drinking water', price: '12.50' }],
    updatedAt: '2026-11-01T03:00:00.000Z',
    differs: true,
  },
  changes: [
    {
      id: 'h',
      kind: 'priceOptions',
      effectiveDate: '2026-11-02',
      createdAt: '2026-11-02T03:00:00.000Z',
      by: { id: 'p', name: 'Nattaya Boonmee' },
      isInForce: true,
      revertedAt: null,
      revertedReason: null,
      cost: null,
      priceOptions: [WATER],
      setting: null,
    },
  ],
  history: [],
};

type Person = Pick<Parameters<typeof renderPage>[1], 'as' | 'abilities'>;

const open = async (who: string | Person, locale: 'en' | 'th' = 'en', shown = sold) => {
  const server = fakeServer();
  server.answer('productContracts.list', { data: [shown], meta: { totalItems: 1 } });
  server.answer('productContracts.get', shown);
  server.answer('productContracts.priceOption', { data: shown });
  server.answer('productContracts.keys', []);
  server.answer('productContracts.active', { data: sold });
  server.answer('productContracts.createKey', {
    data: { id: 'n', key: KEY, expiresAt: '2027-11-20T17:00:00.000Z' },
  });
  server.answer('productContracts.revert', { data: sold });
  return renderPage(<Products />, {
    route: `/sales-management/products?record=${ID}`,
    path: '/sales-management/products',
    ...(typeof who === 'string' ? { as: who } : who),
    locale,
    server,
    texts: { 'remote-purchase-sales': { en, th } },
  });
};

test.each(['en', 'th'] as const)('shows what is set for a container, in %s', async (locale) => {
  const texts = locale === 'th' ? th : en;
  await open('sales-manager', locale);
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('CT2611-0001')).toBeVisible();
  expect(
    await within(drawer).findByRole('heading', { name: texts.sold.section.priceOptions }),
  ).toBeVisible();
  expect(within(drawer).getByText('Water')).toBeVisible();
  expect(screen.getAllByText(texts.sold.state.silent)[0]).toBeVisible();
});

test('offers the template of the model to a container that is set otherwise, and changes nothing by itself', async () => {
  const { user, server } = await open('sales-manager');
  server.answer('productContracts.setting', { data: sold });
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText(en.sold.template.differs)).toBeVisible();
  expect(server.requests('productContracts.setting')).toHaveLength(0);
  await user.click(within(drawer).getByRole('button', { name: en.sold.template.take }));
  const dialog = (await screen.findAllByRole('dialog')).at(-1) as HTMLElement;
  await user.click(within(dialog).getByRole('button', { name: en.sold.dialog.taken.ok }));
  await waitFor(() =>
    expect(server.requests('productContracts.setting')[0]?.body).toMatchObject({
      productId: PRODUCT,
      version: 3,
      setting: { temperatureC: 6 },
    }),
  );
});

test.each([
  ['whoever may override prices', true],
  ['nobody else', false],
])('list prices of a model are changed by %s', async (_who, may) => {
  const setting = ['products:view', 'products:setting'];
  const { user } = await open({
    as: 'sales-manager',
    abilities: may ? [...setting, 'purchase-contract:override-price'] : setting,
  });
  const drawer = await screen.findByRole('dialog');
  await user.click(
    await within(drawer).findByRole('button', { name: /Template of the model: Change/ }),
  );
  const dialog = (await screen.findAllByRole('dialog')).at(-1) as HTMLElement;
  expect(await within(dialog).findByText(words.field.temperatureC)).toBeVisible();
  const table = within(dialog).queryByRole('table', { name: en.sold.section.listPrices });
  expect(table !== null).toBe(may);
});

test('switches a container off for a reason', async () => {
  const { user, server } = await open('sales-manager');
  const drawer = await screen.findByRole('dialog');
  await user.click(await within(drawer).findByRole('button', { name: /Operation: Switch off/ }));
  const dialog = (await screen.findAllByRole('dialog')).at(-1) as HTMLElement;
  await user.type(within(dialog).getByLabelText(words.field.reason), 'Door is broken');
  await user.click(within(dialog).getByRole('button', { name: en.sold.dialog.off.ok }));
  await waitFor(() => {
    expect(server.requests('productContracts.active')[0]?.body).toEqual({
      productId: PRODUCT,
      version: 3,
      active: false,
      reason: 'Door is broken',
    });
  });
});

test('shows a new key once', async () => {
  const { user } = await open('sales-manager');
  const drawer = await screen.findByRole('dialog');
  await user.click(await within(drawer).findByRole('tab', { name: en.sold.tab.keys }));
  await user.click(await within(drawer).findByRole('button', { name: en.sold.keys.new }));
  const dialog = (await screen.findAllByRole('dialog')).at(-1) as HTMLElement;
  await user.type(within(dialog).getByLabelText(words.field.name), 'Controller');
  await user.click(within(dialog).getByRole('button', { name: en.sold.dialog.key.ok }));
  expect(await screen.findByText(KEY)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: en.sold.keys.kept }));
  await waitFor(() => expect(screen.queryByText(KEY)).toBeNull());
});

test('offers whoever only looks nothing to change', async () => {
  await open('sales-officer');
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('Water')).toBeVisible();
  expect(within(drawer).queryByRole('button', { name: /Change|Switch/ })).toBeNull();
  expect(within(drawer).queryByRole('tab', { name: en.sold.tab.keys })).toBeNull();
});

test('whoever sees no costs sends none with the prices', async () => {
  const abilities = ['products:view', 'products:setting'];
  const { user, server } = await open({ abilities }, 'en', {
    ...sold,
    priceOptions: [{ ...WATER, cost: null }],
  });
  const drawer = await screen.findByRole('dialog');
  const prices = await within(drawer).findByRole('button', { name: /^Prices: / });
  expect(within(drawer).queryByRole('heading', { name: en.sold.section.cost })).toBeNull();
  await user.click(prices);
  const dialog = (await screen.findAllByRole('dialog')).at(-1) as HTMLElement;
  expect(within(dialog).queryByRole('columnheader', { name: words.line.cost })).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: en.sold.dialog.priceOptions.ok }));
  await waitFor(() =>
    expect(server.requests('productContracts.priceOption')[0]?.body).toMatchObject({
      priceOptions: [{ ...WATER, cost: null }],
    }),
  );
});

const sums = { count: 2, amount: '45.00', cost: '20.00', margin: '25.00' };

test('lists sales with their sums, and charts them by day, payment and option', async () => {
  const server = fakeServer();
  server.answer('productTransactions.list', {
    data: [
      {
        id: 't',
        occurredAt: '2026-11-20T03:00:00.000Z',
        receivedAt: '2026-11-20T03:00:01.000Z',
        product: { id: PRODUCT, serialNumber: 'VM26110001' },
        contract: { id: 'k', documentNo: 'CT2611-0001' },
        customer: sold.customer,
        machineTxnId: 'T1',
        channel: 'promptpay',
        status: 'success',
        refundOf: null,
        mark: null,
        priceOptionKey: 'water',
        itemName: 'Water',
        quantity: 1,
        amount: '25.00',
        costAmount: '10.00',
        margin: '15.00',
      },
    ],
    meta: { totalItems: 1, summary: sums },
  });
  server.answer('productTransactions.totals', {
    startDate: '2026-11-01',
    endDate: '2026-11-20',
    isMonthly: false,
    total: sums,
    byDay: [{ day: '2026-11-20', ...sums }],
    byChannel: [{ channel: 'promptpay', ...sums }],
    byOption: [{ option: 'water', label: 'water', ...sums }],
    byProduct: [{ product: { id: PRODUCT, serialNumber: 'VM26110001' }, ...sums }],
  });
  server.answer('productContracts.master', { data: [] });
  const { user } = await renderPage(<Transactions />, {
    route: '/sales-management/product-transactions',
    as: 'auditor',
    server,
    texts: { 'remote-purchase-sales': { en, th } },
  });
  expect(await screen.findByText(transactionWords.choice.channel.promptpay)).toBeVisible();
  expect(await screen.findByText(/45\.00/)).toBeVisible();
  await user.click(screen.getByRole('tab', { name: en.transactions.tab.totals }));
  expect(await screen.findByText(en.transactions.chart.option)).toBeVisible();
  expect(screen.getByText(en.transactions.chart.channel)).toBeVisible();
});
