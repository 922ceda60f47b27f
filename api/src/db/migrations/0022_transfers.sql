-- Parts transfers, `material_tranfers` (domain-warehouse 1.12, 2.8). What of them is where is the
-- ledger's; the quantities of a line are brought in step with its moves.
create table part_transfers (
  id uuid default new_id() constraint part_transfers_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint part_transfers_company_fk references companies,
  document_no text not null,
  status text not null,
  document_date date not null,
  remark text,
  approved_by uuid constraint part_transfers_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  created_at timestamptz not null,
  created_by uuid constraint part_transfers_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint part_transfers_updated_by_fk references users,
  -- Whose work it is after a colleague handed it over.
  assignee_id uuid constraint part_transfers_assignee_fk references users,
  from_warehouse_id uuid not null constraint part_transfers_from_fk references warehouses,
  to_warehouse_id uuid not null constraint part_transfers_to_fk references warehouses,
  carrier text,
  tracking_no text,
  -- When the goods should be at the destination.
  expected_date date not null,
  item_count integer not null,
  shipped_at timestamptz,
  shipped_by uuid constraint part_transfers_shipped_by_fk references users,
  shipped_date date,
  recalled_at timestamptz,
  -- Something is in transit that no goods import waits for.
  has_missing boolean not null default false,
  -- Not all there on the expected day; the nightly job says so, once.
  is_late boolean not null default false,
  search_text text not null default '',
  constraint part_transfers_number_uq unique (company_id, document_no),
  constraint part_transfers_ends_ck check (from_warehouse_id <> to_warehouse_id)
);
create index part_transfers_created_at_ix on part_transfers (created_at, id);
create index part_transfers_document_no_ix on part_transfers (document_no, id);
create index part_transfers_expected_date_ix on part_transfers (expected_date, id);
create index part_transfers_status_created_at_ix on part_transfers (status, created_at, id);
create index part_transfers_status_document_no_ix on part_transfers (status, document_no, id);
create index part_transfers_status_expected_date_ix on part_transfers (status, expected_date, id);
create index part_transfers_from_created_at_ix on part_transfers (from_warehouse_id, created_at, id);
create index part_transfers_from_document_no_ix on part_transfers (from_warehouse_id, document_no, id);
create index part_transfers_from_expected_date_ix on part_transfers (from_warehouse_id, expected_date, id);
create index part_transfers_to_created_at_ix on part_transfers (to_warehouse_id, created_at, id);
create index part_transfers_to_document_no_ix on part_transfers (to_warehouse_id, document_no, id);
create index part_transfers_to_expected_date_ix on part_transfers (to_warehouse_id, expected_date, id);
create index part_transfers_late_created_at_ix on part_transfers (is_late, created_at, id);
create index part_transfers_late_document_no_ix on part_transfers (is_late, document_no, id);
create index part_transfers_late_expected_date_ix on part_transfers (is_late, expected_date, id);
create index part_transfers_created_by_ix on part_transfers (created_by, created_at, id);
create index part_transfers_document_date_ix on part_transfers (document_date, id);
create index part_transfers_search_ix on part_transfers using gin (search_text gin_trgm_ops);

create table part_transfer_items (
  id uuid default new_id() constraint part_transfer_items_pk primary key,
  transfer_id uuid not null
    constraint part_transfer_items_transfer_fk references part_transfers on delete cascade,
  line_no integer not null,
  part_id uuid not null constraint part_transfer_items_part_fk references material_parts,
  quantity numeric(15, 3) not null constraint part_transfer_items_quantity_ck check (quantity > 0),
  -- null before the decision.
  approved_qty numeric(15, 3),
  shipped_qty numeric(15, 3) not null default 0,
  received_qty numeric(15, 3) not null default 0,
  damaged_qty numeric(15, 3) not null default 0,
  returned_qty numeric(15, 3) not null default 0,
  lost_qty numeric(15, 3) not null default 0,
  missing_qty numeric(15, 3) not null default 0,
  note text,
  constraint part_transfer_items_line_uq unique (transfer_id, line_no),
  constraint part_transfer_items_quantities_ck check (
    coalesce(approved_qty, 0) <= quantity and shipped_qty <= coalesce(approved_qty, 0)
    and received_qty >= 0 and damaged_qty >= 0 and returned_qty >= 0 and lost_qty >= 0
    and missing_qty >= 0
    and received_qty + damaged_qty + returned_qty + lost_qty + missing_qty <= shipped_qty)
);
create index part_transfer_items_part_ix on part_transfer_items (part_id);

-- What was written off, and who answers for it (2.8).
create table part_transfer_losses (
  id uuid default new_id() constraint part_transfer_losses_pk primary key,
  item_id uuid not null
    constraint part_transfer_losses_item_fk references part_transfer_items on delete cascade,
  quantity numeric(15, 3) not null constraint part_transfer_losses_quantity_ck check (quantity > 0),
  lot_id uuid constraint part_transfer_losses_lot_fk references lots,
  serial_id uuid constraint part_transfer_losses_serial_fk references serials,
  liable text not null constraint part_transfer_losses_liable_ck
    check (liable in ('carrier', 'staff', 'company')),
  reason text not null,
  value numeric(15, 2) not null,
  created_at timestamptz not null,
  created_by uuid constraint part_transfer_losses_by_fk references users
);
create index part_transfer_losses_item_ix on part_transfer_losses (item_id);

-- Who sent the goods of an import on their way: the same person may not receive them (2.8).
alter table goods_imports add column sent_by uuid constraint goods_imports_sent_by_fk references users;
