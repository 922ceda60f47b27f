-- Transfers of containers, `warehouse-transfers` (domain-containers 1.2, 2.3).
create table container_transfers (
  id uuid default new_id() constraint container_transfers_pk primary key,
  version integer not null default 1,
  -- The company that the containers leave.
  company_id uuid not null constraint container_transfers_company_fk references companies,
  -- Null: a draft, which takes its number when it is sent.
  document_no text,
  status text not null,
  document_date date not null,
  remark text,
  approved_by uuid constraint container_transfers_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  author_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid constraint container_transfers_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint container_transfers_updated_by_fk references users,
  from_warehouse_id uuid not null constraint container_transfers_from_fk references warehouses,
  to_company_id uuid not null constraint container_transfers_to_company_fk references companies,
  to_warehouse_id uuid not null constraint container_transfers_to_fk references warehouses,
  transfer_date date not null,
  expected_arrival date constraint container_transfers_arrival_ck check (expected_arrival >= transfer_date),
  is_late boolean not null default false,
  carrier_name text,
  carrier_plate text,
  carrier_phone text,
  tracking_no text,
  reason text,
  -- The approvals of the two sides; within a company the first of them is enough.
  source_approved_by uuid constraint container_transfers_source_approved_fk references users,
  source_approved_at timestamptz,
  destination_approved_by uuid constraint container_transfers_destination_approved_fk references users,
  destination_approved_at timestamptz,
  -- The transfer whose containers were refused and come back by this one.
  return_of_id uuid constraint container_transfers_return_fk references container_transfers,
  item_count integer not null,
  search_text text not null default '',
  constraint container_transfers_number_uq unique (company_id, document_no),
  constraint container_transfers_places_ck check (from_warehouse_id <> to_warehouse_id),
  constraint container_transfers_hands_ck check (source_approved_by <> destination_approved_by)
);
-- One for each sort, and for each filter with each sort.
create index container_transfers_created_at_ix on container_transfers (created_at, id);
create index container_transfers_status_created_at_ix on container_transfers (status, created_at, id);
create index container_transfers_from_warehouse_id_created_at_ix on container_transfers (from_warehouse_id, created_at, id);
create index container_transfers_to_warehouse_id_created_at_ix on container_transfers (to_warehouse_id, created_at, id);
create index container_transfers_created_by_created_at_ix on container_transfers (created_by, created_at, id);
create index container_transfers_document_no_ix on container_transfers (document_no, id);
create index container_transfers_status_document_no_ix on container_transfers (status, document_no, id);
create index container_transfers_from_warehouse_id_document_no_ix on container_transfers (from_warehouse_id, document_no, id);
create index container_transfers_to_warehouse_id_document_no_ix on container_transfers (to_warehouse_id, document_no, id);
create index container_transfers_created_by_document_no_ix on container_transfers (created_by, document_no, id);
create index container_transfers_transfer_date_ix on container_transfers (transfer_date, id);
create index container_transfers_status_transfer_date_ix on container_transfers (status, transfer_date, id);
create index container_transfers_from_warehouse_id_transfer_date_ix on container_transfers (from_warehouse_id, transfer_date, id);
create index container_transfers_to_warehouse_id_transfer_date_ix on container_transfers (to_warehouse_id, transfer_date, id);
create index container_transfers_created_by_transfer_date_ix on container_transfers (created_by, transfer_date, id);
create index container_transfers_document_date_ix on container_transfers (document_date, id);
create index container_transfers_search_ix on container_transfers using gin (search_text gin_trgm_ops);
create index container_transfers_return_ix on container_transfers (return_of_id) where return_of_id is not null;
create index container_transfers_arrival_ix on container_transfers (expected_arrival)
  where status = 'approved' and not is_late;

create table container_transfer_items (
  id uuid default new_id() constraint container_transfer_items_pk primary key,
  document_id uuid not null constraint container_transfer_items_document_fk references container_transfers on delete cascade,
  line_no integer not null,
  product_id uuid not null constraint container_transfer_items_product_fk references products,
  line_status text not null constraint container_transfer_items_status_ck
    check (line_status in ('pending', 'inTransit', 'received', 'rejected', 'lost', 'found', 'writtenOff')),
  condition_out text,
  condition_in text,
  note text,
  constraint container_transfer_items_line_uq unique (document_id, line_no),
  constraint container_transfer_items_product_uq unique (document_id, product_id)
);
create index container_transfer_items_product_ix on container_transfer_items (product_id);

-- A production number stays that of the company that built the container, whoever owns it now.
alter table products add column maker_company_id uuid
  constraint products_maker_company_fk references companies;
alter table products drop constraint products_number_uq;
create unique index products_number_uq on products (coalesce(maker_company_id, company_id), document_no);

-- Who says what became of containers that did not arrive; new databases get it by the base seed.
insert into role_permissions (role_id, name)
select r.id, 'container-transfer:write-off' from roles r where r.name = 'warehouse-manager'
on conflict do nothing;
