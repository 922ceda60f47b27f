import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  type Dispatch,
  leaderOf,
  makeDispatch,
  makeTeam,
  seen as seenBy,
} from './testing/dispatch.ts';
import {
  acceptBody,
  type Doc,
  done,
  photograph,
  report,
  scheduled,
  summary,
} from './testing/world.ts';

const HOUR = 3_600_000;

/** Jobs of people who are away, leave their team or are suspended (domain-containers 2.10, 2.11). */
let world: Dispatch['world'];
let sales: Dispatch['sales'];
let dispatcher: Person;
let teamId: string;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  ({ world, sales, dispatcher, teamId } = await makeDispatch(test));
});

const seen = (id: string) => seenBy(world.admin, id);
const titlesOf = async (by: Person): Promise<string[]> =>
  (await by.get('/notifications?limit=50')).body.data.map(({ title }: { title: string }) => title);

describe('an absence over an appointment', () => {
  const absence = (doc: { appointmentStart: string }, more: object = {}) => ({
    startsAt: new Date(Date.parse(doc.appointmentStart) - HOUR).toISOString(),
    endsAt: new Date(Date.parse(doc.appointmentStart) + 60_000).toISOString(),
    reason: 'sick',
    ...more,
  });

  it('is told to whoever enters it, and to the dispatcher', async () => {
    const doc = await scheduled(world);
    const answer = await world.technician.post('/technician_absences', absence(await seen(doc.id)));
    expect(answer.body.message).toMatch(/^Saved\. One appointment lies in this time/);
    expect(await titlesOf(dispatcher)).toContain(
      `A technician of job ${doc.documentNo} is away at its appointment`,
    );
  });

  it('is told once it is moved there', async () => {
    const doc = await scheduled(world);
    const { appointmentStart } = await seen(doc.id);
    const far = expectData(
      await world.technician.post('/technician_absences', {
        startsAt: '2027-08-01T01:00:00.000Z',
        endsAt: '2027-08-01T02:00:00.000Z',
        reason: 'leave',
      }),
    );
    const moved = await world.technician.patch(
      `/technician_absences/${far.id}`,
      absence(
        { appointmentStart: new Date(Date.parse(appointmentStart) + HOUR / 2).toISOString() },
        {
          version: far.version,
          startsAt: new Date(Date.parse(appointmentStart) + HOUR / 4).toISOString(),
        },
      ),
    );
    expect(moved.status).toBe(200);
    expect(await titlesOf(dispatcher)).toContain(
      `A technician of job ${doc.documentNo} is away at its appointment`,
    );
  });
});

describe('a person who is suspended', () => {
  it('works no longer: the time ends, and the dispatcher is told', async () => {
    const technician = await sales.test.as('technician', { teamId });
    const sent = await done(dispatcher, await report(world), {
      action: 'manager-response',
      ...acceptBody(world, [technician.userId]),
    });
    const doc = await done(technician, sent, { action: 'start' });
    clock.advance(HOUR);
    const { version } = expectData(await world.admin.get(`/users/${technician.userId}`));
    expectData(
      await world.admin.post(`/users/${technician.userId}/suspend`, {
        version,
        reason: 'Left the company',
      }),
    );
    clock.advance(HOUR);
    expect(await seen(doc.id)).toMatchObject({
      workMinutes: 60,
      times: [{ endedAt: expect.any(String) }],
    });
    expect(await titlesOf(dispatcher)).toContain(
      `The technician of job ${doc.documentNo} has left`,
    );
  });
});

describe('a person who moves to another team', () => {
  const moves = async (person: Person, toTeamId: string) =>
    expectData(
      await world.admin.post('/team-assignee-approval/request', {
        userId: person.userId,
        toTeamId,
        effectiveDate: sales.test.app.clock.now().toISOString().slice(0, 10),
        reason: 'More containers there',
        position: 'member',
      }),
    );
  const decide = (move: { id: string; version: number }, work: object[]) =>
    world.secondAdmin.post(`/team-assignee-approval/${move.id}/approving`, {
      version: move.version,
      decision: 'approve',
      work,
    });
  const give = (doc: Doc, to: Person) => ({
    type: 'job',
    id: doc.id,
    choice: 'reassign',
    toUserId: to.userId,
  });

  it('hands over the jobs in which they are technician or dispatcher', async () => {
    const { test, companyId } = sales;
    const away = await makeTeam(test, { name: 'Away', companyId });
    await leaderOf(test, away);
    const technician = await test.as('technician', { teamId });
    const colleague = await test.as('technician', { teamId });
    const sent = await done(dispatcher, await report(world), {
      action: 'manager-response',
      ...acceptBody(world, [technician.userId, world.otherTechnician.userId]),
    });
    const move = await moves(technician, away);
    const undecided = await decide(move, []);
    expect([undecided.status, undecided.body.errors?.[0]?.code]).toEqual([422, 'WORK_UNDECIDED']);
    // A person who does not repair takes no job over.
    const cannot = await decide(move, [give(sent, world.keeper)]);
    expect(cannot.status).toBe(422);
    expectData(await decide(move, [give(sent, colleague)]));
    const { technicians, appointmentStart, workerIds } = await seen(sent.id);
    expect(technicians.map(({ id }: { id: string }) => id).sort()).toEqual(
      [colleague.userId, world.otherTechnician.userId].sort(),
    );
    expect(appointmentStart).not.toBeNull();
    // The one who was sent first does not accept it later either.
    expect(workerIds).toEqual(expect.arrayContaining([technician.userId, colleague.userId]));
  });

  it('ends the time of whoever gives a job away, and the next one begins the own', async () => {
    const { test, companyId } = sales;
    const away = await makeTeam(test, { name: 'Elsewhere', companyId });
    const people = [];
    for (let n = 0; n < 3; n += 1) people.push(await test.as('technician', { teamId }));
    const [first, second, third] = people as [Person, Person, Person];
    const sent = await done(dispatcher, await report(world), {
      action: 'manager-response',
      ...acceptBody(world, [first.userId]),
    });
    const work = await done(first, sent, { action: 'start' });
    clock.advance(HOUR);
    expectData(await decide(await moves(first, away), [give(work, second)]));
    const given = await seen(work.id);
    expect(given.times).toMatchObject([
      {
        technician: { id: first.userId },
        endedAt: clock.now().toISOString(),
        pauseReason: 'other',
      },
    ]);
    expect(given.history.at(-1)).toMatchObject({ action: 'pause' });
    const resumed = await done(second, given, { action: 'resume' });
    await done(second, resumed, { action: 'pause', pauseReason: 'endOfDay' });
    // The second one, who gives it away as well, is not forgotten.
    expectData(await decide(await moves(second, away), [give(work, third)]));
    expect((await seen(work.id)).workerIds).toEqual(
      expect.arrayContaining(people.map(({ userId }) => userId)),
    );
  });

  it('has a hand in what was handed over, though they never began', async () => {
    const { test, companyId } = sales;
    const away = await makeTeam(test, { name: 'Nowhere', companyId });
    const people = [];
    for (let n = 0; n < 3; n += 1) people.push(await test.as('technician', { teamId }));
    const [first, second, third] = people as [Person, Person, Person];
    const sent = await done(dispatcher, await report(world), {
      action: 'manager-response',
      ...acceptBody(world, [first.userId]),
    });
    expectData(await decide(await moves(first, away), [give(sent, second)]));
    expectData(await decide(await moves(second, away), [give(sent, third)]));
    expect((await seen(sent.id)).workerIds.sort()).toEqual(
      people.map(({ userId }) => userId).sort(),
    );
  });

  it('leaves the appointment to be made anew where the colleague is elsewhere then', async () => {
    const { test, companyId } = sales;
    const away = await makeTeam(test, { name: 'Further', companyId });
    const technician = await test.as('technician', { teamId });
    const colleague = await test.as('technician', { teamId });
    const body = acceptBody(world, [technician.userId]);
    const sent = await done(dispatcher, await report(world), {
      action: 'manager-response',
      ...body,
    });
    await done(dispatcher, await report(world), {
      action: 'manager-response',
      ...body,
      technicianIds: [colleague.userId],
    });
    expectData(await decide(await moves(technician, away), [give(sent, colleague)]));
    expect(await seen(sent.id)).toMatchObject({
      technicians: [{ id: colleague.userId }],
      appointmentStart: null,
    });
  });

  it('who is technician is not asked for work that is done', async () => {
    const { test, companyId } = sales;
    const away = await makeTeam(test, { name: 'Done', companyId });
    const mover = await test.as('technician', { teamId });
    const sent = await done(dispatcher, await report(world), {
      action: 'manager-response',
      ...acceptBody(world, [mover.userId]),
    });
    const work = await done(mover, sent, { action: 'start' });
    expectData(await photograph(mover, work.id));
    await done(mover, work, { action: 'technician-summary', ...summary() });
    expectData(await decide(await moves(mover, away), []));
  });
});
