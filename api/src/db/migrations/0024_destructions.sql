-- One open document per serial: claim, repair or destruction (domain-warehouse 2.10, 3.5). Whoever
-- opens one takes the serial here and gives it back when the document ends.
create table open_serials (
  serial_id uuid constraint open_serials_pk primary key constraint open_serials_serial_fk references serials,
  -- Family of the contract.
  subject text not null,
  document_id uuid not null,
  document_no text not null
);
create index open_serials_document_ix on open_serials (document_id);

-- Destruction of parts, `material_destroy` (domain-warehouse 1.12, 2.12).
create table destructions (
  id uuid default new_id() constraint destructions_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint destructions_company_fk references companies,
  document_no text not null,
  status text not null,
  document_date date not null,
  remark text,
  approved_by uuid constraint destructions_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  created_at timestamptz not null,
  created_by uuid constraint destructions_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint destructions_updated_by_fk references users,
  reason text not null constraint destructions_reason_ck
    check (reason in ('expired', 'damaged', 'obsolete', 'unrepairable', 'auditLoss')),
  method text not null constraint destructions_method_ck
    check (method in ('dismantle', 'crush', 'incinerate', 'recycle', 'landfill', 'hazardous')),
  warehouse_id uuid not null constraint destructions_warehouse_fk references warehouses,
  scheduled_at date not null,
  item_count integer not null,
  -- At average cost as it was last looked at; the loss once it is booked.
  book_value numeric(15, 2) not null,
  salvage_amount numeric(15, 2) not null default 0
    constraint destructions_salvage_ck check (salvage_amount >= 0),
  destroyed_at date,
  completed_by uuid constraint destructions_completed_by_fk references users,
  -- The repair that gave the part up.
  repair_id uuid,
  search_text text not null default '',
  constraint destructions_number_uq unique (company_id, document_no)
);
create index destructions_created_at_ix on destructions (created_at, id);
create index destructions_document_no_ix on destructions (document_no, id);
create index destructions_scheduled_at_ix on destructions (scheduled_at, id);
create index destructions_status_created_at_ix on destructions (status, created_at, id);
create index destructions_status_document_no_ix on destructions (status, document_no, id);
create index destructions_status_scheduled_at_ix on destructions (status, scheduled_at, id);
create index destructions_reason_created_at_ix on destructions (reason, created_at, id);
create index destructions_reason_document_no_ix on destructions (reason, document_no, id);
create index destructions_reason_scheduled_at_ix on destructions (reason, scheduled_at, id);
create index destructions_warehouse_id_created_at_ix on destructions (warehouse_id, created_at, id);
create index destructions_warehouse_id_document_no_ix on destructions (warehouse_id, document_no, id);
create index destructions_warehouse_id_scheduled_at_ix on destructions (warehouse_id, scheduled_at, id);
create index destructions_created_by_created_at_ix on destructions (created_by, created_at, id);
create index destructions_created_by_document_no_ix on destructions (created_by, document_no, id);
create index destructions_created_by_scheduled_at_ix on destructions (created_by, scheduled_at, id);
create index destructions_document_date_ix on destructions (document_date, id);
create index destructions_repair_ix on destructions (repair_id) where repair_id is not null;
create index destructions_search_ix on destructions using gin (search_text gin_trgm_ops);

create table destruction_items (
  id uuid default new_id() constraint destruction_items_pk primary key,
  destruction_id uuid not null
    constraint destruction_items_destruction_fk references destructions on delete cascade,
  line_no integer not null,
  part_id uuid not null constraint destruction_items_part_fk references material_parts,
  bin_id uuid not null constraint destruction_items_bin_fk references bins,
  condition text not null,
  lot_id uuid constraint destruction_items_lot_fk references lots,
  serial_ids uuid[] not null default '{}',
  quantity numeric(15, 3) not null constraint destruction_items_quantity_ck check (quantity > 0),
  -- What was lost by it; null before.
  loss_value numeric(15, 2),
  corrected_qty numeric(15, 3) not null default 0,
  corrected_serial_ids uuid[] not null default '{}',
  constraint destruction_items_line_uq unique (destruction_id, line_no),
  constraint destruction_items_corrected_ck check (corrected_qty between 0 and quantity)
);
create index destruction_items_part_ix on destruction_items (part_id);

create table destruction_witnesses (
  destruction_id uuid not null
    constraint destruction_witnesses_destruction_fk references destructions on delete cascade,
  user_id uuid not null constraint destruction_witnesses_user_fk references users,
  place integer not null,
  constraint destruction_witnesses_pk primary key (destruction_id, user_id)
);
create index destruction_witnesses_user_ix on destruction_witnesses (user_id);

-- Goods of a wrong entry that were found again: linked to the destruction, never a reversal of it.
create table destruction_corrections (
  id uuid default new_id() constraint destruction_corrections_pk primary key,
  destruction_id uuid not null
    constraint destruction_corrections_destruction_fk references destructions on delete cascade,
  document_no text not null,
  at timestamptz not null,
  by uuid constraint destruction_corrections_by_fk references users,
  reason text not null,
  quantity numeric(15, 3) not null
);
create index destruction_corrections_destruction_ix on destruction_corrections (destruction_id);
