import { createTestApp, type TestApp } from '../../testing/index.ts';
import {
  companyBody,
  makeCatalogue,
  makeOffice,
  type Office,
  partBody,
  supplierBody,
  tag,
  warehouseBody,
} from './testing/office.ts';

/** What is the same for every master (defineMaster): versions, the log, deletion. */
type Body = Readonly<Record<string, unknown>>;

/** A path, a body that makes a record, and what of it the record keeps for good. */
const MASTERS: readonly [string, (office: Office) => Promise<Body> | Body, ...string[]][] = [
  ['/units', () => ({ code: `U${tag()}`.slice(-10), name: `Unit ${tag()}`, allowFraction: true })],
  ['/categories', () => ({ code: `C${tag()}`, name: `Category ${tag()}` })],
  ['/material_parts', async (office) => partBody(await makeCatalogue(office))],
  ['/suppliers', () => supplierBody()],
  ['/companies', () => companyBody()],
  ['/sub-warehouses', ({ companyA }) => warehouseBody(companyA), 'companyId', 'code', 'kind'],
  ['/regions', () => ({ code: `R-${tag()}`, name: `Region ${tag()}`, nameTh: `ภาค ${tag()}` })],
  [
    '/zones',
    () => ({ code: `Z-${tag()}`, name: `Zone ${tag()}`, nameTh: `โซน ${tag()}`, amphoeIds: [] }),
  ],
];

let test: TestApp;
let office: Office;

beforeAll(async () => {
  test = await createTestApp();
  office = await makeOffice(test);
});
afterAll(() => test.close());

const entriesOf = (id: string) =>
  test.app.db
    .selectFrom('history')
    .select(['action', 'diff'])
    .where('subjectId', '=', id)
    .orderBy('id')
    .execute();

it.each(MASTERS)(
  '%s: a change of a version that is gone changes nothing',
  async (path, make, ...fixed) => {
    const { admin } = office;
    const body = await make(office);
    const row = (await admin.post(path, body)).body.data;
    const changes = Object.fromEntries(
      Object.entries(body).filter(([key]) => !fixed.includes(key)),
    );
    const change = (version: number, name: string) =>
      admin.patch(`${path}/${row.id}`, {
        ...changes,
        ...(path === '/companies' ? { nameEn: name } : { name }),
        ...(path === '/suppliers' ? { isBlocked: false } : {}),
        version,
        isActive: true,
      });
    const renamed = `Renamed ${tag()}`;
    expect((await change(row.version, renamed)).status).toBe(200);
    const late = await change(row.version, `Too late ${tag()}`);
    expect([late.status, late.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    const entries = await entriesOf(row.id);
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update']);
    expect(Object.values(entries[1]?.diff ?? {})).toEqual([
      { from: expect.anything(), to: renamed },
    ]);
  },
);
