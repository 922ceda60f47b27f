import { contract, type ListName } from '@boxyard/shared/contract';
import { definedLists } from './kernel/index.ts';
import { fillUpdates } from './modules/containers/testing/planted.ts';
import { fillBankLines } from './modules/money/statements/testing/statements.ts';
import { fillPurchases } from './modules/purchasing/testing/fill.ts';
import { fillSold } from './modules/soldContainers/testing/planted.ts';
import { createTestApp, type TestApp } from './testing/index.ts';
import { fillBeside } from './testing/planRows.ts';
import {
  fillInBulk,
  PLAN_MONEY,
  PLAN_ROWS,
  PLAN_SALES,
  PLAN_TIMEOUT,
  planActors,
  planCases,
  planFaults,
} from './testing/plans.ts';
import { testFamilies } from './testing/testFamilies.ts';
import { makeWorld, type World } from './workflow/testing/world.ts';

/**
 * Every permitted sort × filter of every list on 20,000 analysed rows, planner
 * settings untouched. The lists of purchasing and of the activity log have a
 * test of their own beside them. What customers owe by the end of a day is summed over all entries.
 * A plan that reads a table that was not filled fails: what it costs nobody would notice.
 */
const ROWS = PLAN_ROWS;
const ELSEWHERE =
  /^(activityLogs|purchaseRequests|purchaseOrders|receipts|biddings|quotations|distributions|creditPurchases|supplierPayments|reports|receivables)\./;
/** Lists that are read whole, whatever the order, and why they stay that short. */
const SMALL: Readonly<Record<string, string>> = {
  'roles.all': 'thirteen roles, and what an administrator adds',
  'roles.list': 'thirteen roles, and what an administrator adds',
  'roleGroups.all': 'groups of thirteen roles',
  'roleGroups.list': 'groups of thirteen roles',
  'regions.all': 'a zone has a district of its own, of which there are 928; a region several zones',
  'regions.list':
    'a zone has a district of its own, of which there are 928; a region several zones',
  'zones.all': 'a zone has a district of its own, of which there are 928',
  'zones.list': 'a zone has a district of its own, of which there are 928',
  'menus.all': 'menus of the pages there are',
  'menus.list': 'menus of the pages there are',
  'access.list': 'the abilities of one person, which are computed',
  'softwareRollouts.list':
    "a few of each release; one warehouse's are found through its containers",
  'bankAccounts.list': 'a company has a few bank accounts',
  'bankAccounts.master': 'a company has a few bank accounts',
  'taxPeriods.list': 'a month of VAT a month',
  'invoiceRuns.list': 'a company bills a run of invoices a month',
  'containerParts.models': 'some dozen models, of which a few name a part',
  'documentHeaders.master': 'a company has a few headers of each kind',
  'productStatuses.list': 'statuses of three axes, as the machine knows them',
  'contractClauses.list': 'a company has clauses for three kinds of contracts',
  'jobCodes.list': 'some dozens of codes of each kind',
  'jobCodes.master': 'some dozens of codes of each kind',
  'warrantyPrices.list': 'a price list has a few lines for each model',
};

const LISTS = (Object.keys(contract) as ListName[]).filter(
  (name) => contract[name].kind === 'list' && !ELSEWHERE.test(name) && !Object.hasOwn(SMALL, name),
);

const NOWHERE = '01890000-0000-7000-8000-00000000ffff';

let test: TestApp;
let world: World;
let samples: Record<string, readonly string[]>;
/** Two more companies, which have parts at every level of stock. */
let others: readonly string[];
const at = `(timestamptz '2025-05-01 02:00Z' + (n * interval '15 minutes'))`;
const rows = `generate_series(1, ${ROWS}) n`;

beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  await fillInBulk(test, fill);
  samples = await sampleValues();
}, PLAN_TIMEOUT);
afterAll(() => test?.close());

const id = async (text: string, values: readonly unknown[] = []): Promise<string> =>
  String((await test.app.pg.query<{ id: string }>(text, values)).rows[0]?.id);

async function fill(): Promise<void> {
  const { warehouseId, companyId, part, pcs, admin } = world;
  const run = (text: string, values: readonly unknown[] = []) => test.app.pg.query(text, values);
  await run(
    `insert into teams (company_id, name, type, created_at, updated_at)
    select $1, 'Frequent and rare ' || n, 'engineer', ${at}, ${at} from generate_series(1, 2) n`,
    [companyId],
  );
  // A team of half of them, and a small one that every sample of the statistics meets.
  await run(`insert into users (username, email, first_name, last_name, status, team_id, team_position, role_id, last_login_at, created_at, updated_at)
    select 'u' || n, 'u' || n || '@plan.example', 'F' || n, 'L' || n,
      (array['active','invited','pendingApproval','suspended'])[1 + n % 4],
      t[case when n % 2 = 0 then 1 when n % 997 = 0 then 2 end], case when n % 2 = 0 or n % 997 = 0 then 'member' end,
      (select id from roles order by name offset case when n % 10007 = 0 then 0 else 1 + n % 12 end limit 1), case when n % 3 = 0 then ${at} end, ${at}, ${at} from ${rows}, (select array_agg(id order by name) as t from teams) x`);
  await run(
    `insert into user_companies (user_id, company_id) select id, $1 from users on conflict do nothing`,
    [companyId],
  );
  await run(`insert into units (code, name, is_active, created_at, updated_at)
    select 'U' || n, 'Unit ' || n, n % 10 > 0, ${at}, ${at} from ${rows}`);
  await run(`insert into categories (code, name, sort_order, is_active, created_at, updated_at)
    select 'M' || n, 'Main ' || n, n, n % 10 > 0, ${at}, ${at} from generate_series(1, ${ROWS / 100}) n`);
  await run(`insert into categories (code, name, parent_id, sort_order, is_active, created_at, updated_at)
    select 'S' || n, 'Sub ' || n, m[case when n % 2 = 0 then 1 else 2 + n % (array_length(m, 1) - 1) end], n, n % 10 > 0, ${at}, ${at}
    from ${rows}, (select array_agg(id) as m from categories where parent_id is null) x`);
  await run(`insert into suppliers (code, name, tax_id, branch_code, address, wht_type, wht_rate, is_vat_registered, is_blocked, is_active, created_at, updated_at)
    select 'X' || n, 'Supplier ' || n, (9000000000000 + n)::text, '00000', '{}', 'none', 0, n % 5 > 0, n % 50 = 0, n % 10 > 0, ${at}, ${at} from ${rows}`);
  await run(`insert into zones (code, name, name_th, created_at, updated_at)
    select 'ZC' || n, 'Zone ' || n, 'Zone ' || n, ${at}, ${at} from generate_series(1, 40) n`);
  await run(
    `insert into customers (zone_id, company_id, code, type, company_name, name, tax_id, branch_code, phone,
        registered_address, sale_id, is_blacklisted, blacklist_reason, is_active, created_at, updated_at)
      select z[1 + n % 40], $1, 'C' || n, (array['juristic','person'])[1 + n % 2], 'Customer ' || n, 'Customer ' || n,
        (8000000000000 + n)::text, '00000', '08' || lpad(n::text, 8, '0'), '{}', u[1 + n % array_length(u, 1)],
        n % 50 = 0, case when n % 50 = 0 then 'owes' end, n % 10 > 0, ${at}, ${at}
      from ${rows}, (select array_agg(id) as u from users) x,
        (select array_agg(id) as z from zones where code like 'ZC%') y`,
    [companyId],
  );
  await run(`insert into supplier_categories (supplier_id, category_id)
    select s.id, m[1 + (row_number() over ()) % array_length(m, 1)] from suppliers s, (select array_agg(id) as m from categories where parent_id is null) x`);
  await run(
    `insert into material_parts (part_no, name, category_id, unit_id, barcode, tracking_type, is_active, created_at, updated_at)
    select 'P' || n, 'Part ' || n, m[1 + n % 40], $1, 'B' || n, (array['none','none','lot','serial'])[1 + n % 4], n % 10 > 0, ${at}, ${at}
    from ${rows}, (select array_agg(id) as m from categories where parent_id is null) x`,
    [pcs],
  );
  await run(`insert into supplier_parts (supplier_id, part_id)
    select s[1 + n % 40], p.id from (select id, row_number() over () as n from material_parts) p,
      (select array_agg(id) as s from (select id from suppliers limit 40) y) x on conflict do nothing`);
  // Each company has a level for each part: here only the first one's parts matter.
  await run('alter table companies disable trigger user');
  await run(`insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, is_active, created_at, updated_at)
    select 'C' || n, 'บริษัท ' || n, 'Company ' || n, (1000000000000 + n)::text, 'headOffice', '00000', n % 10 > 0, ${at}, ${at} from ${rows}`);
  await run(
    `insert into teams (company_id, name, type, is_active, created_at, updated_at)
    select case when n % 50 = 0 then $1 else c[1 + n % array_length(c, 1)] end, 'Team ' || n,
      (array['sales','engineer'])[1 + n % 2], n % 10 > 0, ${at}, ${at}
    from ${rows}, (select array_agg(id order by id) as c from companies) x`,
    [companyId],
  );
  // Half of them of one person, from and to two teams; the others of everybody once.
  await run(
    `insert into team_moves (company_id, type, user_id, from_team_id, to_team_id, position, effective_date, reason, status, applied_at, created_at, updated_at)
    select $1, (array['sales','engineer'])[1 + n / 2 % 2], case when n % 2 = 0 then u[1] else u[n] end,
      case when n % 3 = 0 then t[3 + n % 1000] else t[1] end, case when n % 10007 = 0 then t[2] else t[1003 + n % 1000] end,
      'member', date '2025-05-01' + n % 540, 'x', case when n % 2 = 0 then 'approved' else (array['pending','rejected','cancelled'])[1 + n / 2 % 3] end,
      ${at}, ${at}, ${at}
    from ${rows}, (select array_agg(id order by username = 'u7' desc, id) as u from users) x,
      (select array_agg(id order by name) as t from (select id, name from teams order by name limit 2002) z) y`,
    [companyId],
  );
  await run(
    `insert into warehouses (company_id, code, name, kind, holds, is_active, created_at, updated_at)
    select case when n % 20 = 0 then $1 else c[1 + n % array_length(c, 1)] end, 'W' || n, 'Warehouse ' || n,
      (array['main','branch','technicianVan'])[1 + n % 3], 'parts', n % 10 > 0, ${at}, ${at}
    from ${rows}, (select array_agg(id order by id) as c from companies) x`,
    [companyId],
  );
  await run(
    `insert into bins (warehouse_id, code, is_active, created_at, updated_at)
    select case when n % 100 = 0 then $1 else w[1 + n % array_length(w, 1)] end, 'A-' || n, n % 10 > 0, ${at}, ${at}
    from ${rows}, (select array_agg(id order by id) as w from (select id from warehouses where company_id = $2 limit 500) y) x`,
    [warehouseId, companyId],
  );
  const bin = await id('select id from bins where warehouse_id = $1 limit 1', [warehouseId]);
  await run(`insert into lots (id, item_id, lot_no, created_at) select new_id(), p[1 + n % 400], 'L' || n, ${at}
    from ${rows}, (select array_agg(id order by id) as p from material_parts) x`);
  await run(`insert into serials (id, item_id, serial_no, created_at) select new_id(), p[1 + n % 400], 'SN-' || n, ${at}
    from ${rows}, (select array_agg(id order by id) as p from material_parts) x`);
  others = [
    await id("select id from companies where code = 'C3'"),
    await id("select id from companies where code = 'C4'"),
  ];
  await run(
    `insert into part_stock_levels
    select c.id, p.id, (array['ok','ok','ok','low','out','over'])[1 + abs(hashtext(p.part_no || c.code)) % 6],
      p.part_no, p.name, p.created_at, p.category_id, p.sub_category_id, p.tracking_type, p.is_active
    from material_parts p, companies c where c.id = any($1)`,
    [others],
  );
  await run('update part_stock_levels set is_watched = true where hashtext(part_no) % 2 = 0');
  await run(
    `insert into stock_rules (company_id, warehouse_id, part_id, reorder_point, level, part_no, category_id, is_watched, created_at, updated_at)
    select $1, w[1 + n % 3], p[1 + n % array_length(p, 1)], 5, (array['ok','ok','ok','low','out','over'])[1 + n % 6],
      'P' || n, c[1 + n % array_length(p, 1)], true, ${at}, ${at}
    from ${rows}, (select array_agg(id order by id) as p, array_agg(category_id order by id) as c from material_parts) x,
      (select array[$2::uuid] || array_agg(id) as w from (select id from warehouses where code like 'W%' limit 2) y) z
    on conflict do nothing`,
    [companyId, warehouseId],
  );
  await run(
    `insert into stock_balances (company_id, item_type, item_id, location_id, condition, is_physical, on_hand)
    select $1, 'part', p[1 + n % array_length(p, 1)], b[1 + (n / 7) % array_length(b, 1)], 'new', true, 5
    from ${rows}, (select array_agg(id order by id) as p from material_parts) x, (select array_agg(id order by id) as b from bins) y
    on conflict do nothing`,
    [companyId],
  );
  await run(
    `insert into goods_imports (company_id, document_no, status, document_date, source_type, from_location_id, warehouse_id, item_count, expected_qty, created_at, updated_at)
    select $1, 'IM' || lpad(n::text, 8, '0'), (array['completed','completed','completed','inspecting','pending','rejected','reversed'])[1 + n % 7],
      date '2025-05-01' + n % 540, (array['acceptance','acceptance','opening'])[1 + n % 3], $2, w[1 + n % 3], 1, 1, ${at}, ${at}
    from ${rows}, (select array[$3::uuid] || array_agg(id) as w from (select id from warehouses where code like 'W%' limit 2) y) x`,
    [companyId, bin, warehouseId],
  );
  await run(
    `insert into requisitions (company_id, document_no, status, document_date, requester_id, created_by, purpose, warehouse_id, needed_by,
      item_count, created_at, updated_at)
    select $1, 'RQ' || lpad(n::text, 8, '0'), (array['dispatched','dispatched','dispatched','pending','approved','picking','partlyReturned','returned','rejected','cancelled','reversed'])[1 + n % 11],
      date '2025-05-01' + n % 540, r, r, (array['repairJob','maintenance','production','sale','internal'])[1 + n % 5], w[1 + n % 3],
      date '2025-05-01' + n % 540 + 3, 1, ${at}, ${at}
    from (select n, u[case when n % 2 = 0 then 1 when n % 10007 = 0 then 2 else 3 + n % 50 end] as r from ${rows},
        (select array_agg(id order by username = 'u7' desc, username = 'u77' desc, id) as u from users) x) q,
      (select array[$2::uuid] || array_agg(id) as w from (select id from warehouses where code like 'W%' limit 2) y) z`,
    [companyId, warehouseId],
  );
  for (const { family, fill: plant } of testFamilies) {
    await plant(world, family === 'invoices' || family === 'payments' ? PLAN_MONEY : ROWS);
  }
  await fillUpdates(test, world);
  await fillSold(test, PLAN_SALES);
  await fillBankLines(test, { companyId, rows: ROWS });
  await run(
    `insert into destructions (company_id, document_no, status, document_date, created_by, reason, method, warehouse_id, scheduled_at,
      item_count, book_value, created_at, updated_at)
    select $1, 'DS' || lpad(n::text, 8, '0'), (array['completed','completed','completed','pending','approved','rejected','cancelled'])[1 + n % 7],
      date '2025-05-01' + n % 540, $3, (array['expired','damaged','obsolete','unrepairable','auditLoss'])[1 + n % 5], 'crush', w[1 + n % 3],
      date '2025-05-01' + n % 540 + 3, 1, n % 900, ${at}, ${at}
    from ${rows}, (select array[$2::uuid] || array_agg(id) as w from (select id from warehouses where code like 'W%' limit 2) y) x`,
    [companyId, warehouseId, admin.userId],
  );
  await run(
    `insert into repairs (company_id, document_no, status, document_date, created_by, warehouse_id, part_id, quantity, bin_id, condition,
      source, symptom, outcome, technician_id, created_at, updated_at)
    select $1, 'RP' || lpad(n::text, 8, '0'), (array['completed','completed','completed','pending','approved','onGoing','rejected','cancelled'])[1 + n % 8],
      date '2025-05-01' + n % 540, $5, w[1 + n % 3], $3, 1, $4, 'used',
      (array['warehouse','dispatchReturn','claimRejected','containerRemoval'])[1 + n % 4], 'x',
      (array['fixed','refurbished','unrepairable'])[1 + n % 3],
      u[case when n % 2 = 0 then 1 when n % 10007 = 0 then 2 else 3 + n % 50 end], ${at}, ${at}
    from ${rows}, (select array_agg(id order by username = 'u7' desc, username = 'u77' desc, id) as u from users) q,
      (select array[$2::uuid] || array_agg(id) as w from (select id from warehouses where code like 'W%' limit 2) y) x`,
    [companyId, warehouseId, part, bin, admin.userId],
  );
  await run(
    `insert into claims (company_id, document_no, status, document_date, created_by, supplier_id, warehouse_id, item_count,
      due_date, is_late, created_at, updated_at)
    select $1, 'CL' || lpad(n::text, 8, '0'), (array['completed','completed','completed','pending','sent','confirmed','rejected','cancelled'])[1 + n % 8],
      date '2025-05-01' + n % 540, $3, s[1 + n % 40], w[1 + n % 3], 1,
      case when n % 8 <> 3 then date '2025-05-01' + n % 540 + 30 end, n % 20 = 0, ${at}, ${at}
    from ${rows}, (select array_agg(id) as s from (select id from suppliers limit 40) y) q,
      (select array[$2::uuid] || array_agg(id) as w from (select id from warehouses where code like 'W%' limit 2) y) x`,
    [companyId, warehouseId, admin.userId],
  );
  await run(
    `insert into claim_items (claim_id, line_no, part_id, quantity, bin_id, condition, defect, in_warranty, created_at)
    select id, 1, case when abs(hashtext(document_no)) % 2 = 0 then $1::uuid else $2::uuid end, 1, $3::uuid, 'used', 'x', true, created_at from claims`,
    [part, world.serialPart, bin],
  );
  await run(
    `insert into transformations (company_id, document_no, status, document_date, created_by, type, warehouse_id, part_id, quantity,
      created_at, updated_at)
    select $1, 'TM' || lpad(n::text, 8, '0'), (array['completed','completed','completed','pending','approved','rejected','cancelled','reversed'])[1 + n % 8],
      date '2025-05-01' + n % 540, $4, (array['disassemble','assemble','convert','repack'])[1 + n % 4], w[1 + n % 3], $3, 1, ${at}, ${at}
    from ${rows}, (select array[$2::uuid] || array_agg(id) as w from (select id from warehouses where code like 'W%' limit 2) y) x`,
    [companyId, warehouseId, part, admin.userId],
  );
  await run(
    `insert into audits (company_id, document_no, status, document_date, warehouse_id, type, is_blind, "freeze", created_at, updated_at)
    select $1, 'AU' || lpad(n::text, 8, '0'), (array['approved','approved','approved','draft','counting','counted','recount','review','cancelled'])[1 + n % 9],
      date '2025-05-01' + n % 540, w[1 + n % 3], (array['full','cycle','spot','zeroConfirm'])[1 + n % 4], true, 'none', ${at}, ${at}
    from ${rows}, (select array[$2::uuid] || array_agg(id) as w from (select id from warehouses where code like 'W%' limit 2) y) z`,
    [companyId, warehouseId],
  );
  await run(
    `insert into part_transfers (company_id, document_no, status, document_date, created_by, from_warehouse_id, to_warehouse_id, expected_date,
      item_count, is_late, created_at, updated_at)
    select $1, 'TF' || lpad(n::text, 8, '0'), (array['completed','completed','completed','pending','approved','inTransit','partlyReceived','recalled','returned','rejected','cancelled'])[1 + n % 11],
      date '2025-05-01' + n % 540, u[1 + n % 50], w[1 + n % 3], w[1 + (n + 1) % 3], date '2025-05-01' + n % 540 + 3, 1, n % 20 = 0, ${at}, ${at}
    from ${rows}, (select array_agg(id order by username = 'u7' desc, username = 'u77' desc, id) as u from users) x,
      (select array[$2::uuid] || array_agg(id) as w from (select id from warehouses where code ~ '^W[0-9]' limit 2) y) z`,
    [companyId, warehouseId],
  );
  await run(
    `insert into stock_moves (id, company_id, to_company_id, doc_type, doc_id, action, part_no, item_type, item_id, qty, from_location_id, to_location_id,
      condition_from, condition_to, unit_cost, value, effective_date, posted_at, hash)
    select new_id(), $1, $1, (array['receipt','goodsImport','dispatch'])[1 + n % 3], new_id(), 'x', 1, 'part', p[1 + n % 5], 1,
      case when n % 4 = 0 then $2 else b[1 + n % 900] end, b[901 + n % 900], 'new', 'new', 1, 1,
      date '2025-05-01' + n % 540, ${at}, sha256(n::text::bytea)
    from ${rows}, (select array[$3::uuid] || array_agg(id) as p from (select id from material_parts where part_no like 'P%' limit 4) y) x,
      (select array_agg(id order by id) as b from (select id from bins where warehouse_id <> $4 limit 1800) z) t`,
    [companyId, bin, part, warehouseId],
  );
  await run(`insert into stock_balances (company_id, item_type, item_id, location_id, condition, is_physical, on_hand)
    select distinct company_id, item_type, item_id, place, 'new', false, 0
    from (select * from stock_moves cross join lateral unnest(array[from_location_id, to_location_id]) as place) m
    on conflict do nothing`);
  await run(
    `insert into notifications (user_id, category, type, title_en, title_th, description_en, description_th, read, date, dedupe_key)
    select (array[$1::uuid, $2::uuid])[1 + n % 2], 'news', 'info', 't', 't', '', '', n % 20 > 0, ${at}, 'n' || n from ${rows}`,
    [admin.userId, world.manager.userId],
  );
  await run(`insert into mails (to_address, subject, body_text, status, created_at)
    select 'a@b.c', 's', 't', (array['sent','sent','sent','queued','failed'])[1 + n % 5], ${at} from ${rows}`);
  // Tables that lists of other areas look into; what they list themselves has a test beside them.
  const places = await test.app.pg.query<{ id: string }>(
    "select id from warehouses where code ~ '^W[0-9]' order by id limit 2",
  );
  await fillPurchases(test, {
    companyId,
    otherCompanyId: String(others[0]),
    warehouseIds: [warehouseId, ...places.rows.map((row) => row.id)],
    pcs,
    rows: ROWS / 10,
  });
  await fillBeside(test, world, ROWS);
}

/** Of each id a frequent one and a rare one. */
async function sampleValues(): Promise<Record<string, readonly string[]>> {
  const { warehouseId, companyId } = world;
  const categories = [
    await id("select category_id as id from material_parts where part_no = 'P7'"),
    await id("select id from categories where code = 'M7'"),
  ];
  const mains = [
    await id("select parent_id as id from categories where code = 'S2'"),
    await id("select parent_id as id from categories where code = 'S7'"),
  ];
  const codeOf = (table: string, code: string) =>
    id(`select id from ${table} where code = '${code}'`);
  return {
    softwareId: [await id('select id from product_softwares limit 1'), NOWHERE],
    rolloutId: [await id('select id from software_rollouts limit 1'), NOWHERE],
    productId: [
      await id('select product_id as id from product_contracts order by contract_no limit 1'),
      NOWHERE,
    ],
    contractId: [
      await id('select contract_id as id from product_contracts order by contract_no limit 1'),
      await id("select contract_id as id from product_contracts where contract_no = 'CT00000077'"),
    ],
    atCustomerOf: [
      await id('select id from contracts order by document_no limit 1'),
      await id('select id from contracts order by document_no desc limit 1'),
    ],
    insteadOf: [
      await id('select id from contracts order by document_no limit 1'),
      await id('select id from contracts order by document_no desc limit 1'),
    ],
    customerId: [await codeOf('customers', 'C7'), await codeOf('customers', 'C77')],
    bankAccountId: [await id('select bank_account_id as id from payments limit 1'), NOWHERE],
    statementId: [
      await id('select id from bank_statements order by created_at limit 1'),
      await id('select id from bank_statements order by created_at desc limit 1'),
    ],
    invoiceId: [await id('select invoice_id as id from credit_notes limit 1'), NOWHERE],
    assigneeId: [world.admin.userId, await id("select id from users where username = 'u77'")],
    scheduleId: [
      await id('select id from pm_schedules order by name limit 1'),
      await id('select id from pm_schedules order by name desc limit 1'),
    ],
    productTypeId: [await codeOf('product_types', 'T1'), await codeOf('product_types', 'T77')],
    productModelId: [await codeOf('product_models', 'M1'), await codeOf('product_models', 'M77')],
    roleId: [
      await id("select role_id as id from users where username = 'u7'"),
      await id('select id from roles order by name limit 1'),
    ],
    teamId: [
      await id("select id from teams where name = 'Frequent and rare 1'"),
      await id("select id from teams where name = 'Frequent and rare 2'"),
    ],
    saleId: [
      await id("select id from users where username = 'u7'"),
      await id("select id from users where username = 'u77'"),
    ],
    zoneId: [
      await id("select id from zones where code = 'ZC1'"),
      await id("select id from zones where code = 'ZC7'"),
    ],
    userId: [
      await id("select id from users where username = 'u7'"),
      await id("select id from users where username = 'u77'"),
    ],
    requesterId: [
      await id("select id from users where username = 'u7'"),
      await id("select id from users where username = 'u77'"),
    ],
    technicianId: [
      await id("select id from users where username = 'u7'"),
      await id("select id from users where username = 'u77'"),
    ],
    companyId: [companyId, await id("select id from companies where code = 'C7'")],
    warehouseId: [warehouseId, await id("select id from warehouses where code = 'W50'")],
    stockIn: [warehouseId],
    fromWarehouseId: [warehouseId, await id("select id from warehouses where code = 'W50'")],
    toWarehouseId: [warehouseId, await id("select id from warehouses where code = 'W50'")],
    parentId: mains,
    mainId: mains,
    code: ['M7'],
    name: ['Main 7'],
    categoryId: categories,
    supplierId: [
      await id('select supplier_id as id from supplier_parts limit 1'),
      await id("select id from suppliers where code = 'X7777'"),
    ],
    createdBy: [world.admin.userId, await id("select id from users where username = 'u77'")],
    partId: [world.part, await id('select part_id as id from supplier_parts limit 1')],
    serialNo: ['SN-1'],
    lotNo: ['L-1'],
    binId: [await id('select location_id as id from stock_balances where on_hand > 0 limit 1')],
    asOf: ['2026-01-31'],
  };
}

it('knows every list of the contract', () => {
  expect(LISTS.filter((name) => !definedLists.has(name))).toEqual([]);
});

describe.each(LISTS)('%s', (list) => {
  const params = (): Record<string, string> => ({
    id: list === 'bins.list' ? world.warehouseId : world.part,
  });
  it.each(planCases(list))('by $sort (descending: $descending) with $filter', async (one) => {
    const all = await world.admin.actor();
    const company = await world.keeper.actor();
    const { warehouseId } = world;
    const companyIds = [world.companyId, ...others];
    for (const [scope, actor] of planActors({ all, company }, { warehouseId, companyIds })) {
      const faults = await planFaults(test, one, { actor, params: params(), samples });
      expect([scope, ...faults]).toEqual([scope]);
    }
  });
});
