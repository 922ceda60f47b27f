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
import { at, company, days, fillPurchases, pick, skewed } from './testing/fill.ts';

/**
 * Every permitted sort × filter of the lists and reports of purchasing on 20,000 analysed rows: a
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
     from generate_series(1, 2000) n`,
    [world.pcs],
  );
  await run(
    `insert into suppliers (code, name, tax_id, branch_code, address, wht_type, wht_rate, created_at, updated_at)
     select 'X' || n, 'X' || n, lpad(n::text, 13, '9'), '00000', '{}', 'none', 0, now(), now()
     from generate_series(1, 40) n`,
    [],
  );
  await fillPurchases(test, {
    companyId: world.companyId,
    otherCompanyId,
    warehouseIds: [world.warehouseId, world.otherWarehouseId, rareWarehouseId],
    pcs: world.pcs,
    rows: ROWS,
  });
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
  await run(
    `insert into bidding_items (bidding_id, line_no, part_id, description, quantity, unit_id)
     select b.id, 1, ${skewed('p', '(b.n / 11)')}, 'x', 1, $1
     from (select id, right(document_no, 8)::int as n from biddings) b, (select ${pick('material_parts')} as p) x`,
    [world.pcs],
  );
  await run(
    `insert into quotation_items (quotation_id, bidding_item_id, quantity, unit_price)
     select q.id, i.id, 1, 1 from quotations q join bidding_items i on i.bidding_id = q.bidding_id`,
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
    createdBy: await two('users'),
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
