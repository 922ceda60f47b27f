-- Customers (docs/domain/containers.md "Customers"): each belongs to a company and has one salesperson.
create table customers (
  id uuid default new_id() constraint customers_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint customers_company_fk references companies,
  code text not null constraint customers_code_uq unique,
  type text not null constraint customers_type_ck check (type in ('person', 'juristic')),
  prefix text,
  first_name text,
  last_name text,
  company_name text,
  -- The names above in one, as it stands on documents.
  name text not null,
  name_en text,
  tax_id text constraint customers_tax_id_ck check (tax_id ~ '^\d{13}$'),
  branch_code text constraint customers_branch_code_ck check (branch_code ~ '^\d{5}$'),
  phone text not null,
  phone2 text,
  email text,
  line_id text,
  birth_date date,
  contacts jsonb not null default '[]',
  registered_address jsonb not null,
  billing_address jsonb,
  shipping_address jsonb,
  sale_id uuid not null constraint customers_sale_fk references users,
  -- The zone that covers the district of the registered address.
  zone_id uuid constraint customers_zone_fk references zones,
  source text,
  credit_term_days integer not null default 0 constraint customers_credit_term_ck
    check (credit_term_days between 0 and 365),
  consent_at timestamptz,
  is_blacklisted boolean not null default false,
  blacklist_reason text,
  merged_into_id uuid constraint customers_merged_into_fk references customers,
  remark text,
  is_active boolean not null default true,
  search_text text not null generated always as
    (fold_search(code || ' ' || name || ' ' || coalesce(name_en, ''))) stored,
  -- Apart, since only those who may see personal data find somebody by it.
  personal_text text not null generated always as
    (fold_search(coalesce(tax_id, '') || ' ' || phone || ' ' || coalesce(phone2, '') || ' ' ||
      coalesce(email, ''))) stored,
  created_at timestamptz not null,
  created_by uuid constraint customers_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint customers_updated_by_fk references users,
  constraint customers_juristic_ck check (type = 'person' or (tax_id is not null and branch_code is not null)),
  constraint customers_blacklist_ck check (not is_blacklisted or blacklist_reason is not null),
  constraint customers_merged_ck check (merged_into_id is null or not is_active)
);
create unique index customers_tax_branch_uq on customers (company_id, tax_id, coalesce(branch_code, ''))
  where tax_id is not null and merged_into_id is null;
create index customers_tax_ix on customers (tax_id) where tax_id is not null;
create index customers_phone_ix on customers (phone);
create index customers_name_fold_ix on customers using gin (fold_search(name) gin_trgm_ops);
create index customers_merged_into_ix on customers (merged_into_id) where merged_into_id is not null;
create index customers_code_ix on customers (code, id);
create index customers_name_ix on customers (name, id);
create index customers_created_ix on customers (created_at, id);
create index customers_company_code_ix on customers (company_id, code, id);
create index customers_company_name_ix on customers (company_id, name, id);
create index customers_company_created_ix on customers (company_id, created_at, id);
create index customers_sale_code_ix on customers (sale_id, code, id);
create index customers_sale_name_ix on customers (sale_id, name, id);
create index customers_sale_created_ix on customers (sale_id, created_at, id);
create index customers_zone_code_ix on customers (zone_id, code, id);
create index customers_zone_name_ix on customers (zone_id, name, id);
create index customers_zone_created_ix on customers (zone_id, created_at, id);
create index customers_type_code_ix on customers (type, code, id);
create index customers_type_name_ix on customers (type, name, id);
create index customers_type_created_ix on customers (type, created_at, id);
create index customers_blacklisted_code_ix on customers (is_blacklisted, code, id);
create index customers_blacklisted_name_ix on customers (is_blacklisted, name, id);
create index customers_blacklisted_created_ix on customers (is_blacklisted, created_at, id);
create index customers_active_code_ix on customers (is_active, code, id);
create index customers_active_name_ix on customers (is_active, name, id);
create index customers_active_created_ix on customers (is_active, created_at, id);
create index customers_search_ix on customers using gin (search_text gin_trgm_ops);
create index customers_personal_ix on customers using gin (personal_text gin_trgm_ops);

-- A file waits without a customer until it is bound, for a day at most.
create table customer_files (
  id uuid default new_id() constraint customer_files_pk primary key,
  customer_id uuid constraint customer_files_customer_fk references customers on delete cascade,
  file_id uuid not null constraint customer_files_file_fk references files,
  kind text not null constraint customer_files_kind_ck check (kind in ('idCard', 'houseRegistration',
    'companyCertificate', 'vatCertificate', 'bankBook', 'map', 'contract', 'other')),
  expires_on date,
  created_at timestamptz not null,
  created_by uuid constraint customer_files_created_by_fk references users,
  removed_at timestamptz,
  removed_by uuid constraint customer_files_removed_by_fk references users
);
create index customer_files_customer_ix on customer_files (customer_id, created_at) where removed_at is null;
create index customer_files_unbound_ix on customer_files (created_at) where customer_id is null;
create index customer_files_file_ix on customer_files (file_id);
