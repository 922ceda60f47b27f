-- Payments to suppliers for what was bought on credit (domain-warehouse 1.7). What they settle lowers
-- `credit_purchases.paid_amount`; a reversal raises what is owed again.
create table supplier_payments (
  id uuid default new_id() constraint supplier_payments_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint supplier_payments_company_fk references companies,
  document_no text not null,
  status text not null constraint supplier_payments_status_ck check (status in ('posted', 'reversed')),
  -- The day of the payment.
  document_date date not null,
  remark text,
  approved_by uuid constraint supplier_payments_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  created_at timestamptz not null,
  created_by uuid constraint supplier_payments_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint supplier_payments_updated_by_fk references users,
  supplier_id uuid not null constraint supplier_payments_supplier_fk references suppliers,
  method text not null constraint supplier_payments_method_ck check (method in ('transfer', 'cheque', 'cash')),
  reference text,
  amount numeric(15, 2) not null constraint supplier_payments_amount_ck check (amount > 0),
  search_text text not null default '',
  constraint supplier_payments_number_uq unique (company_id, document_no)
);
-- The same transfer or cheque is entered once; a reversed payment gives its reference free.
create unique index supplier_payments_reference_uq on supplier_payments (company_id, supplier_id, method, lower(reference))
  where reference is not null and status = 'posted';
create index supplier_payments_created_at_ix on supplier_payments (created_at, id);
create index supplier_payments_document_no_ix on supplier_payments (document_no, id);
create index supplier_payments_status_created_at_ix on supplier_payments (status, created_at, id);
create index supplier_payments_status_document_no_ix on supplier_payments (status, document_no, id);
create index supplier_payments_supplier_created_at_ix on supplier_payments (supplier_id, created_at, id);
create index supplier_payments_supplier_document_no_ix on supplier_payments (supplier_id, document_no, id);
create index supplier_payments_method_created_at_ix on supplier_payments (method, created_at, id);
create index supplier_payments_method_document_no_ix on supplier_payments (method, document_no, id);
create index supplier_payments_created_by_ix on supplier_payments (created_by, created_at, id);
create index supplier_payments_created_by_document_no_ix on supplier_payments (created_by, document_no, id);
create index supplier_payments_document_date_ix on supplier_payments (document_date, id);
create index supplier_payments_search_ix on supplier_payments using gin (search_text gin_trgm_ops);

create table supplier_payment_items (
  id uuid default new_id() constraint supplier_payment_items_pk primary key,
  payment_id uuid not null constraint supplier_payment_items_payment_fk references supplier_payments,
  line_no integer not null,
  credit_purchase_id uuid not null
    constraint supplier_payment_items_credit_fk references credit_purchases,
  amount numeric(15, 2) not null constraint supplier_payment_items_amount_ck check (amount > 0),
  constraint supplier_payment_items_once_uq unique (payment_id, credit_purchase_id)
);
create index supplier_payment_items_credit_ix on supplier_payment_items (credit_purchase_id);

-- Who pays: accounting. The base seed grants verbs to new roles only.
insert into role_permissions (role_id, name)
select r.id, v.verb from roles r
  join (values
    ('accounting-officer', 'suppliers:pay'),
    ('accounting-manager', 'suppliers:pay'),
    ('accounting-manager', 'suppliers:reverse-payment')) as v(role, verb) on v.role = r.name
on conflict do nothing;
