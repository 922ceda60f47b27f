import { randomFamily } from '../../../../workflow/testing/randomFamily.ts';
import { defineTestFamily } from '../../../../workflow/testing/testFamily.ts';
import { dayFrom, expectData, type World } from '../../../../workflow/testing/world.ts';
import { customerOf, oneOf } from '../../testing/office.ts';
import { BILLING_NOTES, INVOICES, invoiceBody } from '../../testing/world.ts';

const bodyOf = async (world: World, invoiceId: string) => ({
  customerId: await customerOf(world),
  collectOn: dayFrom(world, 30),
  lines: [{ invoiceId }],
});

/** For the suites that go through all families. */
export const testFamily = defineTestFamily({
  family: 'billingNotes',
  path: BILLING_NOTES,
  table: 'billing_notes',
  calls: {
    'GET /billing_notes': ['payment-data:view'],
    'GET /billing_notes/export': ['payment-data:export'],
    'GET /billing_notes/:id': ['payment-data:view'],
    'POST /billing_notes': ['payment-data:create-invoice'],
    'PATCH /billing_notes/:id': ['payment-data:create-invoice'],
    'DELETE /billing_notes/:id': ['payment-data:create-invoice'],
    'POST /billing_notes/:id/issue': ['payment-data:issue-invoice'],
    'POST /billing_notes/:id/acknowledge': ['payment-data:issue-invoice'],
    'POST /billing_notes/:id/collect': ['payment-data:issue-invoice'],
    'POST /billing_notes/:id/cancel': ['payment-data:issue-invoice'],
    'GET /billing_notes/:id/pdf': ['payment-data:print'],
    'GET /billing_notes/:id/history': ['payment-data:view'],
    'POST /billing_notes/:id/attachments': ['payment-data:create-invoice'],
    'DELETE /billing_notes/:id/attachments/:id': ['payment-data:create-invoice'],
  },
  plant: async (world) => {
    const customerId = await customerOf(world);
    const { id } = expectData(
      await world.admin.post(INVOICES, invoiceBody({ ...world, customerId })),
    );
    expectData(await world.admin.post(`${INVOICES}/${id}/issue`, { version: 1 }));
    return expectData(await world.admin.post(BILLING_NOTES, await bodyOf(world, id))).id;
  },
  fill,
  prepare: async (world) => {
    await customerOf(world);
  },
  random: randomFamily({
    family: 'billingNotes',
    path: BILLING_NOTES,
    table: 'billing_notes',
    body: async (play) =>
      bodyOf(
        play.world,
        await oneOf(
          play,
          `select iv.id from invoices iv where iv.balance > 0
             and not exists (select 1 from billing_note_lines l where l.invoice_id = iv.id and l.is_open)
           order by iv.id desc limit 20`,
        ),
      ),
    sent: {
      acknowledge: ({ world }) => ({
        acknowledgedOn: dayFrom(world, 0),
        collectOn: dayFrom(world, 30),
      }),
    },
  }),
});

/** As many notes as the query plans need, with an invoice each. */
async function fill({ test, companyId, ...world }: World, rows: number): Promise<void> {
  await customerOf({ test, companyId, ...world });
  await test.app.pg.query(
    `insert into billing_notes (company_id, document_no, status, document_date, created_by, customer_id,
      collect_on, acknowledged_on, grand_total, created_at, updated_at)
    select $1, case when s <> 'draft' then 'BN' || lpad(n::text, 8, '0') end, s, date '2025-05-01' + n % 540,
      u[1 + n % cardinality(u)], c[1 + n % cardinality(c)], date '2025-06-01' + n % 540,
      case when s = 'acknowledged' then date '2025-05-01' + n % 540 end, 107,
      timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now()
    from (select n, (array['collected','collected','collected','issued','acknowledged','draft','cancelled'])[1 + n % 7] as s
        from generate_series(1, ${rows}) n) f,
      (select array_agg(id) as u from (select id from users limit 40) a) b,
      (select array_agg(id) as c from (select id from customers where company_id = $1 limit 500) y) x`,
    [companyId],
  );
  await test.app.pg.query(
    `insert into invoices (company_id, document_no, status, document_date, customer_id, type, source_type, due_date,
      tax_point, vat_mode, vat_rate, sub_total, discount_total, base_amount, vat_amount, grand_total, wht_amount,
      created_at, updated_at)
    select company_id, 'IB' || substr(id::text, 25), 'issued', document_date, customer_id, 'other', 'manual',
      collect_on, 'delivery', 'exclusive', 7, 100, 0, 100, 7, 107, 0, now(), now()
    from (select * from billing_notes order by id limit 500) bn`,
  );
  // Only the first of them are open: an invoice stands on one open note.
  await test.app.pg.query(
    `insert into billing_note_lines (billing_note_id, line_no, invoice_id, amount, is_open)
    select bn.id, 1, i[1 + bn.n % cardinality(i)], 107,
      bn.n < cardinality(i) and bn.status not in ('collected', 'cancelled')
    from (select id, status, row_number() over (order by id)::int - 1 as n from billing_notes) bn,
      (select array_agg(id) as i from invoices where document_no like 'IB%') v`,
  );
}
