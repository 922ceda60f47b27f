-- Requisitions of containers, `withdraw_products` (domain-containers 1.2, 2.2).
create table container_requisitions (
  id uuid default new_id() constraint container_requisitions_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint container_requisitions_company_fk references companies,
  -- Null: a draft, which takes its number when it is sent.
  document_no text,
  status text not null,
  document_date date not null,
  remark text,
  approved_by uuid constraint container_requisitions_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  author_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid constraint container_requisitions_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint container_requisitions_updated_by_fk references users,
  type text not null constraint container_requisitions_type_ck
    check (type in ('contract', 'general', 'repair', 'demo')),
  -- Where the containers are taken from.
  warehouse_id uuid not null constraint container_requisitions_warehouse_fk references warehouses,
  needed_by date not null,
  purpose text not null,
  -- Who gets them, and where they will stand.
  destination_name text,
  destination_address text,
  released_at timestamptz,
  released_by uuid constraint container_requisitions_released_by_fk references users,
  item_count integer not null,
  search_text text not null default '',
  constraint container_requisitions_number_uq unique (company_id, document_no)
);
-- One for each sort, and for each filter with each sort.
create index container_requisitions_created_at_ix on container_requisitions (created_at, id);
create index container_requisitions_document_no_ix on container_requisitions (document_no, id);
create index container_requisitions_needed_by_ix on container_requisitions (needed_by, id);
create index container_requisitions_status_created_at_ix on container_requisitions (status, created_at, id);
create index container_requisitions_status_document_no_ix on container_requisitions (status, document_no, id);
create index container_requisitions_status_needed_by_ix on container_requisitions (status, needed_by, id);
create index container_requisitions_type_created_at_ix on container_requisitions (type, created_at, id);
create index container_requisitions_type_document_no_ix on container_requisitions (type, document_no, id);
create index container_requisitions_type_needed_by_ix on container_requisitions (type, needed_by, id);
create index container_requisitions_warehouse_id_created_at_ix on container_requisitions (warehouse_id, created_at, id);
create index container_requisitions_warehouse_id_document_no_ix on container_requisitions (warehouse_id, document_no, id);
create index container_requisitions_warehouse_id_needed_by_ix on container_requisitions (warehouse_id, needed_by, id);
-- Whoever sees only their own.
create index container_requisitions_created_by_created_at_ix on container_requisitions (created_by, created_at, id);
create index container_requisitions_created_by_document_no_ix on container_requisitions (created_by, document_no, id);
create index container_requisitions_created_by_needed_by_ix on container_requisitions (created_by, needed_by, id);
create index container_requisitions_document_date_ix on container_requisitions (document_date, id);
create index container_requisitions_search_ix on container_requisitions using gin (search_text gin_trgm_ops);

-- One line for each container.
create table container_requisition_items (
  id uuid default new_id() constraint container_requisition_items_pk primary key,
  document_id uuid not null constraint container_requisition_items_document_fk references container_requisitions on delete cascade,
  line_no integer not null,
  product_model_id uuid not null constraint container_requisition_items_model_fk references product_models,
  -- Chosen by the approval.
  product_id uuid constraint container_requisition_items_product_fk references products,
  -- The contract that the container is for.
  contract_id uuid,
  line_status text not null constraint container_requisition_items_status_ck
    check (line_status in ('pending', 'allocated', 'released', 'returned', 'removed')),
  note text,
  constraint container_requisition_items_line_uq unique (document_id, line_no),
  constraint container_requisition_items_product_uq unique (document_id, product_id),
  constraint container_requisition_items_allocated_ck
    check (product_id is not null or line_status in ('pending', 'removed'))
);
create index container_requisition_items_model_ix on container_requisition_items (product_model_id);
create index container_requisition_items_product_ix on container_requisition_items (product_id);
create index container_requisition_items_contract_ix on container_requisition_items (contract_id)
  where contract_id is not null;

-- The oldest container of a model that a warehouse may promise.
create index products_available_ix on products (warehouse_id, product_model_id, document_date, id)
  where status = 'inWarehouse' and sale_status = 'available';
