-- Containers: types, models with their bills of materials in revisions, the
-- dictionary of statuses, and the containers themselves (domain-containers 1.1, 2.1).

create table product_types (
  id uuid default new_id() constraint product_types_pk primary key,
  version integer not null default 1,
  code text not null,
  name text not null,
  name_th text,
  is_active boolean not null default true,
  search_text text not null
    generated always as (fold_search(code || ' ' || name || ' ' || coalesce(name_th, ''))) stored,
  created_at timestamptz not null,
  created_by uuid constraint product_types_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint product_types_updated_by_fk references users
);
create unique index product_types_code_uq on product_types (lower(code));
create index product_types_code_ix on product_types (code, id);
create index product_types_name_ix on product_types (name, id);
create index product_types_created_at_ix on product_types (created_at, id);
create index product_types_is_active_code_ix on product_types (is_active, code, id);
create index product_types_is_active_name_ix on product_types (is_active, name, id);
create index product_types_is_active_created_at_ix on product_types (is_active, created_at, id);
create index product_types_search_ix on product_types using gin (search_text gin_trgm_ops);

create table product_models (
  id uuid default new_id() constraint product_models_pk primary key,
  version integer not null default 1,
  code text not null constraint product_models_code_ck check (code ~ '^[A-Z0-9]{2,8}$'),
  name text not null,
  name_th text,
  product_type_id uuid not null constraint product_models_type_fk references product_types,
  serial_prefix text not null constraint product_models_prefix_ck check (serial_prefix ~ '^[A-Z0-9]{2,8}$'),
  -- {prefix}, {YY}, {MM} and {seq:n}; a sequence counts per prefix and what stands before it.
  serial_pattern text not null,
  list_price numeric(15, 2) constraint product_models_list_price_ck check (list_price >= 0),
  -- No contract goes below it without an approval of its own.
  floor_price numeric(15, 2) constraint product_models_floor_price_ck check (floor_price >= 0),
  lease_price_per_month numeric(15, 2) constraint product_models_lease_price_ck
    check (lease_price_per_month >= 0),
  warranty_months integer not null default 12 constraint product_models_warranty_ck
    check (warranty_months between 0 and 120),
  -- Whole labour of building one, in THB.
  labour_cost numeric(15, 2) not null default 0 constraint product_models_labour_ck check (labour_cost >= 0),
  specs jsonb not null default '{}',
  -- What an inspection looks at: [{name, nameTh}].
  checklist jsonb not null default '[]',
  image_file_id uuid constraint product_models_image_fk references files,
  current_revision integer not null default 0,
  is_active boolean not null default true,
  search_text text not null
    generated always as (fold_search(code || ' ' || name || ' ' || coalesce(name_th, ''))) stored,
  created_at timestamptz not null,
  created_by uuid constraint product_models_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint product_models_updated_by_fk references users
);
create unique index product_models_code_uq on product_models (code);
create unique index product_models_prefix_uq on product_models (serial_prefix);
create index product_models_code_ix on product_models (code, id);
create index product_models_name_ix on product_models (name, id);
create index product_models_created_at_ix on product_models (created_at, id);
create index product_models_is_active_code_ix on product_models (is_active, code, id);
create index product_models_is_active_name_ix on product_models (is_active, name, id);
create index product_models_is_active_created_at_ix on product_models (is_active, created_at, id);
create index product_models_product_type_id_code_ix on product_models (product_type_id, code, id);
create index product_models_product_type_id_name_ix on product_models (product_type_id, name, id);
create index product_models_product_type_id_created_at_ix on product_models (product_type_id, created_at, id);
create index product_models_search_ix on product_models using gin (search_text gin_trgm_ops);

-- A revision never changes once a container was built to it; a container keeps its revision.
create table product_model_revisions (
  id uuid default new_id() constraint product_model_revisions_pk primary key,
  product_model_id uuid not null
    constraint product_model_revisions_model_fk references product_models on delete cascade,
  revision_no integer not null,
  note text,
  created_at timestamptz not null,
  created_by uuid constraint product_model_revisions_created_by_fk references users,
  constraint product_model_revisions_no_uq unique (product_model_id, revision_no)
);
create table product_model_parts (
  id uuid default new_id() constraint product_model_parts_pk primary key,
  revision_id uuid not null
    constraint product_model_parts_revision_fk references product_model_revisions on delete cascade,
  line_no integer not null,
  part_id uuid not null constraint product_model_parts_part_fk references material_parts,
  quantity numeric(15, 3) not null constraint product_model_parts_quantity_ck check (quantity > 0),
  note text,
  constraint product_model_parts_line_uq unique (revision_id, line_no),
  constraint product_model_parts_part_uq unique (revision_id, part_id)
);
create index product_model_parts_part_ix on product_model_parts (part_id);

-- Names and colours of the statuses of the three axes; the codes are the program's own.
create table product_statuses (
  id uuid default new_id() constraint product_statuses_pk primary key,
  version integer not null default 1,
  axis text not null constraint product_statuses_axis_ck check (axis in ('lifecycle', 'sale', 'service')),
  code text not null,
  name text not null,
  name_th text not null,
  color text not null,
  sort_order integer not null default 0,
  created_at timestamptz not null,
  created_by uuid constraint product_statuses_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint product_statuses_updated_by_fk references users,
  constraint product_statuses_code_uq unique (axis, code)
);
create index product_statuses_sort_ix on product_statuses (sort_order, id);
create index product_statuses_axis_sort_ix on product_statuses (axis, sort_order, id);

-- Numbers that were given out for 30 minutes; none is ever given out twice.
create table serial_reservations (
  serial_number text constraint serial_reservations_pk primary key,
  product_model_id uuid not null
    constraint serial_reservations_model_fk references product_models on delete cascade,
  reserved_by uuid not null constraint serial_reservations_by_fk references users,
  expires_at timestamptz not null
);
create index serial_reservations_model_ix on serial_reservations (product_model_id);
create table serial_sequences (
  -- The pattern with everything but its sequence filled in.
  prefix text constraint serial_sequences_pk primary key,
  last_no integer not null
);

-- A container is the document of its own production: it has a number (PD), a machine that says where
-- it is (`status`, the lifecycle axis), a timeline and files.
create table products (
  id uuid default new_id() constraint products_pk primary key,
  version integer not null default 1,
  -- In whose books it stands.
  company_id uuid not null constraint products_company_fk references companies,
  -- The production number; taken when production ends, so that a deleted container leaves no gap.
  document_no text,
  status text not null constraint products_status_ck check (status in
    ('inProduction', 'awaitingReceipt', 'inWarehouse', 'inTransit', 'withdrawn', 'installed', 'returned',
     'disassembled', 'retired', 'lost')),
  -- The day its production began.
  document_date date not null,
  remark text,
  approved_by uuid constraint products_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  created_at timestamptz not null,
  created_by uuid constraint products_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint products_updated_by_fk references users,
  author_ids uuid[] not null default '{}',
  serial_number text not null constraint products_serial_ck check (serial_number ~ '^[A-Z0-9-]{6,30}$'),
  name text not null,
  product_type_id uuid not null constraint products_type_fk references product_types,
  product_model_id uuid not null constraint products_model_fk references product_models,
  -- The bill of materials that it was built to.
  revision_id uuid not null constraint products_revision_fk references product_model_revisions,
  -- Where it is built or stored; null while it is under way or out.
  warehouse_id uuid constraint products_warehouse_fk references warehouses,
  -- The location inside of it: its parts are balances there.
  interior_bin_id uuid not null constraint products_interior_fk references bins,
  sale_status text not null constraint products_sale_ck check (sale_status in
    ('notForSale', 'available', 'reserved', 'contracted', 'sold', 'leased')),
  service_status text not null default 'normal' constraint products_service_ck check (service_status in
    ('normal', 'underMaintenance', 'underRepair', 'outOfOrder')),
  condition text not null default 'new' constraint products_condition_ck
    check (condition in ('new', 'good', 'attention', 'damaged')),
  manufactured_at date,
  warranty_start date,
  warranty_end date,
  -- {holder, address, lat, lng} of where it stands while it is out.
  site jsonb,
  labour_cost numeric(15, 2) not null default 0 constraint products_labour_ck check (labour_cost >= 0),
  -- Parts and labour as they were when it was received; null before.
  cost_amount numeric(15, 2),
  list_price numeric(15, 2) constraint products_list_price_ck check (list_price >= 0),
  -- Why the parts inside are not those of the bill of materials.
  deviation_reason text,
  completed_at timestamptz,
  completed_by uuid constraint products_completed_by_fk references users,
  search_text text not null default '',
  constraint products_number_uq unique (company_id, document_no),
  constraint products_place_ck check (warehouse_id is not null
    or status not in ('inProduction', 'awaitingReceipt', 'inWarehouse'))
);
create unique index products_serial_uq on products (serial_number);
create index products_created_at_ix on products (created_at, id);
create index products_document_no_ix on products (document_no, id);
create index products_serial_number_ix on products (serial_number, id);
create index products_status_created_at_ix on products (status, created_at, id);
create index products_status_document_no_ix on products (status, document_no, id);
create index products_status_serial_number_ix on products (status, serial_number, id);
create index products_sale_status_created_at_ix on products (sale_status, created_at, id);
create index products_sale_status_document_no_ix on products (sale_status, document_no, id);
create index products_sale_status_serial_number_ix on products (sale_status, serial_number, id);
create index products_service_status_created_at_ix on products (service_status, created_at, id);
create index products_service_status_document_no_ix on products (service_status, document_no, id);
create index products_service_status_serial_number_ix on products (service_status, serial_number, id);
create index products_product_model_id_created_at_ix on products (product_model_id, created_at, id);
create index products_product_model_id_document_no_ix on products (product_model_id, document_no, id);
create index products_product_model_id_serial_number_ix on products (product_model_id, serial_number, id);
create index products_product_type_id_created_at_ix on products (product_type_id, created_at, id);
create index products_product_type_id_document_no_ix on products (product_type_id, document_no, id);
create index products_product_type_id_serial_number_ix on products (product_type_id, serial_number, id);
create index products_warehouse_id_created_at_ix on products (warehouse_id, created_at, id);
create index products_warehouse_id_document_no_ix on products (warehouse_id, document_no, id);
create index products_warehouse_id_serial_number_ix on products (warehouse_id, serial_number, id);
create index products_document_date_ix on products (document_date, id);
create index products_revision_ix on products (revision_id);
create index products_interior_ix on products (interior_bin_id);
create index products_search_ix on products using gin (search_text gin_trgm_ops);

-- What is and was inside: a row is closed and another one opened, never overwritten.
create table product_parts (
  id uuid default new_id() constraint product_parts_pk primary key,
  product_id uuid not null constraint product_parts_product_fk references products,
  part_id uuid not null constraint product_parts_part_fk references material_parts,
  quantity numeric(15, 3) not null constraint product_parts_quantity_ck check (quantity > 0),
  lot_id uuid constraint product_parts_lot_fk references lots,
  serial_id uuid constraint product_parts_serial_fk references serials,
  condition text not null,
  -- THB per unit when it went in.
  unit_cost numeric(15, 4) not null,
  -- Where it came from: the bin, and why it is not the part that the bill of materials names.
  from_bin_id uuid constraint product_parts_bin_fk references bins,
  note text,
  installed_at timestamptz not null,
  installed_by uuid constraint product_parts_installed_by_fk references users,
  removed_at timestamptz,
  removed_by uuid constraint product_parts_removed_by_fk references users,
  removed_reason text,
  disposition text constraint product_parts_disposition_ck
    check (disposition in ('restock', 'repair', 'claim', 'scrap')),
  -- The document that the disposition made.
  removal_subject text,
  removal_document_id uuid,
  constraint product_parts_removal_ck check ((removed_at is null) = (disposition is null))
);
create index product_parts_product_ix on product_parts (product_id, installed_at, id);
create index product_parts_part_ix on product_parts (part_id, installed_at, id);
create index product_parts_serial_ix on product_parts (serial_id) where serial_id is not null;
create unique index product_parts_installed_serial_uq on product_parts (serial_id)
  where serial_id is not null and removed_at is null;

create table product_status_log (
  id uuid default new_id() constraint product_status_log_pk primary key,
  product_id uuid not null constraint product_status_log_product_fk references products,
  axis text not null constraint product_status_log_axis_ck check (axis in ('lifecycle', 'sale', 'service')),
  from_status text,
  to_status text not null,
  reason text,
  document_subject text,
  document_id uuid,
  document_no text,
  at timestamptz not null,
  by_user_id uuid constraint product_status_log_by_fk references users
);
create index product_status_log_product_ix on product_status_log (product_id, at, id);

-- Receipt of containers into a warehouse, `warehouse-receives` (domain-containers 1.2, 2.4).
create table container_receipts (
  id uuid default new_id() constraint container_receipts_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint container_receipts_company_fk references companies,
  document_no text not null,
  status text not null,
  document_date date not null,
  remark text,
  approved_by uuid constraint container_receipts_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  created_at timestamptz not null,
  created_by uuid constraint container_receipts_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint container_receipts_updated_by_fk references users,
  author_ids uuid[] not null default '{}',
  source_type text not null constraint container_receipts_source_ck
    check (source_type in ('production', 'transfer', 'customerReturn', 'repairReturn')),
  -- The document that sent them: a container in production, a transfer, a return.
  source_id uuid not null,
  source_no text not null,
  warehouse_id uuid not null constraint container_receipts_warehouse_fk references warehouses,
  item_count integer not null,
  received_by uuid constraint container_receipts_received_by_fk references users,
  received_at timestamptz,
  search_text text not null default '',
  constraint container_receipts_number_uq unique (company_id, document_no)
);
create index container_receipts_document_date_ix on container_receipts (document_date, id);
create index container_receipts_source_ix on container_receipts (source_id);
create index container_receipts_search_ix on container_receipts using gin (search_text gin_trgm_ops);
create index container_receipts_created_at_ix on container_receipts (created_at, id);
create index container_receipts_document_no_ix on container_receipts (document_no, id);
create index container_receipts_status_created_at_ix on container_receipts (status, created_at, id);
create index container_receipts_status_document_no_ix on container_receipts (status, document_no, id);
create index container_receipts_source_type_created_at_ix on container_receipts (source_type, created_at, id);
create index container_receipts_source_type_document_no_ix on container_receipts (source_type, document_no, id);
create index container_receipts_warehouse_id_created_at_ix on container_receipts (warehouse_id, created_at, id);
create index container_receipts_warehouse_id_document_no_ix on container_receipts (warehouse_id, document_no, id);
create index container_receipts_created_by_created_at_ix on container_receipts (created_by, created_at, id);
create index container_receipts_created_by_document_no_ix on container_receipts (created_by, document_no, id);
create table container_receipt_items (
  id uuid default new_id() constraint container_receipt_items_pk primary key,
  receipt_id uuid not null
    constraint container_receipt_items_receipt_fk references container_receipts on delete cascade,
  line_no integer not null,
  product_id uuid not null constraint container_receipt_items_product_fk references products,
  line_status text not null constraint container_receipt_items_status_ck
    check (line_status in ('expected', 'accepted', 'rejected', 'missing')),
  condition_in text constraint container_receipt_items_condition_ck
    check (condition_in in ('new', 'good', 'attention', 'damaged')),
  reject_reason text,
  note text,
  constraint container_receipt_items_line_uq unique (receipt_id, line_no),
  constraint container_receipt_items_product_uq unique (receipt_id, product_id),
  constraint container_receipt_items_reason_ck check (line_status <> 'rejected' or reject_reason is not null)
);
create index container_receipt_items_product_ix on container_receipt_items (product_id);

-- The places that containers need in each company: the insides of all of them, and where they stand
-- at customers. Both are owned, and nothing is picked from them.
alter table warehouses drop constraint warehouses_kind_ck;
alter table warehouses add constraint warehouses_kind_ck check (kind in
  ('main', 'branch', 'technicianVan', 'receiving', 'quarantine', 'repair', 'transit', 'container', 'site', 'virtual'));
insert into warehouses
  (id, company_id, code, name, name_th, kind, holds, is_system, is_pickable, is_active, created_at, updated_at)
select new_id(), c.id, t.code, t.name, t.name_th, t.kind, t.holds, true, false, true, now(), now()
from companies c cross join (values
  ('CONTAINER', 'Inside containers', 'ภายในตู้', 'container', 'both'),
  ('SITE', 'At customers', 'ติดตั้งที่ลูกค้า', 'site', 'both')) t(code, name, name_th, kind, holds)
where exists (select 1 from warehouses w where w.company_id = c.id and w.is_system)
on conflict (company_id, code) do nothing;
insert into bins (id, warehouse_id, code, is_active, is_locked, created_at, updated_at)
select new_id(), w.id, 'DEFAULT', true, false, now(), now()
from warehouses w where w.is_system and w.code in ('CONTAINER', 'SITE')
on conflict (warehouse_id, code) do nothing;

-- The dictionary starts with what the program knows; names, colours and order may be changed.
insert into product_statuses (axis, code, name, name_th, color, sort_order, created_at, updated_at)
select t.axis, t.code, t.name, t.name_th, t.color, t.sort_order, now(), now()
from (values
  ('lifecycle', 'inProduction', 'In production', 'กำลังผลิต', 'processing', 10),
  ('lifecycle', 'awaitingReceipt', 'Awaiting receipt', 'รอรับเข้าคลัง', 'processing', 20),
  ('lifecycle', 'inWarehouse', 'In warehouse', 'อยู่ในคลัง', 'success', 30),
  ('lifecycle', 'inTransit', 'In transit', 'ระหว่างขนส่ง', 'warning', 40),
  ('lifecycle', 'withdrawn', 'Released', 'เบิกออกแล้ว', 'warning', 50),
  ('lifecycle', 'installed', 'Installed', 'ติดตั้งแล้ว', 'success', 60),
  ('lifecycle', 'returned', 'Returned', 'รับคืนแล้ว', 'warning', 70),
  ('lifecycle', 'disassembled', 'Disassembled', 'ถอดแยกแล้ว', 'default', 80),
  ('lifecycle', 'retired', 'Retired', 'ปลดระวางแล้ว', 'default', 90),
  ('lifecycle', 'lost', 'Lost', 'สูญหาย', 'error', 100),
  ('sale', 'notForSale', 'Not for sale', 'ไม่เปิดขาย', 'default', 10),
  ('sale', 'available', 'Available', 'พร้อมขาย', 'success', 20),
  ('sale', 'reserved', 'Reserved', 'จองแล้ว', 'processing', 30),
  ('sale', 'contracted', 'Under contract', 'ทำสัญญาแล้ว', 'processing', 40),
  ('sale', 'sold', 'Sold', 'ขายแล้ว', 'default', 50),
  ('sale', 'leased', 'Leased', 'ให้เช่าอยู่', 'default', 60),
  ('service', 'normal', 'Normal', 'ปกติ', 'success', 10),
  ('service', 'underMaintenance', 'Under maintenance', 'กำลังบำรุงรักษา', 'warning', 20),
  ('service', 'underRepair', 'Under repair', 'กำลังซ่อม', 'warning', 30),
  ('service', 'outOfOrder', 'Out of order', 'ใช้งานไม่ได้', 'error', 40)
) t(axis, code, name, name_th, color, sort_order);
