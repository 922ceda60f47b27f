import { SYSTEM } from '../../../kernel/index.ts';
import type { TestApp } from '../../../testing/index.ts';
import { closeReceivableMonths, sumReceivableMonths } from '../receivables/months.ts';

/** The day on which the accounts are read. */
export const FILLED_UNTIL = '2026-11-20';
/** In pieces, so that no single statement keeps everything in the log. */
const PIECES = 10;
/** Of a hundred invoices of the last two months so many are still owed. */
const OPEN_OF_100 = 60;

/**
 * Two years of invoices and as many payments of customers like one that is there; what is older than
 * two months is paid, and the months that are over are closed.
 */
export async function fillAccounts(
  test: TestApp,
  { customerId, rows, customers }: { customerId: string; rows: number; customers: number },
): Promise<void> {
  const { pg } = test.app;
  await pg.query(
    `insert into customers (company_id, code, type, company_name, name, tax_id, branch_code, phone, contacts, registered_address,
        sale_id, created_at, updated_at)
      select company_id, 'B' || n, type, company_name, 'Bench ' || n, '0105552029681', lpad(n::text, 5, '0'), phone, contacts, registered_address,
        sale_id, created_at, updated_at
      from customers, generate_series(1, $2) n where id = $1`,
    [customerId, customers],
  );
  for (let piece = 0; piece < PIECES; piece += 1) {
    await pg.query(
      `with rows as (
        select n, new_id() as id, new_id() as payment_id, c.ids[1 + n % cardinality(c.ids)] as customer_id,
          u.ids[1 + n % cardinality(u.ids)] as sale_id,
          (date '${FILLED_UNTIL}' - (730.0 * ($2 - n) / $2)::int) as day,
          n > $2 * 11 / 12 and n % 100 < $3 as is_open
        from generate_series($4::int, $5::int) n,
          (select array_agg(id order by code) as ids from customers where code like 'B%') c,
          (select array_agg(id) as ids from (select id from users order by id limit 40) first) u
      ), invoiced as (
        insert into invoices (id, company_id, document_no, status, document_date, customer_id, type, source_type,
          due_date, tax_point, vat_mode, vat_rate, sub_total, discount_total, base_amount, vat_amount, grand_total,
          wht_amount, paid_amount, created_at, updated_at)
        select id, $1, 'IV' || n, case when not is_open then 'paid' when day + 30 < '${FILLED_UNTIL}' then 'overdue'
          else 'issued' end, day, customer_id, 'other', 'manual', day + 30, 'payment', 'exclusive', 7, 100, 0, 100,
          7, 107, 0, case when is_open then 0 else 107 end, day, day from rows
      ), paid as (
        insert into payments (id, company_id, document_no, status, document_date, customer_id, sale_id, method, paid_at,
          amount, allocated_amount, created_at, updated_at)
        select payment_id, $1, 'PY' || n, 'verified', day + 20, customer_id, sale_id, 'transfer', day + 20,
          107 + (n % 50 = 0)::int, 107, day, day from rows where not is_open
        union all
        select payment_id, $1, 'PY' || n, 'pending', day + 20, customer_id, sale_id, 'transfer', day + 20, 107, 0, day, day
        from rows where is_open
      )
      insert into receivable_entries (company_id, customer_id, kind, invoice_id, payment_id, amount, business_date, due_date, created_at)
      select $1, customer_id, 'invoice', id, null, 107, day, day + 30, day from rows
      union all select $1, customer_id, 'allocation', id, payment_id, -107, day + 20, day + 30, day from rows where not is_open
      union all select $1, customer_id, 'credit', null, payment_id, -1, day + 20, null, day
      from rows where not is_open and n % 50 = 0`,
      [
        test.companyId,
        rows,
        OPEN_OF_100,
        Math.floor((piece * rows) / PIECES) + 1,
        Math.floor(((piece + 1) * rows) / PIECES),
      ],
    );
  }
  for (const work of [closeReceivableMonths, sumReceivableMonths]) {
    await test.app.transaction({ actor: SYSTEM }, work);
  }
  await pg.query('vacuum analyze');
}
