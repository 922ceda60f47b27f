import { readXlsx } from '../../../documents/tables/readXlsx.ts';
import { sendMail } from '../../../kernel/index.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../../testing/index.ts';
import { openPdfReader } from '../../../testing/pdfReader.ts';
import { expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import { mailReport, mailReports } from '../index.ts';
import { type Mailbox, openMailbox } from '../testing/mailbox.ts';
import { ATTACHMENT } from './run.ts';

/**
 * Reports by e-mail over a real mail server: each receiver gets what that receiver may see, once for each
 * time (ADR 0100).
 */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const REPORT = 'reports.destruction';
// Monday, 9 November 2026, 06:30 in Bangkok.
const START = new Date('2026-11-08T23:30:00Z');
const clock = manualClock(START);
let box: Mailbox;
let test: TestApp;
let world: World;
/** Sends; of the first warehouse and the second. */
let sender: Person;
/** Sees the first warehouse, and costs. */
let narrow: Person;
/** Sees every warehouse of the company, and no cost. */
let clerk: Person;

/** A destroyed part of a warehouse: its number is what files are searched for. */
async function plant(
  no: string,
  { companyId, warehouseId }: { companyId: string; warehouseId: string },
) {
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into destructions (company_id, document_no, status, document_date, reason, method, warehouse_id,
       scheduled_at, item_count, book_value, created_at, updated_at)
     values ($1, $2, 'approved', '2026-11-08', 'damaged', 'crush', $3, now(), 1, 10, now(), now()) returning id`,
    [companyId, no, warehouseId],
  );
  await test.app.pg.query(
    `insert into destruction_items (destruction_id, line_no, part_id, bin_id, condition, serial_ids, quantity, loss_value)
     select $1, 1, $2, b.id, 'new', '{}', 3, 4321 from bins b where b.warehouse_id = $3 limit 1`,
    [rows[0]?.id, world.part, warehouseId],
  );
}

async function warehouseOf(companyId: string, code: string): Promise<string> {
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into warehouses (company_id, code, name, kind, holds, created_at, updated_at)
     values ($1, $2, $2, 'main', 'parts', now(), now()) returning id`,
    [companyId, code],
  );
  const id = String(rows[0]?.id);
  await test.app.pg.query(
    `insert into bins (warehouse_id, code, created_at, updated_at) values ($1, 'DEFAULT', now(), now())`,
    [id],
  );
  return id;
}

let otherCompanyId: string;
let otherWarehouseId: string;
beforeAll(async () => {
  box = await openMailbox();
  test = await createTestApp({ clock, config: { smtpUrl: box.url } });
  world = await makeWorld(test);
  const { companyId, warehouseId, otherWarehouseId: second } = world;
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, address, created_at, updated_at)
     values ('OTHER', 'บริษัท อื่น จำกัด', 'Other Limited', '0105552029690', 'headOffice', '00000', '{}', now(), now())
     returning id`,
  );
  otherCompanyId = String(rows[0]?.id);
  otherWarehouseId = await warehouseOf(otherCompanyId, 'FAR');
  await plant('DS-FIRST', { companyId, warehouseId });
  await plant('DS-SECOND', { companyId, warehouseId: second });
  await plant('DS-FOREIGN', { companyId: otherCompanyId, warehouseId: otherWarehouseId });
  sender = await test.as('warehouse-manager');
  narrow = await test.as('warehouse-manager', { warehouseIds: [warehouseId] });
  clerk = await withRole('destruction-clerk', ['destruction-report:export']);
});
afterAll(async () => {
  await test?.close();
  await box?.close();
});
beforeEach(async () => {
  clock.set(START);
  box.busyFor.clear();
  await test.app.pg.query('delete from report_schedules');
  await test.runJobs();
  box.mails.length = 0;
});

/** Somebody of the company whose role has the report's page and these abilities. */
async function withRole(name: string, abilities: readonly string[]): Promise<Person> {
  const person = await test.as('technician');
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into roles (name, label_en, label_th, data_scope, created_at, updated_at)
     values ($1, $1, $1, 'company', now(), now()) returning id`,
    [name],
  );
  const id = rows[0]?.id;
  await test.app.pg.query(
    `insert into role_menus (role_id, menu_id) select $1, m.id from menus m where m.name = 'destruction-report'`,
    [id],
  );
  for (const ability of abilities) {
    await test.app.pg.query('insert into role_permissions (role_id, name) values ($1, $2)', [
      id,
      ability,
    ]);
  }
  await test.app.pg.query('update users set role_id = $1 where id = $2', [id, person.userId]);
  test.app.forgetActors();
  return person;
}

const content = (receivers: readonly Person[], more: object = {}) => ({
  report: REPORT,
  viewId: null,
  query: '',
  period: 'yesterday',
  every: 'day',
  weekday: null,
  monthDay: null,
  hour: 8,
  format: 'csv',
  sendsEmpty: false,
  receiverIds: receivers.map(({ userId }) => userId),
  ...more,
});
/** The same of a schedule that there is; its report stays. */
const changed = (receivers: readonly Person[]) => {
  const { report: _, ...rest } = content(receivers);
  return rest;
};
const make = async (
  receivers: readonly Person[],
  more: object = {},
  by = sender,
): Promise<string> => expectData(await by.post('/report-schedules', content(receivers, more))).id;
const ownOf = async (person: Person, id: string) =>
  expectData(await person.get('/report-schedules')).own.find(
    (one: { id: string }) => one.id === id,
  );
const sendNow = async (id: string, by = sender) => {
  expectData(await by.post(`/report-schedules/${id}/send`));
  await test.runJobs();
};
/** The worker's clock goes to a time of Bangkok, and it looks for what is due. */
async function goTo(text: string) {
  clock.set(new Date(`${text.replace(' ', 'T')}:00+07:00`));
  await mailReports(test.app);
  await test.runJobs();
}
const to = (person: Person) => box.mails.filter((mail) => mail.to === person.email);
const csvOf = (person: Person): string => to(person)[0]?.file?.content.toString('utf8') ?? '';
const resultsOf = async (id: string, by = sender) =>
  Object.fromEntries(
    (await ownOf(by, id)).lastRun.deliveries.map(
      ({ user, result }: { user: { id: string }; result: string }) => [user.id, result],
    ),
  );

describe('what each receiver gets', () => {
  it('is what that receiver may see: rows by scope, columns by right, and nothing of another company', async () => {
    await sendNow(await make([sender, narrow, clerk]));
    expect(box.mails).toHaveLength(3);
    expect(csvOf(sender)).toContain('DS-FIRST');
    expect(csvOf(sender)).toContain('DS-SECOND');
    expect(csvOf(narrow)).toContain('DS-FIRST');
    expect(csvOf(narrow)).not.toContain('DS-SECOND');
    expect(csvOf(narrow)).toContain('4321');
    expect(csvOf(clerk)).toContain('DS-FIRST');
    expect(csvOf(clerk)).toContain('DS-SECOND');
    expect(csvOf(clerk)).not.toContain('4321');
    expect(csvOf(clerk).split('\r\n')[0]).not.toMatch(/loss/i);
    expect(
      JSON.stringify(box.mails.map(({ text, file }) => [text, file?.content.toString('latin1')])),
    ).not.toContain('DS-FOREIGN');
  });

  it('is of every format, without groups, columns and names that the receiver may not see', async () => {
    const query = new URLSearchParams({
      warehouseId: [world.warehouseId, world.otherWarehouseId, otherWarehouseId].join(),
      groupBy: 'reason',
      cols: 'destruction,part,lossValue',
    }).toString();
    const pdfs = openPdfReader();
    for (const format of ['xlsx', 'pdf']) {
      await sendNow(await make([narrow, clerk], { query, format }));
    }
    const [sheet, pdf] = to(clerk);
    const rows = await readXlsx(sheet?.file?.content ?? Buffer.alloc(0), {
      rows: 100,
      columns: 20,
    });
    const told = JSON.stringify(rows);
    expect(told).toContain('DS-SECOND');
    expect(told).not.toContain('4321');
    const printed = (await pdfs.pages(pdf?.file?.content ?? Buffer.alloc(0))).join('\n');
    const narrowed = (await pdfs.pages(to(narrow)[1]?.file?.content ?? Buffer.alloc(0))).join('\n');
    await pdfs.close();
    expect(printed).not.toMatch(/4,321|FAR/);
    expect(narrowed).toContain('4,321');
    expect(narrowed).not.toContain('DS-SECOND');
    expect(narrowed).not.toContain('FAR');
  });

  it('is told in the language of its receiver, with the link to what they may open', async () => {
    await clerk.patch('/auth/profile', { locale: 'th' });
    const query = 'groupBy=reason&cols=part%2ClossValue';
    await sendNow(await make([clerk, narrow], { query, period: 'lastMonth', sendsEmpty: true }));
    await clerk.patch('/auth/profile', { locale: 'en' });
    expect(to(clerk)[0]?.subject).toMatch(/รายงาน.*1 ต\.ค\. 2569 – 31 ต\.ค\. 2569/);
    expect(to(narrow)[0]?.subject).toMatch(/^Boxyard: .*report, .*2026/i);
    expect(to(clerk)[0]?.text).toContain('cols=part&startDate=2026-10-01&endDate=2026-10-31');
    expect(to(narrow)[0]?.text).toContain('cols=part%2ClossValue');
  });

  it('is nothing for whoever may not, with the reason in the list of receivers', async () => {
    const viewer = await withRole('destruction-viewer', []);
    const stranger = await test.as('warehouse-manager', { companyId: otherCompanyId });
    const technician = await test.as('technician');
    const leaving = await test.as('warehouse-manager');
    const asked = `/report-schedules/receivers?report=${REPORT}&ids=${[viewer, technician, stranger]
      .map(({ userId }) => userId)
      .join()}`;
    const { people } = expectData(await sender.get(asked));
    const refusals = Object.fromEntries(
      people.map(({ id, refusal }: { id: string; refusal: string | null }) => [id, refusal]),
    );
    expect(refusals).toMatchObject({
      [viewer.userId]: 'export',
      [technician.userId]: 'view',
      [narrow.userId]: null,
    });
    expect(refusals[stranger.userId]).toBeUndefined();
    const refused = await sender.post('/report-schedules', content([narrow, stranger]));
    expect([refused.status, refused.body.errors[0]]).toMatchObject([
      422,
      { field: 'receiverIds[1]', code: 'UNKNOWN_ID' },
    ]);

    const moving = await test.as('warehouse-manager');
    const id = await make([viewer, technician, leaving, moving, narrow]);
    await test.app.pg.query(`update users set status = 'suspended' where id = $1`, [
      leaving.userId,
    ]);
    await test.app.pg.query('update user_companies set company_id = $2 where user_id = $1', [
      moving.userId,
      otherCompanyId,
    ]);
    await sendNow(id);
    expect(box.mails.map((mail) => mail.to)).toEqual([narrow.email]);
    expect(await resultsOf(id)).toEqual({
      [viewer.userId]: 'export',
      [technician.userId]: 'view',
      [leaving.userId]: 'inactive',
      [moving.userId]: 'company',
      [narrow.userId]: 'sent',
    });
    const shown = (await ownOf(sender, id)).receivers as { id: string; refusal: string | null }[];
    expect(shown.find((one) => one.id === leaving.userId)?.refusal).toBe('inactive');
    expect(shown.find((one) => one.id === moving.userId)?.refusal).toBe('company');
  });

  it('is not empty unless the schedule says so', async () => {
    const quiet = await make([narrow], { period: 'lastYear' });
    await sendNow(quiet);
    expect(box.mails).toEqual([]);
    expect(await resultsOf(quiet)).toEqual({ [narrow.userId]: 'empty' });
    await sendNow(await make([narrow], { period: 'lastYear', sendsEmpty: true }));
    expect(to(narrow)[0]?.text).toContain('Nothing fits it');
  });

  it('has a link in the place of a file that no mail server takes, and no file stays behind', async () => {
    const { most } = ATTACHMENT;
    ATTACHMENT.most = 10;
    const id = await make([narrow]);
    await sendNow(id);
    ATTACHMENT.most = most;
    expect([to(narrow)[0]?.file, await resultsOf(id)]).toEqual([
      null,
      { [narrow.userId]: 'tooLarge' },
    ]);
    expect(to(narrow)[0]?.text).toContain('/report-management/destruction-report?');
    await sendNow(await make([narrow]));
    const kept = await test.app.pg.query(
      `select 1 from mails where dedupe_key like 'report:%' and attachment is not null`,
    );
    expect(kept.rows).toEqual([]);
  });
});

describe('the view', () => {
  it('is the saved one as it is at the time, one’s own or shared; a deleted one goes on as it was', async () => {
    const saved = {
      resource: REPORT,
      name: 'Seconds',
      query: `warehouseId=${world.otherWarehouseId}`,
    };
    const view = expectData(await sender.post('/saved-views', saved));
    const foreign = expectData(await narrow.post('/saved-views', { ...saved, name: 'Mine' }));
    const refused = await sender.post(
      '/report-schedules',
      content([clerk], { viewId: foreign.id }),
    );
    expect([refused.status, refused.body.errors[0]?.field]).toEqual([422, 'viewId']);

    // A view that is shared with the role, by somebody of another company.
    const { rows } = await test.app.pg.query<{ id: string }>(
      `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
        values ('FAR', 'ไกล', 'Far', '0105552001299', 'headOffice', '00000', now(), now()) returning id`,
    );
    const stranger = await test.as('warehouse-manager', { companyId: String(rows[0]?.id) });
    const roles = await test.app.pg.query<{ id: string }>(
      `select id from roles where name = 'warehouse-manager'`,
    );
    const shared = expectData(await stranger.post('/saved-views', { ...saved, name: 'Far' }));
    expectData(
      await stranger.put(`/saved-views/${shared.id}/roles`, {
        version: 1,
        roleIds: [roles.rows[0]?.id],
      }),
    );
    const far = await sender.post('/report-schedules', content([clerk], { viewId: shared.id }));
    expect([far.status, far.body.errors?.[0]?.field]).toEqual([422, 'viewId']);

    const id = await make([clerk], { viewId: view.id });
    await sendNow(id);
    expect(csvOf(clerk)).toContain('DS-SECOND');
    expect(csvOf(clerk)).not.toContain('DS-FIRST');
    box.mails.length = 0;
    expectData(
      await sender.patch(`/saved-views/${view.id}`, {
        version: 1,
        query: `warehouseId=${world.warehouseId}&startDate=2020-01-01&endDate=2020-01-31`,
      }),
    );
    await sendNow(id);
    // The days are those of the schedule, not of the view.
    expect(csvOf(clerk)).toContain('DS-FIRST');
    box.mails.length = 0;
    expectData(await sender.delete(`/saved-views/${view.id}`));
    expect((await ownOf(sender, id)).viewName).toBeNull();
    await sendNow(id);
    expect(csvOf(clerk)).toContain('DS-FIRST');
    expect(csvOf(clerk)).not.toContain('DS-SECOND');
  });
});

describe('its time', () => {
  it('comes once, however many servers look and however often', async () => {
    const id = await make([narrow]);
    expect((await ownOf(sender, id)).nextAt).toBe('2026-11-09T01:00:00.000Z');
    await goTo('2026-11-09 07:59');
    expect(box.mails).toEqual([]);
    const second = await createTestApp({ clock, beside: test, config: { smtpUrl: box.url } });
    clock.set(new Date('2026-11-09T01:00:00Z'));
    await Promise.all([mailReports(test.app), mailReports(second.app), mailReports(test.app)]);
    const { rows } = await test.app.pg.query<{ id: string }>('select id from report_runs');
    expect(rows).toHaveLength(1);
    const delivery = { runId: String(rows[0]?.id), userId: narrow.userId };
    await Promise.all([mailReport(test.app, delivery), mailReport(second.app, delivery)]);
    await second.close();
    await test.runJobs();
    await goTo('2026-11-09 08:10');
    expect(to(narrow)).toHaveLength(1);
    expect((await ownOf(sender, id)).lastRun.deliveries).toMatchObject([
      { mail: 'sent', lines: 1 },
    ]);
    await goTo('2026-11-10 08:00');
    // The day before yesterday had rows, yesterday had none.
    expect([to(narrow).length, await resultsOf(id)]).toEqual([1, { [narrow.userId]: 'empty' }]);
  });

  it('is made up for once after a standstill, and the mail says what was left out', async () => {
    const id = await make([narrow], { period: 'last7Days' });
    await goTo('2026-11-12 11:00');
    const [mail, ...others] = to(narrow);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('3 earlier sendings were left out');
    expect(mail?.text).toContain('startDate=2026-11-05&endDate=2026-11-11');
    const { lastRun, nextAt } = await ownOf(sender, id);
    expect(lastRun).toMatchObject({
      dueAt: '2026-11-12T01:00:00.000Z',
      missed: 3,
      isByHand: false,
    });
    expect(nextAt).toBe('2026-11-13T01:00:00.000Z');
  });

  it('asks for the day that goes with it', async () => {
    const refusal = async (more: object) =>
      (await sender.post('/report-schedules', content([narrow], more))).body.errors?.[0];
    expect(await refusal({ every: 'week' })).toMatchObject({ field: 'weekday', code: 'REQUIRED' });
    expect(await refusal({ every: 'month' })).toMatchObject({
      field: 'monthDay',
      code: 'REQUIRED',
    });
    expect(await refusal({ every: 'month', monthDay: 32 })).toMatchObject({ field: 'monthDay' });
    expect(await refusal({ hour: 24 })).toMatchObject({ field: 'hour' });
    const id = await make([narrow], { every: 'month', monthDay: 31, weekday: 3 });
    expect(await ownOf(sender, id)).toMatchObject({
      weekday: null,
      nextAt: '2026-11-30T01:00:00.000Z',
    });
  });
});

it('a mail that failed is sent again to its receiver alone', async () => {
  const id = await make([narrow, clerk]);
  box.busyFor.add(clerk.email);
  await sendNow(id);
  expect(box.mails.map((mail) => mail.to)).toEqual([narrow.email]);
  const lastRun = async () => (await ownOf(sender, id)).lastRun.deliveries;
  const mailOf = (all: { user: { id: string }; mail: string }[], of: Person) =>
    all.find(({ user }) => user.id === of.userId)?.mail;
  expect([mailOf(await lastRun(), narrow), mailOf(await lastRun(), clerk)]).toEqual([
    'sent',
    'failed',
  ]);
  box.busyFor.clear();
  const { rows } = await test.app.pg.query<{ id: string }>(
    `select id from mails where dedupe_key like 'report:%'`,
  );
  for (const mail of rows) await sendMail(test.app, mail);
  expect(box.mails.map((mail) => mail.to)).toEqual([narrow.email, clerk.email]);
  expect(to(clerk)[0]?.file).not.toBeNull();
  expect(mailOf(await lastRun(), clerk)).toBe('sent');
});

describe('who decides', () => {
  it('its owner changes, pauses and deletes it; nobody else finds it', async () => {
    const id = await make([narrow]);
    const change = { ...changed([clerk]), version: 1, period: 'lastWeek' };
    for (const other of [narrow, world.admin]) {
      expect((await other.patch(`/report-schedules/${id}`, change)).status).toBe(404);
      expect(
        (await other.post(`/report-schedules/${id}/pause`, { version: 1, isActive: false })).status,
      ).toBe(404);
      expect((await other.post(`/report-schedules/${id}/send`)).status).toBe(404);
      expect((await other.delete(`/report-schedules/${id}`)).status).toBe(404);
    }
    expectData(await sender.patch(`/report-schedules/${id}`, change));
    expect((await sender.patch(`/report-schedules/${id}`, change)).status).toBe(409);
    expectData(await sender.post(`/report-schedules/${id}/pause`, { version: 2, isActive: false }));
    await goTo('2026-11-12 08:00');
    expect([box.mails, (await ownOf(sender, id)).nextAt]).toEqual([[], null]);
    expectData(await sender.post(`/report-schedules/${id}/pause`, { version: 3, isActive: true }));
    // Nothing that passed meanwhile is made up for.
    await goTo('2026-11-12 08:10');
    expect(box.mails).toEqual([]);
    expectData(await sender.delete(`/report-schedules/${id}`));
    expect(expectData(await sender.get('/report-schedules')).own).toEqual([]);
  });

  it('whoever only reads has nothing sent, and takes themselves out of what is sent to them', async () => {
    expect((await clerk.post('/report-schedules', content([clerk]))).status).toBe(403);
    const id = await make([clerk]);
    expectData(await clerk.post(`/report-schedules/${id}/stop`, { isStopped: true }));
  });

  it('a receiver takes themselves out, which the owner cannot undo, and back in', async () => {
    const id = await make([narrow, clerk]);
    expect(expectData(await narrow.get('/report-schedules')).received).toMatchObject([
      { id, owner: { id: sender.userId }, isStopped: false },
    ]);
    expectData(await narrow.post(`/report-schedules/${id}/stop`, { isStopped: true }));
    expect(
      (await world.admin.post(`/report-schedules/${id}/stop`, { isStopped: true })).status,
    ).toBe(404);
    expectData(
      await sender.patch(`/report-schedules/${id}`, { ...changed([narrow, clerk]), version: 1 }),
    );
    await sendNow(id);
    expect(box.mails.map((mail) => mail.to)).toEqual([clerk.email]);
    expect((await resultsOf(id))[narrow.userId]).toBe('stopped');
    expectData(await narrow.post(`/report-schedules/${id}/stop`, { isStopped: false }));
    await sendNow(id);
    expect(to(narrow)).toHaveLength(1);
  });

  it('needs the right to take the report away, to make it and at each time', async () => {
    const viewer = await withRole('destruction-reader', []);
    expect((await viewer.post('/report-schedules', content([narrow]))).status).toBe(403);
    expect((await viewer.get(`/report-schedules/receivers?report=${REPORT}`)).status).toBe(403);
    const unknown = await sender.post(
      '/report-schedules',
      content([narrow], { report: 'purchaseOrders.list' }),
    );
    expect([unknown.status, unknown.body.errors[0]?.field]).toEqual([422, 'report']);

    const leaving = await test.as('warehouse-manager');
    const id = await make([narrow], {}, leaving);
    await test.app.pg.query(
      `update users set role_id = (select id from roles where name = 'technician') where id = $1`,
      [leaving.userId],
    );
    test.app.forgetActors();
    await goTo('2026-11-09 08:00');
    expect(box.mails.filter((mail) => mail.subject.includes('Destruction'))).toEqual([]);
    expect(await ownOf(leaving, id)).toMatchObject({
      isActive: false,
      pauseReason: 'export',
      nextAt: null,
    });
    const notices = expectData(await narrow.get('/notifications?limit=100')) as { title: string }[];
    expect(notices.filter(({ title }) => title.includes('no longer sent'))).toHaveLength(1);
    expect((await leaving.post(`/report-schedules/${id}/send`)).status).toBe(403);
    expectData(await leaving.delete(`/report-schedules/${id}`));
  });

  it('the activity log keeps who had what sent to whom, and how it changed', async () => {
    const id = await make([narrow]);
    const path = `/report-schedules/${id}`;
    const update = { ...changed([narrow, clerk]), version: 1 };
    expectData(await sender.patch(path, update));
    expectData(await sender.post(`${path}/pause`, { version: 2, isActive: false }));
    expectData(await sender.post(`${path}/pause`, { version: 3, isActive: true }));
    await sendNow(id);
    expectData(await sender.delete(path));
    const admin = await test.as('system-admin');
    const log = expectData(
      await admin.get(`/activity-logs?subject=reportSchedules&subjectId=${id}&sort=at`),
    ) as { id: string; action: string; record: string; user: { id: string } }[];
    expect(log.map(({ action }) => action)).toEqual([
      'create',
      'update',
      'pause',
      'resume',
      'send-report',
      'delete',
    ]);
    expect(new Set(log.map(({ user }) => user.id))).toEqual(new Set([sender.userId]));
    expect(log[0]?.record).toBe('Destruction report');
    const detail = expectData(await admin.get(`/activity-logs/${log[1]?.id}`));
    expect(detail.before.receiverIds).toEqual([narrow.userId]);
    expect(detail.after.receiverIds).toEqual([narrow.userId, clerk.userId].sort());
  });

  it('one sending at a time', async () => {
    const id = await make([narrow]);
    expectData(await sender.post(`/report-schedules/${id}/send`));
    const again = await sender.post(`/report-schedules/${id}/send`);
    expect([again.status, again.body.code]).toEqual([409, 'RUN_UNDER_WAY']);
  });

  it('five times a day by hand', async () => {
    const id = await make([narrow]);
    for (let time = 0; time < 5; time += 1) await sendNow(id);
    const often = await sender.post(`/report-schedules/${id}/send`);
    expect([often.status, often.body.code]).toEqual([409, 'SENT_OFTEN']);
  });
});

it('days pass by the calendar of Bangkok', async () => {
  const id = await make([narrow], { every: 'week', weekday: 1, hour: 0, period: 'yesterday' });
  clock.advance(DAY);
  // Sunday evening in UTC is Monday in Bangkok.
  expect((await ownOf(sender, id)).nextAt).toBe('2026-11-15T17:00:00.000Z');
});
