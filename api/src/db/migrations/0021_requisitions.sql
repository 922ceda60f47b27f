-- Parts requisitions, `material_dispatch` (domain-warehouse 1.12, 2.7): what was asked for, approved,
-- held, picked, handed out and given back. The stock itself is the ledger's.
create table requisitions (
  id uuid default new_id() constraint requisitions_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint requisitions_company_fk references companies,
  document_no text not null,
  status text not null,
  document_date date not null,
  remark text,
  approved_by uuid constraint requisitions_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  created_at timestamptz not null,
  created_by uuid constraint requisitions_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint requisitions_updated_by_fk references users,
  requester_id uuid not null constraint requisitions_requester_fk references users,
  purpose text not null constraint requisitions_purpose_ck
    check (purpose in ('repairJob', 'maintenance', 'production', 'sale', 'internal')),
  warehouse_id uuid not null constraint requisitions_warehouse_fk references warehouses,
  -- A technician's van that the parts go into and stay ours (3.2).
  to_warehouse_id uuid constraint requisitions_to_warehouse_fk references warehouses,
  needed_by date not null,
  item_count integer not null,
  -- Some line holds less than was approved.
  has_short_lines boolean not null default false,
  -- When the job releases what is held, and whether it has said so before.
  reserved_until timestamptz,
  expiry_warned_at timestamptz,
  recipient_name text,
  dispatched_at timestamptz,
  dispatched_by uuid constraint requisitions_dispatched_by_fk references users,
  dispatched_date date,
  -- The requisition whose rest this one asks for anew.
  backorder_of_id uuid constraint requisitions_backorder_fk references requisitions,
  search_text text not null default '',
  constraint requisitions_number_uq unique (company_id, document_no)
);
create index requisitions_created_at_ix on requisitions (created_at, id);
create index requisitions_document_no_ix on requisitions (document_no, id);
create index requisitions_needed_by_ix on requisitions (needed_by, id);
create index requisitions_status_created_at_ix on requisitions (status, created_at, id);
create index requisitions_status_document_no_ix on requisitions (status, document_no, id);
create index requisitions_status_needed_by_ix on requisitions (status, needed_by, id);
create index requisitions_warehouse_id_created_at_ix on requisitions (warehouse_id, created_at, id);
create index requisitions_warehouse_id_document_no_ix on requisitions (warehouse_id, document_no, id);
create index requisitions_warehouse_id_needed_by_ix on requisitions (warehouse_id, needed_by, id);
create index requisitions_requester_id_created_at_ix on requisitions (requester_id, created_at, id);
create index requisitions_requester_id_document_no_ix on requisitions (requester_id, document_no, id);
create index requisitions_requester_id_needed_by_ix on requisitions (requester_id, needed_by, id);
create index requisitions_document_date_ix on requisitions (document_date, id);
create index requisitions_reserved_until_ix on requisitions (reserved_until)
  where reserved_until is not null;
create index requisitions_backorder_ix on requisitions (backorder_of_id)
  where backorder_of_id is not null;
create index requisitions_search_ix on requisitions using gin (search_text gin_trgm_ops);

create table requisition_items (
  id uuid default new_id() constraint requisition_items_pk primary key,
  requisition_id uuid not null
    constraint requisition_items_requisition_fk references requisitions on delete cascade,
  line_no integer not null,
  part_id uuid not null constraint requisition_items_part_fk references material_parts,
  -- What is handed out instead.
  substitute_part_id uuid constraint requisition_items_substitute_fk references material_parts,
  requested_qty numeric(15, 3) not null
    constraint requisition_items_requested_ck check (requested_qty > 0),
  -- null before the decision.
  approved_qty numeric(15, 3),
  -- Held in stock now, picked or not.
  reserved_qty numeric(15, 3) not null default 0,
  picked_qty numeric(15, 3) not null default 0,
  cancelled_qty numeric(15, 3) not null default 0,
  dispatched_qty numeric(15, 3) not null default 0,
  returned_qty numeric(15, 3) not null default 0,
  cancel_reason text,
  note text,
  issue_value numeric(15, 2),
  constraint requisition_items_line_uq unique (requisition_id, line_no),
  -- I16: dispatched + cancelled <= approved <= requested.
  constraint requisition_items_quantities_ck check (
    reserved_qty >= 0 and picked_qty >= 0 and cancelled_qty >= 0 and dispatched_qty >= 0
    and returned_qty >= 0 and returned_qty <= dispatched_qty
    and coalesce(approved_qty, 0) <= requested_qty
    and dispatched_qty + cancelled_qty <= coalesce(approved_qty, 0)
    and picked_qty <= reserved_qty
    and reserved_qty + cancelled_qty <= coalesce(approved_qty, 0))
);
create index requisition_items_part_ix on requisition_items (part_id);
create index requisition_items_substitute_ix on requisition_items (substitute_part_id)
  where substitute_part_id is not null;

-- Where some of a line is held and picked: one row a reservation, which says bin, lot and serial.
create table requisition_picks (
  reservation_id uuid constraint requisition_picks_pk primary key
    constraint requisition_picks_reservation_fk references stock_reservations,
  item_id uuid not null
    constraint requisition_picks_item_fk references requisition_items on delete cascade,
  picked_qty numeric(15, 3) not null default 0 constraint requisition_picks_picked_ck check (picked_qty >= 0),
  -- What left the stock and what that was worth then: a return comes in at this (3.2).
  dispatched_qty numeric(15, 3) not null default 0,
  issue_value numeric(15, 2),
  returned_qty numeric(15, 3) not null default 0,
  constraint requisition_picks_returned_ck check (returned_qty <= dispatched_qty)
);
create index requisition_picks_item_ix on requisition_picks (item_id);

-- Goods that come back are worth what they were worth when they left, to the satang; a unit cost of
-- four places could not say it.
alter table goods_import_items add column source_value numeric(15, 2);
