import type { JobDetail } from '@boxyard/shared/contract/areas/jobs.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page as CreatePage } from './jobs.create.page.tsx';
import { Page as DocumentPage } from './jobs.document.page.tsx';
import { Page as ListPage } from './jobs.list.page.tsx';
import { Page as MaintenancePage } from './maintenance.list.page.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const texts = { 'remote-repair-maintenance': { en, th } };

const one: JobDetail = {
  id: ID,
  version: 3,
  createdAt: '2026-11-20T03:00:00.000Z',
  updatedAt: '2026-11-20T03:00:00.000Z',
  documentNo: 'JB2611-0004',
  status: 'scheduled',
  documentDate: '2026-11-20',
  company: { id: 'c', code: 'BOX', name: 'Boxyard' },
  remark: null,
  createdBy: { id: 'p', name: 'Somchai Jaidee' },
  approvedBy: null,
  approvedAt: null,
  statusReason: null,
  kind: 'repair',
  product: { id: 'k', serialNumber: 'COF-240001', name: 'Coffee' },
  productModel: { id: 'm', code: 'COF', name: 'Coffee corner' },
  customer: { id: 'u', code: 'C-1', name: 'Siam Office' },
  place: 'Siam Office, 12 Rama IV Road',
  zone: null,
  coverage: 'warranty',
  priority: 'high',
  channel: 'phone',
  symptomCode: null,
  symptom: 'Does not pay out change',
  isDown: true,
  team: { id: 't', code: null, name: 'North' },
  technicians: [{ id: 'w', name: 'Wichai Changsom' }],
  appointmentStart: '2026-11-20T06:00:00.000Z',
  appointmentEnd: '2026-11-20T07:30:00.000Z',
  reportedAt: '2026-11-20T03:00:00.000Z',
  slaDueAt: '2026-11-20T09:00:00.000Z',
  slaState: 'atRisk',
  resolvedAt: null,
  history: [],
  attachments: [],
  related: [],
  allowedActions: ['update', 'manager-response', 'start', 'cancel'],
  authorIds: [],
  reportedByName: 'Malee',
  reportedByPhone: '0812345678',
  latitude: 13.72,
  longitude: 100.53,
  contract: { id: 'ct', documentNo: 'CT2601-0002' },
  warranty: null,
  coverageReason: null,
  repeats: null,
  slaPausedAt: null,
  responseNote: null,
  estimateLabour: null,
  estimateParts: null,
  startedAt: null,
  times: [],
  workMinutes: 0,
  downtimeMinutes: null,
  downtimeReason: null,
  causeCode: null,
  actionCode: null,
  workDone: null,
  result: null,
  meter: null,
  signedBy: null,
  signature: null,
  completedAt: null,
  reopenedCount: 0,
  finalReport: null,
  closedAt: null,
  schedule: null,
  requiresSignature: false,
  checklist: [],
  plannedParts: [],
  similar: [],
};

const show = (page: React.ReactElement, path: string, server = fakeServer()) =>
  renderPage(page, { route: path, path: path.split('?')[0] ?? path, server, texts });

test.each([
  ['repair', <ListPage key="r" />],
  ['maintenance', <MaintenancePage key="m" />],
])('lists open jobs of kind %s', async (kind, page) => {
  const server = fakeServer();
  server.answer('jobs.list', { data: [one], meta: { totalItems: 1 } });
  await show(page, '/repair-management/repair-list/default', server);
  expect(await screen.findByRole('link', { name: 'JB2611-0004' })).toBeInTheDocument();
  const [asked] = server.requests('jobs.list');
  expect(asked?.query).toMatchObject({ kind, status: expect.stringContaining('waitingParts') });
  expect(String(asked?.query.status)).not.toContain('closed');
});

test.each(['en', 'th'] as const)(
  'shows a job with whom to call and where to go, in %s',
  async (locale) => {
    const server = fakeServer();
    server.answer('jobs.get', one);
    await renderPage(<DocumentPage />, {
      route: `/repair-management/detail-repair/update/${ID}`,
      path: '/repair-management/detail-repair/update/:id',
      locale,
      server,
      texts,
    });
    expect(await screen.findByRole('link', { name: '0812345678' })).toHaveAttribute(
      'href',
      'tel:0812345678',
    );
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('JB2611-0004');
    expect(screen.getByText(/13:00.*14:30/)).toBeInTheDocument();
  },
);

test('warns of open jobs of the container before another one is reported', async () => {
  const server = fakeServer();
  server.answer('jobs.list', {
    data: [one],
    meta: { totalItems: 1 },
  });
  server.answer('inspections.products', { data: [], meta: { totalItems: 0 } });
  await show(<CreatePage />, `/repair-management/detail-repair/create?product=${ID}`, server);
  expect(await screen.findByRole('link', { name: 'JB2611-0004' })).toBeInTheDocument();
});

test('asks for a cause where a report is refused', async () => {
  const server = fakeServer();
  server.answer('jobs.get', { ...one, status: 'reported' });
  await renderPage(<DocumentPage />, {
    route: `/repair-management/detail-repair/update/${ID}`,
    path: '/repair-management/detail-repair/update/:id',
    server,
    texts,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Answer' }));
  expect(
    await screen.findByText('Technicians are told of their appointment.', { exact: false }),
  ).toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText('From')).toBeInTheDocument());
});
