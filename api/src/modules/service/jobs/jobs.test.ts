import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { inForce, lease, newContainer } from '../../sales/contracts/testing/world.ts';
import {
  type Dispatch,
  expireWarranties as expire,
  faultsOf,
  makeDispatch,
  seen as seenBy,
} from './testing/dispatch.ts';
import {
  acceptBody,
  act,
  begun,
  completed,
  done,
  jobBody,
  PATH,
  photograph,
  report,
  reportBody,
  resolved,
  scheduled,
  summary,
} from './testing/world.ts';
import { watchJobs } from './watch.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Answers and refusals of jobs (domain-containers 2.10). */
let world: Dispatch['world'];
let sales: Dispatch['sales'];
let dispatcher: Person;
let teamId: string;
// A Friday, 10:00 in Bangkok: seven and a half working hours are left of the day.
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  ({ world, sales, dispatcher, teamId } = await makeDispatch(test));
});

const seen = (id: string, by = world.admin) => seenBy(by, id);
const expireWarranties = (productId: string | undefined) => expire(sales, productId);
const hoursAfter = (instant: string, hours: number): string =>
  new Date(new Date(instant).getTime() + hours * HOUR).toISOString();
const serviceStatus = async (productId = world.productId): Promise<string> =>
  expectData(await world.admin.get(`/products/${productId}`)).serviceStatus;

describe('coverage', () => {
  it('is our own cost of a container that stands at nobody’s', async () => {
    expect((await report(world)).coverage).toBe('goodwill');
  });

  it('follows the contract in force, and the warranty that comes with a sale', async () => {
    const leased = await inForce(sales, lease(sales));
    const sold = await inForce(sales);
    await expireWarranties(leased.product?.id);
    const [ofLease, ofSale] = await Promise.all(
      [leased, sold].map(async ({ product }) =>
        expectData(await world.admin.post(PATH, jobBody(product?.id ?? ''))),
      ),
    );
    expect(ofLease).toMatchObject({ coverage: 'contract', customer: { id: sales.customerId } });
    expect(ofSale).toMatchObject({ coverage: 'warranty', warranty: { id: expect.any(String) } });
    await expireWarranties(sold.product?.id);
    const later = expectData(await world.admin.post(PATH, jobBody(sold.product?.id ?? '')));
    expect(later.coverage).toBe('billable');
  });

  it('is overridden with a cause, by those who may', async () => {
    const doc = await report(world);
    const body = { version: doc.version, coverage: 'billable', reason: 'Broken by the customer' };
    const refused = await world.technician.post(`${PATH}/${doc.id}/override-coverage`, body);
    expect(refused.status).toBe(403);
    const without = await dispatcher.post(`${PATH}/${doc.id}/override-coverage`, {
      ...body,
      reason: undefined,
    });
    expect(without.status).toBe(422);
    const changed = await done(dispatcher, doc, { action: 'override-coverage', ...body });
    expect(changed).toMatchObject({
      coverage: 'billable',
      coverageReason: 'Broken by the customer',
    });
  });

  it('of a repair that fails again within 30 days is the repair’s own warranty', async () => {
    const { product } = await inForce(sales);
    await expireWarranties(product?.id);
    const first = await completed(world, { productId: product?.id });
    expect(first.coverage).toBe('billable');
    const again = await report(world, { productId: product?.id });
    expect(again).toMatchObject({ coverage: 'warranty', repeats: { id: first.id } });
    clock.advance(31 * DAY);
    const later = await report(world, { productId: product?.id });
    expect(later).toMatchObject({ coverage: 'billable', repeats: null });
  });
});

describe('who is sent', () => {
  it('does jobs of this kind, for an hour that is theirs alone', async () => {
    const doc = await report(world);
    const first = acceptBody(world, [world.technician.userId]);
    await done(dispatcher, doc, { action: 'manager-response', ...first });
    const other = await report(world);
    const busy = await act(dispatcher, other, { action: 'manager-response', ...first });
    expect([busy.status, busy.body.code]).toEqual([409, 'TECHNICIAN_BUSY']);
    expect(busy.body.details).toMatchObject({ job: doc.documentNo });
    const wrong = await act(dispatcher, other, {
      action: 'manager-response',
      ...acceptBody(world, [world.keeper.userId]),
      appointmentEnd: null,
    });
    expect(faultsOf(wrong)).toEqual([
      ['technicianIds[0]', 'UNKNOWN_ID'],
      ['appointmentEnd', 'REQUIRED'],
    ]);
  });

  it('is one job at a time, though two dispatchers send at the same moment', async () => {
    const [one, two] = await Promise.all([report(world), report(world)]);
    const body = acceptBody(world, [world.technician.userId]);
    const answers = await Promise.all(
      [one, two].map((doc) => act(dispatcher, doc, { action: 'manager-response', ...body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('is not away at that time', async () => {
    const doc = await report(world);
    const body = acceptBody(world, [world.otherTechnician.userId]) as { appointmentStart: string };
    const starts = new Date(body.appointmentStart).getTime();
    expectData(
      await world.otherTechnician.post('/technician_absences', {
        startsAt: new Date(starts - HOUR).toISOString(),
        endsAt: new Date(starts + 600_000).toISOString(),
        reason: 'leave',
      }),
    );
    const away = await act(dispatcher, doc, { action: 'manager-response', ...body });
    expect([away.status, away.body.code]).toEqual([409, 'TECHNICIAN_AWAY']);
  });

  it('sees own jobs only, in every way', async () => {
    const doc = await scheduled(world);
    const { technician, otherTechnician } = world;
    expect((await seen(doc.id, technician)).reportedByPhone).toBe('0812345678');
    expect((await otherTechnician.get(`${PATH}/${doc.id}`)).status).toBe(404);
    for (const path of [PATH, `${PATH}/master`, `/search?search=${doc.documentNo}`]) {
      const { body } = await otherTechnician.get(path);
      expect(JSON.stringify(body)).not.toContain(doc.id);
      expect(JSON.stringify((await technician.get(path)).body)).toContain(doc.id);
    }
    const file = await otherTechnician.get(`${PATH}?format=csv`);
    expect(String(file.body)).not.toContain(doc.documentNo);
    const begin = await act(otherTechnician, doc, { action: 'start' });
    expect(begin.status).toBe(404);
  });

  it('no longer reads the telephone once the job is over', async () => {
    const doc = await completed(world);
    expect((await seen(doc.id, world.technician)).reportedByPhone).toBeNull();
    expect((await seen(doc.id, dispatcher)).reportedByPhone).toBe('0812345678');
  });

  it('is told, as the dispatcher is of what was reported', async () => {
    const doc = await scheduled(world);
    const titles = async (by: Person) =>
      (await by.get('/notifications?limit=10')).body.data.map(
        ({ title }: { title: string }) => title,
      );
    expect(await titles(world.technician)).toContain(`Job ${doc.documentNo} is yours`);
    expect(await titles(dispatcher)).toContain(`Job ${doc.documentNo} was reported`);
  });
});

it.each([
  ['reject', 'scheduled'],
  ['reject', 'waitingParts'],
  ['needInfo', 'waitingParts'],
])('is not answered by %s once it is %s', async (decision, status) => {
  const handedOut =
    status === 'scheduled'
      ? await scheduled(world)
      : await done(world.technician, await begun(world), {
          action: 'pause',
          pauseReason: 'parts',
        });
  const answer = await act(dispatcher, handedOut, {
    action: 'manager-response',
    decision,
    reason: 'Not ours',
    note: 'Which door?',
  });
  expect([answer.status, faultsOf(answer)]).toEqual([422, [['decision', 'DECISION_TOO_LATE']]]);
  expect((await seen(handedOut.id)).status).toBe(status);
});

it('tells nobody of another one’s customer by a report', async () => {
  const { product } = await inForce(sales);
  const reported = expectData(await world.seller.post(PATH, jobBody(product?.id ?? '')));
  const hidden = { customer: null, place: null, latitude: null, contract: { documentNo: null } };
  expect(reported).toMatchObject(hidden);
  const { body } = await world.seller.get(`${PATH}?search=${reported.documentNo}`);
  expect(body.data).toMatchObject([{ id: reported.id, customer: null, place: null }]);
  expect(await seen(reported.id)).toMatchObject({ customer: { id: sales.customerId } });
});

it('is handed out by the leader of the team, and seen by nobody of another team', async () => {
  const doc = await report(world);
  expect(await seen(doc.id, dispatcher)).toMatchObject({ team: { id: teamId } });
  const other = await sales.test.as('engineer-manager');
  expect((await other.get(`${PATH}/${doc.id}`)).status).toBe(404);
  expect((await world.salesChief.get(`${PATH}/${doc.id}`)).status).toBe(404);
});

it('is made of the kinds that somebody may make', async () => {
  const { seller } = world;
  const repair = await seller.post(PATH, jobBody(world.productId));
  expect(repair.status).toBe(201);
  const upkeep = await seller.post(PATH, jobBody(world.productId, { kind: 'maintenance' }));
  expect(upkeep.status).toBe(403);
  const ofDispatcher = await report(world, { kind: 'maintenance' }, dispatcher);
  expect((await seller.get(`${PATH}/${ofDispatcher.id}`)).status).toBe(404);
});

it('is counted by codes of its kind of fault, cause and action', async () => {
  const code = async (kind: string) =>
    expectData(await dispatcher.post('/job_codes', { kind, code: `${kind}-1`, name: `A ${kind}` }))
      .id;
  const [symptomCodeId, causeCodeId] = [await code('symptom'), await code('cause')];
  const wrong = await world.secondAdmin.post(
    PATH,
    jobBody(world.productId, { symptomCodeId: causeCodeId }),
  );
  expect(faultsOf(wrong)).toEqual([['symptomCodeId', 'UNKNOWN_ID']]);
  const doc = await begun(world, { symptomCodeId });
  expect(doc).toMatchObject({ symptomCode: { id: symptomCodeId, name: 'A symptom' } });
  const still = await done(world.technician, doc, {
    action: 'technician-summary',
    ...summary('notFixed', { causeCodeId }),
  });
  expect(still).toMatchObject({ causeCode: { id: causeCodeId }, actionCode: null });
  const used = await dispatcher.delete(`/job_codes/${symptomCodeId}`);
  expect([used.status, used.body.code]).toEqual([409, 'IN_USE']);
});

it('shows the other open jobs of its container before another one is made', async () => {
  const { id: productId } = await newContainer(sales);
  const first = await report(world, { productId });
  const second = await report(world, { productId });
  expect(second).toMatchObject({ similar: [{ id: first.id }] });
});

it('keeps the container’s state: the worst open job counts, and the end of each gives it back', async () => {
  const { id: productId } = await newContainer(sales);
  const upkeep = await report(world, { productId, kind: 'maintenance' });
  expect(await serviceStatus(productId)).toBe('underMaintenance');
  const down = await report(world, { productId, isDown: true });
  expect(await serviceStatus(productId)).toBe('outOfOrder');
  const changed = expectData(
    await world.secondAdmin.patch(`${PATH}/${down.id}`, { version: down.version, ...reportBody() }),
  );
  expect(await serviceStatus(productId)).toBe('underRepair');
  await done(world.admin, changed, { action: 'cancel', reason: 'Reported twice' });
  expect(await serviceStatus(productId)).toBe('underMaintenance');
  await done(world.admin, upkeep, { action: 'cancel', reason: 'Not needed' });
  expect(await serviceStatus(productId)).toBe('normal');
});

describe('promised time', () => {
  it('counts working hours by priority, and stands while the customer is waited for', async () => {
    const doc = await report(world, { priority: 'critical' });
    const { reportedAt, ...before } = await seen(doc.id);
    expect(before).toMatchObject({ slaDueAt: hoursAfter(reportedAt, 4), slaState: 'onTime' });
    const waits = await done(dispatcher, doc, {
      action: 'manager-response',
      decision: 'needInfo',
      note: 'Which door?',
    });
    clock.advance(2 * HOUR);
    expect((await seen(doc.id)).slaState).toBe('paused');
    await done(dispatcher, waits, {
      action: 'manager-response',
      ...acceptBody(world, [world.technician.userId]),
    });
    expect(await seen(doc.id)).toMatchObject({
      slaDueAt: hoursAfter(reportedAt, 6),
      slaPausedAt: null,
    });
  });

  it('of another priority keeps the time for which the customer was waited for', async () => {
    const doc = await report(world, { priority: 'critical' });
    const waits = await done(dispatcher, doc, {
      action: 'manager-response',
      decision: 'needInfo',
      note: 'Which door?',
    });
    clock.advance(HOUR);
    const sent = await done(dispatcher, waits, {
      action: 'manager-response',
      ...acceptBody(world, [world.technician.userId]),
    });
    const { reportedAt, slaDueAt } = await seen(sent.id);
    expect(slaDueAt).toBe(hoursAfter(reportedAt, 5));
    const high = expectData(
      await dispatcher.patch(`${PATH}/${sent.id}`, {
        version: sent.version,
        ...reportBody({ priority: 'high' }),
      }),
    );
    const back = expectData(
      await dispatcher.patch(`${PATH}/${sent.id}`, {
        version: high.version,
        ...reportBody({ priority: 'critical' }),
      }),
    );
    expect([high.slaDueAt > slaDueAt, back.slaDueAt]).toEqual([true, slaDueAt]);
  });

  it('is warned of at four fifths, and told of once it has passed', async () => {
    const doc = await scheduled(world, { priority: 'critical' });
    const told = async () =>
      (await world.technician.get('/notifications?limit=50')).body.data
        .map(({ title }: { title: string }) => title)
        .filter((title: string) => title.includes(doc.documentNo) && /due/.test(title));
    await watchJobs(sales.test.app);
    expect(await told()).toEqual([]);
    clock.advance(3.3 * HOUR);
    await watchJobs(sales.test.app);
    await watchJobs(sales.test.app);
    expect(await told()).toEqual([`Job ${doc.documentNo} is due soon`]);
    clock.advance(HOUR);
    await watchJobs(sales.test.app);
    expect((await told()).sort()).toEqual([
      `Job ${doc.documentNo} is due soon`,
      `Job ${doc.documentNo} is overdue`,
    ]);
    const { body } = await world.admin.get(`${PATH}?overdue=true&limit=100`);
    expect(body.data.map(({ id }: { id: string }) => id)).toContain(doc.id);
  });
});

describe('work', () => {
  it('is timed by technician, and waits for parts that are missing', async () => {
    const doc = await begun(world);
    clock.advance(30 * 60_000);
    const waits = await done(world.technician, doc, { action: 'pause', pauseReason: 'parts' });
    expect(waits.status).toBe('waitingParts');
    clock.advance(DAY);
    const resumed = await done(world.technician, waits, { action: 'resume' });
    clock.advance(15 * 60_000);
    expectData(await photograph(world.technician, doc.id));
    const solved = await done(world.technician, resumed, {
      action: 'technician-summary',
      ...summary(),
    });
    expect(await seen(solved.id)).toMatchObject({
      status: 'resolved',
      workMinutes: 45,
      downtimeMinutes: null,
      times: [
        { pauseReason: 'parts', technician: { id: world.technician.userId } },
        { pauseReason: null },
      ],
    });
  });

  it('is solved with a photograph only, and stays open where it was not fixed', async () => {
    const doc = await begun(world, { isDown: true });
    const without = await act(world.technician, doc, {
      action: 'technician-summary',
      ...summary(),
    });
    expect(faultsOf(without)).toEqual([['photos', 'PHOTO_OF_WORK']]);
    const still = await done(world.technician, doc, {
      action: 'technician-summary',
      ...summary('notFixed'),
    });
    expect(still.status).toBe('inProgress');
    expectData(await photograph(world.technician, doc.id));
    clock.advance(90 * 60_000);
    const solved = await done(world.technician, still, {
      action: 'technician-summary',
      ...summary(),
      downtimeReason: 'fault',
      signedBy: 'Somying',
    });
    expect(await seen(solved.id)).toMatchObject({
      downtimeMinutes: 90,
      downtimeReason: 'fault',
      result: 'fixed',
      signedBy: 'Somying',
    });
  });

  it('is accepted after two days of silence, and reopened within thirty', async () => {
    const doc = await resolved(world);
    await watchJobs(sales.test.app);
    expect((await seen(doc.id)).status).toBe('resolved');
    clock.advance(2 * DAY);
    await watchJobs(sales.test.app);
    const accepted = await seen(doc.id);
    expect(accepted.status).toBe('completed');
    const again = await done(dispatcher, accepted, { action: 'reopen', reason: 'Fails again' });
    expect(again).toMatchObject({ status: 'scheduled', reopenedCount: 1, completedAt: null });
    const late = await completed(world);
    clock.advance(31 * DAY);
    const refused = await act(dispatcher, late, { action: 'reopen', reason: 'Fails again' });
    expect([refused.status, refused.body.code]).toEqual([409, 'REPAIR_WARRANTY_OVER']);
  });

  it('is closed once its report is written', async () => {
    const doc = await completed(world);
    const without = await act(dispatcher, doc, { action: 'close' });
    expect([without.status, without.body.code]).toEqual([409, 'REPORT_MISSING']);
    const written = await done(dispatcher, doc, {
      action: 'final-report',
      finalReport: 'The mechanism was dirty.',
    });
    const shut = await done(dispatcher, written, { action: 'close' });
    expect(shut.status).toBe('closed');
  });
});

it.each(['en', 'th'])('is printed in %s, before and after the work', async (locale) => {
  for (const doc of [await scheduled(world), await completed(world)]) {
    const answer = await world.admin.get(`${PATH}/${doc.id}/document`, {
      headers: { 'accept-language': locale },
    });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  }
});
