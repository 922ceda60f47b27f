import { ACTIVITY_ACTIONS } from '@boxyard/shared/contract';
import * as domain from '@boxyard/shared/domain';
import { type Happening, newId, record, SYSTEM } from '../../../kernel/index.ts';
import {
  createTestApp,
  manualClock,
  type Person,
  TEST_PASSWORD,
  type TestApp,
} from '../../../testing/index.ts';
import { geography } from '../../masterData/index.ts';
import { makeOffice, type Office, tag, warehouseBody } from '../../masterData/testing/office.ts';
import { sealActivity } from './seal.ts';

const clock = manualClock(new Date('2026-11-02T03:00:00Z'));
let test: TestApp;
let office: Office;
let boss: Person;
let auditor: Person;
beforeAll(async () => {
  test = await createTestApp({ clock });
  office = await makeOffice(test);
  boss = await test.as('company-admin', { companyId: office.companyA });
  auditor = await test.as('auditor', { companyId: office.companyB });
});
afterAll(() => test?.close());

interface Row {
  readonly id: string;
  readonly action: string;
  readonly subject: string;
  readonly record: string | null;
  readonly current: { readonly name: string; readonly kind: string | null } | null;
  readonly changes: readonly string[];
}

const list = async (who: Person, query: string): Promise<Row[]> => {
  const answer = await who.get(`/activity-logs?limit=100&${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const entriesOf = (id: string, who = office.admin) => list(who, `subjectId=${id}`);
const detailOf = async (id: string) => (await office.admin.get(`/activity-logs/${id}`)).body.data;
const happen = (event: Partial<Happening>) =>
  test.app.transaction({ actor: SYSTEM }, (ctx) =>
    record(ctx, {
      subject: 'parts',
      subjectId: newId(),
      action: 'update',
      timeline: false,
      ...event,
    }),
  );

describe('an entry', () => {
  it('says who did what from where, and what was before and after', async () => {
    const made = await office.admin.post('/units', {
      code: `U${tag()}`.slice(-10),
      name: 'Box',
      allowFraction: false,
    });
    const { id, code } = made.body.data;
    await office.admin.patch(
      `/units/${id}`,
      { version: 1, code, name: 'Crate', allowFraction: false, isActive: true },
      { headers: { 'user-agent': 'Firefox', 'x-request-id': 'quoted-by-a-person' } },
    );
    const [changed, created] = await entriesOf(id);
    expect([created?.action, changed?.action]).toEqual(['create', 'update']);
    expect(changed).toMatchObject({ subject: 'units', record: code, changes: ['name'] });
    expect(await detailOf(changed?.id ?? '')).toMatchObject({
      user: { id: office.admin.userId },
      userAgent: 'Firefox',
      requestId: 'quoted-by-a-person',
      ip: '127.0.0.1',
      before: { name: 'Box' },
      after: { name: 'Crate' },
      seal: null,
    });
  });

  it('tells what the timeline tells: status, differences and reason', async () => {
    const subjectId = newId();
    await happen({
      subjectId,
      from: 'pending',
      to: 'rejected',
      reason: 'Too dear',
      diff: { grandTotal: { from: '5.00', to: '6.00' }, files: ['a.pdf'] },
    });
    const [entry] = await entriesOf(subjectId);
    expect(await detailOf(entry?.id ?? '')).toMatchObject({
      before: { status: 'pending', grandTotal: '5.00' },
      after: { status: 'rejected', grandTotal: '6.00', reason: 'Too dear', files: ['a.pdf'] },
    });
  });

  it('holds no secret, and of tax ids, phones and accounts the tail only, however deep', async () => {
    const subjectId = newId();
    await happen({
      subjectId,
      before: {
        passwordHash: 'x1',
        resetToken: 'x2',
        phone: '0812345678',
        sessions: [{ token: 'x3' }],
      },
      after: {
        taxId: '0105552029681',
        contacts: [{ name: 'Anong', phone: '0898765432', clientSecret: 'x4' }],
        bankAccounts: [{ accountNo: '1234567890' }],
      },
    });
    const { rows } = await test.app.pg.query<{ before: object; after: object }>(
      'select before, after from activity_logs where subject_id = $1',
      [subjectId],
    );
    expect(rows).toEqual([
      {
        before: { phone: '…5678', sessions: [{}] },
        after: {
          taxId: '…9681',
          contacts: [{ name: 'Anong', phone: '…5432' }],
          bankAccounts: [{ accountNo: '…7890' }],
        },
      },
    ]);
  });

  it('names the records that it mentions by id', async () => {
    const made = await office.admin.post('/sub-warehouses', warehouseBody(office.companyA));
    const [entry] = await entriesOf(made.body.data.id);
    const { names } = await detailOf(entry?.id ?? '');
    expect(names.map(({ id }: { id: string }) => id)).toContain(office.companyA);
  });

  it('says what its record is called today, and which page keeps it', async () => {
    const code = tag().slice(-6).toUpperCase();
    const named = { name: 'Lakeside', nameTh: 'ริมทะเลสาบ' };
    const { admin, companyA: companyId } = office;
    const team = await admin.post('/teams', { type: 'engineer', companyId, ...named });
    const { amphoe } = await geography();
    const [free] = [...amphoe.keys()].slice(-1);
    const zone = await admin.post('/zones', { code, ...named, amphoeIds: [free] });
    const [ofTeam] = await entriesOf(team.body.data.id);
    expect(ofTeam?.current).toMatchObject({ ...named, code: null, kind: 'engineer' });
    const [ofZone] = await entriesOf(zone.body.data.id);
    expect(ofZone?.current).toMatchObject({ ...named, code, kind: null });
    const { places } = await detailOf(ofZone?.id ?? '');
    expect(places).toEqual([
      {
        level: 'amphoe',
        id: free,
        nameTh: amphoe.get(free ?? 0)?.nameTh,
        nameEn: amphoe.get(free ?? 0)?.nameEn,
      },
    ]);
    await admin.delete(`/zones/${zone.body.data.id}`);
    const [gone] = await entriesOf(zone.body.data.id);
    expect([gone?.record, gone?.current]).toEqual([code, null]);
  });

  it('keeps the name of its record beyond the record', async () => {
    const made = await office.admin.post('/units', {
      code: `U${tag()}`.slice(-10),
      name: 'Box',
      allowFraction: false,
    });
    const { id, code } = made.body.data;
    await office.admin.delete(`/units/${id}`);
    expect((await entriesOf(id)).map(({ action, record: name }) => [action, name])).toEqual([
      ['delete', code],
      ['create', code],
    ]);
  });
});

describe('an entry about signing in', () => {
  it('is the person’s own, though nobody was signed in yet', async () => {
    const person = await test.as('technician', { companyId: office.companyA });
    await test.nobody.post('/auth/signin', { email: person.email, password: TEST_PASSWORD });
    const [entry] = await entriesOf(person.userId);
    expect(entry).toMatchObject({
      action: 'signIn',
      user: { id: person.userId },
      record: person.email,
    });
  });

  it('says what a profile was before', async () => {
    const person = await test.as('technician', { companyId: office.companyA });
    await person.patch('/auth/profile', { firstName: 'Somsri', phone: '0812345678' });
    const [entry] = await entriesOf(person.userId);
    expect(await detailOf(entry?.id ?? '')).toMatchObject({
      before: { firstName: 'technician', phone: null },
      after: { firstName: 'Somsri', phone: '…5678' },
    });
  });
});

describe('the list', () => {
  it('is cut by person, record, action, company and days, and searched by what a record is called', async () => {
    const here = (await office.admin.post('/sub-warehouses', warehouseBody(office.companyA))).body
      .data;
    const there = (await boss.post('/sub-warehouses', warehouseBody(office.companyA))).body.data;
    const ids = async (query: string) =>
      (await list(office.admin, query)).map(({ record: name }) => name);
    expect(await ids(`userId=${boss.userId}&subject=subWarehouses`)).toEqual([there.code]);
    expect(await ids(`userId=${boss.userId}&action=delete`)).toEqual([]);
    expect(await ids(`search=${here.code.toLowerCase()}`)).toEqual([here.code]);
    expect(await ids(`search=${here.code.slice(1)}`)).toEqual([here.code]);
    await happen({ label: 'PR2611-0042' });
    await happen({ label: 'XPR2611-0042' });
    expect(await ids('search=pr2611-004')).toEqual(['PR2611-0042']);
    expect(await ids('search=2611-0042')).toHaveLength(2);
    expect(await ids(`companyId=${office.companyB}&subject=subWarehouses`)).toEqual([]);
    expect(await ids(`search=${here.code}&startDate=2026-11-02&endDate=2026-11-02`)).toHaveLength(
      1,
    );
    expect(await ids(`search=${here.code}&endDate=2026-11-01`)).toEqual([]);
    const faulty = await office.admin.get('/activity-logs?action=shout&subject=ships&sort=ip');
    expect(faulty.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'action',
      'subject',
      'sort',
    ]);
  });

  it('finds everything that one request did by the number that a person quotes', async () => {
    const requestId = newId();
    const made = await office.admin.post(
      '/units',
      { code: `U${tag()}`.slice(-10), name: 'Bag', allowFraction: false },
      {
        headers: { 'x-request-id': requestId },
      },
    );
    const found = await list(office.admin, `search=${requestId.toUpperCase()}`);
    expect(found.map(({ record: name }) => name)).toEqual([made.body.data.code]);
  });

  it('shows a company, its people and what all share, and nothing of another company', async () => {
    const a = (await office.admin.post('/sub-warehouses', warehouseBody(office.companyA))).body
      .data;
    const b = (await office.admin.post('/sub-warehouses', warehouseBody(office.companyB))).body
      .data;
    const unit = (
      await office.admin.post('/units', {
        code: `U${tag()}`.slice(-10),
        name: 'Jar',
        allowFraction: false,
      })
    ).body.data;
    const colleague = await test.as('technician', { companyId: office.companyA });
    await happen({ subject: 'users', subjectId: colleague.userId, action: 'suspend' });
    const sees = async (who: Person, id: string) => (await entriesOf(id, who)).length > 0;
    const seen = await Promise.all(
      [boss, auditor].map((who) =>
        Promise.all([a.id, b.id, unit.id, colleague.userId].map((id) => sees(who, id))),
      ),
    );
    expect(seen).toEqual([
      [true, false, true, true],
      [false, true, true, false],
    ]);
    const [foreign] = await entriesOf(b.id);
    expect((await boss.get(`/activity-logs/${foreign?.id}`)).status).toBe(404);
    expect((await auditor.get(`/activity-logs/${foreign?.id}`)).status).toBe(200);
    const all = (await boss.get(`/activity-logs/all?search=${b.code}`)).body.data;
    expect(all).toEqual([]);
  });

  it('is exported as it is filtered, with what changed in words', async () => {
    const made = (await office.admin.post('/sub-warehouses', warehouseBody(office.companyA))).body
      .data;
    const answer = await boss.get(
      `/activity-logs?format=csv&subjectId=${made.id}&columns=record,action,changes`,
      {
        headers: { 'accept-language': 'en' },
      },
    );
    expect(answer.status).toBe(200);
    const lines = answer.raw.toString('utf8').trim().split(/\r?\n/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${made.code} Main store,Created,`);
    expect(lines[1]).toContain('Name in Thai: – → คลังหลัก');
  });

  it('is exported with the statuses that the pages of each family show', async () => {
    const changesOf = async (subject: Happening['subject'], from: string, to: string) => {
      const subjectId = newId();
      await happen({ subject, subjectId, from, to });
      const answer = await office.admin.get(
        `/activity-logs?format=csv&subjectId=${subjectId}&columns=changes`,
        { headers: { 'accept-language': 'th' } },
      );
      return answer.raw.toString('utf8');
    };
    expect(await changesOf('claims', 'pending', 'sent')).toContain('รอส่งเคลม → อยู่ที่ผู้จำหน่าย');
    expect(await changesOf('transfers', 'pending', 'completed')).toContain('รออนุมัติ → รับครบแล้ว');
    expect(await changesOf('users', 'active', 'suspended')).toContain('ใช้งาน → ระงับการใช้งาน');
  });

  it('needs the export’s own ability to leave the house', async () => {
    const role = await test.app.db
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'auditor')
      .executeTakeFirstOrThrow();
    const taken = test.app.db
      .deleteFrom('rolePermissions')
      .where('roleId', '=', role.id)
      .where('name', '=', 'activity-log:export');
    const { numDeletedRows } = await taken.executeTakeFirstOrThrow();
    expect(numDeletedRows).toBe(1n);
    test.app.forgetActors();
    expect((await auditor.get('/activity-logs?format=xlsx')).status).toBe(403);
    expect((await auditor.get('/activity-logs')).status).toBe(200);
    await test.app.db
      .insertInto('rolePermissions')
      .values({ roleId: role.id, name: 'activity-log:export' })
      .execute();
    test.app.forgetActors();
    expect((await auditor.get('/activity-logs?format=xlsx')).status).toBe(200);
  });
});

describe('the log', () => {
  it.each(['post', 'put', 'patch', 'delete'] as const)('answers %s with 405', async (verb) => {
    for (const path of ['/activity-logs', `/activity-logs/${newId()}`]) {
      const answer = await office.admin[verb](path, {});
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET']);
    }
  });

  it.each([
    "update activity_logs set action = 'nothing'",
    'delete from activity_logs',
    'truncate activity_logs',
    'update activity_seals set seq = seq + 1',
    'delete from activity_seals',
    'truncate activity_seals',
  ])('refuses: %s', async (statement) => {
    await happen({});
    await sealActivity(test.app);
    await expect(test.app.pg.query(statement)).rejects.toThrow('append-only');
  });

  it('has a word for every action of every machine', () => {
    const machines = Object.values(domain).flatMap((value) => machinesIn(value));
    expect(machines.length).toBeGreaterThan(4);
    const unnamed = machines
      .flatMap(({ actions }) => Object.keys(actions))
      .filter((action) => !ACTIVITY_ACTIONS.includes(action as never));
    expect(unnamed).toEqual([]);
  });
});

/** A machine, or those of a table of machines. */
function machinesIn(value: unknown): domain.Machine[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('states' in value && 'actions' in value) return [value as domain.Machine];
  return Object.values(value).filter(
    (inner): inner is domain.Machine =>
      typeof inner === 'object' && inner !== null && 'states' in inner && 'actions' in inner,
  );
}
