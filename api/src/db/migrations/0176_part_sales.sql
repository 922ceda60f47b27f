-- Parts sales (docs/domain/containers.md 1.3, 2.13). A draft has no number yet.
create table part_sales (
  id uuid default new_id() constraint part_sales_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint part_sales_company_fk references companies,
  document_no text,
  status text not null constraint part_sales_status_ck
    check (status in ('draft', 'confirmed', 'delivered', 'partlyReturned', 'returned', 'cancelled')),
  document_date date not null,
  remark text,
  approved_by uuid constraint part_sales_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  author_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid constraint part_sales_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint part_sales_updated_by_fk references users,
  customer_id uuid not null constraint part_sales_customer_fk references customers,
  -- Whose customer it was when the sale was written.
  sale_id uuid not null constraint part_sales_sale_fk references users,
  -- The buyer as on the day of confirmation.
  buyer jsonb,
  warehouse_id uuid not null constraint part_sales_warehouse_fk references warehouses,
  needed_by date not null,
  vat_mode text not null constraint part_sales_vat_mode_ck check (vat_mode in ('exclusive', 'inclusive', 'none')),
  vat_rate numeric(5, 2) not null,
  discount_type text constraint part_sales_discount_type_ck check (discount_type in ('percent', 'amount')),
  discount_value numeric(15, 2),
  sub_total numeric(15, 2) not null,
  discount_total numeric(15, 2) not null,
  discount_percent numeric(5, 2) not null constraint part_sales_discount_percent_ck
    check (discount_percent between 0 and 100),
  base_amount numeric(15, 2) not null,
  vat_amount numeric(15, 2) not null,
  grand_total numeric(15, 2) not null,
  item_count integer not null,
  delivered_at timestamptz,
  delivered_by uuid constraint part_sales_delivered_by_fk references users,
  delivered_date date,
  recipient_name text,
  search_text text not null default '',
  constraint part_sales_number_uq unique (company_id, document_no),
  constraint part_sales_total_ck check (grand_total = base_amount + vat_amount),
  constraint part_sales_discount_ck check ((discount_type is null) = (discount_value is null)),
  constraint part_sales_delivered_ck check (delivered_date is not null
    and document_no is not null and buyer is not null
    or status in ('draft', 'confirmed', 'cancelled')),
  -- Nobody confirms what they wrote.
  constraint part_sales_confirmer_ck check (approved_by is null or approved_by <> created_by)
);
-- One for each sort, and for each filter with each sort.
create index part_sales_created_at_ix on part_sales (created_at, id);
create index part_sales_document_no_ix on part_sales (document_no, id);
create index part_sales_needed_by_ix on part_sales (needed_by, id);
create index part_sales_grand_total_ix on part_sales (grand_total, id);
create index part_sales_status_created_at_ix on part_sales (status, created_at, id);
create index part_sales_status_document_no_ix on part_sales (status, document_no, id);
create index part_sales_status_needed_by_ix on part_sales (status, needed_by, id);
create index part_sales_status_grand_total_ix on part_sales (status, grand_total, id);
create index part_sales_warehouse_id_created_at_ix on part_sales (warehouse_id, created_at, id);
create index part_sales_warehouse_id_document_no_ix on part_sales (warehouse_id, document_no, id);
create index part_sales_warehouse_id_needed_by_ix on part_sales (warehouse_id, needed_by, id);
create index part_sales_warehouse_id_grand_total_ix on part_sales (warehouse_id, grand_total, id);
create index part_sales_customer_id_created_at_ix on part_sales (customer_id, created_at, id);
create index part_sales_customer_id_document_no_ix on part_sales (customer_id, document_no, id);
create index part_sales_customer_id_needed_by_ix on part_sales (customer_id, needed_by, id);
create index part_sales_customer_id_grand_total_ix on part_sales (customer_id, grand_total, id);
-- Whoever sees only their own.
create index part_sales_created_by_created_at_ix on part_sales (created_by, created_at, id);
create index part_sales_created_by_document_no_ix on part_sales (created_by, document_no, id);
create index part_sales_created_by_needed_by_ix on part_sales (created_by, needed_by, id);
create index part_sales_created_by_grand_total_ix on part_sales (created_by, grand_total, id);
create index part_sales_sale_id_created_at_ix on part_sales (sale_id, created_at, id);
create index part_sales_sale_id_document_no_ix on part_sales (sale_id, document_no, id);
create index part_sales_sale_id_needed_by_ix on part_sales (sale_id, needed_by, id);
create index part_sales_sale_id_grand_total_ix on part_sales (sale_id, grand_total, id);
create index part_sales_document_date_ix on part_sales (document_date, id);
create index part_sales_search_ix on part_sales using gin (search_text gin_trgm_ops);

create table part_sale_items (
  id uuid default new_id() constraint part_sale_items_pk primary key,
  document_id uuid not null constraint part_sale_items_document_fk references part_sales on delete cascade,
  line_no integer not null,
  part_id uuid not null constraint part_sale_items_part_fk references material_parts,
  quantity numeric(15, 3) not null constraint part_sale_items_quantity_ck check (quantity > 0),
  unit_price numeric(15, 4) not null constraint part_sale_items_price_ck check (unit_price >= 0),
  -- The list price of that day, which the discount is counted from.
  standard_price numeric(15, 4),
  discount_type text constraint part_sale_items_discount_type_ck check (discount_type in ('percent', 'amount')),
  discount_value numeric(15, 2),
  line_total numeric(15, 2) not null,
  document_discount numeric(15, 2) not null,
  base_amount numeric(15, 2) not null,
  vat_amount numeric(15, 2) not null,
  note text,
  delivered_qty numeric(15, 3) not null default 0,
  returned_qty numeric(15, 3) not null default 0,
  -- What left the stock was worth so much, and what came back of it.
  issue_value numeric(15, 2) not null default 0,
  returned_value numeric(15, 2) not null default 0,
  constraint part_sale_items_line_uq unique (document_id, line_no),
  constraint part_sale_items_part_uq unique (document_id, part_id),
  constraint part_sale_items_delivered_ck check (delivered_qty in (0, quantity)),
  constraint part_sale_items_returned_ck check (returned_qty between 0 and delivered_qty)
);
create index part_sale_items_part_ix on part_sale_items (part_id);

-- What was taken from where, by the reservation that it used up.
create table part_sale_picks (
  reservation_id uuid constraint part_sale_picks_pk primary key
    constraint part_sale_picks_reservation_fk references stock_reservations,
  item_id uuid not null constraint part_sale_picks_item_fk references part_sale_items on delete cascade,
  delivered_qty numeric(15, 3) not null constraint part_sale_picks_delivered_ck check (delivered_qty > 0),
  issue_value numeric(15, 2) not null,
  returned_qty numeric(15, 3) not null default 0,
  constraint part_sale_picks_returned_ck check (returned_qty between 0 and delivered_qty)
);
create index part_sale_picks_item_ix on part_sale_picks (item_id);
