import { createTestApp, type Person, type TestApp } from '../../testing/index.ts';
import { expectData, makeWorld, type World } from '../../workflow/testing/world.ts';

/** Views that people share with roles: looked at by many, changed by their owner alone (ADR 0100). */

const REPORT = 'reports.destruction';
let test: TestApp;
let world: World;
let owner: Person;
let reader: Person;
/** Sees the report without costs, and may not export it. */
let clerk: Person;
const roles: Record<string, string> = {};

async function role(name: string, abilities: readonly string[] = []): Promise<string> {
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into roles (name, label_en, label_th, data_scope, created_at, updated_at)
     values ($1, $1, $1, 'company', now(), now()) returning id`,
    [name],
  );
  const id = String(rows[0]?.id);
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
  return id;
}
async function give(person: Person, roleId: string): Promise<Person> {
  await test.app.pg.query('update users set role_id = $1 where id = $2', [roleId, person.userId]);
  test.app.forgetActors();
  return person;
}

beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  const seeded = await test.app.pg.query<{ id: string; name: string }>(
    'select id, name from roles',
  );
  for (const { id, name } of seeded.rows) roles[name] = id;
  roles.clerk = await role('report-clerk');
  owner = await test.as('warehouse-manager');
  reader = await test.as('warehouse-manager');
  clerk = await give(await test.as('technician'), roles.clerk);
});
afterAll(() => test?.close());
beforeEach(() => test.app.pg.query('delete from saved_views'));

const save = async (by: Person, query: string, name = 'Losses') =>
  expectData(await by.post('/saved-views', { resource: REPORT, name, query })).id as string;
const share = (by: Person, id: string, ...[names, version = 1]: [readonly string[], number?]) =>
  by.put(`/saved-views/${id}/roles`, { version, roleIds: names.map((name) => roles[name]) });
const seenBy = async (person: Person, resource = REPORT) =>
  expectData(await person.get(`/saved-views/shared?resource=${resource}`));
const idsFor = async (person: Person): Promise<string[]> =>
  (await seenBy(person)).views.map(({ id }: { id: string }) => id);

it('is seen by whoever has the role, and by nobody else', async () => {
  const id = await save(owner, 'reason=damaged');
  expect(await idsFor(reader)).toEqual([]);
  expectData(await share(owner, id, ['clerk']));
  expect([await idsFor(clerk), await idsFor(reader), await idsFor(owner)]).toEqual([[id], [], []]);
  expect((await seenBy(clerk)).views[0]).toMatchObject({
    name: 'Losses',
    query: 'reason=damaged',
    owner: { id: owner.userId },
    isAbandoned: false,
  });
  expect((await seenBy(owner)).sharing).toEqual([{ id, roleIds: [roles.clerk] }]);
  expectData(await share(owner, id, ['clerk', 'warehouse-manager'], 2));
  expect([await idsFor(clerk), await idsFor(reader)]).toEqual([[id], [id]]);
  expectData(await share(owner, id, [], 3));
  expect([await idsFor(clerk), await idsFor(reader)]).toEqual([[], []]);
});

it('is changed by its owner alone; the others use and copy it', async () => {
  const id = await save(owner, 'reason=damaged');
  expectData(await share(owner, id, ['clerk', 'warehouse-manager']));
  for (const other of [reader, clerk]) {
    expect((await other.patch(`/saved-views/${id}`, { version: 2, name: 'Mine' })).status).toBe(
      404,
    );
    expect((await other.delete(`/saved-views/${id}`)).status).toBe(404);
    expect((await other.post(`/saved-views/${id}/take-over`)).status).toBe(404);
  }
  expect((await share(reader, id, [], 2)).status).toBe(404);
  const copy = await save(clerk, (await seenBy(clerk)).views[0].query);
  expectData(
    await owner.patch(`/saved-views/${id}`, {
      version: 2,
      name: 'Renamed',
      query: 'reason=expired',
    }),
  );
  expect((await seenBy(clerk)).views[0]).toMatchObject({
    name: 'Renamed',
    query: 'reason=expired',
  });
  const own = expectData(await clerk.get(`/saved-views?resource=${REPORT}`)).views;
  expect(own).toMatchObject([{ id: copy, query: 'reason=damaged' }]);
});

it('carries how the list is looked at and nothing else, without what its reader may not see', async () => {
  const query = new URLSearchParams({
    page: '7',
    after: 'abc',
    ids: world.part,
    record: world.part,
    reason: 'damaged',
    'reason.not': 'expired',
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    groupBy: 'reason,month',
    compare: 'year',
    sort: '-destruction',
    cols: 'destruction,lossValue,part,netLoss',
  }).toString();
  const id = await save(owner, query);
  expectData(await share(owner, id, ['clerk', 'warehouse-manager']));
  const read = async (person: Person) =>
    Object.fromEntries(new URLSearchParams((await seenBy(person)).views[0].query));
  const kept = {
    reason: 'damaged',
    'reason.not': 'expired',
    startDate: '2026-01-01',
    endDate: '2026-12-31',
    groupBy: 'reason,month',
    compare: 'year',
    sort: '-destruction',
  };
  expect(await read(reader)).toEqual({ ...kept, cols: 'destruction,lossValue,part,netLoss' });
  expect(await read(clerk)).toEqual({ ...kept, cols: 'destruction,part' });
});

it('tells no name of a record that its reader may not read', async () => {
  const narrow = await test.as('warehouse-manager', { warehouseIds: [world.warehouseId] });
  const ids = [world.warehouseId, world.otherWarehouseId];
  const id = await save(owner, `warehouseId=${ids.join()}`);
  expectData(await share(owner, id, ['warehouse-manager']));
  const { views } = await seenBy(narrow);
  expect(views[0].query).toContain(encodeURIComponent(','));
  // Names of filters are asked of the look-up, which answers what its caller may see.
  const named = expectData(
    await narrow.get(`/master-data/sub-warehouses?ids=${ids.join()}&limit=100`),
  );
  expect(named.map((one: { id: string }) => one.id)).toEqual([world.warehouseId]);
});

it('stays among people with a company in common', async () => {
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, address, created_at, updated_at)
     values ('OTHER', 'บริษัท อื่น จำกัด', 'Other Limited', '0105552029690', 'headOffice', '00000', '{}', now(), now())
     returning id`,
  );
  const stranger = await test.as('warehouse-manager', { companyId: String(rows[0]?.id) });
  const id = await save(owner, 'reason=damaged', 'What we lost to them');
  expectData(await share(owner, id, ['warehouse-manager', 'system-admin']));
  expect([await idsFor(stranger), await idsFor(reader)]).toEqual([[], [id]]);
  expect(await idsFor(world.admin)).toEqual([id]);
});

it('is shared by whoever may export the list, with roles that open it', async () => {
  const own = await save(clerk, 'reason=damaged');
  expect((await share(clerk, own, ['clerk'])).status).toBe(403);
  expect(await seenBy(clerk)).toMatchObject({ mayShare: false, roles: [] });
  const auditor = await test.as('auditor');
  expect((await share(auditor, await save(auditor, ''), ['clerk'])).status).toBe(403);

  const id = await save(owner, 'reason=damaged');
  const offered = (await seenBy(owner)).roles.map((one: { id: string }) => one.id);
  expect(offered).toContain(roles.clerk);
  expect(offered).not.toContain(roles.technician);
  const refused = await share(owner, id, ['clerk', 'technician']);
  expect([refused.status, refused.body.errors[0]]).toMatchObject([
    422,
    { field: 'roleIds[1]', code: 'UNKNOWN_ID' },
  ]);
  expect((await share(owner, id, ['clerk'], 9)).status).toBe(409);
  // Without the page nothing of it is told.
  expect(await seenBy(await test.as('technician'))).toEqual({
    views: [],
    sharing: [],
    mayShare: false,
    roles: [],
  });
  expect(await seenBy(owner, 'nothing.list')).toMatchObject({ views: [], mayShare: false });

  expectData(await share(owner, id, ['clerk']));
  await give(owner, roles.clerk ?? '');
  expect((await share(owner, id, ['clerk', 'warehouse-manager'], 2)).status).toBe(403);
  await give(owner, roles['warehouse-manager'] ?? '');
  expectData(await share(owner, id, [], 2));
});

it('outlives its role, and the account of its owner', async () => {
  const id = await save(owner, 'reason=damaged');
  roles.passing = await role('passing-clerk');
  expectData(await share(owner, id, ['passing', 'warehouse-manager']));
  expectData(await world.admin.delete(`/roles/${roles.passing}`));
  expect((await seenBy(owner)).sharing).toEqual([{ id, roleIds: [roles['warehouse-manager']] }]);

  await test.app.pg.query(`update users set status = 'suspended' where id = $1`, [owner.userId]);
  expect((await seenBy(reader)).views).toMatchObject([{ id, isAbandoned: true }]);
  await save(reader, '', 'Losses');
  expectData(await reader.post(`/saved-views/${id}/take-over`));
  const own = expectData(await reader.get(`/saved-views?resource=${REPORT}`)).views;
  expect(own.map(({ name }: { name: string }) => name)).toEqual(['Losses', 'Losses (2)']);
  expect((await seenBy(reader)).sharing).toMatchObject([{ id }]);
  await test.app.pg.query(`update users set status = 'active' where id = $1`, [owner.userId]);
  // An account whose views are shared is not deleted.
  const refused = await world.admin.delete(`/users/${reader.userId}`);
  expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
});
