import './modules/index.ts';
import { sql } from 'kysely';
import { inScope, newId, scopeCondition } from './kernel/index.ts';
import { requestBody } from './modules/purchasing/testing/documents.ts';
import { createTestApp, type Person, type TestApp } from './testing/index.ts';
import { visibilityOf } from './workflow/index.ts';
import { expectData, makeWorld, type World } from './workflow/testing/world.ts';

/** The data scope `zone` (domain-containers 1.5): colleagues of one's zones, of whichever team. */
let test: TestApp;
let world: World;
/** Works in the zone; a team mate of `mate`, a neighbour of `neighbour`. */
let me: Person;
let neighbour: Person;
let mate: Person;
let zoneId: string;
const made = new Map<Person, string>();

beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  const { pg } = test.app;
  await pg.query("update roles set data_scope = 'zone' where name = 'technician'");
  const [teamA, teamB] = [newId(), newId()];
  for (const [id, name] of [
    [teamA, 'Crew A'],
    [teamB, 'Crew B'],
  ]) {
    await pg.query(
      `insert into teams (id, name, type, company_id, created_at, updated_at)
       values ($1, $2, 'engineer', $3, now(), now())`,
      [id, name, world.companyId],
    );
  }
  me = await test.as('technician', { teamId: teamA });
  mate = await test.as('technician', { teamId: teamA });
  neighbour = await test.as('technician', { teamId: teamB });
  const zone = async (code: string, people: readonly Person[]) => {
    const id = newId();
    await pg.query(
      `insert into zones (id, code, name, name_th, created_at, updated_at) values ($1, $2, $2, $2, now(), now())`,
      [id, code],
    );
    for (const { userId } of people) {
      await pg.query('insert into user_zones (user_id, zone_id) values ($1, $2)', [userId, id]);
    }
    return id;
  };
  zoneId = await zone('Z-1', [me, neighbour]);
  await zone('Z-2', [mate]);
  for (const person of [me, mate, neighbour]) {
    const { id } = expectData(await person.post('/purchase_requests', requestBody(world)));
    made.set(person, id);
  }
});
afterAll(async () => test?.close());

const idOf = (person: Person) => String(made.get(person));

it('lists and opens what people of the zone made, not what the team did elsewhere', async () => {
  const { body } = await me.get('/purchase_requests');
  const ids = body.data.map(({ id }: { id: string }) => id).sort();
  expect(ids).toEqual([idOf(me), idOf(neighbour)].sort());
  expect((await me.get(`/purchase_requests/${idOf(neighbour)}`)).status).toBe(200);
  expect((await me.get(`/purchase_requests/${idOf(mate)}`)).status).toBe(404);
});

it('decides on live events in the same way', async () => {
  const seen = async (person: Person) => {
    const ask = { subject: 'purchaseRequests', id: idOf(person) };
    const sees = await visibilityOf(test.app.pg, ask);
    return sees?.(await me.actor());
  };
  expect([await seen(me), await seen(neighbour), await seen(mate)]).toEqual([true, true, false]);
});

it('leaves whoever has no zone their own', async () => {
  const alone = await test.as('technician');
  expect((await alone.get('/purchase_requests')).body.data).toEqual([]);
});

it('sees records that lie in the zone, whoever made them', async () => {
  const actor = await me.actor();
  const stranger = newId();
  const record = { companyId: world.companyId, ownerIds: [stranger] };
  expect(inScope(actor, { ...record, zoneId })).toBe(true);
  expect(inScope(actor, { ...record, zoneId: newId() })).toBe(false);
  expect(inScope(actor, { ...record, zoneId: null })).toBe(false);
  // Of the data scope `own` the zone says nothing.
  expect(inScope({ ...actor, dataScope: 'own' }, { ...record, zoneId })).toBe(false);
  const condition = scopeCondition(actor, {
    company: 'r.company_id',
    owner: ['r.owner_id'],
    zone: 'r.zone_id',
  });
  const { rows } = await sql<{ n: number }>`select r.n from (values
      (1, ${world.companyId}::uuid, ${stranger}::uuid, ${zoneId}::uuid),
      (2, ${world.companyId}::uuid, ${stranger}::uuid, ${newId()}::uuid),
      (3, ${world.companyId}::uuid, ${me.userId}::uuid, null::uuid)
    ) r(n, company_id, owner_id, zone_id) where ${condition} order by 1`.execute(test.app.db);
  expect(rows.map(({ n }) => n)).toEqual([1, 3]);
});
