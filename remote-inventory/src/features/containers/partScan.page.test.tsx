import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page as CreatePage } from './createParts.page.tsx';
import { Page as UpdatePage } from './updateParts.page.tsx';

const id = (no: number) => `01a1fdb3-fd91-7ffd-b5fc-2c5f2113${String(no).padStart(4, '0')}`;
const [CONTAINER, WAREHOUSE, FAN, BOLT, SHELF] = [1, 2, 3, 4, 5].map(id) as [
  string,
  string,
  string,
  string,
  string,
];
const texts = { 'remote-inventory': { en, th } };
const warehouse = { id: WAREHOUSE, code: 'CENTRAL', name: 'Central', nameTh: 'คลังกลาง' };
const fan = { id: FAN, code: 'FAN-1', name: 'Fan' };
const bolt = { id: BOLT, code: 'BOLT-1', name: 'Bolt' };
const KNOWN = {
  'SN-7': { kind: 'serial', code: 'SN-7', part: fan },
  'BOLT-1': { kind: 'part', code: 'BOLT-1', part: bolt },
} as const;

// What was typed before is a draft, which the next form would begin with.
beforeEach(() => localStorage.clear());

function serverWithShelf() {
  const server = fakeServer();
  server.answer('parts.scan', ({ query }) => {
    const known = KNOWN[query.code as keyof typeof KNOWN];
    return known ? [{ ...known, id: known.part.id, warehouse: null, bin: null }] : [];
  });
  server.answer('parts.places', ({ query }) => [
    {
      warehouse,
      bin: { id: SHELF, code: 'A-01', name: 'A-01' },
      condition: 'new',
      lotNo: null,
      expiryDate: null,
      free: 4,
      serials: query.partId === FAN ? ['SN-6', 'SN-7'] : [],
    },
  ]);
  server.answer('parts.master', {
    data: [fan, bolt].map((part) => ({ ...part, trackingType: 'none' }) as never),
    meta: { totalItems: 2 },
  });
  server.answer('masterData.subWarehouses', {
    data: [{ ...warehouse, kind: 'main', companyId: id(9) } as never],
    meta: { totalItems: 1 },
  });
  return server;
}

const field = { en: 'Scan a part, lot or serial number', th: 'สแกนอะไหล่ ล็อต หรือหมายเลขเครื่อง' };

test.each(['en', 'th'] as const)('builds in what is scanned, in %s', async (locale) => {
  const server = serverWithShelf();
  server.answer('products.get', {
    id: CONTAINER,
    version: 3,
    serialNumber: 'VDA2611-0001',
    status: 'inProduction',
    warehouse,
    parts: [],
    allowedActions: ['update-parts'],
  } as never);
  server.answer('products.materialParts', { data: {} as never });
  const { user } = await renderPage(<UpdatePage />, {
    route: `/warehouse-inventory/container-warehouse/update-parts/${CONTAINER}`,
    path: '/warehouse-inventory/container-warehouse/update-parts/:id',
    as: 'warehouse-staff',
    locale,
    server,
    texts,
  });
  const scan = await screen.findByRole('textbox', { name: field[locale] });
  const said = () => screen.getByText((_, element) => element?.id === 'scan-said');
  // As fast as a scanner: none waits for the answer to the one before.
  await user.type(scan, 'BOLT-1{Enter}SN-7{Enter}BOLT-1{Enter}SN-7{Enter}NO-SUCH{Enter}');
  await waitFor(() => expect(said()).toHaveTextContent('NO-SUCH'));
  const names = { en: 'Save container', th: 'บันทึกข้อมูลตู้' };
  await user.click(screen.getByRole('button', { name: names[locale] }));
  await waitFor(() => expect(server.requests('products.materialParts')).toHaveLength(1));
  expect(server.requests('products.materialParts')[0]?.body).toMatchObject({
    version: 3,
    add: [
      { partId: BOLT, binId: SHELF, condition: 'new', quantity: 2, serials: [] },
      { partId: FAN, binId: SHELF, condition: 'new', quantity: 1, serials: ['SN-7'] },
    ],
    remove: [],
  });
});

test('asks for the warehouse before it knows where a part of a new container lies', async () => {
  const server = serverWithShelf();
  const { user } = await renderPage(<CreatePage />, {
    route: '/warehouse-inventory/container-warehouse/detail-product/create-parts',
    path: '/warehouse-inventory/container-warehouse/detail-product/create-parts',
    as: 'warehouse-staff',
    server,
    texts,
  });
  await user.type(await screen.findByRole('textbox', { name: field.en }), 'BOLT-1{Enter}');
  expect(await screen.findByText('Choose the warehouse first.')).toBeVisible();
  expect(server.requests('parts.scan')).toHaveLength(0);
});
