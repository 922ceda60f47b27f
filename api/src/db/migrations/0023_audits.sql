-- Stock counts, `audits` (domain-warehouse 1.12, 2.13): what the books said when the count began, what
-- was counted, and what was decided of the differences. What is posted is the ledger's.
create table audits (
  id uuid default new_id() constraint audits_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint audits_company_fk references companies,
  document_no text,
  status text not null,
  document_date date not null,
  remark text,
  approved_by uuid constraint audits_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  created_at timestamptz not null,
  created_by uuid constraint audits_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint audits_updated_by_fk references users,
  warehouse_id uuid not null constraint audits_warehouse_fk references warehouses,
  type text not null constraint audits_type_ck check (type in ('full', 'cycle', 'spot', 'zeroConfirm')),
  is_blind boolean not null,
  "freeze" text not null constraint audits_freeze_ck check ("freeze" in ('none', 'softLock', 'hardLock')),
  -- What was chosen; empty: all bins, all parts, whoever may count.
  bin_ids uuid[] not null default '{}',
  category_ids uuid[] not null default '{}',
  -- Parts of this class in the warehouse's stock rules only (1.4).
  abc_class text constraint audits_abc_ck check (abc_class in ('A', 'B', 'C')),
  counter_ids uuid[] not null default '{}',
  -- Who took it over from a colleague; whoever planned it stays its creator.
  assignee_id uuid constraint audits_assignee_fk references users,
  -- Who has counted: none of them approves.
  counted_by_ids uuid[] not null default '{}',
  tolerance_qty numeric(15, 3) not null default 0,
  tolerance_pct numeric(5, 2) not null default 0,
  tolerance_value numeric(15, 2) not null default 0,
  -- 1 while counting, one more with each recount.
  round integer not null default 0,
  item_count integer not null default 0,
  -- Lines of the round without a count.
  open_count integer not null default 0,
  -- Differences of which nothing is decided.
  undecided_count integer not null default 0,
  started_at timestamptz,
  reviewed_by uuid constraint audits_reviewed_by_fk references users,
  reviewed_at timestamptz,
  -- Sum of the sizes of what counts; null before the review.
  variance_value numeric(15, 2),
  search_words text not null default '',
  search_text text not null generated always as
    (fold_search(coalesce(document_no, '') || ' ' || search_words)) stored,
  constraint audits_number_uq unique (company_id, document_no)
);
create index audits_created_at_ix on audits (created_at, id);
create index audits_document_no_ix on audits (document_no, id);
create index audits_status_created_at_ix on audits (status, created_at, id);
create index audits_status_document_no_ix on audits (status, document_no, id);
create index audits_type_created_at_ix on audits (type, created_at, id);
create index audits_type_document_no_ix on audits (type, document_no, id);
create index audits_warehouse_id_created_at_ix on audits (warehouse_id, created_at, id);
create index audits_warehouse_id_document_no_ix on audits (warehouse_id, document_no, id);
create index audits_created_by_ix on audits (created_by, created_at, id);
create index audits_assignee_ix on audits (assignee_id, created_at, id) where assignee_id is not null;
create index audits_document_date_ix on audits (document_date, id);
create index audits_search_ix on audits using gin (search_text gin_trgm_ops);

-- Bins under count. Two counts of one bin would post the same difference twice.
create table audit_bins (
  audit_id uuid not null constraint audit_bins_audit_fk references audits on delete cascade,
  bin_id uuid not null constraint audit_bins_bin_fk references bins,
  is_open boolean not null default true,
  constraint audit_bins_pk primary key (audit_id, bin_id)
);
create unique index audit_bins_open_uq on audit_bins (bin_id) where is_open;

create table audit_items (
  id uuid default new_id() constraint audit_items_pk primary key,
  audit_id uuid not null constraint audit_items_audit_fk references audits on delete cascade,
  line_no integer not null,
  part_id uuid not null constraint audit_items_part_fk references material_parts,
  bin_id uuid not null constraint audit_items_bin_fk references bins,
  lot_id uuid constraint audit_items_lot_fk references lots,
  serial_id uuid constraint audit_items_serial_fk references serials,
  condition text not null,
  -- Not in the snapshot: added by whoever counted.
  is_found boolean not null default false,
  snapshot_qty numeric(15, 3) not null default 0,
  -- The last move that the snapshot has in it; later ones are what moved since. 0 for what was found:
  -- everything that the books have of it.
  snapshot_seq bigint not null default 0,
  first_count numeric(15, 3) constraint audit_items_first_ck check (first_count >= 0),
  -- Net of the moves between the snapshot and the count (2.13 "movedSince").
  first_moved numeric(15, 3),
  first_by uuid constraint audit_items_first_by_fk references users,
  first_at timestamptz,
  recount numeric(15, 3) constraint audit_items_recount_ck check (recount >= 0),
  recount_moved numeric(15, 3),
  recount_by uuid constraint audit_items_recount_by_fk references users,
  recount_at timestamptz,
  needs_recount boolean not null default false,
  decision text constraint audit_items_decision_ck check (decision in ('accept', 'recount', 'ignore')),
  reason_code text,
  reason_text text,
  -- Of goods found of which no cost is known.
  unit_cost numeric(19, 4),
  posted_qty numeric(15, 3),
  posted_value numeric(15, 2),
  -- Where a serial number that lay elsewhere by the books was moved from.
  moved_from_bin_id uuid constraint audit_items_moved_from_fk references bins,
  constraint audit_items_line_uq unique (audit_id, line_no)
);
create unique index audit_items_key_uq on audit_items
  (audit_id, part_id, bin_id, serial_id, lot_id, condition) nulls not distinct;
create index audit_items_part_ix on audit_items (part_id);
create index audit_items_bin_ix on audit_items (bin_id);

-- Every count as it came in, whatever became of it: nothing that somebody counted is forgotten.
create table audit_counts (
  id uuid constraint audit_counts_pk primary key,
  audit_id uuid not null constraint audit_counts_audit_fk references audits on delete cascade,
  item_id uuid constraint audit_counts_item_fk references audit_items on delete cascade,
  round integer not null,
  quantity numeric(15, 3),
  outcome text not null,
  counted_by uuid constraint audit_counts_by_fk references users,
  counted_at timestamptz not null,
  received_at timestamptz not null
);
create index audit_counts_item_ix on audit_counts (item_id);
create index audit_counts_audit_ix on audit_counts (audit_id, received_at);
