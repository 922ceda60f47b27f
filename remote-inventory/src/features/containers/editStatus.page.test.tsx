import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page } from './editStatus.page.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f21130001';

test.each([
  ['en', 'Not for sale → On offer'],
  ['th', 'ไม่เปิดขาย → เสนอขาย'],
] as const)('calls statuses as the dictionary does, in %s', async (locale, change) => {
  const server = fakeServer();
  server.answer('productStatuses.list', {
    data: [
      {
        id: ID,
        version: 2,
        createdAt: '2026-11-20T03:00:00.000Z',
        updatedAt: '2026-11-20T03:00:00.000Z',
        axis: 'sale',
        code: 'available',
        name: 'On offer',
        nameTh: 'เสนอขาย',
        color: 'warning',
        sortOrder: 10,
      },
    ],
    meta: { totalItems: 1 },
  });
  server.answer('products.get', {
    id: ID,
    version: 1,
    serialNumber: 'VDA2611-0001',
    saleStatus: 'available',
    allowedActions: ['edit-status'],
  } as never);
  server.answer('products.statusLog', [
    {
      id: ID,
      axis: 'sale',
      from: 'notForSale',
      to: 'available',
      reason: null,
      documentNo: null,
      at: '2026-11-20T03:00:00.000Z',
      by: null,
    },
  ]);
  await renderPage(<Page />, {
    route: `/warehouse-inventory/container-warehouse-edit-status/${ID}`,
    path: '/warehouse-inventory/container-warehouse-edit-status/:id',
    as: 'warehouse-manager',
    locale,
    server,
    texts: { 'remote-inventory': { en, th } },
  });
  expect(await screen.findByText(change)).toBeVisible();
});
