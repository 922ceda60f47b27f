import type { Person } from '../../../testing/index.ts';
import { createTestApp, manualClock } from '../../../testing/index.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { leaderOf, makeTeam } from '../jobs/testing/dispatch.ts';
import { PATH as JOBS } from '../jobs/testing/world.ts';
import {
  installedContainer,
  makeSchedule,
  makeWorld,
  occurrencesOf,
  PATH,
  runNight,
  scheduleBody,
  type World,
} from './testing/world.ts';

/** Schedules follow the people who hand out the jobs of their team (domain-containers 2.10). */
let world: World;
const clock = manualClock(new Date('2026-11-20T03:00:00Z'));
beforeEach(async () => {
  clock.set(new Date('2026-11-20T03:00:00Z'));
  world = await makeWorld(await createTestApp({ clock }));
});
afterEach(() => world.test.close());

/** A monthly schedule of one container for the world's team, which nobody of it has written. */
const ofTeam = async () => {
  const { productId } = await installedContainer(world);
  const schedule = await makeSchedule(world, { productId, teamId: world.teamId }, world.admin);
  return { productId, schedule };
};
/** The job of a schedule as somebody hands it out, who sees it for no other cause. */
const jobOf = async (schedule: { readonly id: string }, by: Person) => {
  const [occurrence] = await occurrencesOf(world, schedule);
  return expectData(await by.get(`${JOBS}/${occurrence?.job?.id}`));
};
const suspend = async ({ userId }: Person) => {
  await world.test.app.pg.query(`update users set status = 'suspended' where id = $1`, [userId]);
  world.test.app.forgetActors();
};
const deputy = async (): Promise<Person> => {
  const person = await world.test.as('engineer-manager', { teamId: world.teamId });
  await world.test.app.pg.query(`update users set team_position = 'deputy' where id = $1`, [
    person.userId,
  ]);
  return person;
};

it('are the deputy’s while the leader is suspended, as the jobs are', async () => {
  const { schedule } = await ofTeam();
  const second = await deputy();
  await suspend(world.dispatcher);
  expect((await second.get(`${PATH}/${schedule.id}`)).status).toBe(200);
  clock.set(new Date('2026-12-01T03:00:00Z'));
  await runNight(world);
  const job = await jobOf(schedule, second);
  expect(job.team).toMatchObject({ id: world.teamId });
  const { rows } = await world.test.app.pg.query(
    'select dispatcher_id as id from jobs where id = $1',
    [job.id],
  );
  expect(rows).toEqual([{ id: second.userId }]);
});

it('are of whoever leads the team now, and no longer of its former leader', async () => {
  const { schedule } = await ofTeam();
  const other = await makeTeam(world.test, { name: 'South', companyId: world.companyId });
  await world.test.app.pg.query('update users set team_id = $2 where id = $1', [
    world.dispatcher.userId,
    other,
  ]);
  const next = await leaderOf(world.test, world.teamId);
  world.test.app.forgetActors();
  expect((await next.get(`${PATH}/${schedule.id}`)).status).toBe(200);
  expect((await world.dispatcher.get(`${PATH}/${schedule.id}`)).status).toBe(404);
});

it('send their jobs to another team while nobody hands out those of their own', async () => {
  const { schedule } = await ofTeam();
  const other = await makeTeam(world.test, { name: 'South', companyId: world.companyId });
  const leader = await leaderOf(world.test, other);
  await suspend(world.dispatcher);
  clock.set(new Date('2026-12-01T03:00:00Z'));
  await runNight(world);
  expect((await jobOf(schedule, leader)).team).toMatchObject({ id: other });
});

it('are given to another team by a leader who sees them no longer', async () => {
  const { schedule } = await ofTeam();
  const other = await makeTeam(world.test, { name: 'South', companyId: world.companyId });
  const leader = await leaderOf(world.test, other);
  const given = await world.dispatcher.patch(`${PATH}/${schedule.id}`, {
    ...scheduleBody({ teamId: other }),
    version: schedule.version,
    isActive: true,
  });
  expect(expectData(given)).toMatchObject({ id: schedule.id, team: { id: other } });
  expect(given.body.message).toMatch(/^Saved\. It belongs to others now/);
  expect((await world.dispatcher.get(`${PATH}/${schedule.id}`)).status).toBe(404);
  const seen = await leader.get(`${PATH}/${schedule.id}`);
  expect([seen.status, seen.body.message]).toEqual([200, undefined]);
});

it('take no part that is out of use, and keep one that was named before', async () => {
  const { productId, schedule } = await ofTeam();
  const parts = { requiredParts: [{ partId: world.part, quantity: 1 }] };
  const update = async (more: object) => {
    const { version } = expectData(await world.admin.get(`${PATH}/${schedule.id}`));
    const body = { ...scheduleBody({ teamId: world.teamId }), version, isActive: true, ...more };
    return world.admin.patch(`${PATH}/${schedule.id}`, body);
  };
  expectData(await update(parts));
  await world.test.app.pg.query('update material_parts set is_active = false where id = $1', [
    world.part,
  ]);
  expectData(await update({ ...parts, name: 'Yearly service' }));
  const refused = await world.admin.post(PATH, scheduleBody({ productId, ...parts }));
  expect([refused.status, refused.body.errors]).toMatchObject([
    422,
    [{ field: 'requiredParts[0].partId', code: 'INACTIVE' }],
  ]);
});
