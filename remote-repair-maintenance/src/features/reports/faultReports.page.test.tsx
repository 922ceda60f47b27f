import type { FaultReportDetail } from '@boxyard/shared/contract/areas/faultReports.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import kitEn from '../../i18n/kit.en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { FaultReportsTab } from './FaultReportsTab.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const PRODUCT = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ae';
const JOB = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367af';
const LIST = '/repair-management/repair-list/default';
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
const { entries: _, photos: __, alike: ___, history: ____, ...row } = report;

const openJob = {
  id: JOB,
  kind: 'repair',
  documentNo: 'JB2611-0004',
  status: 'scheduled',
  symptom: 'Loud',
};

/** The tab with one report, which is opened. */
async function shown(change: Partial<FaultReportDetail> = {}) {
  const server = fakeServer();
  server.answer('faultReports.list', { data: [{ ...row, ...change }], meta: { totalItems: 1 } });
  server.answer('faultReports.get', { ...report, ...change });
  server.answer('jobs.list', { data: [openJob] as never, meta: { totalItems: 1 } });
  const { user } = await renderPage(<FaultReportsTab />, {
    route: `${LIST}?record=${ID}`,
    path: LIST,
    as: 'engineer-manager',
    server,
    texts,
  });
  const drawer = await screen.findByRole('dialog');
  await within(drawer).findByText('And smokes');
  return { server, user, drawer };
}

test('shows what was written each time, and whom to call back', async () => {
  const { drawer } = await shown();
  expect(within(drawer).getByText('Rattles')).toBeVisible();
  expect(within(drawer).getByRole('link', { name: '0812345678' })).toHaveAttribute(
    'href',
    'tel:0812345678',
  );
  expect(
    within(drawer).getByRole('link', { name: kitEn.action.faultReport.accept }),
  ).toHaveAttribute('href', expect.stringContaining(`?report=${ID}`));
});

test('calls all that came from one address spam with one press', async () => {
  const { server, user, drawer } = await shown();
  server.answer('faultReports.spam', {
    data: { ...report, status: 'spam', allowedActions: ['restore'] },
  });
  const name = en.faultReports.spam.address.replace('{{count}}', '8');
  await user.click(within(drawer).getByRole('button', { name }));
  await waitFor(() => expect(server.requests('faultReports.spam')).toHaveLength(1));
  expect(server.requests('faultReports.spam')[0]?.body).toEqual({ version: 2, reach: 'address' });
  // A container with one report alone has no button for all of them.
  expect(within(drawer).queryByText(/of this container$/)).toBeNull();
});

test('takes spam back with one press', async () => {
  const spam = await shown({ status: 'spam', allowedActions: ['restore'] });
  spam.server.answer('faultReports.restore', { data: report });
  await spam.user.click(
    within(spam.drawer).getByRole('button', { name: kitEn.action.faultReport.restore }),
  );
  await waitFor(() =>
    expect(spam.server.requests('faultReports.restore')[0]?.body).toEqual({ version: 2 }),
  );
});

test('adds a report to an open job of its container', async () => {
  const { server, user, drawer } = await shown();
  server.answer('faultReports.join', {
    data: { ...report, status: 'joined', allowedActions: [] },
  });
  await user.click(await within(drawer).findByRole('button', { name: 'Add to JB2611-0004' }));
  await waitFor(() =>
    expect(server.requests('faultReports.join')[0]?.body).toEqual({ version: 2, jobId: JOB }),
  );
});
