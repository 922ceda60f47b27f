import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { makeOffice, type Office, tag, warehouseBody } from '../../masterData/testing/office.ts';

let test: TestApp;
let office: Office;
let admin: Person;
let boss: Person;
const roles = new Map<string, string>();

beforeAll(async () => {
  test = await createTestApp();
  office = await makeOffice(test);
  admin = office.admin;
  boss = await test.as('company-admin', { companyId: office.companyA });
  for (const { id, name } of await test.app.db
    .selectFrom('roles')
    .select(['id', 'name'])
    .execute()) {
    roles.set(name, id);
  }
});
afterAll(() => test.close());

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

/** Somebody who signed up and waits. */
const signUp = async () => {
  const email = `${tag().toLowerCase()}@waiting.test`;
  await test.nobody.post('/auth/signup', {
    email,
    firstName: 'New',
    lastName: 'Comer',
    password: 'a long enough password',
  });
  const { id, version } = await test.app.db
    .selectFrom('users')
    .select(['id', 'version'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return { id, version, email };
};

const present = async (who: Person, id: string) => (await who.get(`/users/${id}`)).body.data;

const mailsTo = (email: string) =>
  test.app.db
    .selectFrom('mails')
    .select(['subject', 'bodyText'])
    .where('toAddress', '=', email)
    .orderBy('createdAt')
    .execute();

describe('an invitation', () => {
  it('sends a link with which the person sets a password and comes in', async () => {
    const created = await boss.post('/users', userBody());
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({ status: 'invited' });
    const [mail] = await mailsTo(created.body.data.email);
    const token = /forgot-password\?token=([\w-]+)/.exec(mail?.bodyText ?? '')?.[1];
    const kept = await test.app.db
      .selectFrom('passwordTokens')
      .selectAll()
      .where('userId', '=', created.body.data.id)
      .executeTakeFirstOrThrow();
    const days = (kept.expiresAt.getTime() - kept.createdAt.getTime()) / 86_400_000;
    expect([kept.kind, days]).toEqual(['invitation', 7]);
    const password = 'a long enough password';
    const reset = await test.nobody.post('/auth/reset-password', { token, password });
    expect(reset.status).toBe(200);
    const { email } = created.body.data;
    const signedIn = await test.nobody.post('/auth/signin', { email, password });
    expect(signedIn.status).toBe(200);
    expect((await present(boss, created.body.data.id)).status).toBe('active');
  });

  it('says every fault at once', async () => {
    const foreign = (await admin.post('/sub-warehouses', warehouseBody(office.companyB))).body.data;
    const answer = await boss.post(
      '/users',
      userBody({
        roleId: roles.get('system-admin'),
        companyIds: [office.companyB],
        warehouseIds: [foreign.id],
      }),
    );
    expect(answer.status).toBe(422);
    expect(fieldsOf(answer.body)).toContain('companyIds[0] UNKNOWN_ID');
    expect(fieldsOf(answer.body)).toContain('roleId ROLE_NOT_GRANTABLE');
    expect(fieldsOf((await boss.post('/users', userBody({ companyIds: [] }))).body)).toEqual([
      'companyIds REQUIRED',
    ]);
  });

  it('may name the zones that the person works in', async () => {
    const zone = async (more: object = {}) => {
      const body = { code: `Z-${tag()}`, name: 'Zone', nameTh: 'โซน', amphoeIds: [], ...more };
      return (await admin.post('/zones', body)).body.data;
    };
    const [inUse, closed] = [await zone(), await zone()];
    const { code, name, nameTh } = closed;
    const idle = { version: 1, code, name, nameTh, amphoeIds: [], isActive: false };
    await admin.patch(`/zones/${closed.id}`, idle);
    const refused = await boss.post('/users', userBody({ zoneIds: [closed.id, office.companyA] }));
    expect(fieldsOf(refused.body)).toEqual(['zoneIds[0] INACTIVE', 'zoneIds[1] UNKNOWN_ID']);
    const invited = (await boss.post('/users', userBody({ zoneIds: [inUse.id] }))).body.data;
    expect(invited.zones.map(({ id }: { id: string }) => id)).toEqual([inUse.id]);
    const { firstName, lastName, version } = invited;
    const body = { ...userBody(), email: undefined, firstName, lastName };
    // Left out, they stay; an empty list takes them away.
    const kept = await boss.patch(`/users/${invited.id}`, { ...body, version });
    expect(kept.body.data.zones).toHaveLength(1);
    const none = await boss.patch(`/users/${invited.id}`, {
      ...body,
      version: version + 1,
      zoneIds: [],
    });
    expect(none.body.data.zones).toEqual([]);
  });

  it('goes to an address once', async () => {
    const first = (await boss.post('/users', userBody())).body.data;
    const duplicate = await boss.post('/users', userBody({ email: first.email.toUpperCase() }));
    expect([duplicate.status, duplicate.body.errors[0].field]).toEqual([409, 'email']);
  });

  it('keeps secrets out of the log', async () => {
    const { id } = (await boss.post('/users', userBody())).body.data;
    const [row] = await test.app.db
      .selectFrom('activityLogs')
      .select(['action', 'after'])
      .where('subjectId', '=', id)
      .execute();
    expect(row?.action).toBe('create');
    expect(JSON.stringify(row?.after)).not.toMatch(/password|token/i);
  });
});

describe('who sees whom', () => {
  it('is cut by company', async () => {
    const here = await test.as('technician', { companyId: office.companyA });
    const there = await test.as('technician', { companyId: office.companyB });
    const list = (await boss.get('/users?limit=100')).body;
    const ids = list.data.map(({ id }: { id: string }) => id);
    expect(ids).toContain(here.userId);
    expect(ids).not.toContain(there.userId);
    expect((await boss.get(`/users/${there.userId}`)).status).toBe(404);
    expect((await boss.get(`/users/all?ids=${there.userId}`)).body.data).toEqual([]);
    const change = { version: 1, reason: 'No longer here' };
    expect((await boss.post(`/users/${there.userId}/suspend`, change)).status).toBe(404);
    const total = Object.values(list.meta.counts as Record<string, number>);
    expect(total.reduce((sum, n) => sum + n, 0)).toBe(list.meta.totalItems);
  });

  it('hides one company from the administrator of another, and leaves it alone', async () => {
    const body = userBody({ companyIds: [office.companyA, office.companyB] });
    const both = (await admin.post('/users', body)).body.data;
    const seen = await present(boss, both.id);
    expect(seen.companies.map(({ id }: { id: string }) => id)).toEqual([office.companyA]);
    const { email: _email, ...rest } = body;
    const saved = await boss.patch(`/users/${both.id}`, {
      ...rest,
      version: both.version,
      companyIds: [office.companyA],
    });
    // Role, scope and status are for whoever covers all of their companies (granting.test.ts).
    expect([saved.status, saved.body.code]).toEqual([409, 'OTHER_COMPANIES']);
    expect((await present(admin, both.id)).companies).toHaveLength(2);
  });

  it('shows sign-ups to whoever may let people in, and to nobody else', async () => {
    const newcomer = await signUp();
    expect((await present(boss, newcomer.id)).allowedActions).toEqual([
      'approve-signup',
      'reject-signup',
    ]);
    const auditor = await test.as('auditor', { companyId: office.companyA });
    const answer = await auditor.get(`/users/${newcomer.id}`);
    expect([403, 404]).toContain(answer.status);
  });
});

describe('a sign-up', () => {
  it('that is approved may sign in, where it was let in', async () => {
    const newcomer = await signUp();
    const password = 'a long enough password';
    const early = await test.nobody.post('/auth/signin', { email: newcomer.email, password });
    expect(early.status).toBe(422);
    const answer = await boss.post(`/users/${newcomer.id}/approve-signup`, {
      version: newcomer.version,
      roleId: roles.get('technician'),
      companyIds: [office.companyA],
      warehouseIds: [],
    });
    expect(answer.body.data).toMatchObject({ status: 'active', role: { name: 'technician' } });
    const late = await test.nobody.post('/auth/signin', { email: newcomer.email, password });
    expect(late.status).toBe(200);
    const again = await boss.post(`/users/${newcomer.id}/approve-signup`, {
      version: answer.body.data.version,
      roleId: roles.get('technician'),
      companyIds: [office.companyA],
      warehouseIds: [],
    });
    expect([again.status, again.body.code]).toEqual([409, 'INVALID_STATE']);
    expect(again.body.details.current).toBe('active');
  });

  it('that is refused is told why and forgotten', async () => {
    const newcomer = await signUp();
    const body = { version: newcomer.version, reason: 'Nobody here knows you' };
    expect((await boss.post(`/users/${newcomer.id}/reject-signup`, body)).status).toBe(200);
    expect((await boss.get(`/users/${newcomer.id}`)).status).toBe(404);
    const mails = await mailsTo(newcomer.email);
    expect(mails.at(-1)?.bodyText).toContain('Nobody here knows you');
  });
});

describe('a suspension', () => {
  it('ends every session at once, and is taken back', async () => {
    const person = await test.as('warehouse-staff', { companyId: office.companyA });
    expect((await person.get('/auth/profile')).status).toBe(200);
    const { version } = await present(boss, person.userId);
    const noReason = await boss.post(`/users/${person.userId}/suspend`, { version, reason: 'x' });
    expect(fieldsOf(noReason.body)).toEqual(['reason REASON']);
    const suspended = await boss.post(`/users/${person.userId}/suspend`, {
      version,
      reason: 'Left the company',
    });
    expect(suspended.body.data).toMatchObject({
      status: 'suspended',
      suspendedReason: 'Left the company',
      allowedActions: ['update', 'reactivate'],
    });
    expect((await person.get('/auth/profile')).status).toBe(401);
    const back = await boss.post(`/users/${person.userId}/reactivate`, {
      version: suspended.body.data.version,
    });
    expect(back.body.data).toMatchObject({ status: 'active', suspendedReason: null });
    expect((await person.get('/auth/profile')).status).toBe(401);
  });

  it('is told to the owner of the account, also by e-mail, and to nobody else', async () => {
    const person = await test.as('warehouse-staff', { companyId: office.companyA });
    const colleague = await test.as('warehouse-staff', { companyId: office.companyA });
    const { version } = await present(boss, person.userId);
    const reason = 'Left the company';
    expect((await boss.post(`/users/${person.userId}/suspend`, { version, reason })).status).toBe(
      200,
    );
    const told = await test.app.db
      .selectFrom('notifications')
      .where('titleEn', '=', 'Your account was suspended')
      .where('userId', 'in', [person.userId, colleague.userId, boss.userId])
      .select(['userId', 'category', 'type', 'descriptionEn'])
      .execute();
    expect(told).toEqual([
      {
        userId: person.userId,
        category: 'alert',
        type: 'error',
        descriptionEn: expect.stringContaining(reason),
      },
    ]);
    const mails = await test.app.db
      .selectFrom('mails')
      .where('toAddress', 'in', [person.email, colleague.email, boss.email])
      .where('subject', '=', 'Your account was suspended')
      .select('toAddress')
      .execute();
    expect(mails).toEqual([{ toAddress: person.email }]);
  });

  it('refuses a stale version', async () => {
    const person = await test.as('warehouse-staff', { companyId: office.companyA });
    const { version } = await present(boss, person.userId);
    const body = { version: version + 1, reason: 'Left the company' };
    const answer = await boss.post(`/users/${person.userId}/suspend`, body);
    expect([answer.status, answer.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect((await person.get('/auth/profile')).status).toBe(200);
  });

  it('is for nobody oneself', async () => {
    const { version } = await present(boss, boss.userId);
    const body = { version, reason: 'Tired of it' };
    const answer = await boss.post(`/users/${boss.userId}/suspend`, body);
    expect([answer.status, answer.body.code]).toEqual([409, 'OWN_ACCOUNT']);
  });
});

describe('rank', () => {
  it.each(['update', 'suspend', 'reset-password'])(
    'keeps %s of a system administrator to system administrators',
    async (action) => {
      const chief = await test.as('system-admin', { companyId: office.companyA });
      const { version, allowedActions } = await present(boss, chief.userId);
      expect(allowedActions).toEqual([]);
      const answer =
        action === 'update'
          ? await boss.patch(`/users/${chief.userId}`, {
              version,
              firstName: 'Other',
              lastName: 'Name',
              roleId: roles.get('system-admin'),
              companyIds: [office.companyA],
              warehouseIds: [],
            })
          : await boss.post(`/users/${chief.userId}/${action}`, {
              version,
              ...(action === 'suspend' ? { reason: 'Because I can' } : {}),
            });
      expect([answer.status, answer.body.code]).toEqual([409, 'PROTECTED_ACCOUNT']);
      expect((await chief.get('/auth/profile')).status).toBe(200);
      expect(await mailsTo(chief.email)).toEqual([]);
    },
  );

  it('gives nobody a role beyond the giver, nor a new one to oneself', async () => {
    const person = await test.as('technician', { companyId: office.companyA });
    const give = (id: string, role: string) =>
      boss.patch(`/users/${id}`, {
        version: 1,
        firstName: 'A',
        lastName: 'B',
        roleId: roles.get(role),
        companyIds: [office.companyA],
        warehouseIds: [],
      });
    const high = await give(person.userId, 'system-admin');
    expect(fieldsOf(high.body)).toEqual(['roleId ROLE_NOT_GRANTABLE']);
    const own = await give(boss.userId, 'warehouse-manager');
    expect(fieldsOf(own.body)).toEqual(['roleId OWN_ROLE']);
    const fine = await give(person.userId, 'warehouse-manager');
    expect(fine.body.data.role.name).toBe('warehouse-manager');
    const rights = await person.get('/auth/profile');
    expect(rights.body.data.role.name).toBe('warehouse-manager');
    const offered = (await boss.get('/roles/all?limit=100')).body.data;
    expect(offered.map(({ code }: { code: string }) => code)).not.toContain('system-admin');
  });

  it('leaves the last system administrator in office, also when they suspend each other', async () => {
    const admins = () =>
      test.app.db.updateTable('users').where('roleId', '=', roles.get('system-admin') ?? '');
    for (let round = 0; round < 6; round += 1) {
      await admins().set({ status: 'suspended' }).execute();
      const ring = await Promise.all([1, 2, 3, 4].map(() => test.as('system-admin')));
      // Everybody is signed in and known to the server before it begins.
      await Promise.all(ring.map((who) => who.get('/auth/profile')));
      await Promise.all(
        ring.map((who, index) => {
          const next = ring[(index + 1) % ring.length] ?? who;
          return who.post(`/users/${next.userId}/suspend`, { version: 1, reason: 'Too many' });
        }),
      );
      const working = await test.app.db
        .selectFrom('users')
        .select('id')
        .where('roleId', '=', roles.get('system-admin') ?? '')
        .where('status', '=', 'active')
        .execute();
      expect(working.length).toBeGreaterThan(0);
    }
    // Back to work for the tests that follow.
    await admins().set({ status: 'active' }).execute();
    test.app.forgetActors();
  });
});

describe('a password link from an administrator', () => {
  it('lives 30 minutes and replaces the one before', async () => {
    const person = await test.as('technician', { companyId: office.companyA });
    const send = () => boss.post(`/users/${person.userId}/reset-password`, { version: 1 });
    expect((await send()).status).toBe(200);
    expect((await send()).status).toBe(200);
    const tokens = await test.app.db
      .selectFrom('passwordTokens')
      .selectAll()
      .where('userId', '=', person.userId)
      .execute();
    expect(tokens).toHaveLength(1);
    const [token] = tokens;
    const minutes = token ? (token.expiresAt.getTime() - token.createdAt.getTime()) / 60_000 : 0;
    expect([token?.kind, minutes]).toEqual(['reset', 30]);
    expect(await mailsTo(person.email)).toHaveLength(2);
  });
});

describe('deleting', () => {
  it('is for people who never worked here', async () => {
    const invited = (await admin.post('/users', userBody())).body.data;
    expect((await admin.delete(`/users/${invited.id}`)).status).toBe(200);
    const worked = await test.as('warehouse-manager', { companyId: office.companyA });
    expect((await worked.post('/sub-warehouses', warehouseBody(office.companyA))).status).toBe(201);
    const answer = await admin.delete(`/users/${worked.userId}`);
    expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE']);
    const families = answer.body.details.references.map(({ family }: { family: string }) => family);
    expect(families).toEqual(expect.arrayContaining(['subWarehouses', 'activityLogs']));
    expect((await boss.delete(`/users/${worked.userId}`)).status).toBe(403);
  });
});
