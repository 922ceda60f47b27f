import { randomFamily } from '../../../workflow/testing/randomFamily.ts';
import { defineTestFamily } from '../../../workflow/testing/testFamily.ts';
import { expectData, type World } from '../../../workflow/testing/world.ts';
import { customerOf, oneOf } from './office.ts';
import { INVOICES, invoiceBody } from './world.ts';

interface Correction {
  readonly family: 'creditNotes' | 'debitNotes';
  readonly path: string;
  readonly table: 'credit_notes' | 'debit_notes';
  readonly causes: readonly [string, ...string[]];
  /** Prefix of the numbers of notes, and of the invoices that are filled for them. */
  readonly series: { readonly notes: string; readonly invoices: string };
  /** Which invoices random commands correct. */
  readonly correctable: string;
}

/** What credit and debit notes give to the suites that go through all families. */
export function correctionFamily({ family, path, table, causes, series, correctable }: Correction) {
  const bodyOf = (invoiceId: string) => ({
    invoiceId,
    cause: causes[0],
    reason: 'Charged for another number',
    amount: '107.00',
  });
  return defineTestFamily({
    family,
    path,
    table,
    calls: {
      [`GET ${path}`]: ['payment-data:view'],
      [`GET ${path}/export`]: ['payment-data:export'],
      [`GET ${path}/:id`]: ['payment-data:view'],
      [`POST ${path}`]: ['payment-data:create-credit-note'],
      [`POST ${path}/:id/approve`]: ['payment-data:approve-credit-note'],
      [`POST ${path}/:id/reject`]: ['payment-data:approve-credit-note'],
      [`POST ${path}/:id/cancel`]: ['payment-data:create-credit-note'],
      [`GET ${path}/:id/pdf`]: ['payment-data:print'],
      [`GET ${path}/:id/history`]: ['payment-data:view'],
      [`POST ${path}/:id/attachments`]: ['payment-data:create-credit-note'],
      [`DELETE ${path}/:id/attachments/:id`]: ['payment-data:create-credit-note'],
    },
    plant: async (world) => {
      const customerId = await customerOf(world);
      const body = invoiceBody({ ...world, customerId }, { taxPoint: 'delivery' });
      const { id } = expectData(await world.admin.post(INVOICES, body));
      expectData(await world.admin.post(`${INVOICES}/${id}/issue`, { version: 1 }));
      return expectData(await world.admin.post(path, bodyOf(id))).id;
    },
    fill: (world, rows) => fill(world, { rows, table, causes, series }),
    prepare: async (world) => {
      await customerOf(world);
    },
    random: randomFamily({
      family,
      path,
      table,
      body: async (play) =>
        bodyOf(
          await oneOf(
            play,
            `select iv.id from invoices iv where iv.status not in ('draft', 'void') and ${correctable}
             order by iv.id desc limit 20`,
          ),
        ),
    }),
  });
}

/** As many notes as the query plans need. */
async function fill(
  { test, companyId, ...world }: World,
  {
    rows,
    table,
    causes,
    series,
  }: Pick<Correction, 'table' | 'causes' | 'series'> & { rows: number },
): Promise<void> {
  await customerOf({ test, companyId, ...world });
  // These families are filled before that of the invoices.
  await test.app.pg.query(
    `insert into invoices (company_id, document_no, status, document_date, customer_id, type, source_type, due_date,
      tax_point, vat_mode, vat_rate, sub_total, discount_total, base_amount, vat_amount, grand_total, wht_amount,
      created_at, updated_at)
    select $1, $2 || lpad(n::text, 8, '0'), 'issued', date '2025-05-01', c[1 + n % cardinality(c)], 'other', 'manual',
      date '2025-06-01', 'delivery', 'exclusive', 7, 100, 0, 100, 7, 107, 0, now(), now()
    from generate_series(1, 500) n,
      (select array_agg(id) as c from (select id from customers where company_id = $1 limit 500) y) x`,
    [companyId, series.invoices],
  );
  await test.app.pg.query(
    `insert into ${table} (company_id, document_no, status, document_date, created_by, customer_id, invoice_id,
      cause, reason, base_amount, vat_amount, grand_total, created_at, updated_at)
    select $1, case when s = 'approved' then $2 || lpad(n::text, 8, '0') end, s, date '2025-05-01' + n % 540,
      u[1 + n % cardinality(u)], c[1 + n % cardinality(c)], i[1 + n % cardinality(i)],
      ($3::text[])[1 + n % cardinality($3::text[])], 'plan', 100, 7, 107,
      timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes', now()
    from (select n, (array['approved','approved','approved','pending','rejected','cancelled'])[1 + n % 6] as s
        from generate_series(1, ${rows}) n) f,
      (select array_agg(id) as u from (select id from users limit 40) a) b,
      (select array_agg(id) as c from (select id from customers where company_id = $1 limit 500) y) x,
      (select array_agg(id) as i from (select id from invoices where company_id = $1 limit 500) z) w`,
    [companyId, series.notes, causes],
  );
}
