import { makeWorld } from '../modules/money/testing/world.ts';
import type { TestApp } from '../testing/index.ts';
import { dayFrom, expectData } from '../workflow/testing/world.ts';
import { onBenchServer } from './benchServer.ts';

/**
 * The ageing of customers with a million invoices and a million payments: of today, of last month, of
 * last year, and of one customer. The goal is half a second.
 *
 *   npm run bench -- ageing                     BENCH_ROWS=1000000 invoices, BENCH_CUSTOMERS=5000
 */
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const CUSTOMERS = Number(process.env.BENCH_CUSTOMERS ?? 5000);
const REPEATS = 7;
/** In pieces, so that no single statement keeps everything in the log. */
const PIECES = 10;
/** Of a hundred invoices of the last two months so many are still owed. */
const OPEN_OF_100 = 60;

const say = (text: string) => process.stdout.write(`ageing: ${text}\n`);

async function fill(test: TestApp, customerId: string): Promise<void> {
  const { pg } = test.app;
  await pg.query(
    `insert into customers (company_id, code, type, company_name, name, tax_id, branch_code, phone, contacts, registered_address,
        sale_id, created_at, updated_at)
      select company_id, 'B' || n, type, company_name, 'Bench ' || n, '0105552029681', lpad(n::text, 5, '0'), phone, contacts, registered_address,
        sale_id, created_at, updated_at
      from customers, generate_series(1, $2) n where id = $1`,
    [customerId, CUSTOMERS],
  );
  // Two years; what is older than two months is paid.
  for (let piece = 0; piece < PIECES; piece += 1) {
    await pg.query(
      `with rows as (
        select n, new_id() as id, new_id() as payment_id, c.ids[1 + n % cardinality(c.ids)] as customer_id,
          (date '2026-11-20' - (730.0 * ($2 - n) / $2)::int) as day,
          n > $2 * 11 / 12 and n % 100 < $3 as is_open
        from generate_series($4::int, $5::int) n,
          (select array_agg(id order by code) as ids from customers where code like 'B%') c
      ), invoiced as (
        insert into invoices (id, company_id, document_no, status, document_date, customer_id, type, source_type,
          due_date, tax_point, vat_mode, vat_rate, sub_total, discount_total, base_amount, vat_amount, grand_total,
          wht_amount, paid_amount, created_at, updated_at)
        select id, $1, 'IV' || n, case when not is_open then 'paid' when day + 30 < '2026-11-20' then 'overdue'
          else 'issued' end, day, customer_id, 'other', 'manual', day + 30, 'payment', 'exclusive', 7, 100, 0, 100,
          7, 107, 0, case when is_open then 0 else 107 end, day, day from rows
      ), paid as (
        insert into payments (id, company_id, document_no, status, document_date, customer_id, method, paid_at,
          amount, allocated_amount, created_at, updated_at)
        select payment_id, $1, 'PY' || n, 'verified', day + 20, customer_id, 'transfer', day + 20,
          107 + (n % 50 = 0)::int, 107, day, day from rows where not is_open
        union all
        select payment_id, $1, 'PY' || n, 'pending', day + 20, customer_id, 'transfer', day + 20, 107, 0, day, day
        from rows where is_open
      )
      insert into receivable_entries (company_id, customer_id, kind, invoice_id, payment_id, amount, business_date, created_at)
      select $1, customer_id, 'invoice', id, null, 107, day, day from rows
      union all select $1, customer_id, 'allocation', id, payment_id, -107, day + 20, day from rows where not is_open
      union all select $1, customer_id, 'credit', null, payment_id, -1, day + 20, day
      from rows where not is_open and n % 50 = 0`,
      [
        test.companyId,
        ROWS,
        OPEN_OF_100,
        Math.floor((piece * ROWS) / PIECES) + 1,
        Math.floor(((piece + 1) * ROWS) / PIECES),
      ],
    );
  }
  await pg.query('vacuum analyze');
}

async function measure(test: TestApp): Promise<void> {
  const world = await makeWorld(test);
  const started = Date.now();
  await fill(test, world.customerId);
  say(`${ROWS} invoices and payments of ${CUSTOMERS} customers in ${Date.now() - started} ms`);
  const of = async (name: string, query: string) => {
    const times: number[] = [];
    for (let count = 0; count < REPEATS; count += 1) {
      const from = performance.now();
      expectData(await world.admin.get(`/receivables?limit=20&${query}`));
      times.push(performance.now() - from);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor(share * (REPEATS - 1))]?.toFixed(0);
    say(`${name}: median ${at(0.5)} ms, slowest ${at(1)} ms (goal 500 ms)`);
  };
  const [customer] = (
    await test.app.pg.query<{ id: string }>(`select id from customers where code = 'B7'`)
  ).rows;
  await of('today', '');
  await of('of one customer', `customerId=${customer?.id}`);
  await of('a month ago', `asOf=${dayFrom(world, -30)}`);
  await of('a year ago', `asOf=${dayFrom(world, -365)}`);
}

await onBenchServer(measure);
