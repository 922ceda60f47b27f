import type { TestApp } from '../testing/index.ts';

/** Rows as the services would have left them, written in bulk: a million documents take an hour. */

const PARTS = 1000;
const BINS =
  '(select array_agg(b.id) as b from bins b join warehouses w on w.id = b.warehouse_id where w.code like $$BW%$$)';

const at = `(timestamptz '2025-05-01 02:00Z' + n * interval '10 seconds')`;

/** A thousand parts and two warehouses. */
export async function fillMasters({ app, companyId }: TestApp): Promise<void> {
  const run = (text: string, values: readonly unknown[] = []) => app.pg.query(text, values);
  await run(
    `insert into units (code, name, created_at, updated_at) values ('BX', 'box', now(), now())`,
  );
  await run(
    `insert into categories (code, name, created_at, updated_at) values ('BC', 'all', now(), now())`,
  );
  await run(`insert into material_parts (part_no, name, category_id, unit_id, barcode, tracking_type, created_at, updated_at)
    select 'B' || n, 'Part ' || n, (select id from categories where code = 'BC'), (select id from units where code = 'BX'),
      'B' || n, 'none', ${at}, ${at} from generate_series(1, ${PARTS}) n`);
  await run(
    `insert into warehouses (company_id, code, name, kind, holds, created_at, updated_at)
     select $1, 'BW' || n, 'Warehouse ' || n, 'main', 'parts', now(), now() from generate_series(1, 2) n`,
    [companyId],
  );
  await run(`insert into bins (warehouse_id, code, created_at, updated_at)
    select id, 'A-01', now(), now() from warehouses where code like 'BW%'`);
}

/** The moves of the ledger from number `first` to `last`, every ten seconds one, and their counts. */
export async function fillMoves(
  { app, companyId }: TestApp,
  { first, last }: { first: number; last: number },
): Promise<void> {
  await app.pg.query(
    `with m as (
     insert into stock_moves (id, company_id, to_company_id, doc_type, doc_id, action, part_no, item_type, item_id,
       qty, from_location_id, to_location_id, condition_from, condition_to, unit_cost, value, effective_date, posted_at, hash)
     select new_id(), $1, $1, (array['receipt','goodsImport','dispatch','transfer'])[1 + n % 4], new_id(), 'post', 1, 'part',
       p[1 + n % ${PARTS}], 1, b[1], b[2], 'new', 'new', 1, 1, (${at})::date, ${at}, sha256(n::text::bytea)
     from generate_series(${first}, ${last}) n, (select array_agg(id) as p from material_parts) x, ${BINS} y
     returning company_id, item_type, item_id)
     insert into part_valuations (company_id, item_type, item_id, own_moves)
     select company_id, item_type, item_id, count(*) from m group by 1, 2, 3
     on conflict (company_id, item_type, item_id)
     do update set own_moves = part_valuations.own_moves + excluded.own_moves`,
    [companyId],
  );
  await app.pg.query('vacuum analyze stock_moves, part_valuations');
}

/** What the moves leave behind: entries and balances. */
export async function fillBalances({ app }: TestApp): Promise<void> {
  await app.pg.query(`insert into stock_entries (move_seq, side, company_id, item_type, item_id, location_id, condition, qty,
      value, is_physical, effective_date, posted_at)
    select m.seq, s.side, m.company_id, 'part', m.item_id, case when s.side < 0 then m.from_location_id else m.to_location_id end,
      'new', s.side, 0, true, m.effective_date, m.posted_at from stock_moves m, (values (-1), (1)) as s(side)`);
  await app.pg.query(`insert into stock_balances (company_id, item_type, item_id, location_id, condition, is_physical, on_hand)
    select company_id, item_type, item_id, location_id, 'new', false, sum(qty) from stock_entries group by 1, 2, 3, 4`);
}

/** Days over which purchase requests are spread: two years of them. */
export const REQUEST_DAYS = 730;
/** The first of those days. */
export const FIRST_REQUEST = '2024-11-01';

/** Purchase requests in every state, evenly over two years and over the people who asked for them. */
export async function fillRequests(
  { app, companyId }: TestApp,
  { rows, people }: { readonly rows: number; readonly people: readonly string[] },
): Promise<void> {
  const asked = `(timestamptz '${FIRST_REQUEST} 02:00Z' + n * (interval '${REQUEST_DAYS} days' / ${rows}))`;
  await app.pg.query(
    `insert into purchase_requests (company_id, document_no, status, document_date, requester_id, created_by, warehouse_id,
       purpose, needed_by, valid_until, item_count, estimated_total, has_open_lines, created_at, updated_at)
     select $1, 'PR' || lpad(n::text, 8, '0'),
       (array['completed','completed','completed','onGoing','approved','pending','rejected'])[1 + n % 7], (${asked})::date,
       u[1 + n % cardinality(u)], u[1 + n % cardinality(u)], w[1 + n % 2], 'stock', (${asked})::date + 9,
       (${asked})::date + 30, 1, n % 9973, n % 50 = 0, ${asked}, ${asked}
     from generate_series(1, ${rows}) n, (select $2::uuid[] as u) y,
       (select array_agg(id) as w from warehouses where code like 'BW%') x`,
    [companyId, people],
  );
}
