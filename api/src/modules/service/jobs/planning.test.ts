import { distanceKm } from '@boxyard/shared/domain/service/planning.ts';
import fc from 'fast-check';
import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  type Dispatch,
  faultsOf,
  leaderOf,
  makeDispatch,
  makeTeam,
  seen as seenBy,
} from './testing/dispatch.ts';
import { act, begun, type Doc, done, PATH, report } from './testing/world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Calendar by technician, backlog, board, map, and assignments from them (domain-containers 2.10). */
let world: Dispatch['world'];
let sales: Dispatch['sales'];
let dispatcher: Person;
let teamId: string;
let southern: Person;
let southTechnician: Person;
// A Friday, 10:00 in Bangkok.
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  ({ world, sales, dispatcher, teamId } = await makeDispatch(test));
  const southId = await makeTeam(test, { name: 'South', companyId: sales.companyId });
  southern = await leaderOf(test, southId);
  southTechnician = await test.as('technician', { teamId: southId });
  await test.app.pg.query(
    `insert into technician_skills (user_id, product_type_id, level, created_at, updated_at)
      select $1, product_type_id, 2, now(), now() from products where id = $2`,
    [world.technician.userId, world.productId],
  );
});

const seen = (id: string, by = world.admin) => seenBy(by, id);
/** Monday in three weeks, so that no other test has its people there. */
let day = 0;
const nextDay = (): string => {
  day += 1;
  const date = new Date(
    Date.parse('2026-12-07T00:00:00Z') + (day % 5) * DAY + Math.floor(day / 5) * 7 * DAY,
  );
  return date.toISOString().slice(0, 10);
};
/** An instant of a day by its hour in Bangkok. */
const at = (date: string, hour: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + (hour - 7) * HOUR).toISOString();

interface Asked {
  readonly on: string;
  readonly from?: number;
  readonly until?: number;
  readonly technicianIds?: readonly string[];
  readonly confirmed?: readonly string[];
}
const assign = (
  doc: Doc,
  { on, from = 9, until = 10, technicianIds = [world.technician.userId], confirmed = [] }: Asked,
  by = dispatcher,
) =>
  act(by, doc, {
    action: 'assignment',
    technicianIds,
    appointmentStart: at(on, from),
    appointmentEnd: at(on, until),
    // Three weeks ahead lies behind most promises.
    confirmed: ['afterPromise', ...confirmed],
  });
const assigned = async (doc: Doc, asked: Asked, by = dispatcher): Promise<Doc> => {
  const answer = await assign(doc, asked, by);
  expect([answer.status, answer.body.code, answer.body.details]).toEqual([
    200,
    undefined,
    undefined,
  ]);
  return answer.body.data;
};
const warnings = (answer: { body: { details?: { warnings: { code: string; key: string }[] } } }) =>
  answer.body.details?.warnings ?? [];
const codes = (answer: Parameters<typeof warnings>[0]) => warnings(answer).map(({ code }) => code);

const planning = async (on: string, by = dispatcher, query = '') =>
  expectData(await by.get(`${PATH}/planning?from=${on}&to=${on}${query}`));
const jobIds = (jobs: readonly { id: string }[]) => jobs.map(({ id }) => id);

describe('an assignment', () => {
  it('plans a job that was reported, and tells its technician', async () => {
    const on = nextDay();
    const doc = await report(world);
    const planned = await assigned(doc, { on });
    expect(planned).toMatchObject({
      status: 'scheduled',
      technicians: [{ id: world.technician.userId }],
      appointmentStart: at(on, 9),
      appointmentEnd: at(on, 10),
    });
    const { body } = await world.technician.get('/notifications?limit=50');
    expect(JSON.stringify(body)).toContain(`Job ${doc.documentNo} is yours`);
  });

  it('is told to the technician before and the one after', async () => {
    const on = nextDay();
    const doc = await assigned(await report(world), { on });
    await assigned(doc, {
      on,
      technicianIds: [world.otherTechnician.userId],
      confirmed: [`unskilled:${world.otherTechnician.userId}`],
    });
    const told = async (by: Person) =>
      JSON.stringify((await by.get('/notifications?limit=50')).body);
    // The job is no longer theirs to see, and neither is its number.
    expect(await told(world.technician)).toContain('Job … is no longer yours');
    expect(await told(world.otherTechnician)).toContain(`Job ${doc.documentNo} is yours`);
  });

  it('tells of another time whoever keeps the job', async () => {
    const on = nextDay();
    const doc = await assigned(await report(world), { on });
    await assigned(doc, { on, from: 11, until: 12 });
    const { body } = await world.technician.get('/notifications?limit=50');
    expect(JSON.stringify(body)).toContain(`Job ${doc.documentNo} is at another time`);
  });

  it('goes back to the backlog, from which it came', async () => {
    const on = nextDay();
    const doc = await assigned(await report(world), { on });
    const back = await done(dispatcher, doc, { action: 'assignment', technicianIds: [] });
    expect(back).toMatchObject({ status: 'triaged', technicians: [], appointmentStart: null });
    const backlog = expectData(await dispatcher.get(`${PATH}/backlog?limit=100`));
    expect(jobIds(backlog)).toContain(doc.id);
    const again = await act(dispatcher, back, { action: 'assignment', technicianIds: [] });
    expect([again.status, faultsOf(again)]).toEqual([422, [['technicianIds', 'REQUIRED']]]);
  });

  it('keeps whoever has begun, though its time is taken back', async () => {
    const paused = await done(world.technician, await begun(world), {
      action: 'pause',
      pauseReason: 'customer',
    });
    const back = await done(dispatcher, paused, { action: 'assignment', technicianIds: [] });
    expect(back).toMatchObject({
      status: 'scheduled',
      technicians: [{ id: world.technician.userId }],
      appointmentStart: null,
    });
  });

  it('needs the version that was seen', async () => {
    const on = nextDay();
    const doc = await report(world);
    await assigned(doc, { on });
    const late = await assign(doc, { on, from: 13, until: 14 });
    expect([late.status, late.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  });

  it.each([['nobody of the company', ['01890000-0000-7000-8000-00000000ffff'], 'UNKNOWN_ID']])(
    'refuses %s',
    async (_, technicianIds, code) => {
      const answer = await assign(await report(world), { on: nextDay(), technicianIds });
      expect([answer.status, faultsOf(answer)]).toEqual([422, [['technicianIds[0]', code]]]);
    },
  );

  it('refuses a technician of another team, and of the same twice', async () => {
    const doc = await report(world);
    const id = world.technician.userId;
    const twice = await assign(doc, { on: nextDay(), technicianIds: [id, id] });
    expect(faultsOf(twice)).toEqual([['technicianIds[1]', 'REPEATED']]);
    const other = await assign(doc, { on: nextDay(), technicianIds: [southTechnician.userId] });
    expect(faultsOf(other)).toEqual([['technicianIds[0]', 'UNKNOWN_ID']]);
  });

  it('is not for a technician, nor for a dispatcher of another team', async () => {
    const doc = await report(world, {}, southern);
    const on = nextDay();
    expect((await assign(doc, { on }, world.technician)).status).toBe(403);
    const theirs = await assign(doc, { on, technicianIds: [southTechnician.userId] }, southern);
    expect([theirs.status, theirs.body.code]).toEqual([409, 'NOT_YOUR_TEAM']);
  });
});

describe('a warning', () => {
  it('names the other job, and is confirmed by its key alone', async () => {
    const on = nextDay();
    const first = await assigned(await report(world), { on });
    const doc = await report(world);
    const refused = await assign(doc, { on, from: 9.5, until: 10.5 });
    expect([refused.status, refused.body.code]).toEqual([409, 'ASSIGNMENT_WARNINGS']);
    expect(codes(refused)).toEqual(['busy', 'afterPromise']);
    expect(warnings(refused)[0]).toMatchObject({
      code: 'busy',
      technician: { id: world.technician.userId },
      job: { id: first.id, documentNo: first.documentNo },
      from: at(on, 9),
      until: at(on, 10),
    });
    const wrong = await assign(doc, { on, from: 9.5, until: 10.5, confirmed: ['busy'] });
    expect(wrong.status).toBe(409);
    const [warning] = warnings(refused);
    await assigned(doc, { on, from: 9.5, until: 10.5, confirmed: [warning?.key ?? ''] });
    const { appointments } = await planning(on);
    const clashes = appointments.map((one: { id: string; clashes: object[] }) => [
      one.id,
      one.clashes,
    ]);
    const clash = [{ technicianId: world.technician.userId, with: 'job' }];
    expect(clashes).toEqual([
      [first.id, clash],
      [doc.id, clash],
    ]);
  });

  it('is none where one job begins as the other ends', async () => {
    const on = nextDay();
    await assigned(await report(world), { on });
    await assigned(await report(world), { on, from: 10, until: 11 });
  });

  it('says that somebody is away, does not know the container, or is asked out of hours', async () => {
    const on = nextDay();
    expectData(
      await world.otherTechnician.post('/technician_absences', {
        startsAt: at(on, 8),
        endsAt: at(on, 12),
        reason: 'leave',
      }),
    );
    const technicianIds = [world.otherTechnician.userId];
    const refused = await assign(await report(world), { on, from: 6, until: 9, technicianIds });
    expect(codes(refused)).toEqual(['away', 'unskilled', 'outsideHours', 'afterPromise']);
    const [first] = (await planning(on)).absences;
    expect(first).toMatchObject({ technicianId: world.otherTechnician.userId, reason: 'leave' });
  });

  it('does not name a job that this person may not see', async () => {
    const on = nextDay();
    const elsewhere = await assigned(await report(world), { on });
    const own = await report(world, {}, southern);
    await sales.test.app.pg.query(
      'update jobs set dispatcher_id = $1, team_id = $2 where id = $3',
      [southern.userId, teamId, own.id],
    );
    const refused = await assign(own, { on }, southern);
    expect(refused.body.code).toBe('ASSIGNMENT_WARNINGS');
    expect(JSON.stringify(refused.body)).not.toContain(elsewhere.documentNo);
  });
});

it('never lets appointments overlap that nobody confirmed', async () => {
  const on = nextDay();
  const docs = await Promise.all(Array.from({ length: 4 }, () => report(world)));
  const people = [world.technician.userId, world.otherTechnician.userId];
  const step = fc.record({
    job: fc.nat({ max: docs.length - 1 }),
    who: fc.subarray(people, { minLength: 1 }),
    from: fc.integer({ min: 9, max: 15 }),
    hours: fc.integer({ min: 1, max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      await Promise.all(
        steps.map(async ({ job, who, from, hours }) => {
          const doc = await seen(docs[job]?.id ?? '');
          const answer = await assign(doc, {
            on,
            from,
            until: from + hours,
            technicianIds: who,
            // Everything but being elsewhere.
            confirmed: [...people.map((id) => `unskilled:${id}`)],
          });
          expect([200, 409]).toContain(answer.status);
        }),
      );
      const { rows } = await sales.test.app.pg.query(
        `select a.id from jobs a join jobs b on a.id < b.id and a.technician_ids && b.technician_ids
          and a.appointment_start < b.appointment_end and b.appointment_start < a.appointment_end
          where a.id = any($1) and b.id = any($1)`,
        [jobIds(docs)],
      );
      expect(rows).toEqual([]);
    }),
    { numRuns: 6 },
  );
});

describe('the calendar', () => {
  it('refuses more than 45 days, and days the wrong way round', async () => {
    const fault = async (query: string) =>
      faultsOf(await dispatcher.get(`${PATH}/planning?${query}`));
    expect(await fault('from=2026-12-01&to=2027-01-15')).toEqual([['to', 'RANGE_TOO_LONG']]);
    expect(await fault('from=2026-12-02&to=2026-12-01')).toEqual([['to', 'DATE_ORDER']]);
  });

  it('has technicians of the team with their hours, and appointments that reach into a day', async () => {
    const on = nextDay();
    const night = await assigned(await report(world), {
      on,
      from: 22,
      until: 30,
      confirmed: ['outsideHours'],
    });
    // Nothing else is planned for the morning after.
    nextDay();
    const after = new Date(Date.parse(`${on}T00:00:00Z`) + DAY).toISOString().slice(0, 10);
    expect(jobIds((await planning(after)).appointments)).toContain(night.id);
    const { technicians, calendars } = await planning(on);
    expect(jobIds(technicians).sort()).toEqual(
      // The leader of the team may work as well.
      [dispatcher.userId, world.technician.userId, world.otherTechnician.userId].sort(),
    );
    expect(calendars).toMatchObject([
      { companyId: sales.companyId, days: [1, 2, 3, 4, 5], from: '08:30' },
    ]);
  });

  it('shows a technician own jobs alone, and another team none of them', async () => {
    const on = nextDay();
    const own = await assigned(await report(world), { on });
    const other = await assigned(await report(world), {
      on,
      technicianIds: [world.otherTechnician.userId],
      confirmed: [`unskilled:${world.otherTechnician.userId}`],
    });
    const mine = await planning(on, world.technician);
    expect(jobIds(mine.appointments)).toEqual([own.id]);
    expect(jobIds(mine.technicians)).toEqual([world.technician.userId]);
    expect(mine.appointments[0].allowedActions).not.toContain('manager-response');
    const theirs = await planning(on, southern);
    expect(theirs.appointments).toEqual([]);
    expect(jobIds(theirs.technicians).sort()).toEqual(
      [southern.userId, southTechnician.userId].sort(),
    );
    expect(
      JSON.stringify([await board(world.technician), await map(world.technician)]),
    ).not.toContain(other.documentNo);
  });
});

const board = async (by: Person, query = '') =>
  expectData(await by.get(`${PATH}/board${query}`)).columns;
const map = async (by: Person) => expectData(await by.get(`${PATH}/map`));

describe('backlog and board', () => {
  it('begin with the most urgent, and leave out what is planned', async () => {
    const low = await report(world, { priority: 'low' });
    const critical = await report(world, { priority: 'critical' });
    const high = await report(world, { priority: 'high' });
    const wanted = [critical.id, high.id, low.id];
    const order = (jobs: readonly { id: string }[]) =>
      jobIds(jobs).filter((id) => wanted.includes(id));
    const backlog = expectData(await dispatcher.get(`${PATH}/backlog?limit=100`));
    expect(order(backlog)).toEqual(wanted);
    const columns = await board(dispatcher, '?status=reported');
    expect(order(columns[0].jobs)).toEqual(wanted);
    await assigned(high, { on: nextDay() });
    const after = expectData(await dispatcher.get(`${PATH}/backlog?limit=100`));
    expect(order(after)).toEqual([critical.id, low.id]);
  });

  it('count each column, and go on with the next page of one', async () => {
    await Promise.all(Array.from({ length: 22 }, () => report(world)));
    const [reported] = await board(dispatcher);
    expect(reported.count).toBeGreaterThan(21);
    expect([reported.jobs.length, reported.isCapped]).toEqual([20, false]);
    const [next] = await board(dispatcher, '?status=reported&page=2');
    expect(next.jobs.length).toBe(Math.min(20, reported.count - 20));
    expect(jobIds(reported.jobs)).not.toContain(next.jobs[0].id);
  });
});

describe('suggested technicians', () => {
  it('are skilled and free ones first, with the reasons', async () => {
    const on = nextDay();
    const doc = await report(world);
    const asked = async (from: number, until: number) =>
      expectData(
        await dispatcher.get(
          `${PATH}/${doc.id}/technicians?start=${at(on, from)}&end=${at(on, until)}`,
        ),
      );
    const first = await asked(9, 10);
    expect(first[0]).toMatchObject({
      technician: { id: world.technician.userId },
      skill: 2,
      isOfTeam: true,
      jobsOfDay: 0,
    });
    await assigned(await report(world), { on });
    const then = await asked(9, 10);
    expect(then[0].technician.id).not.toBe(world.technician.userId);
    expect(then.at(-1)).toMatchObject({
      technician: { id: world.technician.userId },
      jobsOfDay: 1,
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'busy' })]),
    });
  });

  it('say how far it is from the job before and to the one after', async () => {
    const on = nextDay();
    const before = await assigned(await report(world), { on });
    const doc = await report(world);
    const place = (id: string, latitude: number) =>
      sales.test.app.pg.query('update jobs set latitude = $2, longitude = 100.5 where id = $1', [
        id,
        latitude,
      ]);
    await place(before.id, 13.7);
    await place(doc.id, 14.7);
    const [first] = expectData(
      await dispatcher.get(`${PATH}/${doc.id}/technicians?start=${at(on, 11)}&end=${at(on, 12)}`),
    );
    expect(first).toMatchObject({
      technician: { id: world.technician.userId },
      fromKm: 111,
      toKm: null,
    });
    expect(
      Math.round(
        distanceKm({ latitude: 13.7, longitude: 100.5 }, { latitude: 14.7, longitude: 100.5 }),
      ),
    ).toBe(111);
  });
});

describe('the map', () => {
  it('colours a place by the worst that is reported there, within one’s own scope', async () => {
    const doc = await report(world, { isDown: true });
    await sales.test.app.pg.query(
      'update jobs set latitude = 18.79, longitude = 98.98, place = $2 where product_id = $1',
      [doc.product.id, 'Chiang Mai market'],
    );
    const { places } = await map(dispatcher);
    const there = places.find((one: { latitude: number }) => one.latitude === 18.79);
    expect(there).toMatchObject({
      state: 'outOfOrder',
      counts: { outOfOrder: 1 },
      place: 'Chiang Mai market',
    });
    expect(there.products[0]).toMatchObject({ id: world.productId });
    const { places: theirs } = await map(southTechnician);
    expect(theirs.filter((one: { latitude: number }) => one.latitude === 18.79)).toEqual([]);
  });
});
