import { API_BASE, contract, type Endpoint } from '@boxyard/shared/contract';
import { can, PAGE_VERBS, ROLE_SEEDS } from '@boxyard/shared/domain';
import type { ContractName } from './kernel/index.ts';
import { handlers } from './modules/index.ts';
import { createTestApp, type Person, type TestApp } from './testing/index.ts';

/** Issue 2, point 7: every endpoint by its class, every role by the permission table. */
let test: TestApp;
let people: Map<string, Person>;
let roleless: Person;
beforeAll(async () => {
  test = await createTestApp();
  people = new Map();
  for (const { name } of ROLE_SEEDS) people.set(name, await test.as(name));
  roleless = await test.as('auditor');
  await test.app.db
    .updateTable('users')
    .set({ roleId: null })
    .where('id', '=', roleless.userId)
    .execute();
  test.app.forgetActors();
});
afterAll(async () => test?.close());

const rows = (Object.entries(contract) as [ContractName, Endpoint][]).filter(
  ([, { kind }]) => kind !== 'stream',
);
const NOWHERE = '01890000-0000-7000-8000-00000000ffff';
const pathOf = ({ path }: Endpoint): string => path.replace(/:\w+/g, NOWHERE);

/** A call that no record answers and whose body is empty: only its status matters. */
const send = (who: Person, endpoint: Endpoint) => {
  const path = pathOf(endpoint);
  switch (endpoint.method) {
    case 'GET':
      return who.get(path);
    case 'DELETE':
      return who.delete(path);
    case 'POST':
      return who.post(path, {});
    case 'PATCH':
      return who.patch(path, {});
    case 'PUT':
      return who.put(path, {});
  }
};

describe('the contract', () => {
  it('has a handler for every row', () => {
    expect(Object.keys(contract).filter((name) => !(name in handlers))).toEqual([]);
  });

  it('names abilities that exist', () => {
    for (const [name, { access }] of rows) {
      if (access.kind !== 'ability') continue;
      for (const ability of access.anyOf) {
        const [page = '', verb = ''] = ability.split(':');
        expect([name, verb === 'view' || PAGE_VERBS[page]?.includes(verb)]).toEqual([name, true]);
      }
    }
  });

  it.each(rows)('%s answers 401 without a token, unless it is public', async (_name, endpoint) => {
    const { status } = await send(test.nobody, endpoint);
    if (endpoint.access.kind === 'public') expect([200, 201, 422]).toContain(status);
    else expect(status).toBe(401);
  });

  // Signing out would end this person's part.
  const staying = rows.filter(([name]) => name !== 'auth.signOut');
  it.each(staying)('%s answers 403 only where an ability is needed', async (_name, endpoint) => {
    const { status } = await send(roleless, endpoint);
    if (endpoint.access.kind === 'ability') expect(status).toBe(403);
    else expect([200, 201, 404, 409, 422]).toContain(status);
  });

  it.each(ROLE_SEEDS.map(({ name }) => name))('lets %s do what the table says', async (role) => {
    const person = people.get(role);
    if (!person) throw new Error(role);
    const { grants } = await person.actor();
    for (const [name, endpoint] of rows) {
      const { access } = endpoint;
      if (access.kind !== 'ability') continue;
      const { status } = await send(person, endpoint);
      const mayOwn =
        access.orOwner === true &&
        access.anyOf.some((ability) => can(grants, `${ability.split(':')[0]}:create`));
      const allowed = access.anyOf.some((ability) => can(grants, ability)) || mayOwn;
      expect([name, role, status === 403 ? 'refused' : 'let in']).toEqual([
        name,
        role,
        allowed ? 'let in' : 'refused',
      ]);
      expect(status).toBeLessThan(500);
    }
  });

  it('lets the auditor change nothing', async () => {
    const auditor = people.get('auditor');
    if (!auditor) throw new Error('auditor');
    const changing = rows.filter(
      ([, { method, access }]) => method !== 'GET' && access.kind === 'ability',
    );
    for (const [name, endpoint] of changing) {
      expect([name, (await send(auditor, endpoint)).status]).toEqual([name, 403]);
    }
  });

  it('answers 405 for verbs that a path does not have', async () => {
    const admin = people.get('system-admin');
    const known = new Set(rows.map(([, { method, path }]) => `${method} ${path}`));
    const path = Object.values(contract)
      .map((endpoint) => endpoint.path)
      .find((candidate) => !candidate.includes(':') && !known.has(`PUT ${candidate}`));
    const answer = await admin?.put(String(path).replace(API_BASE, ''), {});
    expect(answer?.status).toBe(405);
  });
});
