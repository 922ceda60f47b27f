import { randomFamily } from '../../../../workflow/testing/randomFamily.ts';
import { defineTestFamily } from '../../../../workflow/testing/testFamily.ts';
import { dayFrom, expectData, type World } from '../../../../workflow/testing/world.ts';
import { customerOf } from '../../testing/office.ts';
import { changeBody, INVOICES, invoiceBody } from '../../testing/world.ts';

const bodyOf = async (world: World, action: 'create' | 'update') => {
  const office = { ...world, customerId: await customerOf(world) };
  return action === 'update' ? changeBody(office) : invoiceBody(office);
};

/** For the suites that go through all families. */
export const testFamily = defineTestFamily({
  family: 'invoices',
  path: INVOICES,
  table: 'invoices',
  calls: {
    'GET /invoices/export': ['payment-data:export'],
    'GET /invoices/owed': [
      'payment-data:create',
      'payment-data:allocate',
      'payment-data:create-invoice',
    ],
    'PATCH /invoices/:id': ['payment-data:create-invoice'],
    'DELETE /invoices/:id': ['payment-data:create-invoice'],
    'POST /invoices/:id/defer': ['payment-data:defer'],
    'POST /invoices/:id/remind': ['payment-data:notify-invoice'],
    'GET /invoices/:id/history': ['payment-data:view'],
    'POST /invoices/:id/attachments': ['payment-data:create-invoice'],
    'DELETE /invoices/:id/attachments/:id': ['payment-data:create-invoice'],
    'GET /tax_invoices': ['payment-data:view'],
    'GET /tax_invoices/export': ['payment-data:export'],
    'GET /tax_invoices/:id/pdf': ['payment-data:print'],
    'GET /tax_periods': ['payment-data:view'],
    'POST /tax_periods': ['payment-data:close-tax-period'],
    'GET /receivables': ['payment-data:view'],
    'GET /receivables/export': ['payment-data:export'],
    'GET /receivables/:id/statement': ['payment-data:view'],
    'POST /receivables/:id/statement/send': ['payment-data:notify-invoice'],
    'GET /receivables/:id/statement/pdf': ['payment-data:print'],
    'GET /bank_accounts': ['payment-data:view'],
    'GET /bank_accounts/master': 'look-up',
    'POST /bank_accounts': ['payment-data:update-account'],
    'PATCH /bank_accounts/:id': ['payment-data:update-account'],
    'DELETE /bank_accounts/:id': ['payment-data:update-account'],
  },
  plant: async (world) =>
    expectData(await world.admin.post(INVOICES, await bodyOf(world, 'create'))).id,
  fill,
  prepare: async (world) => {
    await customerOf(world);
  },
  random: randomFamily({
    family: 'invoices',
    path: INVOICES,
    table: 'invoices',
    body: ({ world }, action) => bodyOf(world, action),
    sent: {
      defer: ({ world, random }) => ({ dueDate: dayFrom(world, random.pick([0, 20, 60])) }),
      discount: { discount: { type: 'amount', value: '10.00', reason: 'Loyal' } },
    },
    calls: { discount: { verb: 'put', at: '' }, notify: { at: '/other/notify' } },
  }),
});

/** As many invoices as the query plans need, most of them paid, of many customers. */
async function fill({ test, companyId, admin, ...world }: World, rows: number): Promise<void> {
  await customerOf({ test, companyId, admin, ...world });
  await test.app.pg.query(
    `insert into invoices (company_id, document_no, status, document_date, created_by, customer_id, type,
      source_type, source_id, due_date, tax_point, vat_mode, vat_rate, sub_total, discount_total, base_amount,
      vat_amount, grand_total, wht_amount, paid_amount, created_at, updated_at)
    select $1, case when s <> 'draft' then 'IV' || lpad(n::text, 8, '0') end, s, date '2025-05-01' + n % 540,
      u[1 + n % cardinality(u)], c[1 + n % cardinality(c)], case when n % 3 = 0 then 'other' else 'bill' end,
      (array['contractInstallment','deposit','manual','warranty','partsSale','repair','maintenance','penalty'])[1 + n % 8],
      case when n % 8 < 2 then new_id() end, date '2025-05-01' + n % 540 + 30, 'payment', 'exclusive', 7, 100, 0, 100,
      7, 107, case when n % 70 = 7 then 3 else 0 end,
      case s when 'paid' then 107 when 'partiallyPaid' then case when n % 70 = 7 then 104 else 7 end else 0 end,
      timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now()
    from (select n, (array['paid','paid','paid','paid','paid','issued','overdue','partiallyPaid','void','draft'])[1 + n % 10] as s
        from generate_series(1, ${rows}) n) f,
      (select array_agg(id) as u from (select id from users limit 40) a) b,
      (select array_agg(id) as c from (select id from customers where company_id = $1 limit 500) y) x`,
    [companyId],
  );
  await test.app.pg.query(
    `insert into tax_entries (company_id, customer_id, kind, document_no, tax_date, invoice_id, customer_name,
      base_amount, vat_amount, grand_total, created_at)
    select company_id, customer_id, 'taxInvoice', 'TX' || document_no, document_date, id, 'Customer',
      100, 7, 107, now() from invoices where document_no is not null`,
  );
}
