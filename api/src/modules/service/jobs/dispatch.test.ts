import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { inForce } from '../../sales/contracts/testing/world.ts';
import {
  type Dispatch,
  expireWarranties,
  faultsOf,
  leaderOf,
  makeDispatch,
  makeTeam,
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
  PATH,
  photograph,
  report,
  reportBody,
  scheduled,
  summary,
} from './testing/world.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Dispatchers, technicians and appointments of jobs (domain-containers 2.10). */
let world: Dispatch['world'];
let sales: Dispatch['sales'];
let dispatcher: Person;
let teamId: string;
/** Leads another team of the same company. */
let southern: Person;
let southId: string;
let southTechnician: Person;
// A Friday, 10:00 in Bangkok: seven and a half working hours are left of the day.
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  ({ world, sales, dispatcher, teamId } = await makeDispatch(test));
  southId = await makeTeam(test, { name: 'South', companyId: sales.companyId });
  southern = await leaderOf(test, southId);
  southTechnician = await test.as('technician', { teamId: southId });
});

const seen = (id: string, by = world.admin) => seenBy(by, id);
const now = (): number => sales.test.app.clock.now().getTime();
const accept = (doc: Doc, more: object = {}, by = dispatcher) =>
  act(by, doc, {
    action: 'manager-response',
    ...acceptBody(world, [world.technician.userId]),
    ...more,
  });

describe('an appointment', () => {
  const at = (milliseconds: number): string => new Date(now() + milliseconds).toISOString();

  it.each([
    ['before the report', [-HOUR, HOUR], ['appointmentStart', 'DATE_TOO_EARLY']],
    [
      'more than a year ahead',
      [367 * DAY, 367 * DAY + HOUR],
      ['appointmentStart', 'DATE_TOO_LATE'],
    ],
    ['longer than a day', [HOUR, 25 * HOUR + 1000], ['appointmentEnd', 'APPOINTMENT_TOO_LONG']],
    ['that ends before it starts', [2 * HOUR, HOUR], ['appointmentEnd', 'BEFORE_START']],
  ])('%s is refused', async (_, [start = 0, end = 0], fault) => {
    const doc = await report(world);
    const answer = await accept(doc, { appointmentStart: at(start), appointmentEnd: at(end) });
    expect([answer.status, faultsOf(answer)]).toEqual([422, [fault]]);
  });

  it.each([
    ['2026-12-24T02:00:00Z', '2026-12-24T02:00:00.500Z', []],
    ['2026-12-24T03:00:00.500Z', '2026-12-24T03:00:00Z', [['appointmentEnd', 'BEFORE_START']]],
  ])(
    'from %s until %s is compared as instants',
    async (appointmentStart, appointmentEnd, faults) => {
      const answer = await accept(await report(world), { appointmentStart, appointmentEnd });
      expect(answer.status === 200 ? [] : faultsOf(answer)).toEqual(faults);
    },
  );
});

it('names the job that a technician is at to those alone who may see it', async () => {
  const elsewhere = await report(world);
  const body = acceptBody(world, [world.technician.userId]);
  await done(dispatcher, elsewhere, { action: 'manager-response', ...body });
  const visible = await act(dispatcher, await report(world), {
    action: 'manager-response',
    ...body,
  });
  expect(visible.body).toMatchObject({
    code: 'TECHNICIAN_BUSY',
    details: { job: elsewhere.documentNo },
  });
  const own = await report(world, {}, southern);
  await sales.test.app.pg.query('update jobs set dispatcher_id = $1, team_id = $2 where id = $3', [
    southern.userId,
    teamId,
    own.id,
  ]);
  const hidden = await act(southern, own, { action: 'manager-response', ...body });
  expect([hidden.status, hidden.body.code]).toEqual([409, 'TECHNICIAN_BUSY_HIDDEN']);
  expect(JSON.stringify(hidden.body)).not.toContain(elsewhere.documentNo);
});

describe('a job of another team', () => {
  it('is not handed out by whoever reported it', async () => {
    const doc = await report(world, {}, southern);
    const answer = await accept(doc, { technicianIds: [southTechnician.userId] }, southern);
    expect([answer.status, answer.body.code]).toEqual([409, 'NOT_YOUR_TEAM']);
    expect((await seen(doc.id, southern)).allowedActions).not.toContain('manager-response');
  });

  it('takes no technicians of elsewhere', async () => {
    const doc = await report(world);
    const answer = await accept(doc, { technicianIds: [southTechnician.userId] });
    expect(faultsOf(answer)).toEqual([['technicianIds[0]', 'UNKNOWN_ID']]);
  });

  it('is that team’s once it is handed to it, and its reporter goes on reading it', async () => {
    const doc = await report(world, {}, dispatcher);
    const handed = await accept(doc, { teamId: southId, technicianIds: [southTechnician.userId] });
    expect(handed.status).toBe(200);
    expect((await seen(doc.id, southern)).allowedActions).toContain('manager-response');
    expect(await seen(doc.id, dispatcher)).toMatchObject({ team: { id: southId } });
    expect((await seen(doc.id, dispatcher)).allowedActions).not.toContain('manager-response');
  });
});

describe('a job that a dispatcher gives to another team', () => {
  it('is that team’s, though they see it no longer', async () => {
    const doc = await report(world);
    const given = await accept(doc, { teamId: southId, technicianIds: [southTechnician.userId] });
    expect(expectData(given)).toMatchObject({ status: 'scheduled', team: { id: southId } });
    expect(given.body.message).toMatch(/^Saved\. It belongs to others now/);
    expect((await dispatcher.get(`${PATH}/${doc.id}`)).status).toBe(404);
    expect((await seen(doc.id, southern)).technicians).toMatchObject([
      { id: southTechnician.userId },
    ]);
  });
});

describe('the dispatcher of a team', () => {
  const headless = (position: string | null) => async (): Promise<string> => {
    const { test, companyId } = sales;
    const id = await makeTeam(test, { name: `Team ${position}`, companyId });
    if (position === null) return id;
    const person = await test.as('engineer-manager', { teamId: id });
    await test.app.pg.query('update users set team_position = $2, status = $3 where id = $1', [
      person.userId,
      position === 'suspended' ? 'leader' : position,
      position === 'suspended' ? 'suspended' : 'active',
    ]);
    return id;
  };

  it.each([
    ['nobody', headless(null)],
    ['a leader who is suspended', headless('suspended')],
    ['a member', headless('member')],
  ])('is not %s: the hand-over is refused', async (_, make) => {
    const answer = await accept(await report(world), { teamId: await make() });
    expect([answer.status, faultsOf(answer)]).toEqual([422, [['teamId', 'TEAM_WITHOUT_LEADER']]]);
  });

  it('is the deputy where nobody leads it', async () => {
    const id = await headless('deputy')();
    expect((await accept(await report(world), { teamId: id })).status).toBe(200);
  });

  it('is of a team that somebody leads, where the first one has lost its leader', async () => {
    const { pg } = sales.test.app;
    const suspend = (status: string) =>
      pg.query('update users set status = $2 where id = $1', [dispatcher.userId, status]);
    await suspend('suspended');
    const doc = await report(world);
    await suspend('active');
    expect(await seen(doc.id)).toMatchObject({ team: { id: southId } });
    expect((await seen(doc.id, southern)).allowedActions).toContain('manager-response');
  });
});

describe('a repeated repair', () => {
  it('is free for the same customer and contract alone', async () => {
    const productId = await soldContainer(sales);
    const first = await completed(world, { productId });
    expect((await report(world, { productId })).coverage).toBe('warranty');
    const { product } = await inForce(sales, { customerId: sales.otherCustomerId });
    await expireWarranties(sales, product?.id);
    // The container has gone to another customer meanwhile.
    await sales.test.app.pg.query('update jobs set product_id = $2 where product_id = $1', [
      productId,
      product?.id,
    ]);
    const other = await report(world, { productId: product?.id });
    expect(other).toMatchObject({ coverage: 'billable', repeats: null });
    const again = await act(dispatcher, first, { action: 'reopen', reason: 'Fails again' });
    expect([again.status, again.body.code]).toEqual([409, 'OTHER_HOLDER_NOW']);
  });
});

describe('overdue', () => {
  const waiting = async (priority: string) => {
    const doc = await report(world, { priority });
    return done(dispatcher, doc, {
      action: 'manager-response',
      decision: 'needInfo',
      note: 'Which door?',
    });
  };
  const overdue = async (id: string): Promise<boolean> => {
    const { rows } = await sales.test.app.pg.query<{ is: boolean }>(
      'select is_overdue as "is" from jobs where id = $1',
      [id],
    );
    return rows[0]?.is === true;
  };

  it('is not what the customer was waited for, though another priority is promised', async () => {
    const doc = await waiting('high');
    clock.advance(7 * DAY);
    const answer = await accept(doc, { priority: 'critical' });
    expect(answer.status).toBe(200);
    expect(await overdue(doc.id)).toBe(false);
  });

  it('is not what is waited for, though its priority is corrected meanwhile', async () => {
    const doc = await waiting('high');
    clock.advance(7 * DAY);
    expectData(
      await dispatcher.patch(`${PATH}/${doc.id}`, {
        version: doc.version,
        ...reportBody({ priority: 'critical' }),
      }),
    );
    expect(await overdue(doc.id)).toBe(false);
  });
});

it('goes on with codes that were taken out of use after they were given', async () => {
  const code = expectData(
    await dispatcher.post('/job_codes', { kind: 'cause', code: 'worn', name: 'Worn' }),
  );
  const doc = await begun(world);
  const said = await done(world.technician, doc, {
    action: 'technician-summary',
    ...summary('notFixed', { causeCodeId: code.id }),
  });
  await sales.test.app.pg.query('update job_codes set is_active = false where id = $1', [code.id]);
  expectData(await photograph(world.technician, doc.id));
  const answer = await act(world.technician, said, {
    action: 'technician-summary',
    ...summary('fixed', { causeCodeId: code.id }),
  });
  expect(answer.status).toBe(200);
});

it('keeps its technicians while the customer is asked once more, where they have begun', async () => {
  const paused = await done(world.technician, await begun(world), {
    action: 'pause',
    pauseReason: 'customer',
  });
  const asked = await done(dispatcher, paused, {
    action: 'manager-response',
    decision: 'needInfo',
    note: 'Which door?',
  });
  const ids = async (id: string) =>
    (await seen(id)).technicians.map((one: { id: string }) => one.id);
  expect(await ids(asked.id)).toEqual([world.technician.userId]);
  const planned = await done(dispatcher, await scheduled(world), {
    action: 'manager-response',
    decision: 'needInfo',
    note: 'Which door?',
  });
  expect(await ids(planned.id)).toEqual([]);
});
