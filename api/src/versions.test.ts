import { contract, type Endpoint, type MutationEndpoint } from '@boxyard/shared/contract';
import { documentFamilyNames } from '@boxyard/shared/domain';
import { answersVersion, type ContractName, takesVersion } from './kernel/index.ts';
import { createTestApp, type Person, type TestApp } from './testing/index.ts';
import { sampleOf } from './testing/sample.ts';
import { testFamilies } from './testing/testFamilies.ts';
import { expectData, makeWorld, type World } from './workflow/testing/world.ts';

/**
 * The version that a caller saw, in the body or in `If-Match`: over every call of the contract that
 * has one, and over every record that answers one.
 */

let test: TestApp;
let world: World;
let admin: Person;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  admin = await test.as('system-admin');
});
afterAll(() => test?.close());

const NOWHERE = '01890000-0000-7000-8000-00000000ffff';
const rows = Object.entries(contract) as [ContractName, Endpoint][];
const versioned = rows.filter(([, endpoint]) => takesVersion(endpoint)) as [
  ContractName,
  MutationEndpoint,
][];

/** The call about no record, with this header and without the fields that `change` leaves out. */
function send(
  endpoint: MutationEndpoint,
  ifMatch: string,
  change: Readonly<Record<string, unknown>>,
) {
  const path = endpoint.path.replace(/:\w+/g, NOWHERE);
  const sample = endpoint.body ? (sampleOf(endpoint.body) as object) : {};
  const body = { ...sample, ...change };
  const extra = { headers: { 'if-match': ifMatch } };
  if (endpoint.method === 'PATCH') return admin.patch(path, body, extra);
  return endpoint.method === 'PUT' ? admin.put(path, body, extra) : admin.post(path, body, extra);
}
const faultsOf = ({ body }: { readonly body: { readonly errors?: readonly object[] } }) =>
  body.errors ?? [];

it('knows the calls that name a version', () => {
  expect(versioned.length).toBeGreaterThan(150);
  expect(versioned.map(([name]) => name)).toEqual(
    expect.arrayContaining(['units.update', 'requisitions.approve', 'contracts.changeStatus']),
  );
});

describe.each(versioned)('%s', (_name, endpoint) => {
  it('takes the version of If-Match, and nothing that is none', async () => {
    const taken = await send(endpoint, '"3"', { version: undefined });
    expect([200, 201, 404, 409, 422]).toContain(taken.status);
    expect(faultsOf(taken)).not.toContainEqual(expect.objectContaining({ field: 'version' }));
    const refused = await send(endpoint, '"0"', { version: undefined });
    expect(refused.status).toBe(422);
    expect(faultsOf(refused)).toContainEqual(
      expect.objectContaining({ field: 'version', code: 'MIN' }),
    );
    for (const none of ['3', '""', '"3", "4"', 'x']) {
      expect([none, (await send(endpoint, none, { version: undefined })).status]).toEqual([
        none,
        400,
      ]);
    }
  });

  it('refuses a body that names another version', async () => {
    const same = await send(endpoint, '"3"', { version: 3 });
    expect(faultsOf(same)).not.toContainEqual(expect.objectContaining({ field: 'version' }));
    const differs = await send(endpoint, '"3"', { version: 4 });
    expect(differs.status).toBe(422);
    expect(faultsOf(differs)).toContainEqual(
      expect.objectContaining({ field: 'version', code: 'IF_MATCH' }),
    );
  });
});

describe('a record that was read', () => {
  it.each(testFamilies.map((family) => [family.family, family] as const))(
    '%s: GET answers its version as ETag',
    async (family, { path, plant }) => {
      const name = `${family}.get` as ContractName;
      expect(answersVersion(contract[name] as Endpoint)).toBe(true);
      const read = await admin.get(`${path}/${await plant(world, world)}`);
      expect(read.headers.etag).toBe(`"${expectData(read).version}"`);
    },
  );

  it('is a document of any family', () => {
    const silent = documentFamilyNames.filter(
      (family) => !answersVersion(contract[`${family}.get`] as Endpoint),
    );
    expect(silent).toEqual([]);
  });

  const group = async (name: string) =>
    expectData(await admin.post('/role_groups', { name, labelEn: 'Before', labelTh: 'ก่อน' })).id;
  const change = (name: string) => ({ name, labelEn: 'After', labelTh: 'หลัง' });

  it('is changed once with its ETag, and not again with the same', async () => {
    const path = `/role_groups/${await group('if-match')}`;
    const headers = { 'if-match': String((await admin.get(path)).headers.etag) };
    expect(expectData(await admin.patch(path, change('if-match'), { headers }))).toMatchObject({
      labelEn: 'After',
      version: 2,
    });
    const stale = await admin.patch(path, change('if-match'), { headers });
    expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  });

  it('gets the first answer again for one key, header and body, and 409 for another header', async () => {
    const path = `/role_groups/${await group('if-match-key')}`;
    const again = (etag: string) =>
      admin.patch(path, change('if-match-key'), { key: 'once', headers: { 'if-match': etag } });
    expect((await again('"1"')).status).toBe(200);
    expect((await again('W/"1"')).headers['idempotent-replay']).toBe('true');
    expect((await again('"2"')).status).toBe(409);
  });

  it('is described: the header of the change, the version that its body may leave out', async () => {
    const { paths } = (await admin.get('/openapi.json')).body;
    const { get, patch } = paths['/api/v1/role_groups/{id}'];
    expect(patch.parameters).toContainEqual(
      expect.objectContaining({ name: 'If-Match', in: 'header', required: false }),
    );
    const { schema } = patch.requestBody.content['application/json'];
    expect(schema.properties.version).toBeDefined();
    expect(schema.required).not.toContain('version');
    expect(get.responses['200'].headers.ETag).toBeDefined();
    expect(paths['/api/v1/role_groups'].get.responses['200'].headers).toBeUndefined();
  });
});
