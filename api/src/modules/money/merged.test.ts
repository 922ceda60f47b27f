import { untilWaiting } from '../../testing/index.ts';
import { withTestServer } from '../../workflow/testing/testServer.ts';
import { plantCustomer } from '../partners/testing/planted.ts';
import {
  CREDIT_NOTES,
  creditBody,
  INVOICES,
  invoiceBody,
  issued,
  makeWorld,
  PAYMENTS,
  paid,
  paymentBody,
  type World,
} from './testing/world.ts';

/** What is written for a customer while somebody merges it into another one. */
let world: World;
let kept: string;
withTestServer('2026-11-28T03:00:00Z', async (test) => {
  world = await makeWorld(test);
  kept = await plantCustomer(test, world);
});

it('waits for the merge, and stands with nobody or with the customer that stays', async () => {
  const invoice = await issued(world, { taxPoint: 'delivery' });
  await paid(world, invoice, '535.00');
  const { pool } = world.test.runtime;
  const merging = await pool.connect();
  await merging.query('begin');
  await merging.query('select id from customers where id = any($1) order by id for update', [
    [world.customerId, kept],
  ]);
  const customerId = world.customerId;
  const written = [
    world.clerk.post(`${PAYMENTS}/manual`, paymentBody(world)),
    world.clerk.post(
      `${PAYMENTS}/manual`,
      paymentBody(world, { allocations: [{ invoiceId: invoice.id, amount: '535.00' }] }),
    ),
    world.clerk.post(INVOICES, invoiceBody(world)),
    world.clerk.post(CREDIT_NOTES, creditBody(invoice)),
  ];
  await untilWaiting(world.test, written.length);
  for (const table of ['invoices', 'payments', 'tax_entries'])
    await merging.query(`update ${table} set customer_id = $2 where customer_id = $1`, [
      customerId,
      kept,
    ]);
  await merging.query('update customers set is_active = false, merged_into_id = $2 where id = $1', [
    customerId,
    kept,
  ]);
  await merging.query('commit');
  merging.release();
  const answers = await Promise.all(written);
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    Array(written.length).fill([409, 'CUSTOMER_MERGED']),
  );
  const { rows } = await pool.query(
    `select (select count(*) from payments where customer_id = $1)
      + (select count(*) from invoices where customer_id = $1)
      + (select count(*) from credit_notes where customer_id = $1) as left`,
    [customerId],
  );
  expect(Number(rows[0]?.left)).toBe(0);
});

it('is refused by every table that names a customer', async () => {
  const { rows } = await world.test.app.pg.query<{ table: string }>(
    `select c.conrelid::regclass::text as table from pg_constraint c
      where c.contype = 'f' and c.confrelid = 'customers'::regclass and c.conparentid = 0
        and c.conrelid <> 'customers'::regclass
        and not exists (select 1 from pg_trigger t join pg_proc f on f.oid = t.tgfoid
          where t.tgrelid = c.conrelid and f.proname = 'refuse_merged_customer')`,
  );
  expect(rows.map(({ table }) => table)).toEqual([]);
});
