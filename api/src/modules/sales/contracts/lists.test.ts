import { manualClock } from '../../../kernel/index.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  type Doc,
  inForce,
  lease,
  makeWorld,
  newCustomer,
  PATH,
  type World,
} from './testing/world.ts';

let test: TestApp;
let world: World;
let doc: Doc;
let customerId: string;
/** May see containers, and no contract but their own. */
let stranger: Person;

beforeAll(async () => {
  test = await createTestApp({ clock: manualClock(new Date('2026-11-20T03:00:00Z')) });
  world = await makeWorld(test);
  customerId = await newCustomer(world.admin, world.companyId, { phone: '0866600123' });
  doc = await inForce(world, { ...lease(world), customerId });
  await inForce(world, lease(world));
  stranger = await test.as('warehouse-staff', { companyId: world.companyId });
});
afterAll(async () => test?.close());

interface Row {
  readonly id: string;
  readonly customer: { readonly id: string } | null;
  readonly contract: { readonly documentNo: string } | null;
}
const rowsOf = async (by: Person, path: string): Promise<Row[]> => expectData(await by.get(path));

it('containers are found by contract and company, and say whose they are', async () => {
  const [container, ...others] = await rowsOf(world.admin, `/products?contractId=${doc.id}`);
  expect(others).toEqual([]);
  expect(container?.id).toBe(doc.product?.id);
  expect(container?.customer?.id).toBe(customerId);
  expect(container?.contract).toEqual({ id: doc.id, documentNo: doc.documentNo });
  const own = await rowsOf(world.admin, `/products?companyId=${world.companyId}&limit=100`);
  expect(own.map(({ id }) => id)).toContain(doc.product?.id);
  const elsewhere = '01890000-0000-7000-8000-00000000ffff';
  expect(await rowsOf(world.admin, `/products?companyId=${elsewhere}`)).toEqual([]);
});

it('somebody without contracts learns neither customer nor container of one', async () => {
  expect(await rowsOf(stranger, `/products?contractId=${doc.id}`)).toEqual([]);
  const seen = (await rowsOf(stranger, '/products?limit=100')).filter(
    ({ id }) => id === doc.product?.id,
  );
  expect(seen.map(({ customer, contract }) => [customer, contract])).not.toContainEqual([
    expect.anything(),
    expect.anything(),
  ]);
});

it('invoices are found by the contract that they bill', async () => {
  const found = await world.admin.get(`/invoices?contractId=${doc.id}&limit=100`);
  const { rows } = await test.app.pg.query('select id from invoices where source_id = $1', [
    doc.id,
  ]);
  expect(rows.length).toBeGreaterThan(0);
  expect(found.body.data.map(({ id }: Row) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
});

it('contracts are found by the phone of their customer, by those to whom it is shown', async () => {
  const found = await rowsOf(world.admin, `${PATH}?search=66600123`);
  expect(found.map(({ id }) => id)).toEqual([doc.id]);
});
