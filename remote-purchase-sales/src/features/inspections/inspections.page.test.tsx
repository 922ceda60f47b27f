import type { InspectionDetail } from '@boxyard/shared/contract/areas/inspections.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { Page as DocumentPage } from './inspections.document.page.tsx';
import { Page as ListPage } from './inspections.list.page.tsx';

const ID = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ad';
const COOLING = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367ae';
const DOOR = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367af';
const PHOTO = '01a1fdb3-fd91-7ffd-b5fc-2c5f211367b0';
const texts = { 'remote-purchase-sales': { en, th } };
const photo = {
  id: PHOTO,
  fileName: 'warm.png',
  mime: 'image/png',
  size: 1,
  kind: 'photo' as const,
  createdAt: '2026-11-24T03:00:00.000Z',
  by: null,
};
const unseen = { result: null, measured: null, note: null, photoIds: [], resolvedBy: null };

const one: InspectionDetail = {
  id: ID,
  version: 2,
  createdAt: '2026-11-20T03:00:00.000Z',
  updatedAt: '2026-11-20T03:00:00.000Z',
  documentNo: 'FU2611-0004',
  status: 'inProgress',
  documentDate: '2026-11-20',
  company: { id: 'c', code: 'BOX', name: 'Boxyard' },
  remark: null,
  createdBy: { id: 'p', name: 'Somchai Jaidee' },
  approvedBy: null,
  approvedAt: null,
  statusReason: null,
  type: 'siteVisit',
  product: { id: 'd', serialNumber: 'VD2611-0007', name: 'Drinks machine' },
  productModel: { id: 'm', code: 'VD200', name: 'Drinks 200', nameTh: null },
  dueOn: '2026-11-24',
  assignee: { id: 'q', name: 'Anan Chaiyo' },
  isLate: true,
  result: null,
  failedCount: 0,
  completedAt: null,
  place: 'Central warehouse',
  startedAt: '2026-11-24T03:00:00.000Z',
  completedBy: null,
  nextDueOn: null,
  findings: null,
  history: [],
  attachments: [],
  related: [],
  allowedActions: ['record', 'complete'],
  authorIds: [],
  items: [
    {
      ...unseen,
      id: COOLING,
      lineNo: 1,
      name: 'Cooling',
      nameTh: 'ความเย็น',
      unit: '°C',
      minValue: '2',
      maxValue: '6.5',
    },
    {
      ...unseen,
      id: DOOR,
      lineNo: 2,
      name: 'Door',
      nameTh: 'ประตู',
      unit: null,
      minValue: null,
      maxValue: null,
    },
  ],
};

const open = async (locale: 'en' | 'th' = 'en') => {
  const server = fakeServer();
  server.answer('inspections.get', one);
  const page = await renderPage(<DocumentPage />, {
    route: `/sales-management/container-inspection/${ID}`,
    path: '/sales-management/container-inspection/:id',
    locale,
    server,
    texts,
  });
  return { ...page, server };
};

test.each(['en', 'th'] as const)(
  'lists inspections with their container, in %s',
  async (locale) => {
    const server = fakeServer();
    server.answer('inspections.list', { data: [one], meta: { totalItems: 1 } });
    await renderPage(<ListPage />, {
      route: '/sales-management/container-inspection',
      path: '/sales-management/container-inspection',
      locale,
      server,
      texts,
    });
    expect(await screen.findByRole('link', { name: 'FU2611-0004' })).toBeInTheDocument();
    expect(screen.getByText('VD2611-0007')).toBeInTheDocument();
  },
);

test.each([
  ['en', 'Cooling', 'Its day has passed and it is still to be done'],
  ['th', 'ความเย็น', 'เลยกำหนดแล้วและยังไม่ได้ตรวจ'],
] as const)('shows the checklist with its limits, in %s', async (locale, item, late) => {
  await open(locale);
  expect(await screen.findByText(item)).toBeInTheDocument();
  expect(screen.getByText('2 – 6.5 °C')).toBeInTheDocument();
  expect(screen.getByText(late)).toBeInTheDocument();
});

test('fails a reading outside of its limits, keeps the photograph, and sends every item', async () => {
  const { user, server } = await open();
  server.answer('inspections.complete', { data: { ...one, status: 'completed' } });
  server.answer('inspections.attach', { data: [photo] });
  await user.click(await screen.findByRole('button', { name: 'Complete inspection' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Reading of Cooling'), '9');
  const [cooling, door] = dialog.getAllByRole('group');
  expect(within(cooling as HTMLElement).getByLabelText('Fail')).toBeChecked();
  await user.upload(
    dialog.getByLabelText('Photograph Cooling', { selector: 'input' }),
    new File(['x'], 'warm.png', { type: 'image/png' }),
  );
  expect(await dialog.findByText('Photos (1)')).toBeInTheDocument();
  await user.click(within(door as HTMLElement).getByLabelText('Pass'));
  await user.click(dialog.getByRole('combobox', { name: /Result/ }));
  await user.click(await screen.findByRole('option', { name: 'Partly passed' }));
  await user.click(dialog.getByRole('button', { name: 'Complete inspection' }));
  await waitFor(() =>
    expect(server.requests('inspections.complete')[0]?.body).toMatchObject({
      version: 2,
      result: 'partial',
      items: [
        { id: COOLING, result: 'fail', measured: '9', photoIds: [PHOTO] },
        { id: DOOR, result: 'pass', measured: null, photoIds: [] },
      ],
    }),
  );
});
