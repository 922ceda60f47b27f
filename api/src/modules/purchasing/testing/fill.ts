import type { TestApp } from '../../../testing/index.ts';

/** Whose documents are filled, of how many requests, orders, receipts, debts and payments. */
interface Purchases {
  readonly companyId: string;
  readonly otherCompanyId: string;
  /** Two that have half each, and one that has a handful. */
  readonly warehouseIds: readonly string[];
  readonly pcs: string;
  readonly rows: number;
}

export const days = "(date '2025-05-01' + (n % 540))";
export const at = `(timestamptz '2025-05-01 02:00Z' + (n * interval '15 minutes'))`;
/** Half of all are of the first, a handful of the second. */
export const skewed = (array: string, n: string) =>
  `${array}[case when ${n} % 2 = 0 then 1 when ${n} % 10007 = 0 then 2 else 3 + ${n} % (array_length(${array}, 1) - 2) end]`;
const statuses =
  "(array['completed','completed','completed','onGoing','approved','booking','pending','expired','rejected','cancelled'])[1 + n % 10]";

/** One document in fifty is of another company. */
export const company = 'case when n % 50 = 0 then $3::uuid else $1 end';

/** The first of a table, in the order of their ids: the frequent one and the rare one come first. */
export const pick = (table: string) =>
  `(select array_agg(id order by id) from (select id from ${table} order by id limit 400) first)`;

/** Documents of purchasing for query plans, in bulk, of the users, suppliers, parts and categories there are. */
export async function fillPurchases(
  { app }: Pick<TestApp, 'app'>,
  { companyId, otherCompanyId, warehouseIds, pcs, rows }: Purchases,
): Promise<void> {
  const run = (text: string, values: readonly unknown[]) => app.pg.query(text, values);
  await run(
    `insert into purchase_requests (company_id, document_no, status, document_date, requester_id, created_by,
       warehouse_id, purpose, needed_by, valid_until, item_count, estimated_total, has_open_lines, created_at, updated_at)
     select ${company}, 'PR' || lpad(n::text, 8, '0'), ${statuses}, ${days}, ${skewed('u', '(n / 7)')},
       ${skewed('u', '(n / 7)')}, w[case when n % 10007 = 0 then 3 else 1 + n % 2 end], (array['stock','job','project'])[1 + n % 3],
       ${days} + 9, ${days} + 30, 1, n % 9973, n % 50 = 0, ${at}, ${at}
     from generate_series(1, ${rows}) n, (select ${pick('users')} as u, $2::uuid[] as w) x`,
    [companyId, warehouseIds, otherCompanyId],
  );
  await run(
    `insert into purchase_request_items (request_id, line_no, part_id, quantity, unit_id, estimated_price, amount)
     select r.id, 1, ${skewed('p', '(r.n / 11)')}, 1, $1, 1, 1
     from (select id, right(document_no, 8)::int as n from purchase_requests) r, (select ${pick('material_parts')} as p) x`,
    [pcs],
  );
  await run(
    `insert into purchase_orders (company_id, document_no, status, document_date, created_by, supplier_id,
       supplier_snapshot, warehouse_id, payment_type, credit_days, vat_mode, vat_rate, sub_total, discount_total,
       base_amount, vat_amount, grand_total, wht_base, wht_amount, net_payable, promised_date, valid_until,
       item_count, is_receivable, created_at, updated_at)
     select ${company}, 'PO' || lpad(n::text, 8, '0'), ${statuses}, ${days}, ${skewed('u', '(n / 7)')},
       ${skewed('s', '(n / 3)')}, '{}', w[case when n % 10007 = 0 then 3 else 1 + n % 2 end], (array['cash','credit'])[1 + n % 2], 0, 'none', 0, n % 9973, 0,
       n % 9973, 0, n % 9973, 0, 0, n % 9973, ${days} + 7, ${days} + 30, 1, n % 40 = 0, ${at}, ${at}
     from generate_series(1, ${rows}) n,
       (select ${pick('users')} as u, ${pick('suppliers')} as s, $2::uuid[] as w) x`,
    [companyId, warehouseIds, otherCompanyId],
  );
  await run(
    `insert into purchase_order_items (order_id, line_no, part_id, description, quantity, unit_id, unit_factor,
       tracking_type, unit_price, is_service, line_total, document_discount, base_amount, vat_amount,
       warranty_months, company_id, supplier_id, warehouse_id, category_id, order_no, order_date, order_status, requester_id)
     select o.id, 1, ${skewed('p', '(o.n / 11)')}, 'x', 1, $1, 1, 'none', 1, false, 1, 0, 1, 0, 0, o.company_id,
       o.supplier_id, o.warehouse_id, ${skewed('c', '(o.n / 13)')}, o.document_no, o.document_date, o.status, o.created_by
     from (select *, right(document_no, 8)::int as n from purchase_orders) o,
       (select ${pick('material_parts')} as p, ${pick('categories')} as c) x`,
    [pcs],
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
    `insert into supplier_payment_items (payment_id, line_no, credit_purchase_id, amount)
     select p.id, 1, c.id, 100 from supplier_payments p
       join purchase_order_receipts r on r.document_no = 'RC' || right(p.document_no, 8) and r.company_id = p.company_id
       join credit_purchases c on c.receipt_id = r.id`,
    [],
  );
}
