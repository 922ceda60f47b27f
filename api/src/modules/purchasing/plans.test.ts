import type { ListName } from '@boxyard/shared/contract';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import {
  fillInBulk,
  PLAN_ROWS,
  PLAN_TIMEOUT,
  planActors,
  planCases,
  planFaults,
} from '../../testing/plans.ts';
import { makeWorld, type World } from '../../workflow/testing/world.ts';

/**
 * Every permitted sort × filter of the lists and reports of purchasing on 50,000 analysed rows: a
 * page is read along an index, nothing is sorted whole and no table is read through.
 */
const ROWS = PLAN_ROWS;
const LISTS = [
  'purchaseRequests.list',
  'purchaseRequests.all',
  'purchaseOrders.list',
  'receipts.list',
  'receipts.receivable',
  'biddings.list',
  'quotations.list',
  'distributions.list',
  'creditPurchases.list',
  'supplierPayments.list',
  'reports.purchase',
  'reports.purchaseReceipt',
] as const satisfies ListName[];

let test: TestApp;
let world: World;
let otherCompanyId: string;
let rareWarehouseId: string;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  await fillInBulk(test, fill);
}, PLAN_TIMEOUT);
afterAll(() => test.close());

const days = "(date '2025-05-01' + (n % 540))";
const at = `(timestamptz '2025-05-01 02:00Z' + (n * interval '15 minutes'))`;
/** Half of all are of the first, a handful of the second. */
const skewed = (array: string, n: string) =>
  `${array}[case when ${n} % 2 = 0 then 1 when ${n} % 10007 = 0 then 2 else 3 + ${n} % (array_length(${array}, 1) - 2) end]`;
const statuses =
  "(array['completed','completed','completed','onGoing','approved','booking','pending','expired','rejected','cancelled'])[1 + n % 10]";

/** One document in fifty is of another company. */
const company = 'case when n % 50 = 0 then $3::uuid else $1 end';

async function fill(): Promise<void> {
  const { pg } = test.app;
  const run = (text: string, values: readonly unknown[]) => pg.query(text, values);
  const { rows: places } = await pg.query<{ id: string }>(
    "select id from warehouses where code = 'QUARANTINE'",
  );
  rareWarehouseId = String(places[0]?.id);
  const { rows } = await pg.query<{ id: string }>(
    `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
     values ('OTHER', 'บริษัทอื่น', 'Other', '0105561000001', 'headOffice', '00000', now(), now()) returning id`,
  );
  otherCompanyId = String(rows[0]?.id);
  await run(
    `insert into categories (code, name, created_at, updated_at)
     select 'K' || n, 'K' || n, now(), now() from generate_series(1, 20) n`,
    [],
  );
  await run(
    `insert into users (username, email, first_name, last_name, status, created_at, updated_at)
     select 'u' || n, 'u' || n || '@test.example', 'U', n::text, 'active', now(), now() from generate_series(1, 60) n`,
    [],
  );
  await run(
    `insert into material_parts (part_no, name, category_id, unit_id, barcode, tracking_type, created_at, updated_at)
     select 'M' || n, 'M' || n, (select id from categories limit 1), $1, 'M' || n, 'none', now(), now()
     from generate_series(1, 400) n`,
    [world.pcs],
  );
  await run(
    `insert into suppliers (code, name, tax_id, branch_code, address, wht_type, wht_rate, created_at, updated_at)
     select 'X' || n, 'X' || n, lpad(n::text, 13, '9'), '00000', '{}', 'none', 0, now(), now()
     from generate_series(1, 40) n`,
    [],
  );
  const pick = (table: string) => `(select array_agg(id order by id) from ${table})`;
  await run(
    `insert into purchase_requests (company_id, document_no, status, document_date, requester_id, created_by,
       warehouse_id, purpose, needed_by, valid_until, item_count, estimated_total, has_open_lines, created_at, updated_at)
     select ${company}, 'PR' || lpad(n::text, 8, '0'), ${statuses}, ${days}, ${skewed('u', '(n / 7)')},
       ${skewed('u', '(n / 7)')}, w[case when n % 10007 = 0 then 3 else 1 + n % 2 end], (array['stock','job','project'])[1 + n % 3],
       ${days} + 9, ${days} + 30, 1, n % 9973, n % 50 = 0, ${at}, ${at}
     from generate_series(1, ${ROWS}) n, (select ${pick('users')} as u, $2::uuid[] as w) x`,
    [world.companyId, [world.warehouseId, world.otherWarehouseId, rareWarehouseId], otherCompanyId],
  );
  await run(
    `insert into purchase_request_items (request_id, line_no, free_text, quantity, unit_id, estimated_price, amount)
     select id, 1, 'x', 1, $1, 1, 1 from purchase_requests`,
    [world.pcs],
  );
  await run(
    `insert into purchase_orders (company_id, document_no, status, document_date, created_by, supplier_id,
       supplier_snapshot, warehouse_id, payment_type, credit_days, vat_mode, vat_rate, sub_total, discount_total,
       base_amount, vat_amount, grand_total, wht_base, wht_amount, net_payable, promised_date, valid_until,
       item_count, is_receivable, created_at, updated_at)
     select ${company}, 'PO' || lpad(n::text, 8, '0'), ${statuses}, ${days}, ${skewed('u', '(n / 7)')},
       ${skewed('s', '(n / 3)')}, '{}', w[case when n % 10007 = 0 then 3 else 1 + n % 2 end], (array['cash','credit'])[1 + n % 2], 0, 'none', 0, n % 9973, 0,
       n % 9973, 0, n % 9973, 0, 0, n % 9973, ${days} + 7, ${days} + 30, 1, n % 40 = 0, ${at}, ${at}
     from generate_series(1, ${ROWS}) n,
       (select ${pick('users')} as u, ${pick('suppliers')} as s, $2::uuid[] as w) x`,
    [world.companyId, [world.warehouseId, world.otherWarehouseId, rareWarehouseId], otherCompanyId],
  );
  await run(
    `insert into purchase_order_items (order_id, line_no, part_id, description, quantity, unit_id, unit_factor,
       tracking_type, unit_price, is_service, line_total, document_discount, base_amount, vat_amount,
       warranty_months, company_id, supplier_id, warehouse_id, category_id, order_no, order_date, order_status, requester_id)
     select o.id, 1, ${skewed('p', '(o.n / 11)')}, 'x', 1, $1, 1, 'none', 1, false, 1, 0, 1, 0, 0, o.company_id,
       o.supplier_id, o.warehouse_id, ${skewed('c', '(o.n / 13)')}, o.document_no, o.document_date, o.status, o.created_by
     from (select *, right(document_no, 8)::int as n from purchase_orders) o,
       (select ${pick('material_parts')} as p, ${pick('categories')} as c) x`,
    [world.pcs],
  );
  await run(
    `insert into purchase_order_receipts (company_id, document_no, status, document_date, created_by, order_id,
       supplier_id, supplier_snapshot, warehouse_id, received_date, vat_mode, vat_rate, sub_total, discount_total,
       base_amount, vat_amount, grand_total, wht_base, wht_amount, net_payable, item_count, created_at, updated_at)
     select company_id, 'RC' || right(document_no, 8), (array['posted','posted','posted','pending','reversed'])[1 + right(document_no, 8)::int % 5],
       document_date, created_by, id, supplier_id, '{}', warehouse_id, document_date + 3, 'none', 0, sub_total, 0,
       base_amount, 0, grand_total, 0, 0, grand_total, 1, created_at, created_at
     from purchase_orders`,
    [],
  );
  await run(
    `insert into purchase_order_receipt_items (receipt_id, line_no, order_item_id, accepted_qty, rejected_qty,
       unit_price, order_unit_price, line_total, document_discount, base_amount, vat_amount, share_base, share_vat,
       company_id, order_id, order_no, order_quantity, part_id, description, unit_id, is_service, category_id,
       supplier_id, warehouse_id, receipt_no, received_date, receipt_status)
     select r.id, 1, i.id, 1, 0, 1, 1, 1, 0, 1, 0, 1, 0, r.company_id, r.order_id, i.order_no, 1, i.part_id, 'x',
       i.unit_id, false, i.category_id, r.supplier_id, r.warehouse_id, r.document_no, r.received_date, r.status
     from purchase_order_receipts r join purchase_order_items i on i.order_id = r.order_id`,
    [],
  );
  await run(
    `insert into credit_purchases (company_id, supplier_id, order_id, receipt_id, invoice_date, due_date, amount, wht,
       status, created_at, updated_at)
     select company_id, supplier_id, order_id, id, received_date, received_date + 30, 100, 0,
       (array['paid','paid','paid','unpaid','partial','void'])[1 + right(document_no, 8)::int % 6], created_at, created_at
     from purchase_order_receipts`,
    [],
  );
  await run(
    `insert into supplier_payments (company_id, document_no, status, document_date, supplier_id, method, amount,
       created_by, created_at, updated_at)
     select company_id, 'PV' || right(document_no, 8), case when right(document_no, 8)::int % 10007 = 0 then 'reversed' else 'posted' end,
       received_date, supplier_id, (array['transfer','transfer','transfer','cheque','cash'])[1 + right(document_no, 8)::int % 5], 100,
       created_by, created_at, created_at
     from purchase_order_receipts`,
    [],
  );
  await run(
    `insert into biddings (company_id, document_no, status, document_date, created_by, title, warehouse_id, closes_at,
       item_count, created_at, updated_at)
     select ${company}, 'QT' || lpad(n::text, 8, '0'), (array['awarded','awarded','awarded','closed','open','cancelled'])[1 + n % 6],
       ${days}, ${skewed('u', '(n / 7)')}, 'T' || n, w[case when n % 10007 = 0 then 3 else 1 + n % 2 end], ${at}, 1, ${at}, ${at}
     from generate_series(1, ${ROWS}) n, (select ${pick('users')} as u, $2::uuid[] as w) x`,
    [world.companyId, [world.warehouseId, world.otherWarehouseId, rareWarehouseId], otherCompanyId],
  );
  await run(
    `insert into bidding_suppliers (bidding_id, supplier_id, line_no)
     select b.id, ${skewed('s', '(b.n / 3)')}, 1 from (select id, right(document_no, 8)::int as n from biddings) b,
       (select ${pick('suppliers')} as s) x`,
    [],
  );
  await run(
    `insert into quotations (company_id, warehouse_id, bidding_id, supplier_id, supplier_quote_no, status, document_date,
       valid_until, vat_mode, vat_rate, credit_days, created_by, created_at, updated_at)
     select b.company_id, b.warehouse_id, b.id, s.supplier_id, 'Q', (array['lost','lost','won','partiallyWon','submitted','draft','expired','withdrawn'])[1 + right(b.document_no, 8)::int % 8],
       b.document_date, b.document_date + 30, 'none', 0, 0, b.created_by, b.created_at, b.created_at
     from biddings b join bidding_suppliers s on s.bidding_id = b.id`,
    [],
  );
}

let samples: Readonly<Record<string, readonly string[]>>;
beforeAll(async () => {
  /** The frequent one and the rare one of `skewed`. */
  const two = async (table: string): Promise<string[]> => {
    const { rows } = await test.app.pg.query<{ id: string }>(
      `select id from ${table} order by id limit 2`,
    );
    return rows.map(({ id }) => id);
  };
  samples = {
    warehouseId: [world.warehouseId, rareWarehouseId],
    supplierId: await two('suppliers'),
    requesterId: await two('users'),
    partId: await two('material_parts'),
    categoryId: await two('categories'),
    orderId: await two('purchase_orders'),
  };
});

describe.each(LISTS)('%s', (list) => {
  it.each(planCases(list))('by $sort (descending: $descending) with $filter', async (one) => {
    const all = await world.admin.actor();
    const company = await world.manager.actor();
    const scope = {
      warehouseId: world.warehouseId,
      companyIds: [world.companyId, otherCompanyId],
    };
    for (const [name, actor] of planActors({ all, company }, scope)) {
      const faults = await planFaults(test, one, {
        actor,
        params: { supplierId: samples.supplierId?.[0] ?? '' },
        samples,
      });
      expect([name, ...faults]).toEqual([name]);
    }
  });
});
