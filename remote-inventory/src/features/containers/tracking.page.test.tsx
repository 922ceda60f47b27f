import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page } from './tracking.page.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f21130001';

/** An exchange, whose other container this person may see or not. */
const exchange = (what: 'replaced' | 'replacing', serialNumber: string | null) => ({
  id: `${what}-${serialNumber ?? ''}`,
  place: what,
  at: '2026-11-20T03:00:00.000Z',
  kind: 'agreement' as const,
  what,
  values: { serialNumber },
  by: null,
  reason: null,
  document: null,
});

test.each([
  [
    'en',
    'Exchanged for VDA2611-0002',
    'Exchanged for another container',
    'In place of another container',
  ],
  ['th', 'เปลี่ยนเป็นตู้ VDA2611-0002', 'เปลี่ยนเป็นตู้อื่น', 'ติดตั้งแทนตู้อื่น'],
] as const)('names no container that is out of reach, in %s', async (locale, ...said) => {
  const server = fakeServer();
  server.answer('products.get', {
    id: ID,
    version: 1,
    serialNumber: 'VDA2611-0001',
    status: 'inWarehouse',
    saleStatus: 'available',
    serviceStatus: 'normal',
    condition: 'used',
    inspection: { last: null, next: null, openFailures: 0 },
    rebuiltAs: [],
    bom: [],
    parts: [],
    removedParts: [],
    related: [],
    timeline: [],
    allowedActions: [],
  } as never);
  server.answer('products.tracking', [
    exchange('replaced', 'VDA2611-0002'),
    exchange('replaced', null),
    exchange('replacing', null),
  ]);
  await renderPage(<Page />, {
    route: `/warehouse-inventory/container-warehouse/detail-product/${ID}?section=tracking`,
    path: '/warehouse-inventory/container-warehouse/detail-product/:id',
    as: 'warehouse-staff',
    locale,
    server,
    texts: { 'remote-inventory': { en, th } },
  });
  for (const text of said) expect(await screen.findByText(text)).toBeVisible();
});
