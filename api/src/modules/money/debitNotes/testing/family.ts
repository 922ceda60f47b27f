import { randomFamily } from '../../../../workflow/testing/randomFamily.ts';
import { defineTestFamily } from '../../../../workflow/testing/testFamily.ts';
import { expectData, type World } from '../../../../workflow/testing/world.ts';
import { customerOf, oneOf } from '../../testing/office.ts';
import { DEBIT_NOTES, INVOICES, invoiceBody } from '../../testing/world.ts';

const bodyOf = (invoiceId: string) => ({
  invoiceId,
  cause: 'undercharged',
  reason: 'Charged for one too few',
  amount: '107.00',
});

/** For the suites that go through all families. */
export const testFamily = defineTestFamily({
  family: 'debitNotes',
  path: DEBIT_NOTES,
  table: 'debit_notes',
  calls: {
    'GET /debit_notes': ['payment-data:view'],
    'GET /debit_notes/export': ['payment-data:export'],
    'GET /debit_notes/:id': ['payment-data:view'],
    'POST /debit_notes': ['payment-data:create-credit-note'],
    'POST /debit_notes/:id/approve': ['payment-data:approve-credit-note'],
    'POST /debit_notes/:id/reject': ['payment-data:approve-credit-note'],
    'POST /debit_notes/:id/cancel': ['payment-data:create-credit-note'],
    'GET /debit_notes/:id/pdf': ['payment-data:print'],
    'GET /debit_notes/:id/history': ['payment-data:view'],
    'POST /debit_notes/:id/attachments': ['payment-data:create-credit-note'],
    'DELETE /debit_notes/:id/attachments/:id': ['payment-data:create-credit-note'],
  },
  plant: async (world) => {
    const customerId = await customerOf(world);
    const body = invoiceBody({ ...world, customerId }, { taxPoint: 'delivery' });
    const { id } = expectData(await world.admin.post(INVOICES, body));
    expectData(await world.admin.post(`${INVOICES}/${id}/issue`, { version: 1 }));
    return expectData(await world.admin.post(DEBIT_NOTES, bodyOf(id))).id;
  },
  fill,
  prepare: async (world) => {
    await customerOf(world);
  },
  random: randomFamily({
    family: 'debitNotes',
    path: DEBIT_NOTES,
    table: 'debit_notes',
    body: async (play) =>
      bodyOf(
        await oneOf(
          play,
          `select iv.id from invoices iv where iv.vat_amount > 0 and iv.status not in ('draft', 'void')
            and iv.grand_total + iv.debited_amount - iv.credited_amount =
              (select sum(t.grand_total) from tax_entries t where t.invoice_id = iv.id)
          order by iv.id desc limit 20`,
        ),
      ),
  }),
});

/** As many debit notes as the query plans need. */
async function fill(world: World, rows: number): Promise<void> {
  const { test, companyId } = world;
  await customerOf(world);
  // This family is filled before that of the invoices.
  await test.app.pg.query(
    `insert into invoices (company_id, document_no, status, document_date, customer_id, type, source_type, due_date,
      tax_point, vat_mode, vat_rate, sub_total, discount_total, base_amount, vat_amount, grand_total, wht_amount,
      created_at, updated_at)
    select $1, 'ID' || lpad(n::text, 8, '0'), 'issued', date '2025-05-01', c[1 + n % cardinality(c)], 'other', 'manual',
      date '2025-06-01', 'delivery', 'exclusive', 7, 100, 0, 100, 7, 107, 0, now(), now()
    from generate_series(1, 500) n,
      (select array_agg(id) as c from (select id from customers where company_id = $1 limit 500) y) x`,
    [companyId],
  );
  await test.app.pg.query(
    `insert into debit_notes (company_id, document_no, status, document_date, created_by, customer_id, invoice_id,
      cause, reason, base_amount, vat_amount, grand_total, created_at, updated_at)
    select $1, case when s = 'approved' then 'DN' || lpad(n::text, 8, '0') end, s, date '2025-05-01' + n % 540,
      u[1 + n % cardinality(u)], c[1 + n % cardinality(c)], i[1 + n % cardinality(i)],
      (array['morePrice','moreDelivered','undercharged'])[1 + n % 3], 'plan', 100, 7, 107,
      timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now()
    from (select n, (array['approved','approved','approved','pending','rejected','cancelled'])[1 + n % 6] as s
        from generate_series(1, ${rows}) n) f,
      (select array_agg(id) as u from (select id from users limit 40) a) b,
      (select array_agg(id) as c from (select id from customers where company_id = $1 limit 500) y) x,
      (select array_agg(id) as i from (select id from invoices where company_id = $1 limit 500) z) w`,
    [companyId],
  );
}
