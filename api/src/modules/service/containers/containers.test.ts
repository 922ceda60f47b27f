import type { Contract, DataOf } from '@boxyard/shared/contract';
import { createTestApp, manualClock } from '../../../testing/index.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  installedContainer,
  makeSchedule,
  makeWorld,
  runNight,
  type World,
} from '../schedules/testing/world.ts';

/** Containers as whoever looks after them sees them (domain-containers 2.10). */
type Container = DataOf<Contract['containerMaintenance.get']>;
const PATH = '/container_maintenance';

let world: World;
// Without the check of the stock: containers are set up as rows here, not out of a warehouse.
beforeAll(async () => {
  const clock = manualClock(new Date('2026-11-20T03:00:00Z'));
  world = await makeWorld(await createTestApp({ clock }));
});
afterAll(() => world?.test.close());

interface Repair {
  readonly status: string;
  readonly reportedAt: string;
  readonly hours?: number;
  readonly downtime?: number;
  readonly reopened?: number;
  readonly repeats?: string;
  readonly kind?: 'repair' | 'maintenance';
}

/** A job as it would stand after its work: figures are made of nothing but these columns. */
async function plantJob(productId: string, job: Repair): Promise<string> {
  const { rows } = await world.test.app.pg.query<{ id: string }>(
    `insert into jobs (company_id, document_no, document_date, status, kind, product_id, coverage, priority,
       channel, symptom, reported_at, resolved_at, completed_at, downtime_minutes, reopened_count, repeats_id,
       created_at, updated_at)
     select $1, 'JB-' || new_id(), '2026-11-20', $2, $8, $3, 'goodwill', 'normal', 'phone', 'Does not cool', $4,
       $4::timestamptz + $5 * interval '1 hour', case when $2 = 'completed' then $4::timestamptz + $5 * interval '1 hour' end,
       $6, $7, $9, now(), now() returning id`,
    [
      world.companyId,
      job.status,
      productId,
      job.reportedAt,
      job.hours ?? null,
      job.downtime ?? null,
      job.reopened ?? 0,
      job.kind ?? 'repair',
      job.repeats ?? null,
    ],
  );
  return String(rows[0]?.id);
}

const shown = async (id: string, by = world.admin): Promise<Container> =>
  expectData(await by.get(`${PATH}/${id}`));

it('says how often a container fails, and how long it stands then', async () => {
  // Installed on 1 January 2026: 323 days ago.
  const { productId } = await installedContainer(world);
  const first = await plantJob(productId, {
    status: 'completed',
    reportedAt: '2026-02-01T03:00:00Z',
    hours: 2,
    downtime: 120,
  });
  await plantJob(productId, {
    status: 'completed',
    reportedAt: '2026-03-01T03:00:00Z',
    hours: 4,
    downtime: 200,
    repeats: first,
  });
  await plantJob(productId, {
    status: 'completed',
    reportedAt: '2026-05-01T03:00:00Z',
    hours: 6,
    reopened: 1,
  });
  await plantJob(productId, { status: 'reported', reportedAt: '2026-11-19T03:00:00Z' });
  // A cancelled report and a maintenance are no failures.
  await plantJob(productId, { status: 'cancelled', reportedAt: '2026-06-01T03:00:00Z' });
  await plantJob(productId, {
    status: 'completed',
    kind: 'maintenance',
    reportedAt: '2026-07-01T03:00:00Z',
    hours: 9,
    downtime: 500,
  });
  expect(await shown(productId)).toMatchObject({
    openJobs: 1,
    repairCount: 4,
    downtimeMinutes: 320,
    meanRepairMinutes: 240,
    meanDaysBetweenFailures: 81,
    firstTimeFixPercent: 33,
  });
});

it('says nothing of a container that has not failed', async () => {
  const { productId } = await installedContainer(world);
  expect(await shown(productId)).toMatchObject({
    openJobs: 0,
    repairCount: 0,
    downtimeMinutes: 0,
    meanRepairMinutes: null,
    meanDaysBetweenFailures: null,
    firstTimeFixPercent: null,
    nextDueAt: null,
    planned: [],
  });
});

it('counts older failures between failures, not within the year', async () => {
  const { productId } = await installedContainer(world, '2024-11-20');
  await plantJob(productId, {
    status: 'completed',
    reportedAt: '2025-01-10T03:00:00Z',
    hours: 1,
    downtime: 60,
  });
  expect(await shown(productId)).toMatchObject({
    repairCount: 0,
    downtimeMinutes: 0,
    meanRepairMinutes: 60,
    meanDaysBetweenFailures: 730,
  });
});

it('tells what is planned, in the list as well', async () => {
  const { productId } = await installedContainer(world);
  await makeSchedule(world, { productId, name: 'Filters', startsOn: '2026-12-10' });
  await makeSchedule(world, { productId, name: 'Cooling', startsOn: '2026-12-05' });
  await runNight(world);
  const container = await shown(productId);
  expect(container.nextDueAt).toBe('2026-12-05');
  expect(container.planned.map(({ schedule, day }) => [schedule, day])).toEqual([
    ['Cooling', '2026-12-05'],
    ['Filters', '2026-12-10'],
  ]);
  const rows: readonly Container[] = expectData(await world.admin.get(`${PATH}?limit=100`));
  expect(rows.find(({ id }) => id === productId)).toMatchObject({
    nextDueAt: '2026-12-05',
    openJobs: 0,
  });
});

it('is for whoever follows containers, of their own companies', async () => {
  const { productId } = await installedContainer(world);
  await plantJob(productId, { status: 'reported', reportedAt: '2026-11-19T03:00:00Z' });
  const sales = await world.test.as('sales-officer');
  expect((await sales.get(`${PATH}/${productId}`)).status).toBe(403);
  const { rows } = await world.test.app.pg.query<{ id: string }>(
    `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
      values ('ELSE', 'อื่น', 'Else', '0105552001299', 'headOffice', '00000', now(), now()) returning id`,
  );
  const stranger = await world.test.as('auditor', { companyId: String(rows[0]?.id) });
  expect((await stranger.get(`${PATH}/${productId}`)).status).toBe(404);
});
