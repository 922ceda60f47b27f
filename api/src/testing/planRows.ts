import type { World } from '../workflow/testing/world.ts';
import type { TestApp } from './createTestApp.ts';

/** Of each container: one in the usual run, 40 with `PLAN_PARTS=40 PLAN_ROWS=100000` (a large fleet). */
const PARTS_OF_A_CONTAINER = Number(process.env.PLAN_PARTS ?? 1);
/** Parts that lines name: an array of all of them would be copied for every row. */
const FEW_PARTS = `(select array_agg(id order by id) as p
  from (select id from material_parts where part_no like 'P%' order by id limit 400) few)`;
const at = `(timestamptz '2025-05-01 02:00Z' + (n * interval '15 minutes'))`;

/**
 * What stands beside documents and masters, as years leave it: headers, releases of software, bills
 * of materials and what is built in, versions of contracts, lines, bins being counted, the entries of
 * moves. After everything that they refer to.
 */
export async function fillBeside({ app }: TestApp, world: World, rows: number): Promise<void> {
  const { companyId, part } = world;
  const run = (text: string, values: readonly unknown[] = []) => app.pg.query(text, values);
  const series = `generate_series(1, ${rows}) n`;
  // Half of them of one company; of one kind a handful.
  await run(
    `insert into document_headers (company_id, type, name, company_name_th, company_name_en, tax_id, branch_code, address,
       is_active, created_at, updated_at)
     select case when n % 2 = 0 then $1 else c[1 + n % array_length(c, 1)] end,
       case when n % 10007 = 0 then 'contract' else (array['purchaseRequest','purchaseOrder','acceptance'])[1 + n % 3] end,
       'Header ' || n, 'บริษัท', 'Company', '0105552029681', '00000', 'Bangkok', n % 10 > 0, ${at}, ${at}
     from ${series}, (select array_agg(id order by id) as c from companies) x`,
    [companyId],
  );
  await run(
    `insert into stored_files (key, size, touched_at) select 'plan-' || n, 1, ${at} from ${series}`,
  );
  await run(
    `insert into files (file_name, mime, size, sha256, storage_key, created_at)
     select 'F' || n, 'application/gzip', 1, repeat('0', 64), 'plan-' || n, ${at} from ${series}`,
  );
  await run(
    `insert into product_softwares (version_no, version_key, status, release_notes, is_mandatory, file_id, created_at, updated_at)
     select '1.' || n || '.0', lpad(n::text, 8, '0'),
       (array['superseded','superseded','superseded','withdrawn','stable','beta','draft'])[1 + n % 7], 'Notes', n % 50 = 0,
       f.id, ${at}, ${at}
     from ${series} left join files f on f.storage_key = 'plan-' || n`,
  );
  // One model that half of the releases are for, and many that a few are for.
  await run(
    `insert into product_software_models (software_id, product_model_id, version_no)
     select s.id, case when s.n % 2 = 0 then m[1] else m[2 + s.n % (array_length(m, 1) - 1)] end, s.version_no
     from (select id, version_no, row_number() over (order by version_key) as n from product_softwares
         where version_no not in (select version_no from product_software_models)) s,
       (select array_agg(id order by code) as m from product_models where code ~ '^M[0-9]') x`,
  );
  await run('update product_models set current_revision = 1 where current_revision = 0');
  await run(
    `insert into product_model_revisions (product_model_id, revision_no, created_at)
     select id, 1, created_at from product_models on conflict do nothing`,
  );
  await run(
    `insert into product_model_parts (revision_id, line_no, part_id, quantity)
     select r.id, line, case when line = 1 and r.n % 2 = 0 then $1 else p[1 + (r.n * 3 + line) % 400] end, 1
     from (select id, row_number() over (order by id) as n from product_model_revisions) r, generate_series(1, 2) line,
       ${FEW_PARTS} x on conflict do nothing`,
    [part],
  );
  await run(
    `insert into part_product_models (part_id, product_model_id)
     select p.id, case when p.n % 2 = 0 then m[1] else m[2 + p.n % 99] end
     from (select id, row_number() over (order by id) as n from material_parts) p,
       (select array_agg(id order by code = 'M1' desc, code = 'M77' desc, code) as m from product_models where code ~ '^M[0-9]') x`,
  );
  await run(
    `insert into product_parts (product_id, part_id, quantity, serial_id, lot_id, condition, unit_cost, installed_at, removed_at, disposition)
     select pd.id, case when pd.n % 2 = 0 and line = 1 then $1 else p[1 + (pd.n + line - 1) % 400] end, 1,
       s.id, l.id, 'new', 1, pd.at, case when pd.n % 10 = 0 then pd.at end, case when pd.n % 10 = 0 then 'restock' end
     from (select id, created_at as at, row_number() over (order by id) as n from products) pd
       cross join generate_series(1, ${PARTS_OF_A_CONTAINER}) line
       cross join ${FEW_PARTS} x
       left join (select id, row_number() over (order by id) as n from serials) s
         on line = 1 and pd.n % 3 = 0 and s.n = pd.n
       left join (select id, row_number() over (order by id) as n from lots) l
         on line = 1 and pd.n % 3 = 1 and l.n = pd.n`,
    [part],
  );
  await run(
    `insert into contract_versions (contract_id, version_no, change_type, effective_date, snapshot, diff, sha256, created_at)
     select id, 1, 'initial', document_date, '{}', '{}', repeat('0', 64), created_at from contracts on conflict do nothing`,
  );
  await run(
    `insert into container_requisition_items (document_id, line_no, product_model_id, line_status)
     select d.id, 1, m[1 + d.n % 40], 'pending'
     from (select id, row_number() over (order by id) as n from container_requisitions) d,
       (select array_agg(id order by code) as m from product_models where code ~ '^M[0-9]') x
     on conflict do nothing`,
  );
  await run(
    `insert into audit_bins (audit_id, bin_id, is_open)
     select a.id, b.id, b.n % 100 = 0
     from (select id, row_number() over (order by id) as n from bins limit ${rows}) b
       join (select id, row_number() over (order by id) as n from audits) a
         on a.n = 1 + b.n % (select count(*) from audits)`,
  );
  await run(
    `insert into stock_entries (move_seq, side, company_id, item_type, item_id, location_id, condition, qty, value, is_physical,
       effective_date, posted_at)
     select seq, side, company_id, item_type, item_id, case side when 1 then to_location_id else from_location_id end, 'new',
       qty * side, value * side, true, effective_date, posted_at
     from stock_moves, unnest(array[-1, 1]) side on conflict do nothing`,
  );
  await run(
    `insert into input_tax_entries (company_id, supplier_id, receipt_id, kind, document_no, invoice_date, tax_date,
       supplier_name, base_amount, vat_amount, grand_total, created_at)
     select company_id, supplier_id, id, k, 'TI' || right(document_no, 8), received_date, received_date, 'Supplier',
       100, 7, 107, created_at
     from purchase_order_receipts, unnest(case when right(document_no, 8)::int % 100 = 0
       then array['taxInvoice', 'cancellation'] else array['taxInvoice'] end) k`,
  );
  // A payment for each invoice.
  await run(
    `insert into payment_allocations (payment_id, invoice_id, amount)
     select p.id, i.id, 7 from (select id, row_number() over (order by id) as n from payments) p
       join (select id, row_number() over (order by id) as n from invoices) i on i.n = p.n
     on conflict do nothing`,
  );
  await run(
    `insert into technician_skills (user_id, product_type_id, level, created_at, updated_at)
     select case when n % 2 = 0 then u[1] else u[n] end,
       case when n % 2 = 1 and n % 4 = 1 then t[1] else t[1 + n % array_length(t, 1)] end, 1 + n % 3, ${at}, ${at}
     from ${series}, (select array_agg(id order by username = 'u7' desc, id) as u from users) x,
       (select array_agg(id order by code = 'T1' desc, code) as t from product_types) y on conflict do nothing`,
  );
  // Half of the schedules of one model and one team, half of the occurrences of one of each.
  await run(
    `insert into pm_schedules (company_id, name, product_model_id, product_id, starts_on, every, unit, based_on,
       lead_days, grace_days, team_id, is_active, plans_from, created_at, updated_at)
     select $1, 'Service ' || lpad(n::text, 8, '0'), case when n % 4 > 0 then m[case when n % 2 = 0 then 1 else 1 + n % array_length(m, 1) end] end,
       case when n % 4 = 0 then p[1 + n % array_length(p, 1)] end, date '2025-05-01' + n % 540, 1, 'month', 'scheduledDate',
       7, 3, t[case when n % 2 = 0 then 1 else 1 + n % array_length(t, 1) end], n % 10 > 0, date '2025-05-01', ${at}, ${at}
     from ${series}, (select array_agg(id order by code) as m from product_models) x,
       (select array_agg(id order by id) as p from (select id from products limit 500) few) y,
       (select array_agg(id order by id) as t from teams) z`,
    [companyId],
  );
  await run(
    `insert into pm_occurrences (schedule_id, product_id, status, due_on, day, done_on, skip_cause, created_at, updated_at)
     select s[case when n % 2 = 0 then 1 else 1 + n % array_length(s, 1) end], p[1 + n % array_length(p, 1)], st,
       date '2000-01-01' + n, date '2000-01-01' + n, case st when 'done' then date '2000-01-01' + n end,
       case st when 'skipped' then 'person' end, ${at}, ${at}
     from (select n, case when n % 10007 = 0 then 'skipped' else (array['done','done','cancelled'])[1 + n % 3] end as st from ${series}) f,
       (select array_agg(id order by name) as s from pm_schedules) x,
       (select array_agg(id order by id) as p from (select id from products limit 500) few) y`,
  );
  // Half of the fault reports of one container; a handful waits, as much is spam.
  await run(
    `insert into fault_reports (company_id, product_id, status, symptom, job_id, spam_mark, created_at, updated_at, search_text)
     select $1, p[case when n % 2 = 0 then 1 else 1 + n % array_length(p, 1) end], st, 'Fault ' || n,
       case when st in ('accepted', 'joined') then j[1 + n % array_length(j, 1)] end,
       case st when 'spam' then new_id() end, ${at}, ${at}, 'fault ' || n
     from (select n, case when n % 10007 = 0 then 'received' else (array['accepted','spam','joined'])[1 + n % 3] end as st from ${series}) f,
       (select array_agg(id order by id) as p from (select id from products limit 500) few) y,
       (select array_agg(id order by id) as j from (select id from jobs limit 500) few) z`,
    [companyId],
  );
  await run(
    `insert into technician_absences (user_id, starts_at, ends_at, reason, created_at, updated_at)
     select u[case when n % 2 = 0 then 1 else n end], ${at}, ${at} + interval '10 minutes',
       case when n % 10007 = 0 then 'training' else (array['leave','sick','other'])[1 + n % 3] end, ${at}, ${at}
     from ${series}, (select array_agg(id order by username = 'u7' desc, id) as u from users) x`,
  );
  await fillLines({ app }, world);
}

/** One line of each document: half of them name one part, a few another. */
async function fillLines({ app }: Pick<TestApp, 'app'>, { part }: World): Promise<void> {
  const rare = '(select part_id from supplier_parts limit 1)';
  const lines = (documents: string, columns: string, values: string) =>
    app.pg.query(
      `insert into ${columns} select d.id, 1, case when d.n % 2 = 0 then $1::uuid when d.n % 10007 = 0 then ${rare} else p[1 + d.n % 400] end, ${values}
       from (select id, row_number() over (order by id) as n from ${documents}) d,
         ${FEW_PARTS} x,
         (select id as bin from bins limit 1) y
       on conflict do nothing`,
      [part],
    );
  await lines(
    'goods_imports',
    'goods_import_items (import_id, line_no, part_id, expected_qty)',
    '1',
  );
  await lines(
    'requisitions',
    'requisition_items (requisition_id, line_no, part_id, requested_qty)',
    '1',
  );
  await lines(
    'part_transfers',
    'part_transfer_items (transfer_id, line_no, part_id, quantity)',
    '1',
  );
  await lines(
    'audits',
    'audit_items (audit_id, line_no, part_id, bin_id, condition)',
    "bin, 'new'",
  );
  await lines(
    'destructions',
    'destruction_items (destruction_id, line_no, part_id, bin_id, condition, quantity)',
    "bin, 'used', 1",
  );
  await lines(
    'transformations',
    'transformation_inputs (transformation_id, line_no, part_id, bin_id, condition, quantity)',
    "bin, 'used', 1",
  );
  await lines(
    'transformations',
    'transformation_outputs (transformation_id, line_no, part_id, planned_qty, quantity, condition, disposition, cost_share)',
    "1, 1, 'used', 'stock', 100",
  );
  await lines(
    'part_sales',
    'part_sale_items (document_id, line_no, part_id, quantity, unit_price, line_total, document_discount, base_amount, vat_amount)',
    '1, 1, 1, 0, 1, 0',
  );
}
