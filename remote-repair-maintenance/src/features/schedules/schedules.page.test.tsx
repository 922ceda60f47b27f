import type {
  PmCalendarEntry,
  PmOccurrenceRow,
  PmScheduleDetail,
} from '@boxyard/shared/contract/areas/pmSchedules.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { MaintenanceTabs } from '../../MaintenanceTabs.tsx';

const ID = '01a1fdb4-0000-7000-8000-000000000001';
const at = '2026-11-20T03:00:00.000Z';
const record = { id: ID, version: 3, createdAt: at, updatedAt: at };
const product = {
  id: '01a1fdb4-0000-7000-8000-000000000005',
  serialNumber: 'COF-240001',
  name: 'Coffee',
};
const model = {
  id: '01a1fdb4-0000-7000-8000-000000000006',
  code: 'COF',
  name: 'Coffee corner',
  nameTh: 'ตู้กาแฟ',
};
const schedule: PmScheduleDetail = {
  ...record,
  company: { id: '01a1fdb4-0000-7000-8000-000000000007', code: 'BOX', name: 'Boxyard' },
  name: 'Quarterly service',
  productModel: model,
  product: null,
  every: 3,
  unit: 'month',
  basedOn: 'scheduledDate',
  startsOn: '2026-12-01',
  endsOn: null,
  leadDays: 7,
  graceDays: 3,
  requireSignature: true,
  team: null,
  isActive: true,
  nextDueAt: '2026-12-01',
  lastDoneAt: null,
  overdueCount: 2,
  compliancePercent: 75,
  checklist: ['Door closes', 'Cools'],
  requiredParts: [],
  containerCount: 8,
  dueCount: 4,
  inTimeCount: 3,
  history: [],
};
const occurrence: PmOccurrenceRow = {
  ...record,
  schedule: { id: ID, name: schedule.name },
  product,
  productModel: model,
  status: 'planned',
  day: '2026-12-01',
  dueOn: '2026-12-01',
  missedOn: ['2026-09-01'],
  doneOn: null,
  skipCause: null,
  reason: null,
  job: null,
};
const entry: PmCalendarEntry = {
  id: ID,
  type: 'occurrence',
  day: '2026-12-01',
  startsAt: null,
  title: 'Quarterly service',
  status: 'due',
  product,
  team: null,
  schedule: { id: ID, name: 'Quarterly service' },
  version: 3,
  job: null,
};
const visit: PmCalendarEntry = {
  ...entry,
  id: '01a1fdb4-0000-7000-8000-000000000008',
  type: 'job',
  day: '2026-12-02',
  startsAt: '2026-12-02T03:00:00.000Z',
  title: 'Yearly service',
  status: 'scheduled',
  schedule: null,
  version: null,
  job: { id: ID, kind: 'maintenance', documentNo: 'JB2612-0001', status: 'scheduled' },
};

const open = async (
  query: string,
  {
    as = 'engineer-manager',
    locale = 'en' as 'en' | 'th',
    server = fakeServer(),
    one = schedule,
  } = {},
) => {
  server.answer('teams.all', { data: [], meta: { totalItems: 0 } });
  server.answer('productModels.all', { data: [], meta: { totalItems: 0 } });
  server.answer('pmSchedules.list', { data: [one], meta: { totalItems: 1 } });
  server.answer('pmSchedules.get', one);
  server.answer('pmOccurrences.list', { data: [occurrence], meta: { totalItems: 1 } });
  server.answer('pmSchedules.create', { data: schedule });
  server.answer('pmSchedules.update', { data: schedule });
  server.answer('pmOccurrences.skip', { data: occurrence });
  server.answer('pmOccurrences.move', { data: occurrence });
  const drawn = await renderPage(<MaintenanceTabs jobs={<p>All the jobs</p>} />, {
    route: `/maintenance-management/maintenance-list/default?${query}`,
    path: '/maintenance-management/maintenance-list/default',
    as,
    locale,
    server,
    texts: { 'remote-repair-maintenance': { en, th } },
  });
  return { ...drawn, server };
};
const withCalendar = (entries: readonly PmCalendarEntry[]) => {
  const server = fakeServer();
  server.answer('pmSchedules.calendar', { entries: [...entries], leftOut: 0 });
  return server;
};

test.each([
  ['en', ['Quarterly service', 'Coffee corner', 'every 3 months', '75 %']],
  ['th', ['Quarterly service', 'ทุก 3 เดือน', '75 %']],
] as const)('lists schedules in %s', async (locale, [first, ...others]) => {
  await open('tab=schedules', { locale });
  expect((await screen.findAllByText(first))[0]).toBeVisible();
  for (const text of others) expect(screen.getAllByText(text)[0]).toBeVisible();
});

test('a schedule is written in a drawer, its checklist one item a line', async () => {
  const { server, user } = await open('tab=schedules');
  await user.click(await screen.findByText('Quarterly service'));
  const drawer = await screen.findByRole('dialog');
  const list = await within(drawer).findByRole('textbox', { name: /Checklist/ });
  expect(list).toHaveValue('Door closes\nCools');
  await user.clear(list);
  await user.type(list, 'Lamp{Enter}Door');
  await user.click(within(drawer).getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(server.requests('pmSchedules.update')).toHaveLength(1));
  expect(server.requests('pmSchedules.update')[0]?.body).toMatchObject({
    version: 3,
    every: 3,
    unit: 'month',
    checklist: ['Lamp', 'Door'],
    requiredParts: [],
    isActive: true,
  });
});

test('occurrences are skipped and moved with a reason', async () => {
  const { server, user } = await open(`tab=schedules&record=${ID}`);
  const section = await screen.findByRole('region', { name: 'Occurrences' });
  expect(section).toHaveTextContent('75 % on time: 3 of 4 that were due');
  expect(section).toHaveTextContent('Missed: 1 Sep 2026');
  await user.click(within(section).getByRole('button', { name: 'Move COF-240001 1 Dec 2026' }));
  await screen.findByText('Move COF-240001 from 1 Dec 2026');
  const dialog = screen.getAllByRole('dialog').at(-1) ?? document.body;
  const day = within(dialog).getByRole('textbox', { name: /Day/ });
  await user.clear(day);
  await user.type(day, '10/12/2026');
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'The customer asked');
  await user.click(within(dialog).getByRole('button', { name: 'Move occurrence' }));
  await waitFor(() => expect(server.requests('pmOccurrences.move')).toHaveLength(1));
  expect(server.requests('pmOccurrences.move')[0]?.body).toEqual({
    version: 3,
    day: '2026-12-10',
    reason: 'The customer asked',
  });
  await user.click(within(section).getByRole('button', { name: 'Skip COF-240001 1 Dec 2026' }));
  expect(await screen.findByText('Skip COF-240001 on 1 Dec 2026')).toBeVisible();
});

test('a reader changes nothing', async () => {
  await open(`tab=schedules&record=${ID}`, { as: 'auditor' });
  const section = await screen.findByRole('region', { name: 'Occurrences' });
  expect(within(section).queryByRole('button', { name: /Move/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /New schedule/ })).toBeNull();
});

test.each(['en', 'th'] as const)(
  'the calendar shows a month and its weeks in %s',
  async (locale) => {
    const server = withCalendar([entry, visit]);
    const { user } = await open('tab=calendar&day=2026-12-02', { locale, server });
    const first = await screen.findByRole('cell', {
      name: locale === 'en' ? '1 Dec 2026' : '1 ธ.ค. 2569',
    });
    expect(within(first).getByRole('link', { name: 'Quarterly service' })).toHaveAttribute(
      'href',
      `/maintenance-management/maintenance-list/default?tab=schedules&record=${ID}`,
    );
    expect(screen.getByRole('link', { name: 'Yearly service' })).toHaveAttribute(
      'href',
      `/maintenance-management/maintenance-list/${ID}`,
    );
    expect(server.requests('pmSchedules.calendar')[0]?.query).toMatchObject({
      from: '2026-11-30',
      to: '2027-01-10',
    });
    if (locale !== 'en') return;
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    await screen.findByRole('heading', { name: 'Jan 2027' });
    await user.click(screen.getByRole('button', { name: 'Previous month' }));
    (await screen.findByRole('button', { name: /^Move COF-240001/ })).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Move COF-240001 from 1 Dec 2026')).toBeVisible();
  },
);

test('an empty calendar says what it is for, a failed one offers to try again', async () => {
  await open('tab=calendar&view=week&day=2026-12-02', { server: withCalendar([]) });
  expect(await screen.findByText(/Nothing is planned in this time/)).toBeVisible();
  expect(screen.getByRole('heading', { name: '30 Nov 2026 – 6 Dec 2026' })).toBeVisible();
});

test('a calendar that cannot be read offers to try again', async () => {
  const server = fakeServer();
  server.fail('pmSchedules.calendar', { statusCode: 500, code: 'INTERNAL' });
  await open('tab=calendar', { server });
  expect(await screen.findByRole('button', { name: /again/i })).toBeVisible();
});

test('readings of a counter are entered where a schedule counts it', async () => {
  const server = fakeServer();
  const byHours = { ...schedule, product, productModel: null, every: 500, unit: 'hours' as const };
  server.answer('meterReadings.ofProduct', []);
  server.answer('meterReadings.create', { data: [] });
  const { user } = await open(`tab=schedules&record=${ID}`, { server, one: byHours });
  await user.click(await screen.findByRole('button', { name: 'Enter reading' }));
  await screen.findByText('Reading of COF-240001');
  await user.type(screen.getByRole('textbox', { name: /^Reading/ }), '510');
  await user.click(screen.getByRole('button', { name: 'Save reading' }));
  await waitFor(() => expect(server.requests('meterReadings.create')).toHaveLength(1));
  expect(server.requests('meterReadings.create')[0]?.body).toMatchObject({
    kind: 'hours',
    value: 510,
  });
});

test('a wrong reading is put right with a reason, by those who may', async () => {
  const byHours = { ...schedule, product, productModel: null, every: 500, unit: 'hours' as const };
  const reading = {
    id: ID,
    version: 1,
    kind: 'hours' as const,
    value: 5100,
    readAt: '2026-11-20T03:00:00.000Z',
    by: null,
    job: null,
    replacedReason: null,
    correction: null,
  };
  const server = fakeServer();
  server.answer('meterReadings.ofProduct', [
    reading,
    {
      ...reading,
      id: `${ID.slice(0, -1)}9`,
      value: 510,
      correction: {
        firstValue: 501,
        reason: 'Figures were exchanged',
        by: null,
        at: '2026-11-20T03:00:00.000Z',
      },
    },
  ]);
  server.answer('meterReadings.correct', { data: [] });
  const { user } = await open(`tab=schedules&record=${ID}`, { server, one: byHours });
  expect(await screen.findByText(/501 before: Figures were exchanged/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Correct 5100' }));
  await screen.findByText('Correct a reading of COF-240001');
  const value = screen.getByRole('textbox', { name: /^Reading/ });
  await user.clear(value);
  await user.type(value, '512');
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'A digit too many');
  await user.click(screen.getByRole('button', { name: 'Correct reading' }));
  await waitFor(() => expect(server.requests('meterReadings.correct')).toHaveLength(1));
  expect(server.requests('meterReadings.correct')[0]?.body).toEqual({
    version: 1,
    value: 512,
    reason: 'A digit too many',
  });
});
