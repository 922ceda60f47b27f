import { renderTestPng } from '../../../documents/pdf/testPng.ts';
import { createTestApp, manualClock } from '../../../testing/index.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  acceptBody,
  done as act,
  PATH as JOBS,
  photograph,
  summary,
} from '../jobs/testing/world.ts';
import { watchJobs } from '../jobs/watch.ts';
import {
  installedContainer,
  makeSchedule,
  makeWorld,
  OCCURRENCES,
  type Occurrence,
  occurrencesOf,
  PATH,
  runNight,
  type Schedule,
  scheduleBody,
  type World,
} from './testing/world.ts';

const DAY = 86_400_000;
const SIGNATURE = `data:image/png;base64,${renderTestPng({ width: 480, height: 140 }).toString('base64')}`;

/** Schedules, their occurrences and jobs (domain-containers 1.4, 2.10). */
let world: World;
const clock = manualClock(new Date('2026-11-20T03:00:00Z'));
// Without the check of the stock: containers are set up as rows here, not out of a warehouse.
beforeAll(async () => {
  world = await makeWorld(await createTestApp({ clock }));
});
afterAll(() => world?.test.close());
const START = new Date('2026-11-20T03:00:00Z');
afterEach(() => clock.set(START));
const goTo = (day: string) => clock.set(new Date(`${day}T03:00:00Z`));

const faultsOf = (answer: { body: { errors: { field: string; code: string }[] } }) =>
  answer.body.errors.map(({ field, code }) => [field, code]);
const told = (occurrences: readonly Occurrence[]) =>
  occurrences.map(({ day, status }) => [day, status]);
const seen = async ({ id }: { id: string }): Promise<Schedule> =>
  expectData(await world.dispatcher.get(`${PATH}/${id}`));
const jobOf = async (schedule: Schedule, at = 0) => {
  const job = (await occurrencesOf(world, schedule))[at]?.job;
  if (!job) throw new Error('it has no job');
  return expectData(await world.admin.get(`${JOBS}/${job.id}`));
};
const jobCount = async (productId: string): Promise<number> =>
  expectData(await world.admin.get(`${JOBS}?productId=${productId}`)).length;

type Job = Parameters<typeof act>[1];
const handedOut = (job: Job) =>
  act(world.admin, job, {
    action: 'manager-response',
    ...acceptBody(world, [world.technician.userId]),
  });
const resolved = async (job: Job, more: object = {}): Promise<Job> => {
  const isAgain = (job as { startedAt?: string | null }).startedAt != null;
  const planned = job.status === 'scheduled' ? job : await handedOut(job);
  const begun = await act(world.technician, planned, {
    action: isAgain ? 'resume' : 'start',
  });
  expectData(await photograph(world.technician, begun.id));
  return act(world.technician, begun, {
    action: 'technician-summary',
    ...summary('fixed', more as never),
  });
};
const completed = async (job: Job): Promise<Job> =>
  act(world.admin, await resolved(job), { action: 'complete' });

/** A monthly schedule of one container, due on 1 December. */
const ofContainer = async (more: Readonly<Record<string, unknown>> = {}) => {
  const { productId } = await installedContainer(world);
  return { productId, schedule: await makeSchedule(world, { productId, ...more }) };
};

describe('a schedule', () => {
  it.each([
    ['day', 3651],
    ['week', 521],
    ['month', 121],
    ['year', 11],
    ['hours', 100_001],
  ])('has an interval of ten years at most: %s', async (unit, every) => {
    const { productId } = await installedContainer(world);
    const refused = await world.dispatcher.post(PATH, scheduleBody({ productId, unit, every }));
    expect([refused.status, faultsOf(refused)]).toEqual([422, [['every', 'MAX']]]);
  });

  it('is of a container, or of each installed container of a model', async () => {
    const one = await installedContainer(world);
    const { productId } = await installedContainer(world);
    await world.test.app.pg.query('update products set product_model_id = $2 where id = $1', [
      productId,
      one.modelId,
    ]);
    const schedule = await makeSchedule(world, { productModelId: one.modelId });
    const occurrences = await occurrencesOf(world, schedule);
    expect(told(occurrences)).toEqual([
      ['2026-12-01', 'planned'],
      ['2026-12-01', 'planned'],
    ]);
    expect(occurrences.map(({ product }) => product.id).sort()).toEqual(
      [one.productId, productId].sort(),
    );
    expect(schedule).toMatchObject({
      nextDueAt: '2026-12-01',
      lastDoneAt: null,
      compliancePercent: null,
      containerCount: 2,
    });
  });

  it.each([
    [{}, 'productModelId', 'ONE_OF_BOTH'],
    [{ every: 0 }, 'every', 'MIN'],
    [{ unit: 'moon' }, 'unit', 'ONE_OF'],
    [{ endsOn: '2026-11-30' }, 'endsOn', 'DATE_ORDER'],
    [{ leadDays: 91 }, 'leadDays', 'MAX'],
    [{ checklist: [''] }, 'checklist[0]', 'REQUIRED'],
    [{ checklist: ['Door', 'Door'] }, 'checklist[1]', 'REPEATED'],
    [{ productId: '01890000-0000-7000-8000-00000000ffff' }, 'productId', 'UNKNOWN_ID'],
    [{ teamId: '01890000-0000-7000-8000-00000000ffff' }, 'teamId', 'UNKNOWN_ID'],
    [
      { requiredParts: [{ partId: '01890000-0000-7000-8000-00000000ffff', quantity: 1 }] },
      'requiredParts[0].partId',
      'UNKNOWN_ID',
    ],
  ])('names what is wrong: %j', async (wrong, ...fault) => {
    const { productId } = await installedContainer(world);
    const isBare = Object.keys(wrong).length === 0;
    const answer = await world.dispatcher.post(
      PATH,
      scheduleBody(isBare ? {} : { productId, ...wrong }),
    );
    expect([answer.status, faultsOf(answer)]).toEqual([422, [fault]]);
  });

  it('is written by those who may, and seen within its team and company', async () => {
    const { productId } = await installedContainer(world);
    expect((await world.technician.post(PATH, scheduleBody({ productId }))).status).toBe(403);
    const schedule = await makeSchedule(world, { productId, teamId: world.teamId }, world.admin);
    expect((await world.dispatcher.get(`${PATH}/${schedule.id}`)).status).toBe(200);
    const outsider = await world.test.as('engineer-manager');
    for (const person of [world.technician, outsider]) {
      expect((await person.get(`${PATH}/${schedule.id}`)).status).toBe(404);
      expect(await occurrencesOf(world, schedule, person)).toEqual([]);
    }
    const body = { ...scheduleBody(), version: 1, isActive: true };
    expect((await outsider.patch(`${PATH}/${schedule.id}`, body)).status).toBe(404);
    expect((await outsider.delete(`${PATH}/${schedule.id}`)).status).toBe(404);
    const [open] = await occurrencesOf(world, schedule);
    const skip = { version: 1, reason: 'Closed' };
    expect((await outsider.post(`${OCCURRENCES}/${open?.id}/skip`, skip)).status).toBe(404);
  });

  it('goes while nothing came due, and is otherwise deactivated', async () => {
    const { schedule } = await ofContainer();
    expect((await world.dispatcher.delete(`${PATH}/${schedule.id}`)).status).toBe(200);
    const { schedule: used } = await ofContainer();
    goTo('2026-11-24');
    await runNight(world);
    const refused = await world.dispatcher.delete(`${PATH}/${used.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect(refused.body.details.references).toEqual([{ family: 'pmSchedules', count: 1 }]);
  });
});

describe('the night', () => {
  it('makes one job seven days ahead, which inherits what the schedule says', async () => {
    const { schedule, productId } = await ofContainer({
      name: 'Yearly service',
      teamId: world.teamId,
      requireSignature: true,
      checklist: ['Door closes', 'Cooling below 8 °C'],
      requiredParts: [{ partId: world.part, quantity: 2 }],
    });
    goTo('2026-11-23');
    await runNight(world);
    expect(told(await occurrencesOf(world, schedule))).toEqual([['2026-12-01', 'planned']]);
    goTo('2026-11-24');
    await runNight(world);
    await runNight(world);
    expect(told(await occurrencesOf(world, schedule))).toEqual([['2026-12-01', 'due']]);
    expect(await jobCount(productId)).toBe(1);
    expect(await jobOf(schedule)).toMatchObject({
      kind: 'maintenance',
      channel: 'pm',
      status: 'reported',
      symptom: 'Yearly service',
      team: { id: world.teamId },
      createdBy: null,
      requiresSignature: true,
      schedule: { id: schedule.id, name: 'Yearly service', day: '2026-12-01' },
      checklist: [{ name: 'Door closes', answer: null }, { name: 'Cooling below 8 °C' }],
      plannedParts: [{ part: { id: world.part }, quantity: 2 }],
    });
  });

  it('makes nothing twice, though two servers work at the same moment', async () => {
    const made = await Promise.all([1, 2, 3].map(() => ofContainer()));
    goTo('2026-11-24');
    await Promise.all([runNight(world), runNight(world), runNight(world)]);
    for (const { schedule, productId } of made) {
      expect(told(await occurrencesOf(world, schedule))).toEqual([['2026-12-01', 'due']]);
      expect(await jobCount(productId)).toBe(1);
    }
  });

  it('names the days that were missed while it did not run', async () => {
    const { schedule } = await ofContainer({ unit: 'week', every: 1 });
    goTo('2027-01-10');
    await runNight(world);
    const [only, ...others] = await occurrencesOf(world, schedule);
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      day: '2026-12-01',
      status: 'overdue',
      missedOn: ['2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29', '2027-01-05'],
    });
    await completed(await jobOf(schedule));
    const [, next] = await occurrencesOf(world, schedule);
    expect(next).toMatchObject({ day: '2027-01-12', status: 'planned', missedOn: [] });
    // One done late, six due in all.
    expect(await seen(schedule)).toMatchObject({
      lastDoneAt: '2027-01-10',
      nextDueAt: '2027-01-12',
      dueCount: 6,
      inTimeCount: 0,
      compliancePercent: 0,
    });
  });

  it('says what is overdue once its grace has passed', async () => {
    const { schedule } = await ofContainer();
    goTo('2026-12-04');
    await runNight(world);
    expect(told(await occurrencesOf(world, schedule))).toEqual([['2026-12-01', 'due']]);
    goTo('2026-12-05');
    await runNight(world);
    expect(told(await occurrencesOf(world, schedule))).toEqual([['2026-12-01', 'overdue']]);
    expect(await seen(schedule)).toMatchObject({ overdueCount: 1, compliancePercent: 0 });
  });

  it('skips a container that is not installed, and goes on with the next day', async () => {
    const { schedule, productId } = await ofContainer();
    await world.test.app.pg.query(`update products set status = 'returned' where id = $1`, [
      productId,
    ]);
    goTo('2026-12-01');
    await runNight(world);
    expect(told(await occurrencesOf(world, schedule))).toEqual([
      ['2026-12-01', 'skipped'],
      ['2027-01-01', 'planned'],
    ]);
    expect((await occurrencesOf(world, schedule))[0]).toMatchObject({ skipCause: 'notInstalled' });
    expect(await jobCount(productId)).toBe(0);
    expect(await seen(schedule)).toMatchObject({ compliancePercent: null });
  });

  it('ends with the schedule', async () => {
    const { schedule } = await ofContainer({ endsOn: '2026-12-15' });
    goTo('2026-12-01');
    await runNight(world);
    await completed(await jobOf(schedule));
    goTo('2027-02-01');
    await runNight(world);
    expect(told(await occurrencesOf(world, schedule))).toEqual([['2026-12-01', 'done']]);
    expect(await seen(schedule)).toMatchObject({ nextDueAt: null, compliancePercent: 100 });
  });
});

describe('a change of the schedule', () => {
  const change = async (schedule: Schedule, more: Readonly<Record<string, unknown>>) =>
    expectData(
      await world.dispatcher.patch(`${PATH}/${schedule.id}`, {
        ...scheduleBody(),
        version: (await seen(schedule)).version,
        isActive: true,
        ...more,
      }),
    );

  it('plans anew what has no job yet, once', async () => {
    const { schedule } = await ofContainer();
    await change(schedule, { startsOn: '2026-12-15', every: 2, unit: 'week' });
    expect(told(await occurrencesOf(world, schedule))).toEqual([['2026-12-15', 'planned']]);
    await change(schedule, { startsOn: '2026-12-01', every: 1, unit: 'month', name: 'Renamed' });
    expect(told(await occurrencesOf(world, schedule))).toEqual([['2026-12-01', 'planned']]);
  });

  it('leaves the job that was made, and counts from its day on', async () => {
    const { schedule } = await ofContainer();
    goTo('2026-11-24');
    await runNight(world);
    await change(schedule, { unit: 'week', checklist: ['New'] });
    await runNight(world);
    expect(told(await occurrencesOf(world, schedule))).toEqual([['2026-12-01', 'due']]);
    expect((await jobOf(schedule)).checklist).toEqual([]);
    goTo('2026-12-02');
    await completed(await jobOf(schedule));
    expect(told(await occurrencesOf(world, schedule))).toEqual([
      ['2026-12-01', 'done'],
      ['2026-12-08', 'planned'],
    ]);
  });

  it('that ends its use cancels what is planned, and plans again later without days in between', async () => {
    const { schedule } = await ofContainer({ unit: 'week' });
    await change(schedule, { unit: 'week', isActive: false });
    expect(told(await occurrencesOf(world, schedule))).toEqual([['2026-12-01', 'cancelled']]);
    await change(schedule, { unit: 'week', isActive: true });
    expect(told(await occurrencesOf(world, schedule))).toEqual([['2026-12-01', 'planned']]);
    await change(schedule, { unit: 'week', isActive: false });
    goTo('2027-01-01');
    await runNight(world);
    await change(schedule, { unit: 'week', isActive: true });
    expect(told(await occurrencesOf(world, schedule))).toEqual([
      ['2026-12-01', 'cancelled'],
      ['2027-01-05', 'planned'],
    ]);
    expect((await occurrencesOf(world, schedule))[1]?.missedOn).toEqual([]);
  });

  it('needs the version that was read', async () => {
    const { schedule } = await ofContainer();
    const stale = { ...scheduleBody(), version: schedule.version + 1, isActive: true };
    const answer = await world.dispatcher.patch(`${PATH}/${schedule.id}`, stale);
    expect([answer.status, answer.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  });
});

describe('an occurrence', () => {
  it('is done with its job, on the day of the work, and the next one is planned', async () => {
    const { schedule } = await ofContainer();
    goTo('2026-12-01');
    await runNight(world);
    const job = await resolved(await jobOf(schedule));
    expect(told(await occurrencesOf(world, schedule))).toEqual([['2026-12-01', 'due']]);
    clock.advance(3 * DAY);
    await watchJobs(world.test.app);
    const [first, next] = await occurrencesOf(world, schedule);
    expect(first).toMatchObject({ status: 'done', doneOn: '2026-12-01', job: { id: job.id } });
    expect(next).toMatchObject({ day: '2027-01-01', status: 'planned' });
    expect(await seen(schedule)).toMatchObject({ compliancePercent: 100 });
  });

  it('is open again with its job, unless the next one is being worked on', async () => {
    const { schedule } = await ofContainer();
    goTo('2026-12-01');
    await runNight(world);
    const job = await completed(await jobOf(schedule));
    const again = await act(world.admin, job, { action: 'reopen', reason: 'Dirty' });
    expect(told(await occurrencesOf(world, schedule))).toEqual([['2026-12-01', 'due']]);
    await completed(again);
    goTo('2026-12-28');
    await runNight(world);
    expect(told(await occurrencesOf(world, schedule))).toEqual([
      ['2026-12-01', 'done'],
      ['2027-01-01', 'due'],
    ]);
    const latest = await jobOf(schedule);
    await act(world.admin, latest, { action: 'reopen', reason: 'Dirty' });
    expect(told(await occurrencesOf(world, schedule))).toEqual([
      ['2026-12-01', 'done'],
      ['2027-01-01', 'due'],
    ]);
  });

  it.each([
    ['cancel', { action: 'cancel' }, 'jobCancelled'],
    ['rejection', { action: 'manager-response', decision: 'reject' }, 'jobRejected'],
  ])('is skipped with the %s of its job', async (_name, step, skipCause) => {
    const { schedule } = await ofContainer();
    goTo('2026-12-01');
    await runNight(world);
    await act(world.admin, await jobOf(schedule), { ...step, reason: 'The shop is closed' });
    const [first, next] = await occurrencesOf(world, schedule);
    expect(first).toMatchObject({ status: 'skipped', skipCause, reason: 'The shop is closed' });
    expect(next).toMatchObject({ day: '2027-01-01', status: 'planned' });
  });

  it('is skipped with a reason while it has no job', async () => {
    const { schedule } = await ofContainer();
    const [open] = await occurrencesOf(world, schedule);
    const path = `${OCCURRENCES}/${open?.id}/skip`;
    const body = { version: open?.version, reason: 'The shop is closed' };
    expect((await world.technician.post(path, body)).status).toBe(403);
    const bare = await world.dispatcher.post(path, { version: open?.version });
    expect([bare.status, faultsOf(bare)]).toEqual([422, [['reason', 'REQUIRED']]]);
    const answer = expectData(await world.dispatcher.post(path, body));
    expect(answer).toMatchObject({ status: 'skipped', skipCause: 'person', reason: body.reason });
    expect(told(await occurrencesOf(world, schedule))).toEqual([
      ['2026-12-01', 'skipped'],
      ['2027-01-01', 'planned'],
    ]);
    const again = await world.dispatcher.post(path, { ...body, version: answer.version });
    expect([again.status, again.body.code]).toEqual([409, 'INVALID_STATE']);
    goTo('2026-12-28');
    await runNight(world);
    const [, due] = await occurrencesOf(world, schedule);
    const late = await world.dispatcher.post(`${OCCURRENCES}/${due?.id}/skip`, {
      version: due?.version,
      reason: 'No need',
    });
    expect([late.status, late.body.code]).toEqual([409, 'OCCURRENCE_HAS_JOB']);
  });

  it('moves by itself: its job is told, and the series stays', async () => {
    const { schedule } = await ofContainer();
    goTo('2026-12-01');
    await runNight(world);
    await handedOut(await jobOf(schedule));
    const [open] = await occurrencesOf(world, schedule);
    const move = (more: object) =>
      world.dispatcher.post(`${OCCURRENCES}/${open?.id}/move`, {
        version: open?.version,
        day: '2026-12-10',
        reason: 'The customer asked',
        ...more,
      });
    for (const [day, code] of [
      ['2026-11-30', 'PAST_DATE'],
      ['2026-12-01', 'UNCHANGED'],
      ['2027-12-31', 'RANGE_TOO_LONG'],
    ]) {
      expect(faultsOf(await move({ day }))).toEqual([['day', code]]);
    }
    const stale = await move({ version: (open?.version ?? 0) + 1 });
    expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect(expectData(await move({}))).toMatchObject({
      day: '2026-12-10',
      dueOn: '2026-12-01',
      status: 'due',
    });
    const notices = expectData(await world.technician.get('/notifications'));
    expect(notices.map(({ title }: { title: string }) => title)).toContainEqual(
      expect.stringMatching(/moved to 2026-12-10/),
    );
    await completed(await jobOf(schedule));
    expect((await occurrencesOf(world, schedule))[1]).toMatchObject({ day: '2027-01-01' });
    expect((await seen(schedule)) as object).toMatchObject({
      history: expect.arrayContaining([
        expect.objectContaining({ action: 'move-occurrence', reason: 'The customer asked' }),
      ]),
    });
  });
});

describe('a job that needs a signature', () => {
  it('is not accepted without one, and not by silence', async () => {
    const { schedule } = await ofContainer({ requireSignature: true });
    goTo('2026-12-01');
    await runNight(world);
    const job = await resolved(await jobOf(schedule));
    clock.advance(3 * DAY);
    await watchJobs(world.test.app);
    expect((await jobOf(schedule)).status).toBe('resolved');
    const path = `${JOBS}/${job.id}/complete`;
    const bare = await world.admin.post(path, { version: job.version });
    expect([bare.status, faultsOf(bare)]).toEqual([422, [['signature', 'REQUIRED']]]);
    const signed = { version: job.version, signature: SIGNATURE, signedBy: 'Malee' };
    expect(expectData(await world.admin.post(path, signed)).status).toBe('completed');
  });

  it('is not accepted with the signature of a visit that solved nothing', async () => {
    const { schedule } = await ofContainer({ requireSignature: true });
    goTo('2026-12-01');
    await runNight(world);
    const begun = await act(world.technician, await handedOut(await jobOf(schedule)), {
      action: 'start',
    });
    const tried = await act(world.technician, begun, {
      action: 'technician-summary',
      ...summary('notFixed', { signature: SIGNATURE, signedBy: 'Malee' } as never),
    });
    expectData(await photograph(world.technician, tried.id));
    const solved = await act(world.technician, tried, {
      action: 'technician-summary',
      ...summary('fixed'),
    });
    const bare = await world.admin.post(`${JOBS}/${solved.id}/complete`, {
      version: solved.version,
    });
    expect([bare.status, faultsOf(bare)]).toEqual([422, [['signature', 'REQUIRED']]]);
  });
});

describe('the calendar', () => {
  it('shows occurrences and appointments by day, of a team where asked', async () => {
    const { schedule } = await ofContainer({ teamId: world.teamId, name: 'Of the team' });
    goTo('2026-12-01');
    await runNight(world);
    const job = await handedOut(await jobOf(schedule));
    const read = async (more = '', by = world.dispatcher) =>
      expectData(await by.get(`${PATH}/calendar?from=2026-11-30&to=2026-12-31${more}`)).entries;
    const own = (entries: { title: string }[]) =>
      entries.filter(({ title }) => title === 'Of the team');
    const both = own(await read(`&teamId=${world.teamId}`));
    expect(both).toMatchObject([
      { type: 'occurrence', day: '2026-12-01', status: 'due', schedule: { id: schedule.id } },
      { type: 'job', status: 'scheduled', job: { id: job.id } },
    ]);
    const nobodys = '01890000-0000-7000-8000-00000000ffff';
    expect(await read(`&teamId=${nobodys}`)).toEqual([]);
    // A technician sees the own appointment, and no schedule.
    expect(own(await read('', world.technician))).toMatchObject([{ type: 'job' }]);
  });

  it.each([
    ['from=2026-12-01&to=2026-11-30', 'DATE_ORDER'],
    ['from=2026-01-01&to=2026-12-31', 'RANGE_TOO_LONG'],
  ])('names what is wrong: %s', async (query, code) => {
    const answer = await world.dispatcher.get(`${PATH}/calendar?${query}`);
    expect([answer.status, faultsOf(answer)]).toEqual([422, [['to', code]]]);
  });
});

describe('a schedule that counts what a container did', () => {
  const read = (productId: string, value: number, more: object = {}) =>
    world.dispatcher.post(`/products/${productId}/meter_readings`, {
      kind: 'hours',
      value,
      ...more,
    });
  const counted = () => ofContainer({ every: 500, unit: 'hours', startsOn: '2026-11-01' });

  it('is due once the counter ran far enough, and counts on from there', async () => {
    const { schedule, productId } = await counted();
    expectData(await read(productId, 499));
    await runNight(world);
    expect(await occurrencesOf(world, schedule)).toEqual([]);
    expectData(await read(productId, 510));
    await runNight(world);
    await runNight(world);
    expect(told(await occurrencesOf(world, schedule))).toEqual([['2026-11-20', 'due']]);
    // The technician's reading counts as well.
    const job = await resolved(await jobOf(schedule), { meter: 530 });
    await act(world.admin, job, { action: 'complete' });
    expect(told(await occurrencesOf(world, schedule))).toEqual([['2026-11-20', 'done']]);
    goTo('2026-12-20');
    expectData(await read(productId, 1029));
    await runNight(world);
    expect(await occurrencesOf(world, schedule)).toHaveLength(1);
    expectData(await read(productId, 1030));
    await runNight(world);
    expect(told(await occurrencesOf(world, schedule))).toEqual([
      ['2026-11-20', 'done'],
      ['2026-12-20', 'due'],
    ]);
  });

  it('refuses a reading below the last, unless the counter was replaced', async () => {
    const { schedule, productId } = await counted();
    expectData(await read(productId, 700));
    const lower = await read(productId, 20);
    expect([lower.status, faultsOf(lower)]).toEqual([422, [['value', 'BELOW_LAST']]]);
    await runNight(world);
    const begun = await act(world.technician, await handedOut(await jobOf(schedule)), {
      action: 'start',
    });
    expectData(await photograph(world.technician, begun.id));
    const wrong = await world.technician.post(`${JOBS}/${begun.id}/technician-summary`, {
      version: begun.version,
      ...summary('fixed', { meter: 690 }),
    });
    expect(faultsOf(wrong)).toEqual([['meter', 'BELOW_LAST']]);
    const readings = expectData(
      await read(productId, 5, { replacedReason: 'The counter was broken' }),
    );
    expect(readings).toMatchObject([
      { value: 5, kind: 'hours', replacedReason: 'The counter was broken' },
      { value: 700, replacedReason: null, by: { id: world.dispatcher.userId } },
    ]);
    const other = await world.test.as('sales-officer');
    expect((await other.get(`/products/${productId}/meter_readings`)).status).toBe(403);
    expect((await other.post(`/products/${productId}/meter_readings`, {})).status).toBe(403);
  });
});
