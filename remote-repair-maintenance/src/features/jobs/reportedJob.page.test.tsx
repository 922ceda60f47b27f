import type { FaultReportDetail } from '@boxyard/shared/contract/areas/faultReports.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page as CreatePage } from './jobs.create.page.tsx';
import { Page as ListPage } from './jobs.list.page.tsx';
// Loaded with the test, so that no test waits for a part that the page loads later.
import './ReportedJob.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const PRODUCT = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ae';
const JOB = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367af';
const LIST = '/repair-management/repair-list/default';
const CREATE = '/repair-management/detail-repair/create';
const texts = { 'remote-repair-maintenance': { en, th } };

const report: FaultReportDetail = {
  id: ID,
  version: 2,
  createdAt: '2026-11-30T03:00:00.000Z',
  updatedAt: '2026-11-30T03:00:00.000Z',
  status: 'received',
  product: { id: PRODUCT, serialNumber: 'COF-240001', name: 'Coffee' },
  productModel: { id: 'm', code: 'COF', name: 'Coffee corner' },
  symptomCode: null,
  symptom: 'Rattles',
  entryCount: 2,
  photoCount: 1,
  job: null,
  allowedActions: ['accept', 'join', 'spam'],
  reportedByName: 'Malee',
  reportedByPhone: '0812345678',
  entries: [
    { id: 'e1', at: '2026-11-30T03:00:00.000Z', symptomCode: null, symptom: 'Rattles' },
    { id: 'e2', at: '2026-11-30T03:05:00.000Z', symptomCode: null, symptom: 'And smokes' },
  ],
  photos: [],
  alike: { address: 8, container: 1 },
  history: [],
};

test('a technician, who decides on none, has no tab of them', async () => {
  const server = fakeServer();
  server.answer('jobs.list', { data: [], meta: { totalItems: 0 } });
  await renderPage(<ListPage />, { route: LIST, path: LIST, as: 'technician', server, texts });
  expect(await screen.findByRole('tab', { name: en.jobCodes.title })).toBeInTheDocument();
  expect(screen.queryByRole('tab', { name: en.faultReports.title })).toBeNull();
});

test('begins a job with what the report says, and names the report', async () => {
  const server = fakeServer();
  server.answer('faultReports.get', report);
  server.answer('jobs.list', { data: [], meta: { totalItems: 0 } });
  server.answer('inspections.products', {
    data: [{ id: PRODUCT, code: 'COF-240001', name: 'Coffee' }] as never,
  });
  server.answer('jobs.create', { id: JOB } as never);
  const { user } = await renderPage(<CreatePage />, {
    route: `${CREATE}?report=${ID}`,
    path: CREATE,
    as: 'engineer-manager',
    server,
    texts,
  });
  expect(await screen.findByDisplayValue(/Rattles\s*And smokes/)).toBeVisible();
  expect(screen.getByDisplayValue('0812345678')).toBeVisible();
  await user.click(screen.getByRole('button', { name: en.jobs.create }));
  await waitFor(() => expect(server.requests('jobs.create')).toHaveLength(1));
  expect(server.requests('jobs.create')[0]?.body).toMatchObject({
    kind: 'repair',
    productId: PRODUCT,
    faultReportId: ID,
    reportedByName: 'Malee',
  });
});
