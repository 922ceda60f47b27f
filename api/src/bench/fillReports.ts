import { fillAccounts } from '../modules/money/testing/fillAccounts.ts';
import type { World } from '../modules/money/testing/world.ts';
import { fillPurchases } from '../modules/purchasing/testing/fill.ts';
import { testFamily as contractFamily } from '../modules/sales/contracts/testing/family.ts';
import { testFamily as partSaleFamily } from '../modules/sales/partSales/testing/family.ts';
import type { TestApp } from '../testing/index.ts';
import { fillInBulk } from '../testing/plans.ts';

/** So many facts stand behind one contract. */
const FACTS_OF_A_CONTRACT = 10;
const FEW = 10_000;

/** Companies, people, suppliers and parts that facts name. */
async function fillNames({ app }: TestApp, { pcs, companyId }: World): Promise<string> {
  const run = (text: string, values: readonly unknown[] = []) =>
    app.pg.query<{ id: string }>(text, values);
  const { rows } = await run(
    `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
     values ('OTHER', 'บริษัทอื่น', 'Other', '0105561000001', 'headOffice', '00000', now(), now()) returning id`,
  );
  await run(
    `insert into users (username, email, first_name, last_name, status, created_at, updated_at)
     select 'u' || n, 'u' || n || '@bench.example', 'U', n::text, 'active', now(), now() from generate_series(1, 60) n`,
  );
  await run(
    `insert into categories (code, name, created_at, updated_at)
     select 'K' || n, 'K' || n, now(), now() from generate_series(1, 20) n`,
  );
  await run(
    `insert into material_parts (part_no, name, category_id, unit_id, barcode, tracking_type, created_at, updated_at)
     select 'P' || n, 'P' || n, c[1 + n % cardinality(c)], $1, 'P' || n, 'none', now(), now()
     from generate_series(1, 400) n, (select array_agg(id) as c from categories) x`,
    [pcs],
  );
  await run(
    `insert into suppliers (code, name, tax_id, branch_code, address, wht_type, wht_rate, created_at, updated_at)
     select 'X' || n, 'X' || n, (9000000000000 + n)::text, '00000', '{}', 'none', 0, now(), now()
     from generate_series(1, 300) n`,
  );
  await run(
    `insert into warehouses (company_id, code, name, kind, holds, created_at, updated_at)
     select $1, 'W' || n, 'Warehouse ' || n, 'main', 'both', now(), now() from generate_series(1, 2) n`,
    [companyId],
  );
  return String(rows[0]?.id);
}

const PARTS = `(select array_agg(id order by id) as p from (select id from material_parts order by id limit 400) few)`;

async function fillRequisitions({ app }: TestApp, world: World, rows: number): Promise<void> {
  await app.pg.query(
    `insert into requisitions (company_id, document_no, status, document_date, requester_id, created_by, purpose, warehouse_id,
       needed_by, item_count, approved_at, dispatched_at, created_at, updated_at)
     select $1, 'RQ' || lpad(n::text, 8, '0'),
       (array['dispatched','dispatched','dispatched','pending','approved','picking','partlyReturned','returned','rejected','cancelled','reversed'])[1 + n % 11],
       date '2025-05-01' + n % 540, u[1 + n % cardinality(u)], u[1 + n % cardinality(u)],
       (array['repairJob','maintenance','production','sale','internal'])[1 + n % 5], $2, date '2025-05-01' + n % 540 + 3, 1,
       timestamptz '2025-05-01 02:00Z' + n % 540 * interval '1 day', timestamptz '2025-05-01 04:00Z' + n % 540 * interval '1 day', now(), now()
     from generate_series(1, ${rows}) n, (select array_agg(id) as u from (select id from users limit 50) few) x`,
    [world.companyId, world.warehouseId],
  );
  await app.pg.query(
    `insert into requisition_items (requisition_id, line_no, part_id, requested_qty, issue_value)
     select d.id, 1, p[1 + right(d.document_no, 8)::int % cardinality(p)], 2, 20 from requisitions d, ${PARTS} x`,
  );
}

async function fillSales({ app }: TestApp, world: World, rows: number): Promise<void> {
  await partSaleFamily.fill(world, rows);
  await app.pg.query(
    `insert into part_sale_items (document_id, line_no, part_id, quantity, unit_price, line_total, document_discount,
       base_amount, vat_amount, delivered_qty, issue_value)
     select d.id, 1, p[1 + right(d.document_no, 8)::int % cardinality(p)], 1, 100, 100, 0, 100, 7, 1, 60
     from part_sales d, ${PARTS} x`,
  );
}

/** Allocations and tax invoices of the payments that were verified. */
async function fillPayments({ app }: TestApp): Promise<void> {
  await app.pg.query(
    `insert into payment_allocations (payment_id, invoice_id, amount)
     select payment_id, invoice_id, 107 from receivable_entries where kind = 'allocation'`,
  );
  await app.pg.query(
    `insert into tax_entries (company_id, customer_id, sale_id, kind, document_no, tax_date, invoice_id, payment_id,
       customer_name, base_amount, vat_amount, grand_total, created_at)
     select p.company_id, p.customer_id, p.sale_id, 'taxInvoice', 'TX' || p.document_no, p.document_date, a.invoice_id, p.id,
       'Bench', 100, 7, 107, p.created_at
     from payments p join payment_allocations a on a.payment_id = p.id`,
  );
}

/**
 * A year and a half of everything that reports tell of: so many lines of orders and of receipts, of sales
 * of parts and of requisitions, invoices and payments, and a tenth of it in contracts.
 */
export async function fillReports(
  test: TestApp,
  world: World,
  { rows, customers }: { readonly rows: number; readonly customers: number },
): Promise<void> {
  const fill = () => fillFacts(test, world, { rows, customers });
  // Making every index anew takes longer than filling few rows.
  if (rows < FEW) await fill();
  else await fillInBulk(test, fill);
  await test.app.pg.query('vacuum analyze');
}

async function fillFacts(
  test: TestApp,
  world: World,
  { rows, customers }: { readonly rows: number; readonly customers: number },
): Promise<void> {
  const { companyId, warehouseId, otherWarehouseId, pcs, customerId } = world;
  const otherCompanyId = await fillNames(test, world);
  await fillPurchases(test, {
    companyId,
    otherCompanyId,
    warehouseIds: [warehouseId, otherWarehouseId, otherWarehouseId],
    pcs,
    rows,
  });
  await fillAccounts(test, { customerId, rows, customers });
  await fillPayments(test);
  await fillSales(test, world, rows);
  await fillRequisitions(test, world, rows);
  await contractFamily.fill(world, Math.ceil(rows / FACTS_OF_A_CONTRACT));
}
