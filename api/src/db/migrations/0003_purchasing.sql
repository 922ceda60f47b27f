-- Purchasing (domain-warehouse 1.9-1.11, 2.1-2.5): requests, orders, receipts and what is owed for
-- them. Money has 2 places, prices 4, quantities 3.

create table purchase_requests (
  id uuid default new_id() constraint purchase_requests_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint purchase_requests_company_fk references companies,
  document_no text,
  status text not null,
  document_date date not null,
  remark text,
  approved_by uuid constraint purchase_requests_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  created_at timestamptz not null,
  created_by uuid constraint purchase_requests_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint purchase_requests_updated_by_fk references users,
  requester_id uuid not null constraint purchase_requests_requester_fk references users,
  warehouse_id uuid not null constraint purchase_requests_warehouse_fk references warehouses,
  purpose text not null constraint purchase_requests_purpose_ck check (purpose in ('stock', 'job', 'project')),
  needed_by date not null,
  valid_until date not null,
  item_count integer not null,
  estimated_total numeric(15, 2) not null,
  -- Some approved line may still be ordered: what the look-up of order lines reads.
  has_open_lines boolean not null default false,
  copied_from_id uuid constraint purchase_requests_copied_from_fk references purchase_requests,
  -- Frozen on approval, so that old PDFs never change (1.12).
  header_snapshot jsonb,
  -- Number, requester, parts: folded, for the list's search.
  search_text text not null default '',
  constraint purchase_requests_number_uq unique (company_id, document_no),
  constraint purchase_requests_number_ck check (document_no is not null or status in ('draft', 'cancelled'))
);

create table purchase_request_items (
  id uuid default new_id() constraint purchase_request_items_pk primary key,
  request_id uuid not null constraint purchase_request_items_request_fk references purchase_requests on delete cascade,
  line_no integer not null,
  part_id uuid constraint purchase_request_items_part_fk references material_parts,
  free_text text,
  quantity numeric(15, 3) not null constraint purchase_request_items_quantity_ck check (quantity > 0),
  unit_id uuid not null constraint purchase_request_items_unit_fk references units,
  estimated_price numeric(15, 4) not null,
  amount numeric(15, 2) not null,
  suggested_supplier_id uuid constraint purchase_request_items_supplier_fk references suppliers,
  ordered_qty numeric(15, 3) not null default 0,
  received_qty numeric(15, 3) not null default 0,
  cancelled_qty numeric(15, 3) not null default 0,
  note text,
  constraint purchase_request_items_line_uq unique (request_id, line_no) deferrable initially deferred,
  constraint purchase_request_items_what_ck check (part_id is not null or free_text is not null),
  -- I16: what live orders hold never exceeds what was asked for.
  constraint purchase_request_items_ordered_ck
    check (ordered_qty >= 0 and cancelled_qty >= 0 and ordered_qty + cancelled_qty <= quantity),
  constraint purchase_request_items_received_ck check (received_qty >= 0 and received_qty <= ordered_qty)
);
create index purchase_request_items_part_ix on purchase_request_items (part_id);

create table purchase_orders (
  id uuid default new_id() constraint purchase_orders_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint purchase_orders_company_fk references companies,
  document_no text,
  status text not null,
  document_date date not null,
  remark text,
  approved_by uuid constraint purchase_orders_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  created_at timestamptz not null,
  created_by uuid constraint purchase_orders_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint purchase_orders_updated_by_fk references users,
  supplier_id uuid not null constraint purchase_orders_supplier_fk references suppliers,
  supplier_snapshot jsonb not null,
  warehouse_id uuid not null constraint purchase_orders_warehouse_fk references warehouses,
  payment_type text not null constraint purchase_orders_payment_ck check (payment_type in ('cash', 'credit')),
  credit_days integer not null,
  vat_mode text not null constraint purchase_orders_vat_mode_ck check (vat_mode in ('exclusive', 'inclusive', 'none')),
  vat_rate numeric(5, 2) not null,
  discount_type text constraint purchase_orders_discount_ck check (discount_type in ('percent', 'amount')),
  discount_value numeric(15, 2),
  sub_total numeric(15, 2) not null,
  discount_total numeric(15, 2) not null,
  base_amount numeric(15, 2) not null,
  vat_amount numeric(15, 2) not null,
  grand_total numeric(15, 2) not null,
  wht_base numeric(15, 2) not null,
  wht_rate numeric(5, 2) not null default 0,
  wht_amount numeric(15, 2) not null,
  net_payable numeric(15, 2) not null,
  promised_date date,
  valid_until date not null,
  supplier_confirmation_no text,
  terms text,
  revision_no integer not null default 0,
  item_count integer not null,
  received_pct numeric(5, 2) not null default 0,
  -- Grand total of what was received and not reversed: the rest counts against the credit limit.
  received_total numeric(15, 2) not null default 0,
  has_receipts boolean not null default false,
  -- Where extending an expired order leads back to (2.4).
  status_before_expiry text,
  -- Lines are still expected: what the look-up of the receipt page reads.
  is_receivable boolean not null default false,
  header_snapshot jsonb,
  search_text text not null default '',
  constraint purchase_orders_number_uq unique (company_id, document_no),
  constraint purchase_orders_number_ck check (document_no is not null or status in ('draft', 'cancelled')),
  constraint purchase_orders_vat_ck check (base_amount + vat_amount = grand_total),
  constraint purchase_orders_wht_ck check (grand_total - wht_amount = net_payable)
);

create table purchase_order_items (
  id uuid default new_id() constraint purchase_order_items_pk primary key,
  order_id uuid not null constraint purchase_order_items_order_fk references purchase_orders on delete cascade,
  line_no integer not null,
  part_id uuid constraint purchase_order_items_part_fk references material_parts,
  description text not null,
  quantity numeric(15, 3) not null constraint purchase_order_items_quantity_ck check (quantity > 0),
  unit_id uuid not null constraint purchase_order_items_unit_fk references units,
  -- Stock units per ordered unit, frozen here (1.3).
  unit_factor numeric(15, 6) not null constraint purchase_order_items_factor_ck check (unit_factor > 0),
  tracking_type text not null,
  unit_price numeric(15, 4) not null,
  discount_type text constraint purchase_order_items_discount_ck check (discount_type in ('percent', 'amount')),
  discount_value numeric(15, 2),
  is_service boolean not null,
  line_total numeric(15, 2) not null,
  document_discount numeric(15, 2) not null,
  base_amount numeric(15, 2) not null,
  vat_amount numeric(15, 2) not null,
  wht_amount numeric(15, 2) not null default 0,
  request_item_id uuid constraint purchase_order_items_request_fk references purchase_request_items,
  warranty_months integer not null,
  promised_date date,
  received_qty numeric(15, 3) not null default 0,
  closed_qty numeric(15, 3) not null default 0,
  -- Shares of base and VAT that posted receipts took.
  received_base numeric(15, 2) not null default 0,
  received_vat numeric(15, 2) not null default 0,
  -- Copies kept by copy_order_to_items, so that a report of lines has an index for each of its orders.
  company_id uuid not null,
  supplier_id uuid not null,
  warehouse_id uuid not null,
  category_id uuid,
  sub_category_id uuid,
  order_no text,
  order_date date not null,
  order_status text not null,
  requester_id uuid,
  constraint purchase_order_items_line_uq unique (order_id, line_no) deferrable initially deferred,
  constraint purchase_order_items_received_ck check (received_qty >= 0 and closed_qty >= 0)
);
create index purchase_order_items_request_ix on purchase_order_items (request_item_id);
create index purchase_order_items_open_ix on purchase_order_items (part_id)
  where order_status in ('approved', 'booking', 'onGoing');

create function copy_order_to_items() returns trigger language plpgsql as $$
begin
  update purchase_order_items
    set order_status = new.status, order_no = new.document_no, order_date = new.document_date,
      supplier_id = new.supplier_id, warehouse_id = new.warehouse_id
    where order_id = new.id;
  return null;
end
$$;
create trigger purchase_orders_copy after update of status, document_no, document_date, supplier_id, warehouse_id
  on purchase_orders for each row
  when ((old.status, old.document_no, old.document_date, old.supplier_id, old.warehouse_id)
    is distinct from (new.status, new.document_no, new.document_date, new.supplier_id, new.warehouse_id))
  execute function copy_order_to_items();

-- What an order was before it was revised (2.4).
create table purchase_order_revisions (
  order_id uuid not null constraint purchase_order_revisions_order_fk references purchase_orders on delete cascade,
  revision_no integer not null,
  snapshot jsonb not null,
  at timestamptz not null,
  by_user_id uuid constraint purchase_order_revisions_by_fk references users,
  constraint purchase_order_revisions_pk primary key (order_id, revision_no)
);

create table purchase_order_receipts (
  id uuid default new_id() constraint purchase_order_receipts_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint purchase_order_receipts_company_fk references companies,
  document_no text,
  status text not null,
  document_date date not null,
  remark text,
  approved_by uuid constraint purchase_order_receipts_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  created_at timestamptz not null,
  created_by uuid constraint purchase_order_receipts_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint purchase_order_receipts_updated_by_fk references users,
  order_id uuid not null constraint purchase_order_receipts_order_fk references purchase_orders,
  supplier_id uuid not null constraint purchase_order_receipts_supplier_fk references suppliers,
  supplier_snapshot jsonb not null,
  warehouse_id uuid not null constraint purchase_order_receipts_warehouse_fk references warehouses,
  received_date date not null,
  supplier_delivery_no text,
  tax_invoice_no text,
  tax_invoice_date date,
  vat_mode text not null,
  vat_rate numeric(5, 2) not null,
  sub_total numeric(15, 2) not null,
  discount_total numeric(15, 2) not null,
  base_amount numeric(15, 2) not null,
  vat_amount numeric(15, 2) not null,
  grand_total numeric(15, 2) not null,
  wht_base numeric(15, 2) not null,
  wht_rate numeric(5, 2) not null default 0,
  wht_amount numeric(15, 2) not null,
  net_payable numeric(15, 2) not null,
  committee jsonb not null default '[]',
  item_count integer not null,
  -- No foreign key: imports are made by the ledger's migration, which comes after this one.
  goods_import_id uuid,
  posted_at timestamptz,
  header_snapshot jsonb,
  search_text text not null default '',
  constraint purchase_order_receipts_number_uq unique (company_id, document_no),
  constraint purchase_order_receipts_vat_ck check (base_amount + vat_amount = grand_total)
);
-- A supplier's tax invoice is received once (1.11); a reversed receipt gives it free.
create unique index purchase_order_receipts_invoice_uq
  on purchase_order_receipts (supplier_id, tax_invoice_no)
  where status <> 'reversed' and tax_invoice_no is not null;
create index purchase_order_receipts_import_ix on purchase_order_receipts (goods_import_id);

create table purchase_order_receipt_items (
  id uuid default new_id() constraint purchase_order_receipt_items_pk primary key,
  receipt_id uuid not null constraint purchase_order_receipt_items_receipt_fk references purchase_order_receipts on delete cascade,
  line_no integer not null,
  order_item_id uuid not null constraint purchase_order_receipt_items_order_item_fk references purchase_order_items,
  accepted_qty numeric(15, 3) not null constraint purchase_order_receipt_items_accepted_ck check (accepted_qty >= 0),
  rejected_qty numeric(15, 3) not null constraint purchase_order_receipt_items_rejected_ck check (rejected_qty >= 0),
  reject_reason text,
  unit_price numeric(15, 4) not null,
  order_unit_price numeric(15, 4) not null,
  line_total numeric(15, 2) not null,
  document_discount numeric(15, 2) not null,
  base_amount numeric(15, 2) not null,
  vat_amount numeric(15, 2) not null,
  -- Share of the order's line, whatever price was charged: the last receipt takes what is left.
  share_base numeric(15, 2) not null,
  share_vat numeric(15, 2) not null,
  -- What entered the ledger; 0 for services and while nothing is posted.
  stock_value numeric(15, 2) not null default 0,
  lots jsonb not null default '[]',
  serials jsonb not null default '[]',
  -- Frozen from the order's line and, by trigger, from the receipt.
  company_id uuid not null,
  order_id uuid not null,
  order_no text,
  order_quantity numeric(15, 3) not null,
  part_id uuid,
  description text not null,
  unit_id uuid not null,
  is_service boolean not null,
  category_id uuid,
  sub_category_id uuid,
  supplier_id uuid not null,
  warehouse_id uuid not null,
  receipt_no text,
  received_date date not null,
  receipt_status text not null,
  promised_date date,
  constraint purchase_order_receipt_items_line_uq unique (receipt_id, line_no)
);
create index purchase_order_receipt_items_order_item_ix on purchase_order_receipt_items (order_item_id);

create function copy_receipt_to_items() returns trigger language plpgsql as $$
begin
  update purchase_order_receipt_items set receipt_status = new.status where receipt_id = new.id;
  return null;
end
$$;
create trigger purchase_order_receipts_copy after update of status on purchase_order_receipts
  for each row when (old.status is distinct from new.status)
  execute function copy_receipt_to_items();

-- What is owed for a receipt of an order on credit (1.7), one a receipt.
create table credit_purchases (
  id uuid default new_id() constraint credit_purchases_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint credit_purchases_company_fk references companies,
  supplier_id uuid not null constraint credit_purchases_supplier_fk references suppliers,
  order_id uuid not null constraint credit_purchases_order_fk references purchase_orders,
  receipt_id uuid not null constraint credit_purchases_receipt_fk references purchase_order_receipts
    constraint credit_purchases_receipt_uq unique,
  invoice_no text,
  invoice_date date not null,
  due_date date not null,
  amount numeric(15, 2) not null,
  wht numeric(15, 2) not null,
  paid_amount numeric(15, 2) not null default 0,
  outstanding numeric(15, 2) not null generated always as (amount - wht - paid_amount) stored,
  -- `void` after a reversal; overdue follows from the due date when it is read.
  status text not null constraint credit_purchases_status_ck check (status in ('unpaid', 'partial', 'paid', 'void')),
  created_at timestamptz not null,
  created_by uuid constraint credit_purchases_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint credit_purchases_updated_by_fk references users,
  constraint credit_purchases_paid_ck check (paid_amount >= 0 and paid_amount <= amount - wht)
);
create index credit_purchases_supplier_ix on credit_purchases (supplier_id, due_date, id);
create index credit_purchases_open_ix on credit_purchases (supplier_id) where status in ('unpaid', 'partial');

-- An index for every order of the lists, alone and under each selective filter: a page is read in
-- order and nothing is sorted, however many rows there are (quality, Fast).
create index purchase_requests_created_at_ix on purchase_requests (created_at, id);
create index purchase_requests_document_no_ix on purchase_requests (document_no, id);
create index purchase_requests_needed_by_ix on purchase_requests (needed_by, id);
create index purchase_requests_estimated_total_ix on purchase_requests (estimated_total, id);
create index purchase_requests_status_created_at_ix on purchase_requests (status, created_at, id);
create index purchase_requests_status_document_no_ix on purchase_requests (status, document_no, id);
create index purchase_requests_status_needed_by_ix on purchase_requests (status, needed_by, id);
create index purchase_requests_status_estimated_total_ix on purchase_requests (status, estimated_total, id);
create index purchase_requests_warehouse_id_created_at_ix on purchase_requests (warehouse_id, created_at, id);
create index purchase_requests_warehouse_id_document_no_ix on purchase_requests (warehouse_id, document_no, id);
create index purchase_requests_warehouse_id_needed_by_ix on purchase_requests (warehouse_id, needed_by, id);
create index purchase_requests_warehouse_id_estimated_total_ix on purchase_requests (warehouse_id, estimated_total, id);
create index purchase_requests_requester_id_created_at_ix on purchase_requests (requester_id, created_at, id);
create index purchase_requests_requester_id_document_no_ix on purchase_requests (requester_id, document_no, id);
create index purchase_requests_requester_id_needed_by_ix on purchase_requests (requester_id, needed_by, id);
create index purchase_requests_requester_id_estimated_total_ix on purchase_requests (requester_id, estimated_total, id);
create index purchase_requests_document_date_ix on purchase_requests (document_date, id);
create index purchase_requests_created_by_ix on purchase_requests (created_by, created_at, id);
create index purchase_requests_search_ix on purchase_requests using gin (search_text gin_trgm_ops);
create index purchase_requests_open_ix on purchase_requests (document_no, id) where has_open_lines;
create index purchase_requests_expiry_ix on purchase_requests (valid_until) where status in ('pending', 'approved');

create index purchase_orders_created_at_ix on purchase_orders (created_at, id);
create index purchase_orders_document_no_ix on purchase_orders (document_no, id);
create index purchase_orders_promised_date_ix on purchase_orders (promised_date, id);
create index purchase_orders_grand_total_ix on purchase_orders (grand_total, id);
create index purchase_orders_status_created_at_ix on purchase_orders (status, created_at, id);
create index purchase_orders_status_document_no_ix on purchase_orders (status, document_no, id);
create index purchase_orders_status_promised_date_ix on purchase_orders (status, promised_date, id);
create index purchase_orders_status_grand_total_ix on purchase_orders (status, grand_total, id);
create index purchase_orders_warehouse_id_created_at_ix on purchase_orders (warehouse_id, created_at, id);
create index purchase_orders_warehouse_id_document_no_ix on purchase_orders (warehouse_id, document_no, id);
create index purchase_orders_warehouse_id_promised_date_ix on purchase_orders (warehouse_id, promised_date, id);
create index purchase_orders_warehouse_id_grand_total_ix on purchase_orders (warehouse_id, grand_total, id);
create index purchase_orders_supplier_id_created_at_ix on purchase_orders (supplier_id, created_at, id);
create index purchase_orders_supplier_id_document_no_ix on purchase_orders (supplier_id, document_no, id);
create index purchase_orders_supplier_id_promised_date_ix on purchase_orders (supplier_id, promised_date, id);
create index purchase_orders_supplier_id_grand_total_ix on purchase_orders (supplier_id, grand_total, id);
create index purchase_orders_document_date_ix on purchase_orders (document_date, id);
create index purchase_orders_created_by_ix on purchase_orders (created_by, created_at, id);
create index purchase_orders_search_ix on purchase_orders using gin (search_text gin_trgm_ops);
create index purchase_orders_receivable_ix on purchase_orders (document_no, id) where is_receivable;
create index purchase_orders_credit_ix on purchase_orders (supplier_id)
  where payment_type = 'credit' and status in ('approved', 'booking', 'onGoing');
create index purchase_orders_expiry_ix on purchase_orders (valid_until) where status in ('pending', 'approved', 'booking');

create index purchase_order_receipts_created_at_ix on purchase_order_receipts (created_at, id);
create index purchase_order_receipts_document_no_ix on purchase_order_receipts (document_no, id);
create index purchase_order_receipts_received_date_ix on purchase_order_receipts (received_date, id);
create index purchase_order_receipts_grand_total_ix on purchase_order_receipts (grand_total, id);
create index purchase_order_receipts_status_created_at_ix on purchase_order_receipts (status, created_at, id);
create index purchase_order_receipts_status_document_no_ix on purchase_order_receipts (status, document_no, id);
create index purchase_order_receipts_status_received_date_ix on purchase_order_receipts (status, received_date, id);
create index purchase_order_receipts_status_grand_total_ix on purchase_order_receipts (status, grand_total, id);
create index purchase_order_receipts_warehouse_id_created_at_ix on purchase_order_receipts (warehouse_id, created_at, id);
create index purchase_order_receipts_warehouse_id_document_no_ix on purchase_order_receipts (warehouse_id, document_no, id);
create index purchase_order_receipts_warehouse_id_received_date_ix on purchase_order_receipts (warehouse_id, received_date, id);
create index purchase_order_receipts_warehouse_id_grand_total_ix on purchase_order_receipts (warehouse_id, grand_total, id);
create index purchase_order_receipts_supplier_id_created_at_ix on purchase_order_receipts (supplier_id, created_at, id);
create index purchase_order_receipts_supplier_id_document_no_ix on purchase_order_receipts (supplier_id, document_no, id);
create index purchase_order_receipts_supplier_id_received_date_ix on purchase_order_receipts (supplier_id, received_date, id);
create index purchase_order_receipts_supplier_id_grand_total_ix on purchase_order_receipts (supplier_id, grand_total, id);
create index purchase_order_receipts_order_id_created_at_ix on purchase_order_receipts (order_id, created_at, id);
create index purchase_order_receipts_order_id_document_no_ix on purchase_order_receipts (order_id, document_no, id);
create index purchase_order_receipts_order_id_received_date_ix on purchase_order_receipts (order_id, received_date, id);
create index purchase_order_receipts_order_id_grand_total_ix on purchase_order_receipts (order_id, grand_total, id);
create index purchase_order_receipts_created_by_ix on purchase_order_receipts (created_by, created_at, id);
create index purchase_order_receipts_search_ix on purchase_order_receipts using gin (search_text gin_trgm_ops);

create index purchase_order_items_order_date_ix on purchase_order_items (order_date, id);
create index purchase_order_items_order_no_ix on purchase_order_items (order_no, id);
create index purchase_order_items_order_status_order_date_ix on purchase_order_items (order_status, order_date, id);
create index purchase_order_items_order_status_order_no_ix on purchase_order_items (order_status, order_no, id);
create index purchase_order_items_supplier_id_order_date_ix on purchase_order_items (supplier_id, order_date, id);
create index purchase_order_items_supplier_id_order_no_ix on purchase_order_items (supplier_id, order_no, id);
create index purchase_order_items_warehouse_id_order_date_ix on purchase_order_items (warehouse_id, order_date, id);
create index purchase_order_items_warehouse_id_order_no_ix on purchase_order_items (warehouse_id, order_no, id);
create index purchase_order_items_part_id_order_date_ix on purchase_order_items (part_id, order_date, id);
create index purchase_order_items_part_id_order_no_ix on purchase_order_items (part_id, order_no, id);

create index purchase_order_receipt_items_received_date_ix on purchase_order_receipt_items (received_date, id);
create index purchase_order_receipt_items_receipt_no_ix on purchase_order_receipt_items (receipt_no, id);
create index purchase_order_receipt_items_receipt_status_received_date_ix on purchase_order_receipt_items (receipt_status, received_date, id);
create index purchase_order_receipt_items_receipt_status_receipt_no_ix on purchase_order_receipt_items (receipt_status, receipt_no, id);
create index purchase_order_receipt_items_supplier_id_received_date_ix on purchase_order_receipt_items (supplier_id, received_date, id);
create index purchase_order_receipt_items_supplier_id_receipt_no_ix on purchase_order_receipt_items (supplier_id, receipt_no, id);
create index purchase_order_receipt_items_warehouse_id_received_date_ix on purchase_order_receipt_items (warehouse_id, received_date, id);
create index purchase_order_receipt_items_warehouse_id_receipt_no_ix on purchase_order_receipt_items (warehouse_id, receipt_no, id);
create index purchase_order_receipt_items_part_id_received_date_ix on purchase_order_receipt_items (part_id, received_date, id);
create index purchase_order_receipt_items_part_id_receipt_no_ix on purchase_order_receipt_items (part_id, receipt_no, id);

-- A number is taken last of all (1.1); the search finds a document by it from then on.
create function number_into_search() returns trigger language plpgsql as $$
begin
  new.search_text := fold_search(new.document_no) || ' ' || new.search_text;
  return new;
end
$$;
create trigger purchase_requests_number_insert before insert on purchase_requests
  for each row when (new.document_no is not null) execute function number_into_search();
create trigger purchase_requests_number_update before update of document_no on purchase_requests
  for each row when (old.document_no is null and new.document_no is not null)
  execute function number_into_search();
create trigger purchase_orders_number_insert before insert on purchase_orders
  for each row when (new.document_no is not null) execute function number_into_search();
create trigger purchase_orders_number_update before update of document_no on purchase_orders
  for each row when (old.document_no is null and new.document_no is not null)
  execute function number_into_search();
create trigger purchase_order_receipts_number_insert before insert on purchase_order_receipts
  for each row when (new.document_no is not null) execute function number_into_search();
create trigger purchase_order_receipts_number_update before update of document_no on purchase_order_receipts
  for each row when (old.document_no is null and new.document_no is not null)
  execute function number_into_search();
