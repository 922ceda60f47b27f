-- Stock ledger (domain-warehouse 3.1): what happened is append-only, balances and valuations are
-- caches of it that only posting writes (D3).

create table lots (
  id uuid primary key,
  item_type text not null default 'part',
  item_id uuid not null,
  lot_no text not null,
  mfg_date date,
  expiry_date date,
  created_at timestamptz not null,
  unique (item_type, item_id, lot_no)
);

-- Where a serial is and in which condition follows its moves (3.5); null: it has not come yet, or
-- went back where it came from.
create table serials (
  id uuid primary key,
  item_type text not null default 'part',
  item_id uuid not null,
  serial_no text not null,
  lot_id uuid references lots,
  location_id uuid references bins,
  condition text,
  supplier_id uuid,
  receipt_id uuid,
  unit_cost numeric(19, 6),
  supplier_warranty_start date,
  supplier_warranty_end date,
  customer_warranty_start date,
  customer_warranty_end date,
  installed_in_product_id uuid,
  created_at timestamptz not null,
  unique (item_type, item_id, serial_no)
);
create index serials_location on serials (location_id) where location_id is not null;
create index serials_no on serials (serial_no);

create table stock_moves (
  seq bigint generated always as identity primary key,
  id uuid not null constraint stock_moves_id_uq unique,
  company_id uuid not null,
  -- Differs from company_id when goods change hands between companies.
  to_company_id uuid not null,
  doc_type text not null,
  doc_id uuid not null,
  document_no text,
  doc_item_id uuid,
  action text not null,
  -- Place among the moves of one line and action: a line may be split over bins, lots, serials.
  part_no integer not null,
  item_type text not null check (item_type in ('part', 'container')),
  item_id uuid not null,
  qty numeric(15, 3) not null check (qty > 0),
  from_location_id uuid not null,
  to_location_id uuid not null,
  lot_id uuid,
  serial_id uuid,
  condition_from text not null,
  condition_to text not null,
  unit_cost numeric(19, 6) not null check (unit_cost >= 0),
  value numeric(15, 2) not null check (value >= 0),
  effective_date date not null,
  posted_at timestamptz not null,
  posted_by uuid,
  reverses_move_id uuid references stock_moves (id),
  request_id text,
  prev_hash bytea,
  hash bytea not null,
  check (from_location_id <> to_location_id or condition_from <> condition_to)
);
-- The last guard against posting one thing twice, and the way to the moves of a document.
create unique index stock_moves_once
  on stock_moves (doc_id, doc_type, action, doc_item_id, part_no) nulls not distinct;
-- The tracking page of one item, in the order of posting.
create index stock_moves_item on stock_moves (item_id, seq);
create unique index stock_moves_reverses_uq on stock_moves (reverses_move_id)
  where reverses_move_id is not null;

-- Two rows a move: what left one place came to another (I1).
create table stock_entries (
  move_seq bigint not null,
  side smallint not null check (side in (-1, 1)),
  company_id uuid not null,
  item_type text not null,
  item_id uuid not null,
  location_id uuid not null,
  lot_id uuid,
  serial_id uuid,
  condition text not null,
  qty numeric(15, 3) not null check (qty * side > 0),
  -- Signed change of what the company's stock is worth; 0 where nothing owned comes or goes.
  value numeric(15, 2) not null,
  is_physical boolean not null,
  effective_date date not null,
  posted_at timestamptz not null,
  primary key (move_seq, side)
);
create index stock_entries_item on stock_entries (item_id, move_seq);
create index stock_entries_place on stock_entries (location_id, item_id, effective_date);

create trigger stock_moves_append_only before update or delete on stock_moves
  for each row execute function refuse_change();
create trigger stock_entries_append_only before update or delete on stock_entries
  for each row execute function refuse_change();
create trigger stock_moves_no_truncate before truncate on stock_moves
  for each statement execute function refuse_change();
create trigger stock_entries_no_truncate before truncate on stock_entries
  for each statement execute function refuse_change();

-- fillfactor leaves room so that a changed balance stays on its page (HOT).
create table stock_balances (
  company_id uuid not null,
  item_type text not null,
  item_id uuid not null,
  location_id uuid not null references bins,
  lot_id uuid references lots,
  serial_id uuid references serials,
  condition text not null,
  -- What is ours: every place but the virtual ones, and CLAIM (domain-warehouse 3.2).
  is_physical boolean not null,
  on_hand numeric(15, 3) not null default 0,
  reserved numeric(15, 3) not null default 0,
  check (not is_physical or on_hand >= 0),
  check (reserved >= 0 and (reserved = 0 or reserved <= on_hand))
) with (fillfactor = 70);
-- In this order serial_id narrows before lot_id: a bin may hold thousands of serials of one part.
create unique index stock_balances_key on stock_balances
  (item_id, location_id, serial_id, lot_id, condition, item_type) nulls not distinct;
create index stock_balances_location on stock_balances (location_id);
create index stock_balances_serial on stock_balances (serial_id) where serial_id is not null;

create table part_valuations (
  company_id uuid not null references companies,
  item_type text not null,
  item_id uuid not null,
  owned_qty numeric(15, 3) not null default 0 check (owned_qty >= 0),
  owned_value numeric(15, 2) not null default 0 check (owned_value >= 0),
  avg_cost numeric(19, 6) not null default 0,
  -- What of it may be picked, as of the last posting, reservation or night (1.4): with it a posting
  -- sees without reading other balances whether the part's stock level changes.
  available numeric(15, 3) not null default 0,
  last_hash bytea,
  primary key (company_id, item_type, item_id),
  check (owned_qty > 0 or owned_value = 0)
) with (fillfactor = 70);
create index part_valuations_item on part_valuations (item_id);

-- What the original value of a reversal could not be taken from: shown in reports, never hidden
-- (3.3). Signed change of the owned value.
create table cost_variances (
  id uuid primary key,
  company_id uuid not null references companies,
  item_type text not null,
  item_id uuid not null,
  move_id uuid not null references stock_moves (id),
  amount numeric(15, 2) not null check (amount <> 0),
  effective_date date not null,
  created_at timestamptz not null
);
create index cost_variances_item on cost_variances (company_id, item_type, item_id);

create table stock_reservations (
  id uuid primary key,
  company_id uuid not null references companies,
  doc_type text not null,
  doc_id uuid not null,
  doc_item_id uuid,
  item_type text not null,
  item_id uuid not null,
  location_id uuid not null references bins,
  lot_id uuid references lots,
  serial_id uuid references serials,
  condition text not null,
  qty numeric(15, 3) not null check (qty > 0),
  consumed_qty numeric(15, 3) not null default 0,
  expires_at timestamptz,
  status text not null default 'active' check (status in ('active', 'consumed', 'released')),
  created_at timestamptz not null,
  ended_at timestamptz,
  check (consumed_qty >= 0 and consumed_qty <= qty)
);
create index stock_reservations_doc on stock_reservations (doc_id);
create index stock_reservations_active on stock_reservations (item_id, location_id)
  where status = 'active';
create index stock_reservations_expiry on stock_reservations (expires_at) where status = 'active';

-- A month without a row is open (3.6).
create table stock_periods (
  company_id uuid not null references companies,
  period text not null check (period ~ '^\d{4}-\d{2}$'),
  status text not null check (status in ('open', 'hold', 'closed')),
  version integer not null default 1,
  changed_at timestamptz not null,
  changed_by uuid,
  reason text,
  primary key (company_id, period)
);
create table stock_snapshots (
  company_id uuid not null,
  period text not null,
  item_type text not null,
  item_id uuid not null,
  location_id uuid not null,
  lot_id uuid,
  serial_id uuid,
  condition text not null,
  qty numeric(15, 3) not null,
  foreign key (company_id, period) references stock_periods
);
create unique index stock_snapshots_key on stock_snapshots
  (company_id, period, item_id, location_id, lot_id, serial_id, condition, item_type)
  nulls not distinct;
create table stock_value_snapshots (
  company_id uuid not null,
  period text not null,
  item_type text not null,
  item_id uuid not null,
  qty numeric(15, 3) not null,
  value numeric(15, 2) not null,
  primary key (company_id, period, item_type, item_id),
  foreign key (company_id, period) references stock_periods
);

-- Goods import, `material-receives` (domain-warehouse 1.12, 2.6).
create table goods_imports (
  id uuid default new_id() constraint goods_imports_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint goods_imports_company_fk references companies,
  document_no text not null,
  status text not null,
  document_date date not null,
  remark text,
  approved_by uuid constraint goods_imports_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  created_at timestamptz not null,
  created_by uuid constraint goods_imports_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint goods_imports_updated_by_fk references users,
  source_type text not null,
  -- No foreign key: the source is one of several kinds of documents.
  source_id uuid,
  source_no text,
  -- Where the goods wait until they are put away.
  from_location_id uuid not null constraint goods_imports_from_fk references bins,
  warehouse_id uuid not null constraint goods_imports_warehouse_fk references warehouses,
  counted_by uuid constraint goods_imports_counted_by_fk references users,
  counted_at timestamptz,
  -- Every line still open has its counts.
  counted boolean not null default false,
  item_count integer not null,
  expected_qty numeric(15, 3) not null,
  -- The import that this one opened again after it was reversed.
  reopens_id uuid constraint goods_imports_reopens_fk references goods_imports,
  search_text text not null default '',
  constraint goods_imports_number_uq unique (company_id, document_no)
);
-- An index for every order of the list, alone and under each selective filter.
create index goods_imports_created_at_ix on goods_imports (created_at, id);
create index goods_imports_document_no_ix on goods_imports (document_no, id);
create index goods_imports_status_created_at_ix on goods_imports (status, created_at, id);
create index goods_imports_status_document_no_ix on goods_imports (status, document_no, id);
create index goods_imports_warehouse_id_created_at_ix on goods_imports (warehouse_id, created_at, id);
create index goods_imports_warehouse_id_document_no_ix on goods_imports (warehouse_id, document_no, id);
create index goods_imports_source_type_created_at_ix on goods_imports (source_type, created_at, id);
create index goods_imports_source_type_document_no_ix on goods_imports (source_type, document_no, id);
create index goods_imports_created_by_ix on goods_imports (created_by, created_at, id);
create index goods_imports_counted_by_ix on goods_imports (counted_by, created_at, id);
create index goods_imports_document_date_ix on goods_imports (document_date, id);
create index goods_imports_source_ix on goods_imports (source_id);
create index goods_imports_search_ix on goods_imports using gin (search_text gin_trgm_ops);

create table goods_import_items (
  id uuid default new_id() constraint goods_import_items_pk primary key,
  import_id uuid not null constraint goods_import_items_import_fk references goods_imports on delete cascade,
  line_no integer not null,
  source_item_id uuid,
  part_id uuid not null constraint goods_import_items_part_fk references material_parts,
  expected_qty numeric(15, 3) not null constraint goods_import_items_expected_ck check (expected_qty > 0),
  received_qty numeric(15, 3),
  damaged_qty numeric(15, 3),
  missing_qty numeric(15, 3),
  posted_at timestamptz,
  bin_id uuid constraint goods_import_items_bin_fk references bins,
  -- A line of a part tracked by lot holds one lot.
  lot_id uuid constraint goods_import_items_lot_fk references lots,
  serial_ids uuid[] not null default '{}',
  damaged_serial_ids uuid[] not null default '{}',
  missing_serial_ids uuid[] not null default '{}',
  -- As it stands in from_location_id, and as it was counted.
  condition_from text not null default 'new',
  condition text not null default 'new',
  unit_cost numeric(19, 4),
  discrepancy_reason text,
  constraint goods_import_items_line_uq unique (import_id, line_no),
  constraint goods_import_items_counts_ck check (
    (received_qty is null and damaged_qty is null and missing_qty is null)
    or (received_qty >= 0 and damaged_qty >= 0 and missing_qty >= 0
      and received_qty + damaged_qty + missing_qty = expected_qty))
);
create index goods_import_items_part_ix on goods_import_items (part_id);

-- Opening stock is entered once per part and company (3.2); a reversal frees the part again.
create table opening_stock (
  company_id uuid not null references companies,
  part_id uuid not null references material_parts,
  import_id uuid not null references goods_imports,
  constraint opening_stock_pk primary key (company_id, part_id)
);
