import { queueMail } from '../../../kernel/index.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { makeOffice, type Office, tag, warehouseBody } from '../../masterData/testing/office.ts';

/** Nobody grants what they do not have (domain-conventions "Granting"); each case was done by an attacker. */
let test: TestApp;
let office: Office;
let admin: Person;
let boss: Person;
let warehouseId: string;
const roles = new Map<string, string>();

beforeAll(async () => {
  test = await createTestApp();
  office = await makeOffice(test);
  admin = office.admin;
  boss = await test.as('company-admin', { companyId: office.companyA });
  const made = await admin.post('/sub-warehouses', warehouseBody(office.companyA));
  warehouseId = made.body.data.id;
  await readRoles();
});
afterAll(() => test.close());

async function readRoles(): Promise<void> {
  const rows = await test.app.db.selectFrom('roles').select(['id', 'name']).execute();
  for (const { id, name } of rows) roles.set(name, id);
}

const userBody = (more: object = {}) => ({
  email: `${tag().toLowerCase()}@people.test`,
  firstName: 'Somsri',
  lastName: tag(),
  roleId: roles.get('warehouse-staff'),
  companyIds: [office.companyA],
  warehouseIds: [],
  ...more,
});
const fieldsOf = (body: { errors?: { field: string; code: string }[] }) =>
  (body.errors ?? []).map(({ field, code }) => `${field} ${code}`).sort();

const invited = async (by: Person, more: object = {}) => {
  const answer = await by.post('/users', userBody(more));
  expect(answer.status).toBe(201);
  return answer.body.data;
};

/** A role with these abilities, made by whoever manages everything. */
async function roleWith(permissionNames: readonly string[], more: object = {}): Promise<string> {
  const name = `role-${tag().toLowerCase()}`;
  const made = await admin.post('/roles', {
    name,
    labelEn: name,
    labelTh: name,
    dataScope: 'company',
    menuIds: [],
    permissionNames,
    ...more,
  });
  expect(made.status).toBe(201);
  return made.body.data.id;
}

/** Somebody of company A who may make and change roles, and holds this much besides. */
async function roleMaker(more: readonly string[] = []): Promise<Person> {
  const roleId = await roleWith(['roles:create', 'roles:update', 'roles:view', ...more]);
  const { name } = await test.app.db
    .selectFrom('roles')
    .select('name')
    .where('id', '=', roleId)
    .executeTakeFirstOrThrow();
  return test.as(name, { companyId: office.companyA });
}

const seeded = () => [...roles.keys()].filter((name) => !name.startsWith('role-'));
const NOT_BY_COMPANIES = ['system-admin', 'company-admin', 'accounting-manager', 'auditor'];

describe('a role', () => {
  it('is given by a company’s administrator where it is marked so, and by nobody else', async () => {
    for (const name of seeded()) {
      const answer = await boss.post('/users', userBody({ roleId: roles.get(name) }));
      const expected = NOT_BY_COMPANIES.includes(name)
        ? [422, ['roleId ROLE_NOT_GRANTABLE']]
        : [201, []];
      expect([name, answer.status, fieldsOf(answer.body)]).toEqual([name, ...expected]);
    }
  });

  it('with rights beyond the giver’s is refused at an invitation, a change and an assignment', async () => {
    const roleId = await roleWith(['parts-warehouse:override-period', 'claim:override-warranty']);
    const invitation = await boss.post('/users', userBody({ roleId }));
    expect(fieldsOf(invitation.body)).toEqual(['roleId ROLE_NOT_GRANTABLE']);
    const person = await invited(boss);
    const change = await boss.patch(`/users/${person.id}`, {
      ...userBody({ roleId }),
      email: undefined,
      version: person.version,
    });
    expect(fieldsOf(change.body)).toEqual(['roleId ROLE_NOT_GRANTABLE']);
    const assigned = await boss.post(`/roles/${roleId}/assign-user`, { userIds: [person.id] });
    expect([assigned.status, assigned.body.code]).toEqual([409, 'ROLE_NOT_GRANTABLE']);
  });

  it('with a limit above the giver’s is beyond them, too', async () => {
    const roleId = await roleWith([], { approvalLimit: '1.00' });
    const answer = await boss.post('/users', userBody({ roleId }));
    expect(fieldsOf(answer.body)).toEqual(['roleId ROLE_NOT_GRANTABLE']);
  });

  it('given beyond the own rights is told to whoever manages everything', async () => {
    const person = await invited(boss, { roleId: roles.get('purchasing-manager') });
    const { rows } = await test.app.pg.query<{ title_en: string }>(
      `select title_en from notifications where user_id = $1 and dedupe_key = $2`,
      [admin.userId, `role-given:${person.id}:${roles.get('purchasing-manager')}`],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.title_en).toContain('Purchasing manager');
  });

  it('is marked as assignable by whoever manages everything only', async () => {
    const roleId = await roleWith(['suppliers:update']);
    const maker = await roleMaker(['suppliers:update']);
    const shown = (await admin.get(`/roles/${roleId}`)).body.data;
    const body = {
      version: shown.version,
      labelEn: shown.labelEn,
      labelTh: shown.labelTh,
      dataScope: shown.dataScope,
      menuIds: shown.menuIds,
      permissionNames: shown.permissionNames,
      assignableBy: ['company-admin'],
    };
    const refused = await maker.patch(`/roles/${roleId}`, body);
    expect(fieldsOf(refused.body)).toEqual(['assignableBy NOT_HELD']);
    expect((await admin.patch(`/roles/${roleId}`, body)).status).toBe(200);
    await invited(boss, { roleId });
  });

  it('that people of another company hold is not changed by one company’s administrator', async () => {
    const roleId = await roleWith([]);
    await invited(admin, { roleId, companyIds: [office.companyB] });
    const maker = await roleMaker();
    const shown = (await maker.get(`/roles/${roleId}`)).body.data;
    expect(shown.allowedActions).not.toContain('update');
    const answer = await maker.patch(`/roles/${roleId}`, {
      version: shown.version,
      labelEn: 'Mine now',
      labelTh: 'ของฉัน',
      dataScope: shown.dataScope,
      menuIds: [],
      permissionNames: [],
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'ROLE_HELD_ELSEWHERE']);
  });
});

describe('a role out of use', () => {
  it('is brought back by whoever could give all that it gives', async () => {
    const roleId = await roleWith(['suppliers:update'], { approvalLimit: '900.00' });
    const maker = await roleMaker();
    const equal = await roleMaker(['suppliers:update']);
    const bodyOf = async (isActive: boolean) => {
      const shown = (await admin.get(`/roles/${roleId}`)).body.data;
      const { version, labelEn, labelTh, dataScope, menuIds, permissionNames } = shown;
      const { approvalLimit } = shown;
      return {
        version,
        labelEn,
        labelTh,
        dataScope,
        approvalLimit,
        menuIds,
        permissionNames,
        isActive,
      };
    };
    expect((await admin.patch(`/roles/${roleId}`, await bodyOf(false))).status).toBe(200);
    const refused = await maker.patch(`/roles/${roleId}`, await bodyOf(true));
    expect(fieldsOf(refused.body)).toEqual([
      'approvalLimit LIMIT_NOT_HELD',
      'permissionNames[0] NOT_HELD',
    ]);
    const limited = await equal.patch(`/roles/${roleId}`, await bodyOf(true));
    expect(fieldsOf(limited.body)).toEqual(['approvalLimit LIMIT_NOT_HELD']);
    // What is left out of use may be changed otherwise, and brought back without what is lacking.
    expect((await maker.patch(`/roles/${roleId}`, await bodyOf(false))).status).toBe(200);
    const lowered = { ...(await bodyOf(true)), approvalLimit: null };
    expect((await equal.patch(`/roles/${roleId}`, lowered)).status).toBe(200);
  });
});

describe('all companies', () => {
  /** Manages everything, but sees the records of one company. */
  async function companyManager(): Promise<Person> {
    const roleId = await roleWith(['all:manage']);
    const { name } = await test.app.db
      .selectFrom('roles')
      .select('name')
      .where('id', '=', roleId)
      .executeTakeFirstOrThrow();
    return test.as(name, { companyId: office.companyA });
  }

  it('are given by whoever holds them, in no role, mark or account otherwise', async () => {
    const manager = await companyManager();
    const body = {
      name: `role-${tag().toLowerCase()}`,
      labelEn: 'Everywhere',
      labelTh: 'ทุกที่',
      dataScope: 'all',
      menuIds: [],
      permissionNames: [],
    };
    const made = await manager.post('/roles', body);
    expect(fieldsOf(made.body)).toEqual(['dataScope SCOPE_NOT_HELD']);
    const roleId = await roleWith([], { dataScope: 'all' });
    const shown = (await admin.get(`/roles/${roleId}`)).body.data;
    const { name: _name, ...same } = body;
    const marked = await manager.patch(`/roles/${roleId}`, {
      ...same,
      version: shown.version,
      assignableBy: ['company-admin'],
    });
    expect(fieldsOf(marked.body)).toEqual(['assignableBy SCOPE_NOT_HELD']);
    const narrowed = await manager.patch(`/roles/${roleId}`, { ...same, version: shown.version });
    expect([narrowed.status, narrowed.body.code]).toEqual([409, 'PROTECTED_ROLE']);
    const invitation = await manager.post('/users', userBody({ roleId }));
    expect(fieldsOf(invitation.body)).toEqual(['roleId ROLE_NOT_GRANTABLE']);
    const person = await invited(manager);
    const assigned = await manager.post(`/roles/${roleId}/assign-user`, { userIds: [person.id] });
    expect([assigned.status, assigned.body.code]).toEqual([409, 'PROTECTED_ROLE']);
  });

  it('are the companies of whoever sees all of them, whichever are named', async () => {
    const person = await invited(admin, { roleId: await roleWith([], { dataScope: 'all' }) });
    const { version } = person;
    const path = `/users/${person.id}`;
    expect((await boss.get(path)).body.data.allowedActions).toEqual([]);
    const listed = await boss.get(`/users?search=${encodeURIComponent(person.email)}`);
    expect(listed.body.data[0].allowedActions).toEqual([]);
    const answers = [
      await boss.patch(path, { ...userBody({ roleId: null }), email: undefined, version }),
      await boss.post(`${path}/suspend`, { version, reason: 'Not needed' }),
      await boss.post(`${path}/reset-password`, { version }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([409, 'OTHER_COMPANIES']),
    );
    const leave = { version, reason: 'Left our company' };
    const left = await boss.post(`${path}/leave-companies`, leave);
    expect([left.status, left.body.code]).toEqual([409, 'LAST_COMPANY']);
    const roleId = roles.get('technician');
    const assigned = await boss.post(`/roles/${roleId}/assign-user`, { userIds: [person.id] });
    expect(fieldsOf(assigned.body)).toEqual(['userIds[0] OTHER_COMPANIES']);
  });
});

describe('somebody whose role is beyond the giver', () => {
  /** Places people of two companies, and may give no role but their own kind of nothing. */
  async function placer(): Promise<Person> {
    const roleId = await roleWith(['users:view', 'users:update']);
    const { name } = await test.app.db
      .selectFrom('roles')
      .select('name')
      .where('id', '=', roleId)
      .executeTakeFirstOrThrow();
    const person = await test.as(name, { companyId: office.companyA });
    await test.app.db
      .insertInto('userCompanies')
      .values({ userId: person.userId, companyId: office.companyB })
      .execute();
    test.app.forgetActors();
    return person;
  }

  it('gets neither another company nor other warehouses from them', async () => {
    const by = await placer();
    const roleId = roles.get('purchasing-manager');
    const person = await invited(admin, { roleId, warehouseIds: [warehouseId] });
    const { version, firstName, lastName } = person;
    const same = { version, firstName, lastName, roleId };
    const companyIds = [office.companyA, office.companyB];
    const another = await by.patch(`/users/${person.id}`, {
      ...same,
      companyIds,
      warehouseIds: [warehouseId],
    });
    expect(fieldsOf(another.body)).toEqual(['companyIds[1] ROLE_NOT_GRANTABLE']);
    const all = await by.patch(`/users/${person.id}`, {
      ...same,
      companyIds: [office.companyA],
      warehouseIds: [],
    });
    expect(fieldsOf(all.body)).toEqual(['warehouseIds ROLE_NOT_GRANTABLE']);
    // What takes nothing and gives nothing is free.
    const renamed = await by.patch(`/users/${person.id}`, {
      ...same,
      lastName: 'Renamed',
      companyIds: [office.companyA],
      warehouseIds: [warehouseId],
    });
    expect(renamed.status).toBe(200);
  });
});

describe('warehouses', () => {
  it('are not all given by whoever is limited to some, to others or to themselves', async () => {
    const limited = await test.as('company-admin', {
      companyId: office.companyA,
      warehouseIds: [warehouseId],
    });
    const invitation = await limited.post('/users', userBody());
    expect(fieldsOf(invitation.body)).toEqual(['warehouseIds WAREHOUSES_NOT_HELD']);
    const me = (await admin.get(`/users/${limited.userId}`)).body.data;
    const widened = await limited.patch(`/users/${limited.userId}`, {
      version: me.version,
      firstName: me.firstName,
      lastName: me.lastName,
      roleId: me.role.id,
      companyIds: [office.companyA],
      warehouseIds: [],
    });
    expect(fieldsOf(widened.body)).toEqual(['warehouseIds WAREHOUSES_NOT_HELD']);
    await invited(limited, { warehouseIds: [warehouseId] });
  });

  it('bar whoever is limited to some from the roles of people who hold others', async () => {
    const limited = await test.as('company-admin', {
      companyId: office.companyA,
      warehouseIds: [warehouseId],
    });
    const ofAll = await invited(admin);
    const ofSame = await invited(admin, { warehouseIds: [warehouseId] });
    const role = roles.get('purchasing-manager');
    const assign = (id: string) => limited.post(`/roles/${role}/assign-user`, { userIds: [id] });
    expect(fieldsOf((await assign(ofAll.id)).body)).toEqual(['userIds[0] OTHER_COMPANIES']);
    const changed = await limited.patch(`/users/${ofAll.id}`, {
      ...userBody({ roleId: role }),
      email: undefined,
      version: ofAll.version,
    });
    expect([changed.status, changed.body.code]).toEqual([409, 'OTHER_COMPANIES']);
    const taken = await limited.post(`/roles/${roles.get('warehouse-staff')}/remove-user`, {
      userIds: [ofAll.id],
    });
    expect(fieldsOf(taken.body)).toEqual(['userIds[0] OTHER_COMPANIES']);
    expect((await assign(ofSame.id)).status).toBe(200);
  });

  it('are not all opened by leaving the company to whose warehouses somebody is limited', async () => {
    const person = await invited(admin, {
      companyIds: [office.companyA, office.companyB],
      warehouseIds: [warehouseId],
    });
    const body = { version: person.version, reason: 'Left our company' };
    const answer = await boss.post(`/users/${person.id}/leave-companies`, body);
    expect([answer.status, answer.body.code]).toEqual([409, 'LAST_WAREHOUSES']);
  });

  it('are not all given to somebody who signed up', async () => {
    const limited = await test.as('company-admin', {
      companyId: office.companyA,
      warehouseIds: [warehouseId],
    });
    const email = `${tag().toLowerCase()}@waiting.test`;
    const password = 'a long enough password';
    await test.nobody.post('/auth/signup', {
      email,
      firstName: 'New',
      lastName: 'Comer',
      password,
    });
    const { id, version } = await test.app.db
      .selectFrom('users')
      .select(['id', 'version'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const answer = await limited.post(`/users/${id}/approve-signup`, {
      version,
      roleId: roles.get('warehouse-staff'),
      companyIds: [office.companyA],
      warehouseIds: [],
    });
    expect(fieldsOf(answer.body)).toEqual(['warehouseIds WAREHOUSES_NOT_HELD']);
  });
});

describe('somebody who works for other companies as well', () => {
  const shared = () => invited(admin, { companyIds: [office.companyA, office.companyB] });

  it('is not changed, suspended or sent a link by the administrator of one of them', async () => {
    const person = await shared();
    const seen = (await boss.get(`/users/${person.id}`)).body.data;
    expect(seen.allowedActions).toEqual(['leave-companies']);
    const { version } = person;
    const path = `/users/${person.id}`;
    const answers = [
      await boss.patch(path, { ...userBody(), email: undefined, version }),
      await boss.post(`${path}/suspend`, { version, reason: 'Not needed' }),
      await boss.post(`${path}/reset-password`, { version }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([409, 'OTHER_COMPANIES']),
    );
    const roleId = roles.get('technician');
    const assigned = await boss.post(`/roles/${roleId}/assign-user`, { userIds: [person.id] });
    expect(fieldsOf(assigned.body)).toEqual(['userIds[0] OTHER_COMPANIES']);
  });

  it('is not found by a company that is not the viewer’s', async () => {
    const person = await shared();
    const path = `/users?search=${encodeURIComponent(person.email)}&companyId=`;
    const found = async (by: Person, id: string) => (await by.get(`${path}${id}`)).body.data.length;
    expect(await found(boss, office.companyA)).toBe(1);
    expect(await found(boss, office.companyB)).toBe(0);
    expect(await found(admin, office.companyB)).toBe(1);
  });

  it('is taken out of the shared companies, and keeps the others', async () => {
    const person = await shared();
    const body = { version: person.version, reason: 'Left our company' };
    expect((await boss.post(`/users/${person.id}/leave-companies`, body)).status).toBe(200);
    const left = (await admin.get(`/users/${person.id}`)).body.data;
    expect(left.companies.map(({ id }: { id: string }) => id)).toEqual([office.companyB]);
    expect((await boss.get(`/users/${person.id}`)).status).toBe(404);
  });

  it('is not taken out of the only companies that they have', async () => {
    const person = await invited(boss);
    const body = { version: person.version, reason: 'Left our company' };
    const answer = await boss.post(`/users/${person.id}/leave-companies`, body);
    expect([answer.status, answer.body.code]).toEqual([409, 'LAST_COMPANY']);
  });
});

describe('secrets', () => {
  it('are in no list of mails: a link that sets a password is for its reader alone', async () => {
    const person = await invited(admin);
    const { rows } = await test.app.pg.query<{ body_text: string }>(
      'select body_text from mails where to_address = $1',
      [person.email],
    );
    const token = /token=([\w-]+)/.exec(rows[0]?.body_text ?? '')?.[1] ?? '';
    expect(token).not.toBe('');
    const list = await admin.get(`/mail-outbox?search=${encodeURIComponent(person.email)}`);
    expect(list.body.data).toHaveLength(1);
    expect(list.body.data[0].text).toBeNull();
    expect(JSON.stringify(list.body)).not.toContain(token);
    const operator = await roleWith(['system-menu:operate'], {});
    const row = await test.app.db
      .selectFrom('roles')
      .select('name')
      .where('id', '=', operator)
      .executeTakeFirstOrThrow();
    const person2 = await test.as(row.name, { companyId: office.companyA });
    expect((await person2.get('/mail-outbox')).status).toBe(403);
  });

  it('are in no list, however the link is written, and are forgotten once they are sent', async () => {
    const to = `${tag().toLowerCase()}@people.test`;
    const secret = { to, subject: 'Secret', text: '/reset/AbCdEf', hasSecret: true };
    const open = { to, subject: 'Open', text: 'Your token=1 of words', hasSecret: false };
    await test.app.transaction({ actor: await admin.actor() }, async (ctx) => {
      await queueMail(ctx, secret);
      await queueMail(ctx, open);
    });
    const list = await admin.get(`/mail-outbox?search=${encodeURIComponent(to)}`);
    const texts = list.body.data.map((mail: { subject: string; text: string | null }) => [
      mail.subject,
      mail.text,
    ]);
    expect(texts.sort()).toEqual([
      ['Open', open.text],
      ['Secret', null],
    ]);
    // A mail that says nothing of it is taken for a secret.
    const { rows } = await test.app.pg.query<{ has_secret: boolean }>(
      `insert into mails (to_address, subject, body_text, status, created_at)
        values ($1, 'Unsaid', 'text', 'queued', now()) returning has_secret`,
      [to],
    );
    expect(rows).toEqual([{ has_secret: true }]);
  });

  it('are not guessed: blank, patterned and common passwords are refused', async () => {
    const signUp = (password: string) =>
      test.nobody.post('/auth/signup', {
        email: `${tag().toLowerCase()}@waiting.test`,
        firstName: 'New',
        lastName: 'Comer',
        password,
      });
    for (const password of ['          ', '1111111111', 'Password2026!']) {
      const answer = await signUp(password);
      expect([password, answer.status, fieldsOf(answer.body)]).toEqual([
        password,
        422,
        ['password PASSWORD_COMMON'],
      ]);
    }
  });

  it('are mailed to one account a few times only, from whichever address', async () => {
    const person = await invited(admin);
    for (let asked = 0; asked < 6; asked += 1) {
      await test.nobody.post('/auth/forgot-password', { email: person.email });
    }
    const { rows } = await test.app.pg.query<{ n: number }>(
      'select count(*)::int as n from mails where to_address = $1',
      [person.email],
    );
    // The invitation, and three links.
    expect(rows[0]?.n).toBe(4);
  });
});
