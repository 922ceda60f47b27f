import { createTestApp, manualClock } from '../../../testing/index.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  acceptBody,
  done as act,
  type Doc,
  PATH as JOBS,
  photograph,
  summary,
} from '../jobs/testing/world.ts';
import { watchJobs } from '../jobs/watch.ts';
import {
  installedContainer,
  makeSchedule,
  makeWorld,
  occurrencesOf,
  runNight,
  type Schedule,
  type World,
} from './testing/world.ts';

/** One record of which the work fails keeps no other from its turn (domain-containers 2.10). */
let world: World;
const clock = manualClock(new Date('2026-11-20T03:00:00Z'));
beforeAll(async () => {
  world = await makeWorld(await createTestApp({ clock }));
  // Stands for any fault of one record: the database refuses what is called so.
  await world.test.app.pg.query(`
    create function refuse_broken() returns trigger language plpgsql as $$ begin
      if new.symptom = 'Broken' and (tg_op = 'INSERT' or new.status = 'completed') then
        raise exception 'this record is broken';
      end if;
      return new;
    end $$;
    create trigger refuse_broken before insert or update on jobs
      for each row execute function refuse_broken()`);
});
afterAll(() => world?.test.close());

const statusesOf = async (schedule: Schedule) =>
  (await occurrencesOf(world, schedule)).map(({ status }) => status);
const jobOf = async (schedule: Schedule): Promise<Doc> => {
  const id = (await occurrencesOf(world, schedule))[0]?.job?.id;
  return expectData(await world.admin.get(`${JOBS}/${id}`));
};
const schedulesOf = async (...names: readonly string[]): Promise<Schedule[]> => {
  const made: Schedule[] = [];
  for (const name of names) {
    const { productId } = await installedContainer(world);
    made.push(await makeSchedule(world, { productId, name }));
  }
  return made;
};
const toldOf = async (title: string): Promise<{ description: string }[]> =>
  expectData(await world.admin.get('/notifications?limit=50')).filter(
    (notice: { title: string }) => notice.title === title,
  );

it('makes the jobs of all schedules but the one that fails, and tells of that one', async () => {
  const [first, broken, last] = (await schedulesOf('First', 'Broken', 'Last')) as [
    Schedule,
    Schedule,
    Schedule,
  ];
  clock.set(new Date('2026-12-01T03:00:00Z'));
  await expect(runNight(world)).rejects.toThrow();
  expect(await statusesOf(first)).toEqual(['due']);
  expect(await statusesOf(last)).toEqual(['due']);
  expect(await statusesOf(broken)).toEqual(['planned']);
  await runNight(world).catch(() => undefined);
  const title = 'Maintenance could not be planned everywhere';
  expect(await toldOf(title)).toMatchObject([{ description: expect.stringMatching(/^1 of /) }]);
});

it('makes each job once, though two servers begin at the same moment', async () => {
  const made = await schedulesOf('Door', 'Cooling', 'Screen');
  await Promise.allSettled([runNight(world), runNight(world)]);
  for (const schedule of made) {
    const { product } = await jobOf(schedule);
    expect(expectData(await world.admin.get(`${JOBS}?productId=${product.id}`))).toHaveLength(1);
  }
});

it('accepts all silent jobs but the one that fails', async () => {
  const made = await schedulesOf('Silent', 'Refused', 'Silent as well');
  await runNight(world).catch(() => undefined);
  for (const schedule of made) {
    const job = await jobOf(schedule);
    const sent = await act(world.admin, job, {
      action: 'manager-response',
      ...acceptBody(world, [world.technician.userId]),
    });
    const begun = await act(world.technician, sent, { action: 'start' });
    expectData(await photograph(world.technician, begun.id));
    await act(world.technician, begun, { action: 'technician-summary', ...summary() });
  }
  await world.test.app.pg.query(`update jobs set symptom = 'Broken' where symptom = 'Refused'`);
  clock.advance(3 * 86_400_000);
  await watchJobs(world.test.app);
  const statuses = [];
  for (const schedule of made) statuses.push((await jobOf(schedule)).status);
  expect(statuses).toEqual(['completed', 'resolved', 'completed']);
  expect(await toldOf('Finished jobs could not be accepted')).toHaveLength(1);
});

it('waits once for the jobs of many schedules that were written at the same time', async () => {
  const { productId } = await installedContainer(world);
  await Promise.all(
    Array.from({ length: 5 }, (_, at) => makeSchedule(world, { productId, name: `Twin ${at}` })),
  );
  const { rows } = await world.test.app.pg.query(
    `select 1 from graphile_worker.jobs where task_identifier = 'planMaintenance'`,
  );
  expect(rows).toHaveLength(1);
});
