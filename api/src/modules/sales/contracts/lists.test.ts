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

describe('filters of zone, warranty and due date', () => {
  it('contracts are found by the zone of their customer, and its tabs count those alone', async () => {
    const { rows } = await test.app.pg.query<{ id: string }>(
      `with r as (insert into regions (code, name, name_th, created_at, updated_at)
          values ('FLT', 'Filtered', 'ภาคทดสอบ', now(), now()) returning id)
        insert into zones (code, name, name_th, region_id, created_at, updated_at)
          select 'FLT', 'Filtered', 'เขตทดสอบ', id, now(), now() from r returning id`,
    );
    const zoneId = String(rows[0]?.id);
    await test.app.pg.query('update customers set zone_id = $1 where id = $2', [
      zoneId,
      customerId,
    ]);
    const { body } = await world.admin.get(`${PATH}?zoneId=${zoneId}&limit=100`);
    expect(body.data.map(({ id }: Row) => id)).toEqual([doc.id]);
    expect(body.meta.counts).toMatchObject({ pending: 0, other: 1 });
  });

  it('containers are found by the end of their warranty, from a day to another', async () => {
    const { warrantyEnd } = expectData(await world.admin.get(`/products/${doc.product?.id}`));
    const near = (days: number) =>
      new Date(Date.parse(warrantyEnd) + days * 86_400_000).toISOString().slice(0, 10);
    const within = await rowsOf(
      world.admin,
      `/products?warrantyEnd.after=${near(-1)}&warrantyEnd.before=${near(1)}&limit=100`,
    );
    expect(within.map(({ id }) => id)).toContain(doc.product?.id);
    const { body } = await world.admin.get(`/products?warrantyEnd.after=${near(0)}&limit=100`);
    expect(body.data.map(({ id }: Row) => id)).not.toContain(doc.product?.id);
    // The tabs count what the filter leaves.
    const { installed = 0 } = body.meta.counts;
    expect(installed).toBe(
      body.data.filter(({ status }: { readonly status: string }) => status === 'installed').length,
    );
    const without = await rowsOf(world.admin, '/products?warrantyEnd.empty=true&limit=100');
    expect(without.map(({ id }) => id)).not.toContain(doc.product?.id);
  });

  it('invoices are found by when they are due, by being late, and by their contract', async () => {
    const all = (await world.admin.get(`/invoices?contractId=${doc.id}&limit=100`)).body
      .data as readonly {
      readonly id: string;
      readonly dueDate: string;
      readonly status: string;
    }[];
    const [first] = all;
    const day = first?.dueDate ?? '';
    const beside = (days: number) =>
      new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    const of = `/invoices?contractId=${doc.id}&limit=100`;
    const due = await rowsOf(
      world.admin,
      `${of}&dueDate.after=${beside(-1)}&dueDate.before=${beside(1)}`,
    );
    expect(due.map(({ id }) => id).sort()).toEqual(
      all
        .filter(({ dueDate }) => dueDate === day)
        .map(({ id }) => id)
        .sort(),
    );
    const late = await world.admin.get(`${of}&status=overdue`);
    expect(late.body.data.map(({ id }: Row) => id)).toEqual(
      all.filter(({ status }) => status === 'overdue').map(({ id }) => id),
    );
    const { body } = await world.admin.get(`${of}&dueDate.after=${beside(3650)}`);
    expect([body.data, Object.values(body.meta.counts).every((count) => count === 0)]).toEqual([
      [],
      true,
    ]);
  });

  it('contracts are found by the tax id of their customer, by those to whom it is shown', async () => {
    const { rows } = await test.app.pg.query<{ tax: string }>(
      'select tax_id as tax from customers where id = $1',
      [customerId],
    );
    const search = `${PATH}?search=${rows[0]?.tax}&limit=100`;
    expect((await rowsOf(world.admin, search)).map(({ id }) => id)).toContain(doc.id);
    expect(await rowsOf(world.seller, search)).toEqual([]);
  });
});

it('payments of its contract stand in the timeline of a container, for those who may read them', async () => {
  const { body: billed } = await world.admin.get(`/invoices?contractId=${doc.id}&limit=10`);
  const invoice = billed.data.find(
    ({ balance }: { readonly balance: string }) => Number(balance) > 0,
  );
  const clerk = await test.as('accounting-officer');
  const payment = expectData(
    await clerk.post('/payments/manual', {
      customerId,
      method: 'cash',
      paidAt: test.app.clock.now().toISOString(),
      amount: invoice.balance,
      allocations: [{ invoiceId: invoice.id, amount: invoice.balance }],
    }),
  );
  const path = `/products/${doc.product?.id}/tracking?kind=payment`;
  expect(await rowsOf(world.admin, path)).toEqual([]);
  const accountant = await test.as('accounting-manager');
  expectData(await accountant.post(`/payments/${payment.id}/verify`, { version: payment.version }));
  expect(await rowsOf(world.admin, path)).toEqual([
    expect.objectContaining({
      id: `payment-${payment.id}`,
      kind: 'payment',
      what: 'paid',
      values: { amount: invoice.balance },
      document: { type: 'payment', id: payment.id, documentNo: payment.documentNo },
    }),
  ]);
  // A reader without payments sees that one was made, without number and amount.
  const [seen] = (await rowsOf(stranger, path)) as unknown as readonly {
    readonly id: string;
    readonly values: object;
    readonly document: object;
  }[];
  expect(seen).toMatchObject({
    values: { amount: null },
    document: { type: 'payment', id: null, documentNo: null },
  });
  expect(seen?.id).not.toContain(payment.id);
});
