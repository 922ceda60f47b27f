-- Warranties of containers (docs/domain/containers.md "Warranty").
create extension if not exists btree_gist;

create table warranty_requests (
  id uuid default new_id() constraint warranty_requests_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint warranty_requests_company_fk references companies,
  document_no text,
  status text not null constraint warranty_requests_status_ck check
    (status in ('pending', 'quoted', 'approved', 'invoiced', 'fulfilled', 'rejected', 'cancelled')),
  document_date date not null,
  remark text,
  approved_by uuid constraint warranty_requests_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  author_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid constraint warranty_requests_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint warranty_requests_updated_by_fk references users,
  product_id uuid not null constraint warranty_requests_product_fk references products,
  customer_id uuid not null constraint warranty_requests_customer_fk references customers,
  contract_id uuid constraint warranty_requests_contract_fk references contracts,
  sale_id uuid not null constraint warranty_requests_sale_fk references users,
  channel text not null constraint warranty_requests_channel_ck check (channel in ('backoffice', 'customer', 'auto')),
  months integer not null constraint warranty_requests_months_ck check (months between 1 and 60),
  coverage text not null constraint warranty_requests_coverage_ck check (coverage in ('full', 'partsOnly', 'labourOnly')),
  -- Without VAT; null until it was quoted.
  price numeric(15, 2) constraint warranty_requests_price_ck check (price >= 0),
  quoted_by uuid constraint warranty_requests_quoted_by_fk references users,
  search_text text not null default '',
  constraint warranty_requests_number_uq unique (company_id, document_no),
  constraint warranty_requests_quote_ck check (price is not null or status in ('pending', 'rejected', 'cancelled')),
  -- Nobody approves what they asked for or quoted.
  constraint warranty_requests_hands_ck check (approved_by is null or approved_by not in (created_by, quoted_by))
);
-- One open request per container.
create unique index warranty_requests_open_uq on warranty_requests (product_id)
  where status in ('pending', 'quoted', 'approved', 'invoiced');
create index warranty_requests_created_at_ix on warranty_requests (created_at, id);
create index warranty_requests_document_no_ix on warranty_requests (document_no, id);
create index warranty_requests_status_created_at_ix on warranty_requests (status, created_at, id);
create index warranty_requests_status_document_no_ix on warranty_requests (status, document_no, id);
create index warranty_requests_channel_created_at_ix on warranty_requests (channel, created_at, id);
create index warranty_requests_channel_document_no_ix on warranty_requests (channel, document_no, id);
create index warranty_requests_customer_id_created_at_ix on warranty_requests (customer_id, created_at, id);
create index warranty_requests_customer_id_document_no_ix on warranty_requests (customer_id, document_no, id);
create index warranty_requests_sale_id_created_at_ix on warranty_requests (sale_id, created_at, id);
create index warranty_requests_sale_id_document_no_ix on warranty_requests (sale_id, document_no, id);
create index warranty_requests_document_date_ix on warranty_requests (document_date, id);
create index warranty_requests_search_ix on warranty_requests using gin (search_text gin_trgm_ops);

create table warranties (
  id uuid default new_id() constraint warranties_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint warranties_company_fk references companies,
  document_no text,
  status text not null constraint warranties_status_ck
    check (status in ('scheduled', 'active', 'suspended', 'expired', 'voided')),
  document_date date not null,
  remark text,
  approved_by uuid constraint warranties_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  author_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid constraint warranties_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint warranties_updated_by_fk references users,
  product_id uuid not null constraint warranties_product_fk references products,
  customer_id uuid not null constraint warranties_customer_fk references customers,
  contract_id uuid constraint warranties_contract_fk references contracts,
  sale_id uuid not null constraint warranties_sale_fk references users,
  request_id uuid constraint warranties_request_fk references warranty_requests,
  previous_id uuid constraint warranties_previous_fk references warranties,
  type text not null constraint warranties_type_ck check (type in ('initial', 'extension', 'renewal')),
  start_date date not null,
  end_date date not null,
  months integer not null,
  coverage text not null constraint warranties_coverage_ck check (coverage in ('full', 'partsOnly', 'labourOnly')),
  exclusions text,
  -- Without VAT.
  price numeric(15, 2) not null default 0 constraint warranties_price_ck check (price >= 0),
  -- Nothing of it is owed.
  is_settled boolean not null,
  search_text text not null default '',
  constraint warranties_number_uq unique (company_id, document_no),
  constraint warranties_dates_ck check (end_date >= start_date),
  constraint warranties_settled_ck check (is_settled or status <> 'active'),
  -- Periods of one container never overlap.
  constraint warranties_overlap_ex exclude using gist
    (product_id with =, daterange(start_date, end_date, '[]') with &&)
    where (status in ('scheduled', 'active', 'suspended'))
);
create unique index warranties_request_uq on warranties (request_id) where status <> 'voided';
create index warranties_product_id_start_date_ix on warranties (product_id, start_date, id);
create index warranties_contract_ix on warranties (contract_id) where contract_id is not null;
-- What the nights look for.
create index warranties_waiting_ix on warranties (start_date) where status = 'scheduled' and is_settled;
create index warranties_ending_ix on warranties (end_date) where status in ('active', 'suspended');
create index warranties_created_at_ix on warranties (created_at, id);
create index warranties_document_no_ix on warranties (document_no, id);
create index warranties_start_date_ix on warranties (start_date, id);
create index warranties_end_date_ix on warranties (end_date, id);
create index warranties_status_created_at_ix on warranties (status, created_at, id);
create index warranties_status_document_no_ix on warranties (status, document_no, id);
create index warranties_status_start_date_ix on warranties (status, start_date, id);
create index warranties_status_end_date_ix on warranties (status, end_date, id);
create index warranties_type_created_at_ix on warranties (type, created_at, id);
create index warranties_type_document_no_ix on warranties (type, document_no, id);
create index warranties_type_start_date_ix on warranties (type, start_date, id);
create index warranties_type_end_date_ix on warranties (type, end_date, id);
create index warranties_customer_id_created_at_ix on warranties (customer_id, created_at, id);
create index warranties_customer_id_document_no_ix on warranties (customer_id, document_no, id);
create index warranties_customer_id_start_date_ix on warranties (customer_id, start_date, id);
create index warranties_customer_id_end_date_ix on warranties (customer_id, end_date, id);
create index warranties_sale_id_created_at_ix on warranties (sale_id, created_at, id);
create index warranties_sale_id_document_no_ix on warranties (sale_id, document_no, id);
create index warranties_sale_id_start_date_ix on warranties (sale_id, start_date, id);
create index warranties_sale_id_end_date_ix on warranties (sale_id, end_date, id);
create index warranties_product_id_created_at_ix on warranties (product_id, created_at, id);
create index warranties_product_id_document_no_ix on warranties (product_id, document_no, id);
create index warranties_product_id_end_date_ix on warranties (product_id, end_date, id);
create index warranties_document_date_ix on warranties (document_date, id);
create index warranties_search_ix on warranties using gin (search_text gin_trgm_ops);

-- What a month of warranty costs, from an age of the container on.
create table warranty_prices (
  id uuid default new_id() constraint warranty_prices_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint warranty_prices_company_fk references companies,
  -- Null: every model without a row of its own.
  product_model_id uuid constraint warranty_prices_model_fk references product_models,
  age_from_months integer not null constraint warranty_prices_age_ck check (age_from_months >= 0),
  price_per_month numeric(15, 2) not null constraint warranty_prices_price_ck check (price_per_month >= 0),
  valid_from date not null,
  created_at timestamptz not null,
  created_by uuid constraint warranty_prices_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint warranty_prices_updated_by_fk references users,
  constraint warranty_prices_row_uq unique nulls not distinct (company_id, product_model_id, age_from_months, valid_from)
);
create index warranty_prices_age_ix on warranty_prices (age_from_months, id);
create index warranty_prices_valid_from_ix on warranty_prices (valid_from, id);
create index warranty_prices_model_ix on warranty_prices (product_model_id);
