import './modules/index.ts';
import { contract, type Endpoint } from '@boxyard/shared/contract';
import { renderTestPng } from './documents/pdf/testPng.ts';
import { plantContainer } from './modules/containers/testing/planted.ts';
import { newPart, stock } from './modules/containers/testing/world.ts';
import { onInvoices } from './modules/money/testing/world.ts';
import { planMaintenance } from './modules/service/index.ts';
import {
  type Dispatch,
  leaderOf,
  makeDispatch,
  makeTeam,
  soldContainer,
} from './modules/service/jobs/testing/dispatch.ts';
import {
  acceptBody,
  act,
  ask,
  type Doc,
  done,
  issue,
  PATH,
  partLine,
  photograph,
  report,
  summary,
} from './modules/service/jobs/testing/world.ts';
import { PATH as SCHEDULES, scheduleBody } from './modules/service/schedules/testing/world.ts';
import { callsOf, everythingTold, leaksIn, type Marks, type Told } from './testing/everyGet.ts';
import { createTestApp, manualClock, type Person, type TestApp } from './testing/index.ts';
import { SEEDED } from './testing/permissionTable.ts';
import { TOLD_WITH_GOODS } from './workflow/index.ts';
import { expectData } from './workflow/testing/world.ts';

/**
 * Rights to read jobs: a technician reads of own jobs only, a dispatcher of the team's, and companies do not know
 * of each other, through every GET there is, with every filter, search, export, panel and file. Everybody's
 * jobs have the same things on them, each marked by a word of its own.
 */

const HOUR = 3_600_000;
const clock = manualClock(new Date('2026-11-20T03:00:00Z'));
const SIGNATURE = `data:image/png;base64,${renderTestPng({ width: 480, height: 140 }).toString('base64')}`;

let test: TestApp;
let dispatch: Dispatch;
let admin: Person;
let technician: Person;
let dispatcher: Person;

/** People whose jobs are planted. */
interface Crew {
  readonly name: string;
  readonly technician: Person;
  readonly dispatcher: Person;
  readonly teamId: string;
  readonly productId: string;
  /** Its customer and its warehouse are there, so that parts and money follow. */
  readonly isOurs: boolean;
}
interface Owned {
  readonly name: string;
  readonly marks: Marks;
}
let own: Owned;
let colleagues: Owned;
let strangers: Owned;
let foreign: Owned;

beforeAll(async () => {
  test = await createTestApp({ clock });
  dispatch = await makeDispatch(test);
  ({ dispatcher } = dispatch);
  admin = dispatch.world.secondAdmin;
  technician = dispatch.world.technician;
  const { companyId } = dispatch.world;
  const rate = { value: '600.00', effectiveFrom: '2026-11-20' };
  expectData(await admin.post(`/settings/${companyId}/service.labourRate`, rate));
  const team = { dispatcher, teamId: dispatch.teamId, isOurs: true };
  own = await plantAll({
    ...team,
    name: 'OWNMARK',
    technician,
    productId: await soldContainer(dispatch.sales),
  });
  colleagues = await plantAll({
    ...team,
    name: 'TEAMMARK',
    technician: dispatch.world.otherTechnician,
    productId: await soldContainer(dispatch.sales),
  });
  const otherTeam = await makeTeam(test, { name: 'South', companyId });
  strangers = await plantAll({
    name: 'ELSEMARK',
    teamId: otherTeam,
    dispatcher: await leaderOf(test, otherTeam),
    technician: await test.as('technician', { teamId: otherTeam }),
    productId: await soldContainer(dispatch.sales),
    isOurs: true,
  });
  foreign = await plantForeign();
});
afterAll(() => test?.close());

/** The same in another company, whose people work for nobody else. */
async function plantForeign(): Promise<Owned> {
  const { pg } = test.app;
  const one = async (text: string, values: readonly unknown[] = []): Promise<string> =>
    String((await pg.query<{ id: string }>(`${text} returning id`, [...values])).rows[0]?.id);
  const companyId = await one(
    `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, address, created_at, updated_at)
     values ('OTHER', 'บริษัท อื่น จำกัด', 'Other Limited', '0105552029690', 'headOffice', '00000', '{}', now(), now())`,
  );
  const warehouseId = await one(
    `insert into warehouses (company_id, code, name, kind, holds, created_at, updated_at)
     values ($1, 'FAR', 'FAR', 'main', 'parts', now(), now())`,
    [companyId],
  );
  const { productId } = await plantContainer(test, { companyId, warehouseId });
  await pg.query(
    `update products set status = 'installed', warehouse_id = null, installed_at = '2026-01-01T03:00:00Z',
       site = '{"address": "12 Rama I, Bangkok", "holder": "Siam Snack"}' where id = $1`,
    [productId],
  );
  const teamId = await makeTeam(test, { name: 'FAR TEAM', companyId });
  const leader = await test.as('engineer-manager', { companyId, teamId });
  await pg.query(`update users set team_position = 'leader' where id = $1`, [leader.userId]);
  return plantAll({
    name: 'FARMARK',
    teamId,
    dispatcher: leader,
    technician: await test.as('technician', { companyId, teamId }),
    productId,
    isOurs: false,
  });
}

const accepted = (by: Person, doc: Doc, { teamId, name, ...crew }: Crew) =>
  done(by, doc, {
    action: 'manager-response',
    ...acceptBody(dispatch.world, [crew.technician.userId]),
    teamId,
    note: `${name} note`,
    estimateLabour: '1234.00',
  });

/** A job that is done, with everything that may be on one; its parts and money as well where it is ours. */
async function plantDone(crew: Crew): Promise<Doc> {
  const { name, productId, isOurs } = crew;
  const { world } = dispatch;
  const mine = crew.technician;
  const told = { symptom: `${name} smokes`, reportedByName: name, remark: `${name} waits` };
  const sent = await accepted(admin, await report(world, { productId, ...told }), crew);
  expectData(
    await admin.post('/comments', {
      type: 'jobs',
      id: sent.id,
      text: `${name} says`,
      mentions: [],
    }),
  );
  const partId = await newPart(world);
  await stock(world, partId, { quantity: 5 });
  const line = partLine(world, { partId, quantity: 2 });
  const drawn = isOurs ? await issue(world, await ask(world, sent, line)) : sent;
  const working = await done(mine, drawn, { action: 'start' });
  clock.advance(2 * HOUR);
  expectData(await photograph(mine, sent.id));
  const [inHand] = drawn.parts ?? [];
  const used = inHand && {
    used: [{ id: inHand.id, quantity: 1 }],
    returned: [{ id: inHand.id, quantity: 1, condition: 'new' }],
  };
  const solved = await done(mine, working, {
    action: 'technician-summary',
    ...summary('fixed', {
      workDone: `${name} was cleaned`,
      meter: 4711,
      signedBy: name,
      signature: SIGNATURE,
      ...used,
    }),
  });
  const charged = await done(admin, solved, {
    action: 'override-coverage',
    coverage: isOurs ? 'billable' : 'goodwill',
    reason: `${name} broke it`,
  });
  const complete = await done(admin, charged, { action: 'complete' });
  const written = await done(admin, complete, {
    action: 'final-report',
    finalReport: `${name} in the end`,
  });
  if (!isOurs) return written;
  const { proposal } = expectData(await admin.get(`${PATH}/${sent.id}/invoices`));
  const body = { action: 'invoices', items: proposal.items, remark: 'Owed' };
  const invoiced: Doc = expectData(await act(admin, written, body));
  const { rows } = await test.app.pg.query<Pick<Doc, 'id' | 'version'>>(
    'select id, version from invoices where source_id = $1',
    [sent.id],
  );
  const clerk = await test.as('accounting-officer');
  await onInvoices.done(clerk, rows[0] as Pick<Doc, 'id' | 'version'>, { action: 'issue' });
  return invoiced;
}

/** Name of somebody's schedule; it does not hold the word. */
const serviceOf = (name: string): string => `Service ${name.slice(0, 3)}-${name.length}`;

/** One job of each kind, and what stands beside jobs. */
async function plantAll(crew: Crew): Promise<Owned> {
  const { name, productId, isOurs } = crew;
  const { world } = dispatch;
  const { pg } = test.app;
  const mine = crew.technician;
  const complete = await plantDone(crew);
  const waiting = await report(world, { productId, symptom: `${name} is dark` });
  // Its zone would choose these two.
  await pg.query('update jobs set dispatcher_id = $2, team_id = $3 where id = $1', [
    waiting.id,
    crew.dispatcher.userId,
    crew.teamId,
  ]);
  const planned = await accepted(
    admin,
    await report(world, { productId, symptom: `${name} is loud` }),
    crew,
  );
  const missing = partLine(world, { partId: await newPart(world), quantity: 1 });
  if (isOurs) await ask(world, planned, missing);
  const schedule = expectData(
    await crew.dispatcher.post(
      SCHEDULES,
      scheduleBody({
        productId,
        name: serviceOf(name),
        startsOn: '2026-11-25',
        checklist: [`${name} door closes`],
        teamId: crew.teamId,
      }),
    ),
  );
  await planMaintenance(test.app);
  const { rows: reports } = await pg.query<{ id: string }>(
    `insert into fault_reports (company_id, product_id, dispatcher_id, status, symptom, reported_by_name,
       reported_by_phone, search_text, created_at, updated_at)
     select company_id, id, $2, 'received', $3, $3, '0812345678', fold_search($3), now(), now()
     from products where id = $1 returning id`,
    [productId, crew.dispatcher.userId, `${name} is on fire`],
  );
  const absence = expectData(
    await mine.post('/technician_absences', {
      startsAt: '2027-03-01T00:00:00.000Z',
      endsAt: '2027-03-03T00:00:00.000Z',
      reason: 'sick',
      note: `${name} is ill`,
    }),
  );
  const { rows: type } = await pg.query<{ id: string }>(
    'select product_type_id as id from products where id = $1',
    [productId],
  );
  const skill = expectData(
    await admin.post('/technician_skills', {
      userId: mine.userId,
      productTypeId: type[0]?.id,
      level: 2,
      note: `${name} knows it`,
    }),
  );
  const { rows } = await pg.query<{ what: string; id: string; documentNo: string | null }>(
    `select 'a job' as what, id, document_no as "documentNo" from jobs where product_id = $1
     union all select 'a requisition', q.id, q.document_no from requisitions q join jobs j on j.id = q.job_id
       where j.product_id = $1
     union all select 'a purchase request', r.id, r.document_no from purchase_requests r
       join jobs j on j.id = r.job_id where j.product_id = $1
     union all select 'an invoice', i.id, i.document_no from invoices i join jobs j on j.id = i.source_id
       where j.product_id = $1
     union all select 'an occurrence', id, null from pm_occurrences where product_id = $1
     union all select 'a photograph', a.id, null from attachments a join jobs j on j.id = a.subject_id
       where j.product_id = $1
     union all select 'a comment', c.id, null from comments c join jobs j on j.id = c.subject_id
       where j.product_id = $1`,
    [productId],
  );
  expect(rows.filter(({ what }) => what === 'a job').length).toBe(4);
  return {
    name,
    marks: new Map([
      ['its word', name],
      ['the job that is done', complete.id],
      ['the job that waits', waiting.id],
      ['the job that is planned', planned.id],
      ['a schedule', schedule.id],
      ['name of a schedule', serviceOf(name)],
      ['a fault report', String(reports[0]?.id)],
      ['an absence', absence.id],
      ['a skill', skill.id],
      ...rows.flatMap(({ what, id, documentNo }, at): [string, string][] => [
        [`${what} (${at})`, id],
        // Companies number for themselves, so that another one has the same.
        ...(documentNo === null || !isOurs
          ? []
          : [[`number of ${what} (${at})`, documentNo] satisfies [string, string]]),
      ]),
    ] as [string, string][]),
  };
}

/** Families of service, and what tells of any record. */
const OF_JOBS =
  /^(jobs|pmSchedules|pmOccurrences|meterReadings|faultReports|jobCodes|technicianSkills|technicianAbsences|containerMaintenance|comments|attachments|waiting|search|notifications|dashboard|activityLogs|exports)\./;
/** The same with what hangs on jobs. */
const OF_SERVICE =
  /^((jobs|pmSchedules|pmOccurrences|meterReadings|faultReports|jobCodes|technicianSkills|technicianAbsences|containerMaintenance|requisitions|purchaseRequests|invoices|products|inspections|comments|attachments|waiting|search|notifications|dashboard|activityLogs|exports|goodsImports|reports|warranties)\.|parts\.tracking$|stock\.ledger$)/;

const lists = (Object.entries(contract) as [string, Endpoint][]).filter(
  ([name, { kind }]) => kind === 'list' && OF_SERVICE.test(name),
);

/** Queries by which each call finds a record of somebody. */
function queriesFor({ name, marks }: Owned): Record<string, string[]> {
  const ids = [...marks.values()].filter((mark) => /^[0-9a-f-]{36}$/.test(mark));
  const jobIds = [...marks].flatMap(([what, mark]) => (/^a job \(/.test(what) ? [mark] : []));
  const numbers = [...marks].flatMap(([what, mark]) =>
    /^number of a job/.test(what) ? [mark] : [],
  );
  const about = jobIds.map((id) => `type=jobs&id=${id}`);
  return {
    ...Object.fromEntries(
      lists.map(([call]) => [
        call,
        [
          '',
          `search=${name}`,
          ...numbers.slice(0, 1).map((number) => `search=${number}`),
          // No more than a list takes.
          `ids=${ids.slice(0, 40).join(',')}`,
        ],
      ]),
    ),
    'jobs.planning': ['from=2026-11-01&to=2026-12-10'],
    'pmSchedules.calendar': ['from=2026-11-01&to=2026-12-10'],
    'comments.list': about,
    'comments.people': about,
    'waiting.get': about,
    'search.records': [`search=${name}`, ...numbers.map((number) => `search=${number}`)],
  };
}

async function asked(person: Person, about: Owned, families = OF_SERVICE): Promise<Told[]> {
  const { rows } = await test.app.pg.query<{ id: string }>('select id from products');
  const attachments = [...about.marks].flatMap(([what, mark]) =>
    what.startsWith('a photograph') ? [mark] : [],
  );
  return everythingTold(person, {
    guide: admin,
    queries: queriesFor(about),
    params: {
      'meterReadings.id': rows.map(({ id }) => id),
      'attachments.id': attachments,
      photoId: attachments,
    },
    isExportedOnce: true,
    only: (call) => families.test(call),
  });
}

/**
 * People who handle goods are told by which requisition they went; a container names the days on which it is
 * maintained, whoever planned them.
 */
const isToldBeside = (call: string, what: string): boolean =>
  (what.includes('a requisition') && TOLD_WITH_GOODS.moves.calls.test(call)) ||
  (call === 'containerMaintenance.get' && /an occurrence|name of a schedule/.test(what));

const leaks = (told: readonly Told[], { marks }: Owned): string[] =>
  leaksIn(told, marks, isToldBeside);

it('a technician reads of own jobs only, by no call there is', async () => {
  for (const others of [colleagues, strangers, foreign]) {
    expect(leaks(await asked(technician, others), others)).toEqual([]);
  }
  // The questions find something: each of these tells of the technician's own jobs.
  expect(callsOf(leaks(await asked(technician, own), own))).toEqual(
    expect.arrayContaining([
      'attachments.file',
      'comments.list',
      'jobs.board',
      'jobs.get',
      'jobs.document',
      'jobs.history',
      'jobs.list',
      'jobs.planning',
      'meterReadings.ofProduct',
      'notifications.list',
      'products.get',
      'requisitions.list',
      'search.records',
      'technicianAbsences.list',
      'technicianSkills.list',
    ]),
  );
});

it('a dispatcher reads of the team, and of no other', async () => {
  for (const others of [strangers, foreign]) {
    expect(leaks(await asked(dispatcher, others), others)).toEqual([]);
  }
  expect(callsOf(leaks(await asked(dispatcher, colleagues), colleagues))).toEqual(
    expect.arrayContaining([
      'faultReports.get',
      'faultReports.list',
      'jobs.backlog',
      'jobs.board',
      'jobs.get',
      'jobs.planning',
      'jobs.technicians',
      'pmOccurrences.list',
      'pmSchedules.calendar',
      'pmSchedules.get',
      'search.records',
      'technicianAbsences.list',
    ]),
  );
});

const roles = SEEDED.flatMap(({ name, dataScope }) => (dataScope === 'all' ? [] : [name]));
it.each(roles)('%s reads of no job of another company', async (role) => {
  const person = await test.as(role);
  expect(leaks(await asked(person, foreign, OF_JOBS), foreign)).toEqual([]);
});

/** Roles that read invoices and requests of jobs, and none of the jobs. */
const WITHOUT_JOBS = ['accounting-officer', 'accounting-manager', 'purchasing-officer'];
it.each(WITHOUT_JOBS)('%s reads nothing that was written into a job', async (role) => {
  const told = await asked(await test.as(role), colleagues);
  const words = new Map([['its word', colleagues.name]]);
  // The remark of an invoice is for whoever reads it.
  expect(leaksIn(told, words, (call) => call.startsWith('invoices.'))).toEqual([]);
});

it('every call that could tell of a job is asked', () => {
  const named = (Object.entries(contract) as [string, Endpoint][]).filter(
    ([, { path, method }]) =>
      method === 'GET' &&
      /repair_maintenances|pm_|meter_readings|fault_reports|job_codes|technician_|container_maintenance/.test(
        path,
      ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.map(([name]) => name).filter((name) => !OF_SERVICE.test(name))).toEqual([]);
});
