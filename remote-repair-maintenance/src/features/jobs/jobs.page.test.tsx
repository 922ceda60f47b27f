import type { JobDetail } from '@boxyard/shared/contract/areas/jobs.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { type HandLine, handLinesOf, settledBody } from './handLines.ts';
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
  workerIds: [],
  begunByIds: [],
  doneByIds: [],
  periods: [],
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
  parts: [],
  partsCost: null,
  inside: [],
  schedule: null,
  requiresSignature: false,
  checklist: [],
  plannedParts: [],
  similar: [],
  billing: null,
  estimateStatus: null,
  estimating: null,
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

test('keeps what was done before a reopening in sight', async () => {
  const server = fakeServer();
  server.answer('jobs.get', {
    ...one,
    periods: [
      {
        startedAt: '2026-11-18T03:00:00.000Z',
        coverage: 'billable',
        slaDueAt: null,
        resolvedAt: '2026-11-18T05:00:00.000Z',
        completedAt: '2026-11-18T06:00:00.000Z',
        downtimeMinutes: 120,
        downtimeReason: null,
        result: 'fixed',
        causeCode: { id: 'c1', code: 'C-DIRT', name: 'Dirty mechanism' },
        actionCode: null,
        workDone: 'Cleaned the coin mechanism',
        meter: null,
        signedBy: 'Malee',
        finalReport: null,
        checklist: [
          { id: 'k1', name: 'Door closes', answer: 'ok', note: null, repair: null },
          { id: 'k2', name: 'Cools', answer: null, note: null, repair: null },
        ],
      },
    ],
  });
  const path = `/repair-management/detail-repair/update/${ID}`;
  await renderPage(<DocumentPage />, {
    route: path,
    path: '/repair-management/detail-repair/update/:id',
    server,
    texts,
  });
  fireEvent.click(await screen.findByRole('tab', { name: 'Before it was reopened (1)' }));
  for (const told of [
    'Cleaned the coin mechanism',
    'Dirty mechanism',
    '120 min',
    'Malee',
    /Door closes: OK, Cools: /,
  ]) {
    expect((await screen.findAllByText(told)).length).toBeGreaterThan(0);
  }
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(expect.arrayContaining(['From', 'Solved', 'Coverage', 'What was done']));
});

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

const part = (more: Partial<JobDetail['parts'][number]> = {}): JobDetail['parts'][number] => ({
  id: '01a1fdb3-fd91-7ffd-b5fc-000000000001',
  requisition: {
    id: '01a1fdb3-fd91-7ffd-b5fc-000000000002',
    documentNo: 'WD2611-0007',
    status: 'dispatched',
  },
  part: { id: 'x', code: 'FAN-12', name: 'Fan' },
  unit: { id: 'pcs', code: 'PCS', name: 'Piece' },
  trackingType: 'serial',
  isBillable: false,
  askedQty: 1,
  reservedQty: 0,
  issuedQty: 1,
  usedQty: 0,
  returnedQty: 0,
  inHandQty: 1,
  serials: [{ serialNo: 'FAN-0002', state: 'inHand' }],
  value: null,
  ...more,
});
const bolts = part({
  id: '01a1fdb3-fd91-7ffd-b5fc-000000000003',
  part: { id: 'y', code: 'BOLT', name: 'Bolt' },
  trackingType: 'none',
  askedQty: 4,
  issuedQty: 4,
  inHandQty: 4,
  serials: [],
});
const OLD = '01a1fdb3-fd91-7ffd-b5fc-000000000004';

const working: JobDetail = {
  ...one,
  status: 'inProgress',
  startedAt: '2026-11-20T06:05:00.000Z',
  allowedActions: ['stock-summary', 'return-parts', 'technician-summary'],
  parts: [part(), bolts],
  inside: [
    {
      id: OLD,
      part: { id: 'x', code: 'FAN-12', name: 'Fan' },
      unit: { id: 'pcs', code: 'PCS', name: 'Piece' },
      quantity: 1,
      serialNo: 'FAN-0001',
      lotNo: null,
    },
  ],
};

async function openWorking() {
  const server = fakeServer();
  server.answer('jobs.get', working);
  server.answer('jobs.technicianSummary', { data: { ...working, status: 'resolved' } });
  server.answer('jobs.returnParts', { data: working });
  await renderPage(<DocumentPage />, {
    route: `/repair-management/detail-repair/update/${ID}`,
    path: '/repair-management/detail-repair/update/:id',
    server,
    texts,
  });
  return server;
}

test('shows what was asked for, issued, used and returned of each part', async () => {
  await openWorking();
  fireEvent.click(await screen.findByRole('tab', { name: 'Parts (2)' }));
  expect(await screen.findByText('FAN-0002 (in hand)')).toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: 'WD2611-0007' })).toHaveLength(2);
});

test('reports every part in hand as used unless the technician says otherwise', async () => {
  const server = await openWorking();
  fireEvent.click(await screen.findByRole('button', { name: 'Report work' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(/What was done/), {
    target: { value: 'New fan' },
  });
  const used = within(dialog).getByLabelText('Used');
  fireEvent.change(used, { target: { value: '3' } });
  fireEvent.blur(used);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Report work' }));
  await waitFor(() => expect(server.requests('jobs.technicianSummary')).toHaveLength(1));
  expect(server.requests('jobs.technicianSummary')[0]?.body).toMatchObject({
    result: 'fixed',
    used: [
      { id: part().id, quantity: 1, serials: ['FAN-0002'], isConsumed: false, replacesId: null },
      { id: bolts.id, quantity: 3 },
    ],
    returned: [{ id: bolts.id, quantity: 1, condition: 'new' }],
    removed: [],
  });
});

test('takes the replaced part out with what becomes of it', () => {
  const [fan] = handLinesOf(working, true);
  const swapped = { ...fan, replacesId: OLD, disposition: 'repair' as const } as HandLine;
  expect(settledBody([swapped], true)).toMatchObject({
    used: [{ replacesId: OLD }],
    removed: [{ id: OLD, quantity: 1, disposition: 'repair' }],
  });
  const consumed = settledBody([{ ...swapped, isConsumed: true }], true);
  expect(consumed).toMatchObject({ used: [{ replacesId: null }], removed: [] });
  // Work that is not solved keeps the rest in hand.
  const [, some] = handLinesOf(working, true);
  expect(settledBody([{ ...some, quantity: 1 } as HandLine], false).returned).toEqual([]);
});

test('gives parts back from the field', async () => {
  const server = await openWorking();
  fireEvent.click(await screen.findByRole('button', { name: 'Return parts' }));
  const dialog = await screen.findByRole('dialog');
  const back = within(dialog).getByLabelText('Returned');
  fireEvent.change(back, { target: { value: '2' } });
  fireEvent.blur(back);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Return parts' }));
  await waitFor(() => expect(server.requests('jobs.returnParts')).toHaveLength(1));
  expect(server.requests('jobs.returnParts')[0]?.body).toMatchObject({
    items: [{ id: bolts.id, quantity: 2, condition: 'new' }],
  });
});

const ESTIMATE: NonNullable<JobDetail['estimating']>['estimates'][number] = {
  id: '01a1fdb3-fd91-7ffd-b5fc-000000000009',
  documentNo: 'JB2611-0004/1',
  status: 'sent',
  validUntil: '2026-12-14',
  discountTotal: '0.00',
  subTotal: '1200.00',
  grandTotal: '1284.00',
  sentAt: '2026-11-30T03:00:00.000Z',
  link: 'https://boxyard.example/r/estimate/token',
  answeredBy: null,
  answerReason: null,
  recordedBy: null,
  answerNote: null,
};
const LABOUR_LINE = {
  partId: null,
  isLabour: true,
  description: 'Labour',
  quantity: 1,
  unit: 'h',
  unitPrice: '600.0000',
};
const estimated: JobDetail = {
  ...one,
  coverage: 'billable',
  estimateStatus: 'sent',
  allowedActions: ['estimate', 'answer-estimate', 'withdraw-estimate'],
  estimating: {
    estimates: [ESTIMATE],
    proposal: {
      items: [LABOUR_LINE],
      validUntil: '2026-12-14',
      remark: null,
      discountReason: null,
      hasEmail: false,
    },
  },
};

async function openEstimated(doc: JobDetail) {
  const server = fakeServer();
  server.answer('jobs.get', doc);
  server.answer('jobs.parts', { data: [], meta: { totalItems: 0 } });
  const path = `/repair-management/detail-repair/update/${ID}`;
  await renderPage(<DocumentPage />, {
    route: path,
    path: '/repair-management/detail-repair/update/:id',
    server,
    texts,
  });
  return server;
}

test('shows what the customer was sent, with the link to hand on', async () => {
  await openEstimated(estimated);
  expect(await screen.findByText(/has not answered yet/)).toBeInTheDocument();
  fireEvent.click(screen.getByRole('tab', { name: 'Estimates (1)' }));
  const panel = await screen.findByRole('tabpanel');
  expect(within(panel).getByText('1,284.00')).toBeInTheDocument();
  fireEvent.click(within(panel).getByRole('button', { name: 'Copy link' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(ESTIMATE.link));
});

test('writes an estimate from what the job is known to need', async () => {
  const server = await openEstimated({
    ...estimated,
    estimateStatus: null,
    allowedActions: ['estimate'],
    estimating: { estimates: [], proposal: estimated.estimating?.proposal ?? null },
  });
  server.answer('jobs.estimate', { data: estimated });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Write estimate' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByDisplayValue('Labour')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Write estimate' }));
  await waitFor(() => expect(server.requests('jobs.estimate')).toHaveLength(1));
  expect(server.requests('jobs.estimate')[0]?.body).toMatchObject({
    version: 3,
    validUntil: '2026-12-14',
    items: [{ isLabour: true, quantity: 1, unitPrice: '600.0000' }],
  });
});

test('asks why, where the customer says no on the telephone', async () => {
  const server = await openEstimated(estimated);
  server.answer('jobs.answerEstimate', { data: { ...estimated, estimateStatus: 'declined' } });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Enter answer' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByLabelText('Answered by')).toHaveValue('Malee');
  expect(within(dialog).queryByLabelText('Why not')).toBeNull();
});

test('tells the dispatcher what to decide after a no', async () => {
  await openEstimated({ ...estimated, estimateStatus: 'declined' });
  expect(await screen.findByText(/has not said yes/)).toBeInTheDocument();
  expect(screen.getByText(/Cancel the job/)).toBeInTheDocument();
});
