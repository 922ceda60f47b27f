-- Bidding rounds and suppliers' quotations (domain-warehouse 1.8, 2.3): who is invited, what each
-- quotes, revision by revision, and who wins how much of which line.
create table biddings (
  id uuid default new_id() constraint biddings_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint biddings_company_fk references companies,
  document_no text not null,
  status text not null,
  document_date date not null,
  remark text,
  status_reason text,
  created_at timestamptz not null,
  created_by uuid constraint biddings_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint biddings_updated_by_fk references users,
  title text not null,
  -- null: free, for no request.
  request_id uuid constraint biddings_request_fk references purchase_requests,
  warehouse_id uuid not null constraint biddings_warehouse_fk references warehouses,
  closes_at timestamptz not null,
  -- When it closed in fact, by hand or by the job; the seal holds until then or until closes_at.
  closed_at timestamptz,
  -- Orders were made from its winners: from then on these hold the request's lines, not the round.
  ordered_at timestamptz,
  item_count integer not null,
  search_text text not null default '',
  constraint biddings_number_uq unique (company_id, document_no)
);
create index biddings_created_at_ix on biddings (created_at, id);
create index biddings_document_no_ix on biddings (document_no, id);
create index biddings_closes_at_ix on biddings (closes_at, id);
create index biddings_status_created_at_ix on biddings (status, created_at, id);
create index biddings_status_document_no_ix on biddings (status, document_no, id);
create index biddings_status_closes_at_ix on biddings (status, closes_at, id);
create index biddings_warehouse_id_created_at_ix on biddings (warehouse_id, created_at, id);
create index biddings_warehouse_id_document_no_ix on biddings (warehouse_id, document_no, id);
create index biddings_warehouse_id_closes_at_ix on biddings (warehouse_id, closes_at, id);
create index biddings_document_date_ix on biddings (document_date, id);
create index biddings_created_by_ix on biddings (created_by, created_at, id);
create index biddings_request_ix on biddings (request_id) where request_id is not null;
create index biddings_search_ix on biddings using gin (search_text gin_trgm_ops);

create trigger biddings_number_insert before insert on biddings
  for each row when (new.document_no is not null) execute function number_into_search();

-- Who is asked, in the order of the invitation.
create table bidding_suppliers (
  bidding_id uuid not null constraint bidding_suppliers_bidding_fk references biddings on delete cascade,
  supplier_id uuid not null constraint bidding_suppliers_supplier_fk references suppliers,
  line_no integer not null,
  constraint bidding_suppliers_pk primary key (bidding_id, supplier_id)
);
create index bidding_suppliers_supplier_ix on bidding_suppliers (supplier_id, bidding_id);

create table bidding_items (
  id uuid default new_id() constraint bidding_items_pk primary key,
  bidding_id uuid not null constraint bidding_items_bidding_fk references biddings on delete cascade,
  line_no integer not null,
  request_item_id uuid constraint bidding_items_request_fk references purchase_request_items,
  part_id uuid constraint bidding_items_part_fk references material_parts,
  description text not null,
  quantity numeric(15, 3) not null constraint bidding_items_quantity_ck check (quantity > 0),
  unit_id uuid not null constraint bidding_items_unit_fk references units,
  needed_by date,
  -- The request's line was cancelled meanwhile: nobody needs it any more (2.2).
  is_released boolean not null default false,
  constraint bidding_items_line_uq unique (bidding_id, line_no)
);
create index bidding_items_request_ix on bidding_items (request_item_id) where request_item_id is not null;
create index bidding_items_part_ix on bidding_items (part_id) where part_id is not null;

create table quotations (
  id uuid default new_id() constraint quotations_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint quotations_company_fk references companies,
  warehouse_id uuid not null constraint quotations_warehouse_fk references warehouses,
  bidding_id uuid not null constraint quotations_bidding_fk references biddings,
  supplier_id uuid not null constraint quotations_supplier_fk references suppliers,
  supplier_quote_no text not null,
  status text not null,
  status_reason text,
  document_date date not null,
  remark text,
  created_at timestamptz not null,
  created_by uuid constraint quotations_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint quotations_updated_by_fk references users,
  -- Everybody who has entered something of it: none of them awards it (2.3).
  entered_by uuid[] not null default '{}',
  valid_until date not null,
  vat_mode text not null constraint quotations_vat_mode_ck check (vat_mode in ('exclusive', 'inclusive', 'none')),
  vat_rate numeric(5, 2) not null,
  credit_days integer not null,
  delivery_days integer,
  shipping_fee numeric(15, 2) not null default 0 constraint quotations_shipping_ck check (shipping_fee >= 0),
  revision_no integer not null default 1,
  submitted_at timestamptz,
  item_count integer not null default 0,
  landed_total numeric(15, 2) not null default 0
);
-- One a supplier and round; one that was withdrawn makes room for another (1.8).
create unique index quotations_round_uq on quotations (bidding_id, supplier_id) where status <> 'withdrawn';
create index quotations_supplier_created_at_ix on quotations (supplier_id, created_at, id);
create index quotations_supplier_valid_until_ix on quotations (supplier_id, valid_until, id);
create index quotations_supplier_status_created_at_ix on quotations (supplier_id, status, created_at, id);
create index quotations_supplier_status_valid_until_ix on quotations (supplier_id, status, valid_until, id);
create index quotations_bidding_ix on quotations (bidding_id);
create index quotations_expiry_ix on quotations (valid_until) where status = 'submitted';

create table quotation_items (
  id uuid default new_id() constraint quotation_items_pk primary key,
  quotation_id uuid not null constraint quotation_items_quotation_fk references quotations on delete cascade,
  bidding_item_id uuid not null constraint quotation_items_item_fk references bidding_items,
  quantity numeric(15, 3) not null constraint quotation_items_quantity_ck check (quantity > 0),
  moq numeric(15, 3),
  unit_price numeric(15, 4) not null,
  discount_pct numeric(5, 2) not null default 0
    constraint quotation_items_discount_ck check (discount_pct between 0 and 100),
  lead_time_days integer,
  warranty_months integer,
  brand_offered text,
  landed_total numeric(15, 2) not null default 0,
  landed_unit_price numeric(15, 4) not null default 0,
  shipping_share numeric(15, 2) not null default 0,
  won_quantity numeric(15, 3) not null default 0,
  won_reason text,
  constraint quotation_items_line_uq unique (quotation_id, bidding_item_id),
  constraint quotation_items_won_ck check (won_quantity >= 0 and won_quantity <= quantity)
);
create index quotation_items_item_ix on quotation_items (bidding_item_id);

-- What a quotation was before it was changed (1.8 "revisions kept").
create table quotation_revisions (
  quotation_id uuid not null constraint quotation_revisions_quotation_fk references quotations on delete cascade,
  revision_no integer not null,
  snapshot jsonb not null,
  at timestamptz not null,
  by_user_id uuid constraint quotation_revisions_by_fk references users,
  constraint quotation_revisions_pk primary key (quotation_id, revision_no)
);

-- Suppliers are quoting for the line, or its winner is not ordered yet: the request is booked (2.1).
alter table purchase_request_items add column in_round boolean not null default false;

-- The round and the quotation that an order came from (1.10).
alter table purchase_orders add column bidding_id uuid
  constraint purchase_orders_bidding_fk references biddings;
create index purchase_orders_bidding_ix on purchase_orders (bidding_id) where bidding_id is not null;
alter table purchase_order_items add column quotation_item_id uuid
  constraint purchase_order_items_quotation_fk references quotation_items;
create index purchase_order_items_quotation_ix on purchase_order_items (quotation_item_id)
  where quotation_item_id is not null;

-- What is owed to a supplier, in each order of its list and under its filter.
create index credit_purchases_supplier_date_ix on credit_purchases (supplier_id, invoice_date, id);
create index credit_purchases_supplier_status_due_ix on credit_purchases (supplier_id, status, due_date, id);
create index credit_purchases_supplier_status_date_ix on credit_purchases (supplier_id, status, invoice_date, id);
create index purchase_order_receipt_items_supplier_part_ix
  on purchase_order_receipt_items (supplier_id, part_id, received_date) where part_id is not null;
