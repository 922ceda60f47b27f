import { createTestApp, manualClock } from '../../../testing/index.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  installedContainer,
  makeSchedule,
  makeWorld,
  OCCURRENCES,
  occurrencesOf,
  runNight,
  type World,
} from './testing/world.ts';

/** Readings of counters that were written down wrongly (domain-containers 2.10). */
let world: World;
const clock = manualClock(new Date('2026-11-20T03:00:00Z'));
beforeAll(async () => {
  world = await makeWorld(await createTestApp({ clock }));
});
afterAll(() => world?.test.close());

interface Reading {
  readonly id: string;
  readonly version: number;
  readonly value: number;
}

const read = async (productId: string, value: number): Promise<readonly Reading[]> => {
  clock.advance(3_600_000);
  return expectData(
    await world.dispatcher.post(`/products/${productId}/meter_readings`, { kind: 'hours', value }),
  );
};
const correct = ({ id, version }: Reading, value: number, by = world.dispatcher) =>
  by.patch(`/meter_readings/${id}`, { version, value, reason: 'A digit too many' });
const faultsOf = (answer: { body: { errors: { field: string; code: string }[] } }) =>
  answer.body.errors.map(({ field, code }) => [field, code]);

it('are put right, and later ones are taken again', async () => {
  const { productId } = await installedContainer(world);
  await read(productId, 500);
  const [wrong] = await read(productId, 5100);
  if (!wrong) throw new Error('it was not read');
  const readings = expectData(await correct(wrong, 510));
  expect(readings).toMatchObject([
    {
      value: 510,
      correction: {
        firstValue: 5100,
        reason: 'A digit too many',
        by: { id: world.dispatcher.userId },
      },
    },
    { value: 500, correction: null },
  ]);
  expect((await read(productId, 520))[0]).toMatchObject({ value: 520 });
});

it('stand in the activity log with who put them right, and why', async () => {
  const { productId } = await installedContainer(world);
  const [wrong] = await read(productId, 4100);
  if (!wrong) throw new Error('it was not read');
  expectData(await correct(wrong, 410));
  const { rows } = await world.test.app.pg.query(
    `select action, user_id as by, before, after from activity_logs
     where subject = 'products' and subject_id = $1 and action in ('read-counter', 'correct-reading') order by at`,
    [productId],
  );
  expect(rows).toMatchObject([
    { action: 'read-counter', by: world.dispatcher.userId, after: { reading: 4100 } },
    {
      action: 'correct-reading',
      by: world.dispatcher.userId,
      before: { reading: 4100 },
      after: { reading: 410, reason: 'A digit too many' },
    },
  ]);
});

it('lie between the ones before and after', async () => {
  const { productId } = await installedContainer(world);
  await read(productId, 100);
  const [middle] = await read(productId, 200);
  await read(productId, 300);
  if (!middle) throw new Error('it was not read');
  expect(faultsOf(await correct(middle, 99))).toEqual([['value', 'BELOW_LAST']]);
  expect(faultsOf(await correct(middle, 301))).toEqual([['value', 'ABOVE_NEXT']]);
  expect(faultsOf(await correct(middle, 200))).toEqual([['value', 'UNCHANGED']]);
  expectData(await correct(middle, 250));
  const stale = await correct(middle, 251);
  expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  const outsider = await world.test.as('technician');
  expect((await correct(middle, 251, outsider)).status).toBe(403);
});

it('make nothing due, and skipped occurrences count from the right one', async () => {
  const { productId } = await installedContainer(world);
  const schedule = await makeSchedule(world, {
    productId,
    every: 500,
    unit: 'hours',
    startsOn: '2026-11-01',
    leadDays: 0,
  });
  const [first] = await read(productId, 600);
  await world.test.app.pg.query('update pm_schedules set lead_days = 0');
  await runNight(world);
  const [open] = await occurrencesOf(world, schedule);
  expect(first && open).toBeTruthy();
  // It has its job already: that one is cancelled, which skips the occurrence.
  const { version } = expectData(
    await world.admin.get(`/material_repair_maintenances/${open?.job?.id}`),
  );
  expectData(
    await world.secondAdmin.post(`/material_repair_maintenances/${open?.job?.id}/cancel`, {
      version,
      reason: 'Not needed',
    }),
  );
  expectData(await correct(first as Reading, 60));
  // 500 hours after the right reading, not after the wrong one.
  await read(productId, 559);
  await runNight(world);
  expect(await occurrencesOf(world, schedule)).toHaveLength(1);
  await read(productId, 560);
  clock.advance(24 * 3_600_000);
  await runNight(world);
  const occurrences = await occurrencesOf(world, schedule);
  expect(occurrences.map(({ status }) => status)).toEqual(['skipped', 'due']);
  expect((await world.admin.get(`${OCCURRENCES}?scheduleId=${schedule.id}`)).status).toBe(200);
});
