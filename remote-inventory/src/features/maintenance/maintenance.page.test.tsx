import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, within } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page as DetailPage } from './maintenance.detail.page.tsx';
import { Page as ListPage } from './maintenance.list.page.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const texts = { 'remote-inventory': { en, th } };
const container = {
  id: ID,
  serialNumber: 'COF-240001',
  name: 'Coffee corner 1',
  productModel: { id: 'm', code: 'COF', name: 'Coffee corner', nameTh: 'มุมกาแฟ' },
  status: 'installed' as const,
  serviceStatus: 'underRepair' as const,
  warehouse: null,
  site: { holder: 'Siam Office', address: '12 Rama IV Road', lat: null, lng: null },
  customer: { id: 'u', code: 'C-1', name: 'Siam Office Ltd.', nameTh: 'สยามออฟฟิศ' },
  warrantyEnd: '2027-03-31',
  openJobs: 2,
  nextDueAt: '2026-12-05',
  lastMaintainedAt: null,
};
const detail = {
  ...container,
  planned: [
    { id: 'o1', schedule: 'Cooling', day: '2026-11-18', status: 'overdue' as const },
    { id: 'o2', schedule: 'Filters', day: '2026-12-05', status: 'planned' as const },
  ],
  repairCount: 4,
  downtimeMinutes: 320,
  meanRepairMinutes: 240,
  meanDaysBetweenFailures: null,
  firstTimeFixPercent: 33,
};

const serverWith = () => {
  const server = fakeServer();
  server.answer('containerMaintenance.list', { data: [container], meta: { totalItems: 1 } });
  server.answer('containerMaintenance.get', detail);
  server.answer('jobs.list', { data: [], meta: { totalItems: 0 } });
  server.answer('warranties.list', { data: [], meta: { totalItems: 0 } });
  return server;
};

const openDetail = (query = '', locale: 'en' | 'th' = 'en', server = serverWith()) =>
  renderPage(<DetailPage />, {
    route: `/warehouse-inventory/maintenance/${ID}${query}`,
    path: '/warehouse-inventory/maintenance/:id',
    locale,
    server,
    texts,
  });

test('lists containers with what is open and what is due', async () => {
  await renderPage(<ListPage />, {
    route: '/warehouse-inventory/maintenance/default',
    path: '/warehouse-inventory/maintenance/default',
    server: serverWith(),
    texts,
  });
  const row = (await screen.findByText('COF-240001')).closest('tr');
  if (!row) throw new Error('no row');
  for (const told of ['Coffee corner', 'Siam Office', 'Under repair', '2', '5 Dec 2026']) {
    expect(within(row).getByText(told)).toBeInTheDocument();
  }
});

test.each([
  ['en', 'Overdue', '4 h', '33%'],
  ['th', 'เกินกำหนด', '4 ชม.', '33%'],
] as const)('shows how a container fails and what is planned, in %s', async (locale, ...told) => {
  await openDetail('', locale);
  expect(await screen.findByRole('heading', { name: 'COF-240001' })).toBeInTheDocument();
  for (const text of told) expect(document.body).toHaveTextContent(text);
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items.filter((text) => /Cooling|Filters/.test(text ?? ''))).toHaveLength(2);
});

test.each([
  ['repairs', 'jobs.list', { kind: 'repair', productId: ID }],
  ['maintenance', 'jobs.list', { kind: 'maintenance', productId: ID }],
  ['warranties', 'warranties.list', { productId: ID }],
] as const)('asks for the %s of this container alone', async (tab, call, query) => {
  const server = serverWith();
  await openDetail(`?tab=${tab}`, 'en', server);
  await screen.findByText(/This container has had no/);
  expect(server.requests(call)[0]?.query).toMatchObject(query);
});
