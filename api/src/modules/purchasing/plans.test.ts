import type { ListName } from '@boxyard/shared/contract';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { PLAN_ROWS, PLAN_TIMEOUT, planActors, planCases, planFaults } from '../../testing/plans.ts';
import { makeWorld, type World } from './testing/world.ts';

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
  'reports.purchase',
  'reports.purchaseReceipt',
] as const satisfies ListName[];

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  await fill();
}, PLAN_TIMEOUT);
afterAll(() => test.close());

const days = "(date '2025-05-01' + (n % 540))";
const at = `(timestamptz '2025-05-01 02:00Z' + (n * interval '15 minutes'))`;
const statuses =
  "(array['completed','completed','completed','onGoing','approved','booking','pending','expired','rejected','cancelled'])[1 + n % 10]";

async function fill(): Promise<void> {
  const { pg } = test.app;
  const run = (text: string, values: readonly unknown[]) => pg.query(text, values);
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
     select $1, 'PR' || lpad(n::text, 8, '0'), ${statuses}, ${days}, u[1 + n % array_length(u, 1)],
       u[1 + n % array_length(u, 1)], w[1 + n % 2], (array['stock','job','project'])[1 + n % 3],
       ${days} + 9, ${days} + 30, 1, n % 9973, n % 50 = 0, ${at}, ${at}
     from generate_series(1, ${ROWS}) n, (select ${pick('users')} as u, $2::uuid[] as w) x`,
    [world.companyId, [world.warehouseId, world.otherWarehouseId]],
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
     select $1, 'PO' || lpad(n::text, 8, '0'), ${statuses}, ${days}, u[1 + n % array_length(u, 1)],
       s[1 + n % array_length(s, 1)], '{}', w[1 + n % 2], (array['cash','credit'])[1 + n % 2], 0, 'none', 0, n % 9973, 0,
       n % 9973, 0, n % 9973, 0, 0, n % 9973, ${days} + 7, ${days} + 30, 1, n % 40 = 0, ${at}, ${at}
     from generate_series(1, ${ROWS}) n,
       (select ${pick('users')} as u, ${pick('suppliers')} as s, $2::uuid[] as w) x`,
    [world.companyId, [world.warehouseId, world.otherWarehouseId]],
  );
  await run(
    `insert into purchase_order_items (order_id, line_no, part_id, description, quantity, unit_id, unit_factor,
       tracking_type, unit_price, is_service, line_total, document_discount, base_amount, vat_amount,
       warranty_months, company_id, supplier_id, warehouse_id, category_id, order_no, order_date, order_status, requester_id)
     select o.id, 1, p[1 + (o.n % array_length(p, 1))], 'x', 1, $1, 1, 'none', 1, false, 1, 0, 1, 0, 0, o.company_id,
       o.supplier_id, o.warehouse_id, (select id from categories limit 1), o.document_no, o.document_date, o.status, o.created_by
     from (select *, right(document_no, 8)::int as n from purchase_orders) o, (select ${pick('material_parts')} as p) x`,
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
  for (const table of [
    'users',
    'suppliers',
    'material_parts',
    'purchase_requests',
    'purchase_request_items',
    'purchase_orders',
    'purchase_order_items',
    'purchase_order_receipts',
    'purchase_order_receipt_items',
  ]) {
    await pg.query(`analyze ${table}`);
  }
}

let samples: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  const one = async (text: string): Promise<string> =>
    String((await test.app.pg.query<{ id: string }>(text)).rows[0]?.id);
  samples = {
    warehouseId: [world.warehouseId],
    supplierId: [await one('select id from suppliers where code = $$X7$$')],
    requesterId: [await one('select requester_id as id from purchase_requests limit 1')],
    partId: [await one('select id from material_parts where part_no = $$M7$$')],
    categoryId: [await one('select id from categories limit 1')],
    orderId: [await one('select id from purchase_orders limit 1')],
  };
});

describe.each(LISTS)('%s', (list) => {
  it.each(planCases(list))('by $sort (descending: $descending) with $filter', async (one) => {
    const all = await world.admin.actor();
    const company = await world.manager.actor();
    for (const [scope, actor] of planActors({ all, company }, world.warehouseId)) {
      const faults = await planFaults(test, one, { actor, samples });
      expect([scope, ...faults]).toEqual([scope]);
    }
  });
});
