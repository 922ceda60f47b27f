-- Contracts by which customers buy or lease containers (docs/domain/containers.md "Contract").
create table contracts (
  id uuid default new_id() constraint contracts_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint contracts_company_fk references companies,
  -- null: a draft, which takes its number when it is first submitted.
  document_no text,
  status text not null,
  document_date date not null,
  remark text,
  approved_by uuid constraint contracts_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  author_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid constraint contracts_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint contracts_updated_by_fk references users,
  type text not null constraint contracts_type_ck check (type in ('sale', 'installment', 'lease')),
  customer_id uuid not null constraint contracts_customer_fk references customers,
  sale_id uuid not null constraint contracts_sale_fk references users,
  product_model_id uuid not null constraint contracts_model_fk references product_models,
  -- The container that is held for it; null: none.
  product_id uuid constraint contracts_product_fk references products,
  install_site jsonb not null,
  start_date date not null,
  end_date date constraint contracts_end_ck check (end_date > start_date),
  price numeric(15, 2) not null constraint contracts_price_ck check (price >= 0),
  discount_type text constraint contracts_discount_type_ck check (discount_type in ('percent', 'amount')),
  discount_value numeric(15, 2) constraint contracts_discount_value_ck check (discount_value >= 0),
  discount_reason text,
  vat_mode text not null constraint contracts_vat_mode_ck check (vat_mode in ('exclusive', 'inclusive', 'none')),
  vat_rate numeric(5, 2) not null,
  wht_rate numeric(5, 2) not null,
  deposit_amount numeric(15, 2) not null,
  deposit_refundable boolean not null,
  down_payment numeric(15, 2) not null,
  installment_count integer constraint contracts_count_ck check (installment_count between 2 and 120),
  "interval" text constraint contracts_interval_ck check ("interval" in ('month', 'quarter')),
  due_day text,
  first_due_date date,
  interest_type text not null constraint contracts_interest_ck check (interest_type in ('none', 'flat', 'effective')),
  interest_rate numeric(5, 2) not null,
  title_holder text not null constraint contracts_title_ck check (title_holder in ('company', 'customer')),
  warranty_months integer not null,
  coverage text not null constraint contracts_coverage_ck check (coverage in ('full', 'partsOnly', 'labourOnly')),
  witnesses text[] not null default '{}',
  terms text,
  -- Computed from the plan.
  totals jsonb not null,
  grand_total numeric(15, 2) not null,
  outstanding_amount numeric(15, 2) not null,
  next_due_date date,
  payment_status text not null default 'notBilled' constraint contracts_payment_status_ck check (payment_status in
    ('notBilled', 'unpaid', 'partiallyPaid', 'paid', 'overdue', 'refunded')),
  reserved_until timestamptz,
  expiry_warned_at timestamptz,
  installed_on date,
  activated_on date,
  ended_on date,
  current_version_no integer not null default 0,
  -- A change that waits for its approval: what is agreed as it would be.
  proposal jsonb,
  proposal_reason text,
  proposal_effective_date date,
  proposed_total numeric(15, 2),
  proposed_by uuid constraint contracts_proposed_by_fk references users,
  proposed_at timestamptz,
  previous_contract_id uuid constraint contracts_previous_fk references contracts,
  -- The list's tabs are Pending and All (specification 2).
  tab text not null generated always as
    (case when status in ('booking', 'pending', 'rejected') then 'pending' else 'other' end) stored,
  search_text text not null default '',
  constraint contracts_number_uq unique (company_id, document_no),
  constraint contracts_discount_ck check ((discount_type is null) = (discount_value is null)),
  constraint contracts_proposal_ck check ((proposal is null) = (proposed_at is null))
);
-- A container is held by one contract at most.
create unique index contracts_product_uq on contracts (product_id)
  where product_id is not null and status in ('booking', 'pending', 'rejected', 'approved', 'onGoing');
-- A lease is renewed once.
create unique index contracts_previous_uq on contracts (previous_contract_id)
  where previous_contract_id is not null and status <> 'cancelled';
create index contracts_reserved_until_ix on contracts (reserved_until) where reserved_until is not null;
create index contracts_end_ix on contracts (end_date) where status = 'onGoing';
-- One for each sort, and for each filter with each sort.
create index contracts_created_at_ix on contracts (created_at, id);
create index contracts_document_no_ix on contracts (document_no, id);
create index contracts_document_date_ix on contracts (document_date, id);
create index contracts_status_created_at_ix on contracts (status, created_at, id);
create index contracts_status_document_no_ix on contracts (status, document_no, id);
create index contracts_status_document_date_ix on contracts (status, document_date, id);
create index contracts_type_created_at_ix on contracts (type, created_at, id);
create index contracts_type_document_no_ix on contracts (type, document_no, id);
create index contracts_type_document_date_ix on contracts (type, document_date, id);
create index contracts_tab_created_at_ix on contracts (tab, created_at, id);
create index contracts_tab_document_no_ix on contracts (tab, document_no, id);
create index contracts_tab_document_date_ix on contracts (tab, document_date, id);
create index contracts_payment_status_created_at_ix on contracts (payment_status, created_at, id);
create index contracts_payment_status_document_no_ix on contracts (payment_status, document_no, id);
create index contracts_payment_status_document_date_ix on contracts (payment_status, document_date, id);
create index contracts_sale_id_created_at_ix on contracts (sale_id, created_at, id);
create index contracts_sale_id_document_no_ix on contracts (sale_id, document_no, id);
create index contracts_sale_id_document_date_ix on contracts (sale_id, document_date, id);
create index contracts_customer_id_created_at_ix on contracts (customer_id, created_at, id);
create index contracts_customer_id_document_no_ix on contracts (customer_id, document_no, id);
create index contracts_customer_id_document_date_ix on contracts (customer_id, document_date, id);
create index contracts_search_ix on contracts using gin (search_text gin_trgm_ops);

create table contract_schedule (
  contract_id uuid not null constraint contract_schedule_contract_fk references contracts on delete cascade,
  seq integer not null,
  kind text not null constraint contract_schedule_kind_ck check (kind in ('deposit', 'downPayment', 'installment')),
  due_date date not null,
  principal numeric(15, 2) not null,
  interest numeric(15, 2) not null,
  vat numeric(15, 2) not null,
  total numeric(15, 2) not null,
  wht numeric(15, 2) not null,
  net numeric(15, 2) not null,
  counts_towards_total boolean not null,
  constraint contract_schedule_pk primary key (contract_id, seq)
);
create index contract_schedule_due_ix on contract_schedule (due_date);

-- What was agreed, version by version (docs/adr/0028).
create table contract_versions (
  id uuid default new_id() constraint contract_versions_pk primary key,
  contract_id uuid not null constraint contract_versions_contract_fk references contracts on delete cascade,
  version_no integer not null,
  change_type text not null constraint contract_versions_type_ck check (change_type in ('initial', 'amendment',
    'saleChange', 'customerChange', 'priceChange', 'scheduleChange', 'productSwap', 'renewal')),
  reason text,
  effective_date date not null,
  snapshot jsonb not null,
  diff jsonb not null,
  sha256 text not null constraint contract_versions_hash_ck check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  created_by uuid constraint contract_versions_created_by_fk references users,
  approved_by uuid constraint contract_versions_approved_by_fk references users,
  approved_at timestamptz,
  constraint contract_versions_no_uq unique (contract_id, version_no)
);
create index contract_versions_created_by_ix on contract_versions (created_by);

-- A version is never changed; its approval is written once.
create function contract_versions_guard() returns trigger language plpgsql as $$
begin
  if old.approved_by is null and new.approved_by is not null
    and to_jsonb(new) - '{approved_by,approved_at}'::text[] = to_jsonb(old) - '{approved_by,approved_at}'::text[] then
    return new;
  end if;
  raise exception 'a version of a contract is never changed';
end
$$;
create trigger contract_versions_guard before update on contract_versions
  for each row execute function contract_versions_guard();

alter table attachments drop constraint attachments_kind_ck;
alter table attachments add constraint attachments_kind_ck
  check (kind in ('quotation', 'taxInvoice', 'deliveryNote', 'signedContract', 'photo', 'other'));
