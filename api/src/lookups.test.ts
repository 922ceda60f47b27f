import { contract, type Endpoint } from '@boxyard/shared/contract';
import { ADDRESS_LOOKUPS } from '@boxyard/shared/contract/areas/inventory.ts';
import { can } from '@boxyard/shared/domain';
import * as z from 'zod/mini';
import { LOOKUP_ABILITIES } from './kernel/index.ts';
import { companyBody } from './modules/masterData/testing/office.ts';
import { createTestApp, type Person, type TestApp } from './testing/index.ts';
import { SEEDED } from './testing/permissionTable.ts';
import { makeWorld, type World } from './workflow/testing/world.ts';

/** Every seeded role × every look-up (domain-conventions "Classes of calls"). */

let test: TestApp;
let world: World;
let people: Map<string, Person>;
let roleless: Person;
let foreigner: Person;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  people = new Map();
  for (const { name } of SEEDED) people.set(name, await test.as(name));
  roleless = await test.as('warehouse-manager');
  await test.app.db
    .updateTable('users')
    .set({ roleId: null })
    .where('id', '=', roleless.userId)
    .execute();
  test.app.forgetActors();
  const other = await world.admin.post('/companies', companyBody({ code: 'FAR' }));
  foreigner = await test.as('warehouse-manager', { companyId: other.body.data.id });
});
afterAll(async () => test?.close());

const lookups = (Object.entries(contract) as [string, Endpoint][]).filter(
  ([, { access }]) => access.kind === 'lookup',
);
const personOf = (role: string): Person => {
  const person = people.get(role);
  if (!person) throw new Error(role);
  return person;
};

/** What a look-up is asked with so that it finds something of the test's world. */
const asked = (name: string): { query: string; body: unknown } => {
  switch (name) {
    case 'parts.scan':
      return { query: '?code=BELT', body: {} };
    case 'masterData.amphoes':
      return { query: '?provinceId=10', body: {} };
    case 'masterData.districts':
      return { query: '?amphoeId=1001', body: {} };
    case 'masterData.zipcodes':
      return { query: '?code=10200', body: {} };
    default:
      return { query: '', body: {} };
  }
};
const ask = (who: Person, [name, endpoint]: [string, Endpoint]) => {
  const { query, body } = asked(name);
  return endpoint.method === 'GET'
    ? who.get(`${endpoint.path}${query}`)
    : who.post(endpoint.path, body);
};
const foundNothing = (data: unknown): boolean =>
  Array.isArray(data) ? data.length === 0 : (data as { exists?: boolean }).exists === false;

describe('look-ups', () => {
  it('are known where a call names them', () => {
    const named = Object.values<Endpoint>(contract).flatMap((endpoint) =>
      endpoint.kind === 'mutation' ? (endpoint.lookups ?? []) : [],
    );
    expect(named.filter((name) => !LOOKUP_ABILITIES.has(name))).toEqual([]);
  });

  it('of an address serve every call that takes one', () => {
    const unserved = (Object.entries(contract) as [string, Endpoint][]).flatMap(
      ([name, endpoint]) => {
        if (endpoint.kind !== 'mutation' || endpoint.body === undefined) return [];
        const body = JSON.stringify(
          z.toJSONSchema(endpoint.body, { unrepresentable: 'any', io: 'input' }),
        );
        if (!body.includes('"amphoeId"') || endpoint.access.kind !== 'ability') return [];
        const { anyOf } = endpoint.access;
        return ADDRESS_LOOKUPS.filter(
          (lookup) => !anyOf.every((one) => LOOKUP_ABILITIES.get(lookup)?.includes(one)),
        ).map((lookup) => `${name}: ${lookup}`);
      },
    );
    expect(unserved).toEqual([]);
  });

  it.each(lookups)('%s answers with nothing to somebody without a role', async (...lookup) => {
    const { status, body } = await ask(roleless, lookup);
    expect([status, foundNothing(body.data)]).toEqual([200, true]);
  });

  it.each(SEEDED.map(({ name }) => name))('answer %s only where they serve them', async (role) => {
    const person = personOf(role);
    const { grants } = await person.actor();
    for (const lookup of lookups) {
      const { status, body } = await ask(person, lookup);
      expect([lookup[0], status]).toEqual([lookup[0], 200]);
      const serves = LOOKUP_ABILITIES.get(lookup[0]) ?? [];
      if (!serves.some((one) => can(grants, one))) {
        expect([lookup[0], foundNothing(body.data)]).toEqual([lookup[0], true]);
      }
    }
  });

  it.each([
    ['masterData.subWarehouses', 'technician'],
    ['masterData.subWarehouses', 'warehouse-staff'],
    ['parts.master', 'technician'],
    ['parts.master', 'warehouse-staff'],
    ['units.master', 'technician'],
    ['units.master', 'purchasing-officer'],
    ['suppliers.master', 'purchasing-officer'],
    ['suppliers.master', 'warehouse-staff'],
    ['users.all', 'warehouse-manager'],
    ['users.all', 'technician'],
    ['roles.all', 'company-admin'],
    ['companies.all', 'company-admin'],
    ['masterData.provinces', 'purchasing-officer'],
    ['masterData.zipcodes', 'sales-officer'],
  ])('%s has choices for %s, whose forms need them', async (name, role) => {
    const lookup = lookups.find(([one]) => one === name);
    if (!lookup) throw new Error(name);
    const { body } = await ask(personOf(role), lookup);
    expect(body.data.length).toBeGreaterThan(0);
  });

  it('names nobody and nothing of another company', async () => {
    const { companyId, otherWarehouseId, warehouseId } = world;
    const names = await foreigner.get('/users/all?limit=1000');
    const colleagues = [...people.values()].map(({ userId }) => userId);
    const seen = names.body.data.map(({ id }: { id: string }) => id);
    expect(seen).toContain(foreigner.userId);
    expect(colleagues.filter((id) => seen.includes(id))).toEqual([]);
    for (const lookup of lookups) {
      const { raw } = await ask(foreigner, lookup);
      for (const id of [companyId, warehouseId, otherWarehouseId]) {
        expect([lookup[0], raw.includes(id)]).toEqual([lookup[0], false]);
      }
    }
  });

  it('finds people by their names only, and tells no more of them', async () => {
    const { userId, email } = personOf('technician');
    const asker = personOf('warehouse-manager');
    const found = await asker.get(`/users/all?search=${encodeURIComponent(email)}`);
    expect(found.body.data).toEqual([]);
    const named = await asker.get(`/users/all?ids=${userId}`);
    expect(Object.keys(named.body.data[0]).sort()).toEqual(['code', 'id', 'name']);
  });

  it('keeps no empty answer in the browser for the next person', async () => {
    const withheld = await roleless.get('/master-data/provinces');
    expect(withheld.headers['cache-control']).toBe('no-store');
    expect(withheld.headers.etag).toBeUndefined();
  });
});
