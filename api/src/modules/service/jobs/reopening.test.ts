import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { newContainer } from '../../sales/contracts/testing/world.ts';
import {
  type Dispatch,
  faultsOf,
  makeDispatch,
  seen as seenBy,
  soldContainer,
} from './testing/dispatch.ts';
import {
  acceptBody,
  act,
  begun,
  completed,
  type Doc,
  done,
  photograph,
  report,
  resolved,
  summary,
} from './testing/world.ts';

const HOUR = 3_600_000;

/** Reopening begins a period of its own, and keeps the figures of the one before (domain-containers 2.10). */
let world: Dispatch['world'];
let sales: Dispatch['sales'];
let dispatcher: Person;
/** Hands out jobs of the same engineers. */
let other: Person;
let dispatcherTeam: string;
// A Friday, 10:00 in Bangkok: seven and a half working hours are left of the day.
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  const made = await makeDispatch(test);
  ({ world, sales, dispatcher } = made);
  dispatcherTeam = made.teamId;
  other = await test.as('engineer-manager', { teamId: made.teamId });
});

const seen = (id: string) => seenBy(world.admin, id);
const reopened = (doc: Doc) => done(other, doc, { action: 'reopen', reason: 'Fails again' });
const sent = (doc: Doc) =>
  done(dispatcher, doc, {
    action: 'manager-response',
    ...acceptBody(world, [world.technician.userId]),
  });
const lastEntry = async (id: string) => (await seen(id)).history.at(-1);
/** 10:00 in Bangkok: four working hours are left of the day. */
const nextMonday = (): void => {
  const now = sales.test.app.clock.now().getTime();
  const monday = Date.parse('2026-11-23T03:00:00Z');
  const weeks = Math.max(0, Math.ceil((now - monday) / (7 * 24 * HOUR)));
  clock.advance(monday + weeks * 7 * 24 * HOUR - now);
};
const hoursAfter = (instant: string | Date, hours: number): string =>
  new Date(new Date(instant).getTime() + hours * HOUR).toISOString();

describe('coverage', () => {
  const billable = async () => completed(world, { productId: await soldContainer(sales) });

  it('is free for the new work alone, and the history says so', async () => {
    const doc = await billable();
    expect(doc.coverage).toBe('billable');
    const again = await reopened(doc);
    expect(again.coverage).toBe('warranty');
    expect((await lastEntry(doc.id))?.diff).toMatchObject({
      coverage: { from: 'billable', to: 'warranty' },
    });
    // The work that was accepted stays what it was.
    expect((await seen(doc.id)).periods).toMatchObject([
      {
        coverage: 'billable',
        workDone: 'Cleaned the coin mechanism',
        completedAt: expect.any(String),
      },
    ]);
  });

  it.each(['scheduled', 'triaged', 'waitingParts', 'inProgress'])(
    'of accepted work comes back where a reopened job that is %s is given up',
    async (status) => {
      const doc = await billable();
      const before = await seen(doc.id);
      let again: Doc = await reopened(doc);
      if (status === 'triaged') {
        again = await done(dispatcher, again, {
          action: 'manager-response',
          decision: 'needInfo',
          note: 'Which door?',
        });
      } else if (status !== 'scheduled') {
        again = await done(world.technician, await sent(again), { action: 'start' });
        if (status === 'waitingParts') {
          again = await done(world.technician, again, { action: 'pause', pauseReason: 'parts' });
        }
      }
      expect(again.status).toBe(status);
      const back = await done(other, again, { action: 'cancel', reason: 'It works after all' });
      expect(back.status).toBe('completed');
      const { coverage, completedAt, resolvedAt, workDone, downtimeMinutes, slaDueAt } = before;
      expect(await seen(doc.id)).toMatchObject({
        ...{ coverage, completedAt, resolvedAt, workDone, downtimeMinutes, slaDueAt },
        periods: [],
      });
      expect((await lastEntry(doc.id))?.diff).toMatchObject({
        coverage: { from: 'warranty', to: 'billable' },
      });
    },
  );

  it('is not lost by a refusal of a job whose work was accepted once', async () => {
    const again = await done(dispatcher, await reopened(await billable()), {
      action: 'manager-response',
      decision: 'needInfo',
      note: 'Which door?',
    });
    const refused = await act(dispatcher, again, {
      action: 'manager-response',
      decision: 'reject',
      reason: 'Not ours',
    });
    expect([refused.status, faultsOf(refused)]).toEqual([422, [['decision', 'DECISION_TOO_LATE']]]);
  });

  it('goes back to what was solved where that was never accepted', async () => {
    const accepted = await billable();
    const again = await done(world.technician, await sent(await reopened(accepted)), {
      action: 'start',
    });
    expectData(await photograph(world.technician, again.id));
    const solved = await done(world.technician, again, {
      action: 'technician-summary',
      ...summary(),
    });
    const back = await done(other, await reopened(solved), {
      action: 'cancel',
      reason: 'It works after all',
    });
    expect([back.status, back.coverage]).toEqual(['resolved', 'warranty']);
  });
});

it('is not reopened by those who did it once it was accepted, since it is free then', async () => {
  const { test } = sales;
  const handy = await test.as('engineer-manager', { teamId: dispatcherTeam });
  const doc = await resolved(world);
  // Wrote some of the work down as well.
  await test.app.pg.query('update jobs set worker_ids = worker_ids || $2::uuid where id = $1', [
    doc.id,
    handy.userId,
  ]);
  const unsolved = await done(handy, doc, { action: 'reopen', reason: 'It fails still' });
  expectData(await photograph(world.technician, doc.id));
  const solved = await done(world.technician, unsolved, {
    action: 'technician-summary',
    ...summary(),
  });
  const accepted = await done(world.admin, solved, { action: 'complete' });
  expect((await seenBy(handy, doc.id)).allowedActions).not.toContain('reopen');
  const refused = await act(handy, accepted, { action: 'reopen', reason: 'It fails again' });
  expect(refused.status).toBe(409);
  expect((await reopened(accepted)).status).toBe('scheduled');
});

describe('work', () => {
  it('that was not done after all is timed again at once', async () => {
    const doc = await resolved(world);
    clock.advance(HOUR);
    await reopened(doc);
    const { times, status } = await seen(doc.id);
    expect(status).toBe('inProgress');
    expect(times).toMatchObject([
      { endedAt: expect.any(String) },
      { endedAt: null, technician: { id: world.technician.userId } },
    ]);
  });

  it('is signed, told and photographed anew', async () => {
    const doc = await begun(world);
    expectData(await photograph(world.technician, doc.id));
    const solved = await done(world.technician, doc, {
      action: 'technician-summary',
      ...summary('fixed', { meter: 12 }),
    });
    const accepted = await done(world.admin, solved, { action: 'complete', signedBy: 'Somying' });
    const written = await done(world.admin, accepted, {
      action: 'final-report',
      finalReport: 'The mechanism was dirty.',
    });
    clock.advance(HOUR);
    const again = await reopened(written);
    expect(await seen(doc.id)).toMatchObject({
      workDone: null,
      result: null,
      signedBy: null,
      signature: null,
      finalReport: null,
      startedAt: null,
      periods: [{ signedBy: 'Somying', finalReport: 'The mechanism was dirty.', meter: 12 }],
    });
    clock.advance(HOUR);
    const work = await done(world.technician, await sent(again), { action: 'start' });
    const without = await act(world.technician, work, {
      action: 'technician-summary',
      ...summary(),
    });
    expect(faultsOf(without)).toEqual([['photos', 'PHOTO_OF_WORK']]);
  });

  it('takes the hour of no technician until it is planned anew', async () => {
    const first = await report(world);
    const body = acceptBody(world, [world.technician.userId]);
    const planned = await done(dispatcher, first, { action: 'manager-response', ...body });
    const work = await done(world.technician, planned, { action: 'start' });
    expectData(await photograph(world.technician, first.id));
    const solved = await done(world.technician, work, {
      action: 'technician-summary',
      ...summary(),
    });
    const accepted = await done(dispatcher, solved, { action: 'complete' });
    // Meanwhile the hour is given to another job.
    await done(dispatcher, await report(world), { action: 'manager-response', ...body });
    await reopened(accepted);
    expect(await seen(first.id)).toMatchObject({
      status: 'scheduled',
      appointmentStart: null,
      appointmentEnd: null,
    });
  });
});

describe('promised time and downtime', () => {
  it.each([
    ['resolved', resolved],
    ['completed', completed],
  ])('of a job that was %s count from its reopening', async (_, make) => {
    const doc = await make(world, { priority: 'critical', isDown: true });
    const first = await seen(doc.id);
    nextMonday();
    const now = sales.test.app.clock.now();
    const again = await reopened(doc);
    const { slaDueAt, slaState, downtimeMinutes, periods } = await seen(doc.id);
    expect({ slaDueAt, slaState, downtimeMinutes }).toEqual({
      slaDueAt: hoursAfter(now, 4),
      slaState: 'onTime',
      downtimeMinutes: null,
    });
    expect(periods).toMatchObject([
      { startedAt: first.reportedAt, slaDueAt: first.slaDueAt, resolvedAt: first.resolvedAt },
    ]);
    const work =
      again.status === 'inProgress'
        ? again
        : await done(world.technician, await sent(again), { action: 'start' });
    clock.advance(HOUR);
    expectData(await photograph(world.technician, doc.id));
    await done(world.technician, work, { action: 'technician-summary', ...summary() });
    expect(await seen(doc.id)).toMatchObject({ downtimeMinutes: 60, slaState: 'met' });
    // Another priority counts from the reopening as well.
    const { slaDueAt: before } = await seen(doc.id);
    expect(before).toBe(hoursAfter(now, 4));
  });

  it('of another priority counts from the reopening', async () => {
    const doc = await completed(world, { priority: 'critical' });
    clock.advance(5 * 24 * HOUR);
    const now = sales.test.app.clock.now();
    const again = await reopened(doc);
    const planned = await done(dispatcher, again, {
      action: 'manager-response',
      ...acceptBody(world, [world.technician.userId]),
      priority: 'high',
    });
    const high = (await seen(planned.id)).slaDueAt;
    expect(new Date(high).getTime()).toBeGreaterThan(now.getTime());
  });
});

describe('figures of the container', () => {
  const figures = async (productId: string) =>
    expectData(await world.admin.get(`/container_maintenance/${productId}`));
  const repaired = async (productId: string): Promise<Doc> => {
    const doc = await begun(world, { productId, isDown: true });
    clock.advance(HOUR);
    expectData(await photograph(world.technician, doc.id));
    const solved = await done(world.technician, doc, {
      action: 'technician-summary',
      ...summary(),
    });
    return done(world.admin, solved, { action: 'complete' });
  };

  it('count each period of a reopened job, and not the time between', async () => {
    const { id: productId } = await newContainer(sales);
    const doc = await repaired(productId);
    expect(await figures(productId)).toMatchObject({
      downtimeMinutes: 60,
      meanRepairMinutes: 60,
      firstTimeFixPercent: 100,
    });
    clock.advance(5 * 24 * HOUR);
    const again = await reopened(doc);
    // Until it is solved again, the first period counts.
    expect(await figures(productId)).toMatchObject({
      repairCount: 1,
      downtimeMinutes: 60,
      meanRepairMinutes: 60,
      firstTimeFixPercent: 0,
    });
    const work = await done(world.technician, await sent(again), { action: 'start' });
    clock.advance(3 * HOUR);
    expectData(await photograph(world.technician, doc.id));
    await done(world.technician, work, { action: 'technician-summary', ...summary() });
    expect(await figures(productId)).toMatchObject({
      repairCount: 1,
      downtimeMinutes: 240,
      meanRepairMinutes: 120,
    });
  });

  it('are as before once a reopening is taken back', async () => {
    const { id: productId } = await newContainer(sales);
    const doc = await repaired(productId);
    const before = await figures(productId);
    const again = await reopened(doc);
    await done(other, again, { action: 'cancel', reason: 'It was another container' });
    const { repairCount, downtimeMinutes, meanRepairMinutes, firstTimeFixPercent } = before;
    expect(await figures(productId)).toMatchObject({
      repairCount,
      downtimeMinutes,
      meanRepairMinutes,
      firstTimeFixPercent,
    });
    expect(await seen(doc.id)).toMatchObject({ reopenedCount: 0, periods: [] });
  });
});
