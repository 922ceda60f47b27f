-- Claims of parts to their suppliers, `material_repair_claims` (domain-warehouse 1.12, 2.10).
create table claims (
  id uuid default new_id() constraint claims_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint claims_company_fk references companies,
  document_no text not null,
  status text not null,
  document_date date not null,
  remark text,
  approved_by uuid constraint claims_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  created_at timestamptz not null,
  created_by uuid constraint claims_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint claims_updated_by_fk references users,
  -- Whose work it is after a colleague handed it over.
  assignee_id uuid constraint claims_assignee_fk references users,
  supplier_id uuid not null constraint claims_supplier_fk references suppliers,
  warehouse_id uuid not null constraint claims_warehouse_fk references warehouses,
  item_count integer not null,
  -- Why goods without a warranty are claimed.
  override_reason text,
  rma_no text,
  sent_date date,
  promised_days integer constraint claims_promised_ck check (promised_days > 0),
  -- When the supplier has promised to answer.
  due_date date,
  -- No answer on that day; the nightly job says so, once.
  is_late boolean not null default false,
  answered_at timestamptz,
  answered_by uuid constraint claims_answered_by_fk references users,
  refund_total numeric(15, 2) not null default 0,
  credit_note_no text,
  credit_note_date date,
  next_step text constraint claims_next_step_ck check (next_step in ('keep', 'use', 'repair', 'destroy')),
  search_text text not null default '',
  constraint claims_number_uq unique (company_id, document_no)
);
create index claims_created_at_ix on claims (created_at, id);
create index claims_document_no_ix on claims (document_no, id);
create index claims_due_date_ix on claims (due_date, id);
create index claims_status_created_at_ix on claims (status, created_at, id);
create index claims_status_document_no_ix on claims (status, document_no, id);
create index claims_status_due_date_ix on claims (status, due_date, id);
create index claims_supplier_id_created_at_ix on claims (supplier_id, created_at, id);
create index claims_supplier_id_document_no_ix on claims (supplier_id, document_no, id);
create index claims_supplier_id_due_date_ix on claims (supplier_id, due_date, id);
create index claims_warehouse_id_created_at_ix on claims (warehouse_id, created_at, id);
create index claims_warehouse_id_document_no_ix on claims (warehouse_id, document_no, id);
create index claims_warehouse_id_due_date_ix on claims (warehouse_id, due_date, id);
create index claims_late_created_at_ix on claims (is_late, created_at, id);
create index claims_late_document_no_ix on claims (is_late, document_no, id);
create index claims_late_due_date_ix on claims (is_late, due_date, id);
create index claims_created_by_created_at_ix on claims (created_by, created_at, id);
create index claims_created_by_document_no_ix on claims (created_by, document_no, id);
create index claims_created_by_due_date_ix on claims (created_by, due_date, id);
create index claims_assignee_ix on claims (assignee_id) where assignee_id is not null;
create index claims_document_date_ix on claims (document_date, id);
create index claims_search_ix on claims using gin (search_text gin_trgm_ops);

create table claim_items (
  id uuid default new_id() constraint claim_items_pk primary key,
  claim_id uuid not null constraint claim_items_claim_fk references claims on delete cascade,
  line_no integer not null,
  part_id uuid not null constraint claim_items_part_fk references material_parts,
  quantity numeric(15, 3) not null constraint claim_items_quantity_ck check (quantity > 0),
  lot_id uuid constraint claim_items_lot_fk references lots,
  serial_id uuid constraint claim_items_serial_fk references serials,
  -- Where it was taken from, and goes back to when the claim is cancelled.
  bin_id uuid not null constraint claim_items_bin_fk references bins,
  condition text not null,
  defect text not null,
  -- As the warranty stood when the claim was opened, and what proves it.
  warranty_end date,
  in_warranty boolean not null,
  receipt_id uuid constraint claim_items_receipt_fk references purchase_order_receipts,
  resolution text constraint claim_items_resolution_ck
    check (resolution in ('replace', 'repair', 'refund', 'creditNote', 'none')),
  replacement_serial_id uuid constraint claim_items_replacement_fk references serials,
  new_warranty_end date,
  refund_amount numeric(15, 2) constraint claim_items_refund_ck check (refund_amount >= 0),
  -- At average cost when it left for good.
  claimed_value numeric(15, 2),
  arrived_qty numeric(15, 3) not null default 0,
  -- The claim's own: a part's claims are listed by it.
  created_at timestamptz not null,
  constraint claim_items_line_uq unique (claim_id, line_no),
  constraint claim_items_arrived_ck check (arrived_qty between 0 and quantity)
);
create index claim_items_part_ix on claim_items (part_id, created_at, id);

-- What goes on with goods that a supplier refused to answer for.
alter table repairs add column claim_id uuid constraint repairs_claim_fk references claims;
create index repairs_claim_ix on repairs (claim_id) where claim_id is not null;
alter table destructions add column claim_id uuid constraint destructions_claim_fk references claims;
create index destructions_claim_ix on destructions (claim_id) where claim_id is not null;

-- The repairs of one part, as its own page lists them.
drop index repairs_part_ix;
create index repairs_part_ix on repairs (part_id, created_at, id);

-- A replacement names the serial that it stands in for; the other way round is found by the index (2.10).
alter table serials add column replaces_serial_id uuid constraint serials_replaces_fk references serials;
create index serials_replaces_ix on serials (replaces_serial_id) where replaces_serial_id is not null;
create index serials_receipt_ix on serials (receipt_id) where receipt_id is not null;

-- From when the customer's warranty runs, and what it says (4.1).
alter table material_parts
  add column warranty_starts_from text not null default 'install' constraint material_parts_warranty_start_ck
    check (warranty_starts_from in ('receipt', 'install', 'sale')),
  add column warranty_terms text;
