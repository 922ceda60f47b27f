import { allAbilities, can, PAGE_VERBS, ROLE_SEEDS } from '@boxyard/shared/domain';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { makeOffice, type Office, tag } from '../../masterData/testing/office.ts';
import { verbLabels } from './verbs.ts';

type Json = Readonly<Record<string, unknown>>;

let test: TestApp;
let office: Office;
let admin: Person;
/** Administers one company: gives roles, changes none. */
let boss: Person;
const roles = new Map<string, string>();
const menus = new Map<string, string>();

beforeAll(async () => {
  test = await createTestApp({ live: true });
  office = await makeOffice(test);
  admin = office.admin;
  boss = await test.as('company-admin', { companyId: office.companyA });
  const named = await test.app.db.selectFrom('roles').select(['id', 'name']).execute();
  for (const { id, name } of named) roles.set(name, id);
  const pages = await test.app.db.selectFrom('menus').select(['id', 'name']).execute();
  for (const { id, name } of pages) menus.set(name, id);
});
afterAll(() => test?.close());

const menu = (name: string): string => menus.get(name) ?? '';
const newName = () => `clerk-${tag().toLowerCase()}`;
const roleBody = (more: Json = {}): Json => ({
  name: newName(),
  labelEn: 'Stock clerk',
  labelTh: 'เสมียนสต็อก',
  roleGroupId: null,
  dataScope: 'company',
  approvalLimit: null,
  discountLimitPercent: null,
  menuIds: [menu('parts-warehouse')],
  permissionNames: ['parts-warehouse:print'],
  ...more,
});
const fieldsOf = (body: { errors?: { field: string; code: string }[] }) =>
  (body.errors ?? []).map(({ field, code }) => `${field} ${code}`).sort();

/** The body of a change: everything as it is, but for what is said. */
async function changed(id: string, more: Json = {}): Promise<Json> {
  const { data } = (await admin.get(`/roles/${id}`)).body;
  const { labelEn, labelTh, dataScope, approvalLimit, discountLimitPercent } = data;
  return {
    version: data.version,
    labelEn,
    labelTh,
    roleGroupId: data.roleGroup?.id ?? null,
    dataScope,
    approvalLimit,
    discountLimitPercent,
    menuIds: data.menuIds,
    permissionNames: data.permissionNames,
    ...more,
  };
}

const make = async (more: Json = {}) => (await admin.post('/roles', roleBody(more))).body.data;

/** Somebody whose role may make and change roles, and holds this much besides. */
async function roleMaker(more: Json = {}): Promise<Person> {
  const role = await make({
    menuIds: [menu('roles'), menu('parts-warehouse')],
    permissionNames: ['roles:create', 'roles:update', 'roles:delete', 'parts-warehouse:print'],
    approvalLimit: '5000.00',
    ...more,
  });
  return test.as(role.name, { companyId: office.companyA });
}

describe('a role', () => {
  it('is made from nothing and gives exactly what it names', async () => {
    const role = await make({
      permissionNames: ['parts-warehouse:print', 'parts-warehouse:create'],
    });
    const person = await test.as(role.name, { companyId: office.companyA });
    const profile = (await person.get('/auth/profile')).body.data;
    const [area] = profile.role.menus;
    expect([area.name, area.subMenus.map(({ name }: { name: string }) => name)]).toEqual([
      'warehouse-management',
      ['parts-warehouse'],
    ]);
    expect(profile.role.permissions).toEqual([
      { name: 'parts-warehouse:create' },
      { name: 'parts-warehouse:print' },
    ]);
    expect((await person.get('/material_parts')).status).toBe(200);
    expect((await person.get('/suppliers')).status).toBe(403);
  });

  it('says every fault at once', async () => {
    const answer = await admin.post(
      '/roles',
      roleBody({
        name: 'Two words',
        labelEn: '',
        dataScope: 'planet',
        approvalLimit: 'twelve',
        menuIds: ['x'],
      }),
    );
    expect(answer.status).toBe(422);
    expect(fieldsOf(answer.body)).toEqual([
      'approvalLimit MONEY',
      'dataScope ONE_OF',
      'labelEn REQUIRED',
      'menuIds[0] ID',
      'name SLUG',
    ]);
    const unknown = await admin.post(
      '/roles',
      roleBody({ roleGroupId: office.companyA, permissionNames: ['parts-warehouse:fly', 'x'] }),
    );
    expect(fieldsOf(unknown.body)).toEqual([
      'permissionNames[0] UNKNOWN_ID',
      'permissionNames[1] UNKNOWN_ID',
      'roleGroupId UNKNOWN_ID',
    ]);
  });

  it('has a name of its own, which never changes', async () => {
    const role = await make();
    const duplicate = await admin.post('/roles', roleBody({ name: role.name }));
    expect([duplicate.status, duplicate.body.errors[0].field]).toEqual([409, 'name']);
    const body = await changed(role.id, { name: 'other' });
    expect(fieldsOf((await admin.patch(`/roles/${role.id}`, body)).body)).toEqual([
      'name UNKNOWN_KEY',
    ]);
  });

  it('refuses a change upon an older version', async () => {
    const role = await make();
    const body = await changed(role.id, { labelEn: 'Newer' });
    expect((await admin.patch(`/roles/${role.id}`, body)).status).toBe(200);
    const stale = await admin.patch(`/roles/${role.id}`, body);
    expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  });

  it('records what was granted and taken, by name', async () => {
    const role = await make();
    const body = await changed(role.id, {
      menuIds: [menu('suppliers')],
      permissionNames: ['suppliers:create'],
    });
    await admin.patch(`/roles/${role.id}`, body);
    const log = await test.app.db
      .selectFrom('activityLogs')
      .select(['action', 'before', 'after'])
      .where('subjectId', '=', role.id)
      .where('action', '=', 'update')
      .executeTakeFirstOrThrow();
    expect(log.before).toEqual({
      menus: ['parts-warehouse', 'warehouse-management'],
      permissions: ['parts-warehouse:print'],
    });
    expect(log.after).toEqual({
      menus: ['suppliers', 'warehouse-management'],
      permissions: ['suppliers:create'],
    });
  });

  it('that somebody has is deactivated instead of deleted', async () => {
    const role = await make();
    const person = await test.as(role.name, { companyId: office.companyA });
    const refused = await admin.delete(`/roles/${role.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect(refused.body.details.references).toEqual([{ family: 'users', count: 1 }]);
    const body = await changed(role.id, { isActive: false });
    expect((await admin.patch(`/roles/${role.id}`, body)).body.data.isActive).toBe(false);
    expect((await person.get('/material_parts')).status).toBe(403);
    const choices = (await admin.get('/roles/all?limit=1000')).body.data;
    expect(choices.map(({ id }: { id: string }) => id)).not.toContain(role.id);
    const spare = await make();
    expect((await admin.delete(`/roles/${spare.id}`)).status).toBe(200);
    expect((await admin.get(`/roles/${spare.id}`)).status).toBe(404);
  });

  it('of the system is never deleted', async () => {
    const id = roles.get('sales-officer') ?? '';
    const answer = await admin.delete(`/roles/${id}`);
    expect([answer.status, answer.body.code]).toEqual([409, 'SYSTEM_ROLE']);
    expect((await admin.get(`/roles/${id}`)).body.data.allowedActions).not.toContain('delete');
  });
});

describe('reserved names (domain-containers 1.5, 4.1)', () => {
  const subjects = [...Object.keys(PAGE_VERBS), 'warehouse-management', 'all', 'leader', 'sales'];
  it.each(['roles', 'role_groups'])('are refused to %s', async (family) => {
    for (const name of [...subjects, 'Users ', ' ALL', 'ｕｓｅｒｓ', 'Member']) {
      const answer = await admin.post(
        `/${family}`,
        family === 'roles' ? roleBody({ name }) : { name, labelEn: 'A', labelTh: 'ก' },
      );
      expect([name, answer.status, fieldsOf(answer.body)]).toEqual([
        name,
        422,
        ['name RESERVED_NAME'],
      ]);
    }
  });

  it('are refused when a group is renamed', async () => {
    const body = { name: newName(), labelEn: 'Night', labelTh: 'กะดึก' };
    const group = (await admin.post('/role_groups', body)).body.data;
    const answer = await admin.patch(`/role_groups/${group.id}`, {
      ...body,
      version: 1,
      name: 'Users',
    });
    expect(fieldsOf(answer.body)).toEqual(['name RESERVED_NAME']);
  });
});

describe('nobody grants what they lack', () => {
  it('names each ability, by its field', async () => {
    const maker = await roleMaker();
    const answer = await maker.post(
      '/roles',
      roleBody({
        menuIds: [menu('parts-warehouse'), menu('suppliers')],
        permissionNames: ['parts-warehouse:print', 'parts-warehouse:view-cost', 'all:manage'],
        dataScope: 'all',
        approvalLimit: '5000.01',
        discountLimitPercent: '1.00',
      }),
    );
    expect(fieldsOf(answer.body)).toEqual([
      'approvalLimit LIMIT_NOT_HELD',
      'dataScope SCOPE_NOT_HELD',
      'discountLimitPercent LIMIT_NOT_HELD',
      'menuIds[1] NOT_HELD',
      'permissionNames[1] NOT_HELD',
      'permissionNames[2] NOT_HELD',
    ]);
    const named = answer.body.errors.find(
      ({ field }: { field: string }) => field === 'permissionNames[1]',
    );
    expect(named.message).toContain('parts-warehouse:view-cost');
    const within = roleBody({ approvalLimit: '5000.00' });
    expect((await maker.post('/roles', within)).status).toBe(201);
  });

  it('but what the role has already may stay, and may be taken', async () => {
    const maker = await roleMaker();
    const role = await make({
      menuIds: [menu('suppliers')],
      permissionNames: ['suppliers:create'],
      approvalLimit: '90000.00',
    });
    const kept = await maker.patch(
      `/roles/${role.id}`,
      await changed(role.id, { labelEn: 'Buyer' }),
    );
    expect(kept.status).toBe(200);
    const taken = await changed(role.id, { permissionNames: [], approvalLimit: '80000.00' });
    expect((await maker.patch(`/roles/${role.id}`, taken)).body.data.permissionNames).toEqual([]);
    const again = await changed(role.id, { permissionNames: ['suppliers:create'] });
    expect(fieldsOf((await maker.patch(`/roles/${role.id}`, again)).body)).toEqual([
      'permissionNames[0] NOT_HELD',
    ]);
  });

  it('lets whoever manages everything name the right to approve one’s own work', async () => {
    const role = await make({ permissionNames: ['purchase-requests:approve-own'] });
    expect(role.permissionNames).toEqual(['purchase-requests:approve-own']);
  });

  it('keeps roles that reach everything to system administrators', async () => {
    const maker = await roleMaker();
    const everywhere = await make({ dataScope: 'all' });
    for (const id of [roles.get('system-admin'), everywhere.id]) {
      expect((await maker.get(`/roles/${id}`)).body.data.allowedActions).toEqual([]);
      const answer = await maker.patch(`/roles/${id}`, await changed(id, { labelEn: 'Mine' }));
      expect([answer.status, answer.body.code]).toEqual([409, 'PROTECTED_ROLE']);
    }
  });

  it('and nobody edits their own role', async () => {
    const maker = await roleMaker();
    const { roleId } = await test.app.db
      .selectFrom('users')
      .select('roleId')
      .where('id', '=', maker.userId)
      .executeTakeFirstOrThrow();
    const body = await changed(String(roleId), { permissionNames: [] });
    const answer = await maker.patch(`/roles/${roleId}`, body);
    expect([answer.status, answer.body.code]).toEqual([409, 'OWN_ROLE']);
    expect((await maker.delete(`/roles/${roleId}`)).body.code).toBe('OWN_ROLE');
    expect((await maker.get(`/roles/${roleId}`)).body.data.allowedActions).toEqual([]);
  });
});

describe('giving and taking a role', () => {
  it('is for people of one’s companies, and tells them', async () => {
    const role = await make({ assignableBy: ['company-admin'] });
    const here = await test.as('technician', { companyId: office.companyA });
    const there = await test.as('technician', { companyId: office.companyB });
    const path = `/roles/${role.id}/assign-user`;
    const mixed = await boss.post(path, { userIds: [here.userId, there.userId] });
    expect([mixed.status, fieldsOf(mixed.body)]).toEqual([422, ['userIds[1] UNKNOWN_ID']]);
    expect((await here.get('/auth/profile')).body.data.role.name).toBe('technician');
    const given = await boss.post(path, { userIds: [here.userId] });
    expect(given.body.data.users.map(({ id }: { id: string }) => id)).toEqual([here.userId]);
    expect((await here.get('/auth/profile')).body.data.role.name).toBe(role.name);
    const [notice] = (await here.get('/notifications')).body.data;
    expect(notice).toMatchObject({ category: 'message', title: 'Your access has changed' });
  });

  it('counts and names only people of one’s companies', async () => {
    const role = await make();
    await test.as(role.name, { companyId: office.companyA });
    await test.as(role.name, { companyId: office.companyB });
    const whole = (await admin.get(`/roles/${role.id}`)).body.data;
    const part = (await boss.get(`/roles/${role.id}`)).body.data;
    expect([whole.usersCount, whole.users.length]).toEqual([2, 2]);
    expect([part.usersCount, part.users.length]).toEqual([1, 1]);
  });

  it('goes neither beyond one’s rank nor to oneself', async () => {
    const chief = await test.as('system-admin', { companyId: office.companyA });
    const person = await test.as('technician', { companyId: office.companyA });
    const give = (name: string, userId: string) =>
      boss.post(`/roles/${roles.get(name)}/assign-user`, { userIds: [userId] });
    const everywhere = await make({ dataScope: 'all' });
    roles.set(everywhere.name, everywhere.id);
    for (const name of ['system-admin', everywhere.name]) {
      const high = await give(name, person.userId);
      expect([high.status, high.body.code]).toEqual([409, 'PROTECTED_ROLE']);
    }
    expect(fieldsOf((await give('technician', boss.userId)).body)).toEqual(['userIds[0] OWN_ROLE']);
    expect(fieldsOf((await give('technician', chief.userId)).body)).toEqual([
      'userIds[0] PROTECTED_ACCOUNT',
    ]);
    const own = await boss.post(`/roles/${roles.get('company-admin')}/remove-user`, {
      userIds: [boss.userId],
    });
    expect(fieldsOf(own.body)).toEqual(['userIds[0] OWN_ROLE']);
  });

  it('takes a role only from those who have it, who then have none', async () => {
    const role = await make();
    const person = await test.as(role.name, { companyId: office.companyA });
    const other = await test.as('technician', { companyId: office.companyA });
    const path = `/roles/${role.id}/remove-user`;
    expect(fieldsOf((await boss.post(path, { userIds: [other.userId] })).body)).toEqual([
      'userIds[0] NOT_IN_ROLE',
    ]);
    expect((await boss.post(path, { userIds: [person.userId] })).body.data.usersCount).toBe(0);
    expect((await person.get('/auth/profile')).body.data.role).toBeNull();
    expect((await person.get('/material_parts')).status).toBe(403);
  });

  it('gives nobody a role that is out of use', async () => {
    const role = await make();
    await admin.patch(`/roles/${role.id}`, await changed(role.id, { isActive: false }));
    const person = await test.as('technician', { companyId: office.companyA });
    const answer = await boss.post(`/roles/${role.id}/assign-user`, { userIds: [person.userId] });
    expect([answer.status, answer.body.code]).toEqual([409, 'INACTIVE']);
  });
});

describe('the last system administrator', () => {
  it('stays, whoever takes whose role, also at the same time', async () => {
    const elsewhere = await createTestApp();
    try {
      const first = await elsewhere.as('system-admin');
      const catalogue = (await first.get('/roles?search=system-admin')).body.data;
      const systemAdmin = catalogue[0].id;
      const deputy = (
        await first.post(
          '/roles',
          roleBody({ menuIds: [], permissionNames: ['all:manage'], dataScope: 'all' }),
        )
      ).body.data;
      const second = await elsewhere.as(deputy.name, { companyId: elsewhere.companyId });
      await second.get('/auth/profile');
      const lame = { menuIds: [], permissionNames: [], dataScope: 'company' };
      const body = { ...roleBody(lame), name: undefined };
      const answers = await Promise.all([
        first.patch(`/roles/${deputy.id}`, { ...body, version: 1 }),
        second.post(`/roles/${systemAdmin}/remove-user`, { userIds: [first.userId] }),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses).toContain(200);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(answers.map(({ body: said }) => said.code)).toContain('LAST_ADMIN');
    } finally {
      await elsewhere.close();
    }
  });
});

describe('a change of rights', () => {
  /** The events of somebody's stream, until there are so many profile events. */
  async function profileEvents(who: Person, act: () => Promise<unknown>): Promise<number> {
    const stream = await test.app.openEvents(
      { ...(await who.actor()), sessionId: await sessionOf(who) },
      null,
    );
    let seen = '';
    const arrived = new Promise<void>((resolve) => {
      stream.on('data', (piece: Buffer) => {
        seen += piece.toString();
        if (seen.includes('event: profile')) resolve();
      });
    });
    await act();
    await arrived;
    stream.destroy();
    return seen.split('event: profile').length - 1;
  }
  const sessionOf = async (who: Person) =>
    (
      await test.app.db
        .selectFrom('sessions')
        .select('id')
        .where('userId', '=', who.userId)
        .executeTakeFirstOrThrow()
    ).id;

  it.each<[string, (ids: { role: string; user: string; group: string }) => Promise<unknown>]>([
    [
      'an edited role',
      async ({ role }) =>
        admin.patch(`/roles/${role}`, await changed(role, { permissionNames: [] })),
    ],
    [
      'another data scope',
      async ({ role }) => admin.patch(`/roles/${role}`, await changed(role, { dataScope: 'own' })),
    ],
    [
      'a deactivated role',
      async ({ role }) => admin.patch(`/roles/${role}`, await changed(role, { isActive: false })),
    ],
    [
      'a role that is given',
      ({ user }) => admin.post(`/roles/${roles.get('auditor')}/assign-user`, { userIds: [user] }),
    ],
    [
      'a role that is taken',
      ({ role, user }) => admin.post(`/roles/${role}/remove-user`, { userIds: [user] }),
    ],
    [
      'a group that is renamed',
      ({ group }) =>
        admin.patch(`/role_groups/${group}`, {
          version: 1,
          name: newName(),
          labelEn: 'Renamed',
          labelTh: 'ชื่อใหม่',
        }),
    ],
    [
      'a role that leaves its group',
      ({ role, group }) => admin.post(`/role_groups/${group}/unassign-role`, { roleId: role }),
    ],
  ])('reaches people who are signed in: %s', async (_name, act) => {
    const group = (
      await admin.post('/role_groups', { name: newName(), labelEn: 'Shift', labelTh: 'กะ' })
    ).body.data;
    const role = await make({ roleGroupId: group.id });
    const person = await test.as(role.name, { companyId: office.companyA });
    const ids = { role: role.id, user: person.userId, group: group.id };
    expect(await profileEvents(person, () => act(ids))).toBeGreaterThan(0);
  });
});

describe('role groups', () => {
  it('are made, renamed, counted, left and deleted', async () => {
    const name = newName();
    const made = await admin.post('/role_groups', { name, labelEn: 'Depot', labelTh: 'ดีโป' });
    expect([made.status, made.body.data.rolesCount]).toEqual([201, 0]);
    const { id } = made.body.data;
    const duplicate = await admin.post('/role_groups', { name, labelEn: 'Depot', labelTh: 'ดีโป' });
    expect([duplicate.status, duplicate.body.errors[0].field]).toEqual([409, 'name']);
    const role = await make({ roleGroupId: id });
    const shown = (await admin.get(`/role_groups/${id}`)).body.data;
    expect([shown.rolesCount, shown.roles[0].id]).toEqual([1, role.id]);
    const used = await admin.delete(`/role_groups/${id}`);
    expect([used.status, used.body.details.references]).toEqual([
      409,
      [{ family: 'roles', count: 1 }],
    ]);
    const left = await admin.post(`/role_groups/${id}/unassign-role`, { roleId: role.id });
    expect(left.body.data.roles).toEqual([]);
    expect((await admin.get(`/roles/${role.id}`)).body.data.roleGroup).toBeNull();
    const twice = await admin.post(`/role_groups/${id}/unassign-role`, { roleId: role.id });
    expect(fieldsOf(twice.body)).toEqual(['roleId UNKNOWN_ID']);
    expect((await admin.delete(`/role_groups/${id}`)).status).toBe(200);
  });

  it('keep their version, and a seeded one its name where only its labels change', async () => {
    const { data } = (await admin.get('/role_groups?search=warehousing')).body;
    const [{ id, version, name }] = data;
    const body = { version, name, labelEn: 'Warehouses', labelTh: 'คลังสินค้า' };
    expect((await admin.patch(`/role_groups/${id}`, body)).status).toBe(200);
    expect((await admin.patch(`/role_groups/${id}`, body)).body.code).toBe('VERSION_CONFLICT');
  });
});

describe('the permissions there are', () => {
  it('stand under their pages, in the order of the menu, in both languages', async () => {
    const groups = (await boss.get('/permissions/groups')).body.data;
    const names = groups.map(({ name }: { name: string }) => name);
    expect([...names].sort()).toEqual(Object.keys(PAGE_VERBS).sort());
    expect(names[0]).toBe('dashboard');
    const orders = groups.find(({ name }: { name: string }) => name === 'purchase-orders');
    expect(orders).toMatchObject({
      labelEn: 'Purchase orders',
      menuId: menu('purchase-orders'),
      area: { name: 'purchase-management' },
    });
    expect(orders.permissions[0]).toEqual({
      name: 'purchase-orders:view',
      labelEn: 'View',
      labelTh: 'ดู',
    });
    const all = groups.flatMap(({ permissions }: { permissions: { name: string }[] }) =>
      permissions.map(({ name }) => name),
    );
    expect(all.sort()).toEqual(allAbilities().sort());
  });

  it('have words for every verb', () => {
    const verbs = new Set(allAbilities().map((ability) => ability.slice(ability.indexOf(':') + 1)));
    const bare = [...verbs].filter(
      (verb) => verbLabels(verb).labelTh === verb.replaceAll('-', ' '),
    );
    expect(bare).toEqual([]);
  });

  it('include a menu that an administrator has added', async () => {
    const now = new Date();
    await test.app.pg.query(
      `insert into menus (name, label_en, label_th, url_path, sort, created_at, updated_at)
        values ('intranet', 'Intranet', 'อินทราเน็ต', '/intranet', 900, $1, $1)`,
      [now],
    );
    const groups = (await boss.get('/permissions/groups')).body.data;
    const added = groups.find(({ name }: { name: string }) => name === 'intranet');
    expect(added.permissions).toEqual([{ name: 'intranet:view', labelEn: 'View', labelTh: 'ดู' }]);
    const refused = await admin.post('/roles', roleBody({ name: 'intranet' }));
    expect(fieldsOf(refused.body)).toEqual(['name RESERVED_NAME']);
    await test.app.pg.query("delete from menus where name = 'intranet'");
  });
});

describe('who may do what', () => {
  const rowsOf = async (who: Person, query = '') =>
    (await admin.get(`/users/${who.userId}/abilities?limit=100${query}`)).body.data as {
      ability: string;
      sources: { kind: string; name: string }[];
    }[];

  it.each(ROLE_SEEDS.map(({ name }) => name))(
    'agrees with what the server lets %s do',
    async (name) => {
      const person = await test.as(name, { companyId: office.companyA });
      const actor = await person.actor();
      const { meta } = (await admin.get(`/users/${person.userId}/abilities`)).body;
      const pages = Array.from({ length: Math.ceil(meta.totalItems / 100) }, (_, page) => page + 1);
      const rows = (await Promise.all(pages.map((page) => rowsOf(person, `&page=${page}`)))).flat();
      const shown = rows
        .map(({ ability }) => ability)
        .filter((one) => allAbilities().includes(one));
      const held = allAbilities().filter((ability) => can(actor.grants, ability));
      expect(shown.sort()).toEqual(held.sort());
    },
  );

  it('names every source: page, permission, and the team’s position and type', async () => {
    const now = new Date();
    const { rows } = await test.app.pg.query<{ id: string }>(
      `insert into teams (name, type, company_id, created_at, updated_at)
        values ($1, 'engineer', $3, $2, $2) returning id`,
      [`Team ${tag()}`, now, office.companyA],
    );
    const person = await test.as('technician', {
      companyId: office.companyA,
      teamId: String(rows[0]?.id),
    });
    await test.app.pg.query(`update users set team_position = 'leader' where id = $1`, [
      person.userId,
    ]);
    const found = await rowsOf(person, '&search=repair-list');
    expect(found.find(({ ability }) => ability === 'repair-list:view')?.sources).toEqual([
      { kind: 'menu', name: 'Repair jobs', nameTh: 'งานซ่อม' },
    ]);
    expect(found.find(({ ability }) => ability === 'repair-list:work')?.sources).toMatchObject([
      { kind: 'permission', name: 'repair-list:work' },
    ]);
    const teams = await rowsOf(person, '&source=teamPosition,teamType');
    expect(teams.map(({ ability }) => ability)).toEqual(['leader:manage', 'engineer:manage']);
    const head = (await admin.get(`/users/${person.userId}/access`)).body.data;
    expect(head).toMatchObject({
      role: { code: 'technician', isActive: true },
      team: { position: 'leader', type: 'engineer' },
      dataScope: 'own',
    });
  });

  it('is nothing for somebody whose role is out of use', async () => {
    const role = await make();
    const person = await test.as(role.name, { companyId: office.companyA });
    await admin.patch(`/roles/${role.id}`, await changed(role.id, { isActive: false }));
    expect(await rowsOf(person)).toEqual([]);
  });

  it('is shown for people of one’s companies only, and exported as it is shown', async () => {
    const here = await test.as('technician', { companyId: office.companyA });
    const there = await test.as('technician', { companyId: office.companyB });
    expect((await boss.get(`/users/${there.userId}/abilities`)).status).toBe(404);
    expect((await boss.get(`/users/${there.userId}/access`)).status).toBe(404);
    const file = await boss.get(`/users/${here.userId}/abilities?format=csv&search=repair-list`);
    expect(file.headers['content-type']).toMatch(/csv/);
    expect(String(file.body)).toContain('repair-list:work');
    expect(String(file.body)).toContain('Permission repair-list:work');
    expect(String(file.body)).not.toContain('dashboard:view');
    const technician = await here.get(`/users/${here.userId}/abilities`);
    expect(technician.status).toBe(403);
  });
});
