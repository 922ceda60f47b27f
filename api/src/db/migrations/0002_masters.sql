-- Masters: categories, units, parts, suppliers, warehouses, bins (domain-warehouse 1.2-1.7,
-- domain-containers 1.2). Masters are shared by all companies; stock is per company. Every sort of a
-- list has an index (column, id), and every filter that cuts it one that starts with the filter, so
-- that a page is read in order and never sorted.

-- How text is searched: case and Thai tone marks do not count (domain-warehouse 4.0).
create function fold_search(value text) returns text
language sql immutable parallel safe returns null on null input as $$
  select lower(translate(normalize(value, nfc), U&'\0E48\0E49\0E4A\0E4B', ''))
$$;

create table units (
  id uuid default new_id() constraint units_pk primary key,
  version integer not null default 1,
  code text not null,
  name text not null,
  name_th text,
  allow_fraction boolean not null default false,
  base_unit_id uuid constraint units_base_unit_fk references units,
  factor numeric(15, 3) not null default 1 constraint units_factor_ck check (factor > 0),
  is_active boolean not null default true,
  search_text text not null
    generated always as (fold_search(code || ' ' || name || ' ' || coalesce(name_th, ''))) stored,
  created_at timestamptz not null,
  created_by uuid constraint units_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint units_updated_by_fk references users,
  constraint units_base_ck check (base_unit_id <> id)
);
create unique index units_code_uq on units (lower(code));
create index units_code_ix on units (code, id);
create index units_name_ix on units (name, id);
create index units_active_code_ix on units (is_active, code, id);
create index units_active_name_ix on units (is_active, name, id);
create index units_base_ix on units (base_unit_id);
create index units_search_ix on units using gin (search_text gin_trgm_ops);

-- Two levels exactly: null parent = main, else sub.
create table categories (
  id uuid default new_id() constraint categories_pk primary key,
  version integer not null default 1,
  code text not null,
  name text not null,
  name_th text,
  parent_id uuid constraint categories_parent_fk references categories,
  is_main boolean not null generated always as (parent_id is null) stored,
  default_unit_id uuid constraint categories_default_unit_fk references units,
  default_warranty_months integer constraint categories_warranty_ck
    check (default_warranty_months between 0 and 120),
  sort_order integer not null default 0,
  is_active boolean not null default true,
  search_text text not null
    generated always as (fold_search(code || ' ' || name || ' ' || coalesce(name_th, ''))) stored,
  created_at timestamptz not null,
  created_by uuid constraint categories_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint categories_updated_by_fk references users,
  constraint categories_code_uq unique nulls not distinct (parent_id, code),
  constraint categories_parent_ck check (parent_id <> id)
);
create unique index categories_name_uq on categories (parent_id, lower(name)) nulls not distinct;
create index categories_sort_ix on categories (sort_order, id);
create index categories_code_ix on categories (code, id);
create index categories_name_ix on categories (name, id);
create index categories_parent_sort_ix on categories (parent_id, sort_order, id);
create index categories_parent_code_ix on categories (parent_id, code, id);
create index categories_parent_name_ix on categories (parent_id, name, id);
create index categories_main_sort_ix on categories (is_main, sort_order, id);
create index categories_main_code_ix on categories (is_main, code, id);
create index categories_main_name_ix on categories (is_main, name, id);
create index categories_active_sort_ix on categories (is_active, sort_order, id);
create index categories_active_code_ix on categories (is_active, code, id);
create index categories_active_name_ix on categories (is_active, name, id);
create index categories_default_unit_ix on categories (default_unit_id);
create index categories_search_ix on categories using gin (search_text gin_trgm_ops);

create table suppliers (
  id uuid default new_id() constraint suppliers_pk primary key,
  version integer not null default 1,
  code text not null constraint suppliers_code_uq unique,
  name text not null,
  name_th text,
  tax_id text not null constraint suppliers_tax_id_ck check (tax_id ~ '^\d{13}$'),
  branch_code text not null constraint suppliers_branch_code_ck check (branch_code ~ '^\d{5}$'),
  is_vat_registered boolean not null default true,
  -- Ids of the chain and the text in both languages as it was when saved.
  address jsonb not null,
  contacts jsonb not null default '[]',
  bank_accounts jsonb not null default '[]',
  credit_days integer not null default 0 constraint suppliers_credit_days_ck
    check (credit_days between 0 and 365),
  credit_limit numeric(15, 2) constraint suppliers_credit_limit_ck check (credit_limit >= 0),
  wht_type text not null constraint suppliers_wht_type_ck
    check (wht_type in ('none', 'service3', 'transport1', 'rent5', 'ads2', 'custom')),
  wht_rate numeric(5, 2) not null constraint suppliers_wht_rate_ck check (wht_rate between 0 and 100),
  remark text,
  is_blocked boolean not null default false,
  blocked_reason text,
  is_active boolean not null default true,
  search_text text not null generated always as
    (fold_search(code || ' ' || name || ' ' || coalesce(name_th, '') || ' ' || tax_id)) stored,
  created_at timestamptz not null,
  created_by uuid constraint suppliers_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint suppliers_updated_by_fk references users,
  constraint suppliers_tax_branch_uq unique (tax_id, branch_code)
);
create index suppliers_code_ix on suppliers (code, id);
create index suppliers_name_ix on suppliers (name, id);
create index suppliers_name_fold_ix on suppliers (lower(name));
create index suppliers_created_ix on suppliers (created_at, id);
create index suppliers_vat_code_ix on suppliers (is_vat_registered, code, id);
create index suppliers_vat_name_ix on suppliers (is_vat_registered, name, id);
create index suppliers_vat_created_ix on suppliers (is_vat_registered, created_at, id);
create index suppliers_blocked_code_ix on suppliers (is_blocked, code, id);
create index suppliers_blocked_name_ix on suppliers (is_blocked, name, id);
create index suppliers_blocked_created_ix on suppliers (is_blocked, created_at, id);
create index suppliers_active_code_ix on suppliers (is_active, code, id);
create index suppliers_active_name_ix on suppliers (is_active, name, id);
create index suppliers_active_created_ix on suppliers (is_active, created_at, id);
create index suppliers_search_ix on suppliers using gin (search_text gin_trgm_ops);

-- SUP-0001 and on: a row that is locked until commit leaves no gap.
create table master_codes (
  kind text constraint master_codes_pk primary key,
  last_no integer not null
);

create table supplier_categories (
  supplier_id uuid not null constraint supplier_categories_supplier_fk references suppliers on delete cascade,
  category_id uuid not null constraint supplier_categories_category_fk references categories,
  constraint supplier_categories_pk primary key (supplier_id, category_id)
);
create index supplier_categories_category_ix on supplier_categories (category_id);

create table material_parts (
  id uuid default new_id() constraint material_parts_pk primary key,
  version integer not null default 1,
  part_no text not null constraint material_parts_part_no_uq unique,
  name text not null,
  name_th text,
  category_id uuid not null constraint material_parts_category_fk references categories,
  sub_category_id uuid constraint material_parts_sub_category_fk references categories,
  brand text,
  model text,
  spec text,
  unit_id uuid not null constraint material_parts_unit_fk references units,
  purchase_unit_id uuid constraint material_parts_purchase_unit_fk references units,
  purchase_factor numeric(15, 3) not null default 1 constraint material_parts_factor_ck
    check (purchase_factor > 0),
  tracking_type text not null constraint material_parts_tracking_ck
    check (tracking_type in ('none', 'lot', 'serial')),
  barcode text not null constraint material_parts_barcode_uq unique,
  standard_price numeric(15, 4) constraint material_parts_price_ck check (standard_price >= 0),
  -- Written by receipts, read by those who may view costs.
  last_purchase_price numeric(15, 4),
  warranty_months integer not null default 0 constraint material_parts_warranty_ck
    check (warranty_months between 0 and 120),
  min_stock numeric(15, 3),
  max_stock numeric(15, 3),
  reorder_point numeric(15, 3),
  reorder_qty numeric(15, 3),
  lead_time_days integer,
  preferred_supplier_id uuid constraint material_parts_supplier_fk references suppliers,
  is_repairable boolean not null default false,
  is_disassemblable boolean not null default false,
  is_sellable boolean not null default false,
  is_active boolean not null default true,
  search_text text not null generated always as (fold_search(
    part_no || ' ' || name || ' ' || coalesce(name_th, '') || ' ' || coalesce(brand, '') || ' '
    || coalesce(model, '') || ' ' || barcode)) stored,
  created_at timestamptz not null,
  created_by uuid constraint material_parts_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint material_parts_updated_by_fk references users,
  constraint material_parts_levels_ck check (
    min_stock <= reorder_point and reorder_point <= max_stock and min_stock <= max_stock)
);
create index material_parts_part_no_ix on material_parts (part_no, id);
create index material_parts_name_ix on material_parts (name, id);
create index material_parts_created_ix on material_parts (created_at, id);
create index material_parts_category_ix on material_parts (category_id);
create index material_parts_sub_category_ix on material_parts (sub_category_id);
create index material_parts_tracking_part_no_ix on material_parts (tracking_type, part_no, id);
create index material_parts_tracking_name_ix on material_parts (tracking_type, name, id);
create index material_parts_tracking_created_ix on material_parts (tracking_type, created_at, id);
create index material_parts_active_part_no_ix on material_parts (is_active, part_no, id);
create index material_parts_active_name_ix on material_parts (is_active, name, id);
create index material_parts_active_created_ix on material_parts (is_active, created_at, id);
create index material_parts_unit_ix on material_parts (unit_id);
create index material_parts_purchase_unit_ix on material_parts (purchase_unit_id);
create index material_parts_supplier_ix on material_parts (preferred_supplier_id);
create index material_parts_same_ix on material_parts (lower(name));
create index material_parts_search_ix on material_parts using gin (search_text gin_trgm_ops);

create table supplier_parts (
  supplier_id uuid not null constraint supplier_parts_supplier_fk references suppliers on delete cascade,
  part_id uuid not null constraint supplier_parts_part_fk references material_parts on delete cascade,
  supplier_part_no text,
  pack_qty numeric(15, 3),
  moq numeric(15, 3),
  lead_time_days integer,
  last_price numeric(15, 4),
  price_breaks jsonb not null default '[]',
  is_preferred boolean not null default false,
  constraint supplier_parts_uq unique nulls not distinct (supplier_id, part_id, supplier_part_no)
);
create index supplier_parts_part_ix on supplier_parts (part_id);

create table warehouses (
  id uuid default new_id() constraint warehouses_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint warehouses_company_fk references companies,
  code text not null,
  name text not null,
  name_th text,
  kind text not null constraint warehouses_kind_ck check (kind in
    ('main', 'branch', 'technicianVan', 'receiving', 'quarantine', 'repair', 'transit', 'virtual')),
  holds text not null constraint warehouses_holds_ck check (holds in ('parts', 'containers', 'both')),
  parent_id uuid constraint warehouses_parent_fk references warehouses,
  is_system boolean not null default false,
  is_pickable boolean not null default true,
  address text,
  is_active boolean not null default true,
  search_text text not null
    generated always as (fold_search(code || ' ' || name || ' ' || coalesce(name_th, ''))) stored,
  created_at timestamptz not null,
  created_by uuid constraint warehouses_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint warehouses_updated_by_fk references users,
  constraint warehouses_code_uq unique (company_id, code),
  constraint warehouses_parent_ck check (parent_id <> id)
);
create index warehouses_code_ix on warehouses (code, id);
create index warehouses_name_ix on warehouses (name, id);
create index warehouses_created_ix on warehouses (created_at, id);
create index warehouses_company_code_ix on warehouses (company_id, code, id);
create index warehouses_company_name_ix on warehouses (company_id, name, id);
create index warehouses_company_created_ix on warehouses (company_id, created_at, id);
create index warehouses_kind_code_ix on warehouses (kind, code, id);
create index warehouses_kind_name_ix on warehouses (kind, name, id);
create index warehouses_kind_created_ix on warehouses (kind, created_at, id);
create index warehouses_company_kind_code_ix on warehouses (company_id, kind, code, id);
create index warehouses_company_kind_name_ix on warehouses (company_id, kind, name, id);
create index warehouses_company_kind_created_ix on warehouses (company_id, kind, created_at, id);
create index warehouses_system_code_ix on warehouses (is_system, code, id);
create index warehouses_system_name_ix on warehouses (is_system, name, id);
create index warehouses_system_created_ix on warehouses (is_system, created_at, id);
create index warehouses_active_code_ix on warehouses (is_active, code, id);
create index warehouses_active_name_ix on warehouses (is_active, name, id);
create index warehouses_active_created_ix on warehouses (is_active, created_at, id);
create index warehouses_parent_ix on warehouses (parent_id);
create index warehouses_search_ix on warehouses using gin (search_text gin_trgm_ops);

create table warehouse_managers (
  warehouse_id uuid not null constraint warehouse_managers_warehouse_fk references warehouses on delete cascade,
  user_id uuid not null constraint warehouse_managers_user_fk references users,
  constraint warehouse_managers_pk primary key (warehouse_id, user_id)
);
create index warehouse_managers_user_ix on warehouse_managers (user_id);

create table bins (
  id uuid default new_id() constraint bins_pk primary key,
  version integer not null default 1,
  warehouse_id uuid not null constraint bins_warehouse_fk references warehouses,
  code text not null,
  barcode text constraint bins_barcode_uq unique,
  max_qty numeric(15, 3) constraint bins_max_qty_ck check (max_qty > 0),
  is_locked boolean not null default false,
  is_active boolean not null default true,
  search_text text not null
    generated always as (fold_search(code || ' ' || coalesce(barcode, ''))) stored,
  created_at timestamptz not null,
  created_by uuid constraint bins_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint bins_updated_by_fk references users,
  constraint bins_code_uq unique (warehouse_id, code)
);
create index bins_code_ix on bins (code, id);
create index bins_warehouse_code_ix on bins (warehouse_id, code, id);
create index bins_warehouse_active_ix on bins (warehouse_id, is_active, code, id);
create index bins_search_ix on bins using gin (search_text gin_trgm_ops);

alter table user_warehouses add constraint user_warehouses_warehouse_fk
  foreign key (warehouse_id) references warehouses;
create index user_warehouses_warehouse_ix on user_warehouses (warehouse_id);

-- A company that nothing uses may be deleted; the log of its making outlives it.
alter table activity_logs drop constraint activity_logs_company_fk;

-- Lists of the kernel's tables.
alter table companies add column search_text text not null generated always as
  (fold_search(code || ' ' || name_th || ' ' || name_en || ' ' || tax_id)) stored;
create index companies_search_ix on companies using gin (search_text gin_trgm_ops);
create index companies_code_ix on companies (code, id);
create index companies_name_th_ix on companies (name_th, id);
create index companies_active_code_ix on companies (is_active, code, id);
create index companies_active_name_th_ix on companies (is_active, name_th, id);
create index companies_active_created_ix on companies (is_active, created_at, id);
create index companies_group_ix on companies (group_id);

alter table users add column search_text text not null generated always as
  (fold_search(email || ' ' || first_name || ' ' || last_name || ' ' || coalesce(phone, ''))) stored;
alter table users add column full_name text not null
  generated always as (btrim(first_name || ' ' || last_name)) stored;
create index users_search_ix on users using gin (search_text gin_trgm_ops);
create index users_full_name_ix on users (full_name, id);
create index roles_name_ix on roles (name, id);
create index users_email_ix on users (email, id);
create index users_first_name_ix on users (first_name, id);
create index users_last_login_ix on users (last_login_at, id);
create index users_status_created_ix on users (status, created_at, id);
create index users_status_email_ix on users (status, email, id);
create index users_status_first_name_ix on users (status, first_name, id);
create index users_status_last_login_ix on users (status, last_login_at, id);
create index users_role_created_ix on users (role_id, created_at, id);
create index users_role_email_ix on users (role_id, email, id);
create index users_role_first_name_ix on users (role_id, first_name, id);
create index users_role_last_login_ix on users (role_id, last_login_at, id);
