import type {
  Appointment,
  BoardColumn,
  MapPlace,
  PlannedJob,
  PlanningCalendar,
} from '@boxyard/shared/contract/areas/jobPlanning.ts';
import { BOARD_STATUSES } from '@boxyard/shared/domain/service/planning.ts';
import { fakeServer, renderPage } from '@boxyard/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import en from '../../i18n/en.json' with { type: 'json' };
import th from '../../i18n/th.json' with { type: 'json' };
import { BoardTab } from './BoardTab.tsx';
import { MapTab } from './MapTab.tsx';
import { PlanningTab } from './PlanningTab.tsx';

// Nothing has a place in jsdom: dragging by pointer is a journey's. What the keyboard does is here.
jest.mock('./dragging.ts', () => ({ SENSORS: [], PLUGINS: [] }));

const texts = { 'remote-repair-maintenance': { en, th } };
const DAY = '2026-12-09';
const ANAN = { id: 'a', name: 'Anan Changsom', team: null, companyId: 'c' };
const BOON = { id: 'b', name: 'Boon Chaiyo', team: null, companyId: 'c' };

const job = (id: string, more: Partial<PlannedJob> = {}): PlannedJob => ({
  id,
  version: 3,
  kind: 'repair',
  documentNo: `JB2612-${id}`,
  status: 'reported',
  priority: 'high',
  symptom: 'Does not cool',
  product: { id: 'k', serialNumber: 'COF-240001', name: 'Coffee' },
  place: 'Siam Office',
  team: null,
  technicians: [],
  appointmentStart: null,
  appointmentEnd: null,
  slaDueAt: '2026-12-10T09:00:00.000Z',
  slaState: 'onTime',
  allowedActions: ['manager-response'],
  ...more,
});
const waiting = job('0001');
const planned: Appointment = {
  ...job('0002', { status: 'scheduled' }),
  technicians: [{ id: 'a', name: ANAN.name }],
  appointmentStart: `${DAY}T02:00:00.000Z`,
  appointmentEnd: `${DAY}T03:00:00.000Z`,
  clashes: [],
};
const calendar: PlanningCalendar = {
  technicians: [ANAN, BOON],
  appointments: [planned],
  absences: [
    {
      id: 'x',
      technicianId: 'b',
      startsAt: `${DAY}T00:00:00.000Z`,
      endsAt: `${DAY}T05:00:00.000Z`,
      reason: 'leave',
    },
  ],
  calendars: [{ companyId: 'c', days: [1, 2, 3, 4, 5], from: '08:30', to: '17:30', holidays: [] }],
  leftOut: { appointments: 0, technicians: 0 },
};

const serve = (
  answer: Partial<PlanningCalendar> = {},
  backlog: readonly PlannedJob[] = [waiting],
) => {
  const server = fakeServer();
  server.answer('jobs.planning', { ...calendar, ...answer });
  server.answer('jobs.backlog', { data: [...backlog], meta: { totalItems: backlog.length } });
  return server;
};
const path = '/repair-management/repair-list/default';
const show = (page: React.ReactElement, server: ReturnType<typeof fakeServer>, query = '') =>
  renderPage(page, { route: `${path}${query}`, path, server, texts });
const open = (server = serve(), query = `?view=day&day=${DAY}`) =>
  show(<PlanningTab kind="repair" />, server, query);
const status = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join(' ');

describe('the calendar', () => {
  test('shows technicians with their appointments and absences, and what waits beside them', async () => {
    await open();
    expect(await screen.findByRole('button', { name: /09:00–10:00.*JB2612-0002/ })).toBeVisible();
    expect(screen.getByText('Leave')).toBeVisible();
    const backlog = screen.getByRole('complementary', { name: 'To be planned' });
    expect(await within(backlog).findByRole('button', { name: /JB2612-0001/ })).toBeVisible();
  });

  test('an appointment is moved by keyboard to another technician and time, and taken back', async () => {
    const server = serve();
    server.answer('jobs.assign', { data: { ...planned, version: 4 } } as never);
    const { user } = await open(server);
    const card = await screen.findByRole('button', { name: /JB2612-0002/ });
    card.focus();
    await user.keyboard(' ');
    expect(status()).toContain('Anan Changsom');
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}');
    expect(status()).toContain('Boon Chaiyo');
    expect(status()).toContain('09:30–10:30');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.requests('jobs.assign')).toHaveLength(1));
    expect(server.requests('jobs.assign')[0]?.body).toEqual({
      version: 3,
      technicianIds: ['b'],
      appointmentStart: `${DAY}T02:30:00.000Z`,
      appointmentEnd: `${DAY}T03:30:00.000Z`,
      confirmed: [],
    });
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.requests('jobs.assign')).toHaveLength(2));
    expect(server.requests('jobs.assign')[1]?.body).toMatchObject({
      version: 4,
      technicianIds: ['a'],
      appointmentStart: `${DAY}T02:00:00.000Z`,
    });
  });

  test('Escape leaves everything as it was, and Delete returns a job to the backlog', async () => {
    const server = serve();
    server.answer('jobs.assign', { data: planned } as never);
    const { user } = await open(server);
    (await screen.findByRole('button', { name: /JB2612-0002/ })).focus();
    await user.keyboard(' {ArrowDown}{Escape}');
    expect(server.requests('jobs.assign')).toEqual([]);
    await user.keyboard(' {Delete}');
    await waitFor(() => expect(server.requests('jobs.assign')).toHaveLength(1));
    expect(server.requests('jobs.assign')[0]?.body).toMatchObject({
      technicianIds: [],
      appointmentStart: null,
    });
  });

  test('a job of the backlog is planned by keyboard', async () => {
    const server = serve();
    server.answer('jobs.assign', { data: planned } as never);
    const { user } = await open(server);
    (await screen.findByRole('button', { name: /JB2612-0001/ })).focus();
    await user.keyboard(' {ArrowRight} ');
    await waitFor(() => expect(server.requests('jobs.assign')).toHaveLength(1));
    expect(server.requests('jobs.assign')[0]?.body).toMatchObject({
      technicianIds: ['a'],
      appointmentStart: `${DAY}T02:15:00.000Z`,
      appointmentEnd: `${DAY}T03:15:00.000Z`,
    });
  });

  test('what speaks against it is said, and confirmed by its keys', async () => {
    const server = serve();
    server.fail('jobs.assign', {
      statusCode: 409,
      code: 'ASSIGNMENT_WARNINGS',
      message: 'Look at it.',
      details: {
        warnings: [
          {
            key: 'busy:b:j',
            code: 'busy',
            technician: { id: 'b', name: BOON.name },
            job: { id: null, documentNo: null },
            from: `${DAY}T02:00:00.000Z`,
            until: `${DAY}T03:00:00.000Z`,
          },
        ],
      },
    });
    const { user } = await open(server);
    (await screen.findByRole('button', { name: /JB2612-0002/ })).focus();
    await user.keyboard(' {ArrowDown}{Enter}');
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(/Boon Chaiyo is at another job from .* until 10:00/);
    server.answer('jobs.assign', { data: planned } as never);
    await user.click(within(dialog).getByRole('button', { name: 'Assign all the same' }));
    await waitFor(() => expect(server.requests('jobs.assign')).toHaveLength(2));
    expect(server.requests('jobs.assign')[1]?.body).toMatchObject({ confirmed: ['busy:b:j'] });
  });

  test('a job is assigned by form, with the reasons for each technician', async () => {
    const server = serve();
    server.answer('jobs.technicians', [
      {
        technician: { id: 'b', name: BOON.name },
        team: null,
        skill: 2,
        isOfZone: true,
        isOfTeam: false,
        warnings: [],
        jobsOfDay: 1,
        fromKm: 12,
        toKm: null,
      },
    ]);
    server.answer('jobs.assign', { data: planned } as never);
    const { user } = await open(server);
    (await screen.findByRole('button', { name: /JB2612-0001/ })).focus();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent('Assign JB2612-0001');
    expect(
      await within(dialog).findByText(/free at that time · skill level 2 · zone of the job/),
    ).toHaveTextContent('1 job that day · 12 km from the job before');
    await user.click(within(dialog).getByRole('checkbox', { name: /Boon Chaiyo/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Assign' }));
    await waitFor(() => expect(server.requests('jobs.assign')).toHaveLength(1));
    expect(server.requests('jobs.assign')[0]?.body).toMatchObject({ technicianIds: ['b'] });
  });

  test('whoever does not plan reads a job, and moves none', async () => {
    const own = { ...planned, allowedActions: ['start'] };
    const server = serve({ appointments: [own] }, []);
    const { user } = await open(server);
    const card = await screen.findByRole('button', { name: /JB2612-0002/ });
    card.focus();
    await user.keyboard(' {ArrowDown}{Enter}');
    expect(server.requests('jobs.assign')).toEqual([]);
    const [dialog] = await screen.findAllByRole('dialog');
    expect(within(dialog as HTMLElement).getByText('Does not cool')).toBeVisible();
  });

  test.each(['week', 'month'])('a %s has a column for each day', async (view) => {
    await open(serve(), `?view=${view}&day=${DAY}`);
    await screen.findByRole('button', { name: /JB2612-0002/ });
    expect(screen.getAllByRole('columnheader')).toHaveLength(view === 'week' ? 8 : 32);
  });

  test('a clash is marked in words', async () => {
    const clash = { ...planned, clashes: [{ technicianId: 'a', with: 'job' as const }] };
    await open(serve({ appointments: [clash] }));
    expect(
      await screen.findByRole('button', { name: /At another job at the same time/ }),
    ).toBeVisible();
  });

  test('says that nobody works here, and that nothing waits', async () => {
    await open(serve({ technicians: [], appointments: [] }, []));
    expect(await screen.findByText(/No technicians work in your teams yet/)).toBeVisible();
    expect(await screen.findByText('Every open job has an appointment.')).toBeVisible();
  });

  test('a failure can be tried again', async () => {
    const server = serve();
    server.fail('jobs.planning', { statusCode: 500, code: 'INTERNAL', message: 'Failed.' });
    await open(server);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

const columns = (jobs: readonly PlannedJob[]): BoardColumn[] =>
  BOARD_STATUSES.map((one) => {
    const own = jobs.filter(({ status: now }) => now === one);
    return { status: one, count: own.length, isCapped: false, jobs: own };
  });

describe('the board', () => {
  const startable = { ...planned, allowedActions: ['start', 'manager-response'] };
  const board = (jobs: readonly PlannedJob[]) => {
    const server = fakeServer();
    server.answer('jobs.board', { columns: columns(jobs) });
    return server;
  };

  test('a card goes by keyboard where an action leads', async () => {
    const server = board([startable]);
    server.answer('jobs.start', { data: planned } as never);
    const { user } = await show(<BoardTab kind="repair" />, server);
    const card = await screen.findByRole('button', { name: /JB2612-0002/ });
    card.focus();
    await user.keyboard(' {ArrowRight}');
    expect(status()).toContain('Move JB2612-0002 to:');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(server.requests('jobs.start')).toHaveLength(1));
    expect(server.requests('jobs.start')[0]?.body).toEqual({ version: 3 });
  });

  test('a report opens the dialog that assigns it', async () => {
    const server = board([waiting]);
    server.answer('jobs.technicians', []);
    const { user } = await show(<BoardTab kind="repair" />, server);
    (await screen.findByRole('button', { name: /JB2612-0001/ })).focus();
    await user.keyboard('  ');
    expect(await screen.findByRole('dialog', { name: 'Assign JB2612-0001' })).toBeVisible();
  });

  test('says that nothing is open', async () => {
    await show(<BoardTab kind="repair" />, board([]));
    expect(await screen.findByText(/No job is open/)).toBeVisible();
  });
});

describe('the map', () => {
  const place = (more: Partial<MapPlace> = {}): MapPlace => ({
    latitude: 13.75,
    longitude: 100.5,
    place: 'Siam Office',
    state: 'outOfOrder',
    counts: { outOfOrder: 1, underRepair: 0, underMaintenance: 0, normal: 2 },
    products: [
      { id: 'k1', serialNumber: 'COF-1', state: 'outOfOrder' },
      { id: 'k2', serialNumber: 'COF-2', state: 'normal' },
    ],
    ...more,
  });
  const map = (places: readonly MapPlace[]) => {
    const server = fakeServer();
    server.answer('jobs.map', { places: [...places], leftOut: 0, withoutPlace: 1 });
    return server;
  };

  test('a place is reached by keyboard and leads to the jobs of its containers', async () => {
    const { user, address } = await show(<MapTab />, map([place()]));
    const point = await screen.findByRole('button', {
      name: 'Siam Office – Out of order: 1, Nothing reported: 2',
    });
    act(() => point.focus());
    await user.keyboard('{Enter}');
    expect(address()).toContain('productId=k1');
  });

  test('stands beside as a table, and says what has no coordinates', async () => {
    await show(<MapTab />, map([place()]));
    const row = await screen.findByRole('row', { name: /Siam Office/ });
    expect(within(row).getByRole('link', { name: 'COF-1' })).toHaveAttribute(
      'href',
      expect.stringContaining('productId=k1'),
    );
    expect(screen.getByText('1 container with an open job has no coordinates.')).toBeVisible();
  });
});
