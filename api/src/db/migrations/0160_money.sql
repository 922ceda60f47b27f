-- Invoices, payments and what they bring about (docs/domain/containers.md "Money"). Amounts are in THB.
create table bank_accounts (
  id uuid default new_id() constraint bank_accounts_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint bank_accounts_company_fk references companies,
  -- Abbreviation of the bank.
  bank text not null,
  branch text,
  account_no text not null constraint bank_accounts_account_no_ck check (account_no ~ '^\d{10,15}$'),
  account_name text not null,
  account_name_en text,
  -- Phone number or tax id that is registered with the account.
  prompt_pay_id text constraint bank_accounts_prompt_pay_ck check (prompt_pay_id ~ '^(0\d{9}|\d{13}|\d{15})$'),
  -- Tax id and two digits: who collects by bill payment.
  biller_id text constraint bank_accounts_biller_ck check (biller_id ~ '^\d{15}$'),
  -- Printed on invoices that name no other.
  is_default boolean not null default false,
  is_active boolean not null default true,
  search_text text not null generated always as
    (fold_search(bank || ' ' || account_no || ' ' || account_name || ' ' || coalesce(account_name_en, ''))) stored,
  created_at timestamptz not null,
  created_by uuid constraint bank_accounts_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint bank_accounts_updated_by_fk references users,
  constraint bank_accounts_number_uq unique (company_id, bank, account_no),
  constraint bank_accounts_default_ck check (not is_default or is_active)
);
create unique index bank_accounts_default_uq on bank_accounts (company_id) where is_default;
create index bank_accounts_account_no_ix on bank_accounts (account_no, id);
create index bank_accounts_bank_ix on bank_accounts (bank, id);

create table invoices (
  id uuid default new_id() constraint invoices_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint invoices_company_fk references companies,
  document_no text,
  status text not null constraint invoices_status_ck check (status in ('draft', 'issued', 'partiallyPaid', 'overdue', 'paid', 'void')),
  document_date date not null,
  remark text,
  approved_by uuid constraint invoices_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  author_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid constraint invoices_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint invoices_updated_by_fk references users,
  customer_id uuid not null constraint invoices_customer_fk references customers,
  -- The customer's salesperson of today, written by the triggers below.
  sale_id uuid constraint invoices_sale_fk references users,
  type text not null constraint invoices_type_ck check (type in ('bill', 'other')),
  source_type text not null constraint invoices_source_type_ck check (source_type in ('manual',
    'contractInstallment', 'deposit', 'warranty', 'partsSale', 'repair', 'maintenance', 'penalty')),
  source_id uuid,
  -- What the source calls it: nothing is invoiced twice.
  source_key text,
  source_label text,
  due_date date not null,
  tax_point text not null constraint invoices_tax_point_ck check (tax_point in ('delivery', 'dueDate', 'payment', 'none')),
  -- The customer and the company as they were on the day of issue; null in a draft.
  customer_snapshot jsonb,
  header jsonb,
  bank_account_id uuid constraint invoices_bank_account_fk references bank_accounts,
  vat_mode text not null constraint invoices_vat_mode_ck check (vat_mode in ('exclusive', 'inclusive', 'none')),
  vat_rate numeric(5, 2) not null,
  wht_rate numeric(5, 2) not null default 0,
  discount_type text constraint invoices_discount_type_ck check (discount_type in ('percent', 'amount')),
  discount_value numeric(15, 2),
  sub_total numeric(15, 2) not null,
  discount_total numeric(15, 2) not null,
  base_amount numeric(15, 2) not null,
  vat_amount numeric(15, 2) not null,
  grand_total numeric(15, 2) not null constraint invoices_total_ck check (grand_total >= 0),
  wht_amount numeric(15, 2) not null,
  -- What arrives as money where the customer withholds.
  net_receivable numeric(15, 2) not null generated always as (grand_total - wht_amount) stored,
  paid_amount numeric(15, 2) not null default 0,
  -- Of it what certificates of withheld tax stand for.
  wht_paid numeric(15, 2) not null default 0,
  credited_amount numeric(15, 2) not null default 0,
  balance numeric(15, 2) not null generated always as
    (case when status in ('draft', 'void') then 0 else grand_total - paid_amount - credited_amount end) stored,
  notified_at timestamptz,
  replaces_id uuid constraint invoices_replaces_fk references invoices,
  search_text text not null default '',
  constraint invoices_number_uq unique (company_id, document_no),
  constraint invoices_draft_ck check ((status = 'draft') = (document_no is null)),
  constraint invoices_amounts_ck check (base_amount + vat_amount = grand_total),
  -- Nothing is paid twice, and nothing is taken back that was not paid.
  constraint invoices_paid_ck check
    (paid_amount >= 0 and credited_amount >= 0 and paid_amount + credited_amount <= grand_total),
  constraint invoices_wht_ck check (wht_paid between 0 and paid_amount),
  constraint invoices_void_ck check (status <> 'void' or paid_amount + credited_amount = 0),
  constraint invoices_settled_ck check (status in ('draft', 'void')
    or (status = 'paid') = (paid_amount + credited_amount = grand_total))
);
create unique index invoices_source_uq on invoices (source_type, source_key) where source_key is not null and status <> 'void';
create index invoices_source_ix on invoices (source_type, source_id, due_date) where source_id is not null;
create index invoices_search_ix on invoices using gin (search_text gin_trgm_ops);
create index invoices_document_date_ix on invoices (document_date, id);
-- What becomes late, or taxable, tonight.
create index invoices_owed_due_ix on invoices (due_date) where status in ('issued', 'partiallyPaid');
create index invoices_hire_purchase_ix on invoices (due_date) where tax_point = 'dueDate' and status not in ('draft', 'void');
create index invoices_owed_customer_ix on invoices (customer_id, due_date) where balance > 0;
create index invoices_bank_account_ix on invoices (bank_account_id) where bank_account_id is not null;
create index invoices_replaces_ix on invoices (replaces_id) where replaces_id is not null;
create index invoices_created_at_ix on invoices (created_at, id);
create index invoices_document_no_ix on invoices (document_no, id);
create index invoices_due_date_ix on invoices (due_date, id);
create index invoices_status_created_at_ix on invoices (status, created_at, id);
create index invoices_status_document_no_ix on invoices (status, document_no, id);
create index invoices_status_due_date_ix on invoices (status, due_date, id);
create index invoices_type_created_at_ix on invoices (type, created_at, id);
create index invoices_type_document_no_ix on invoices (type, document_no, id);
create index invoices_type_due_date_ix on invoices (type, due_date, id);
create index invoices_customer_id_created_at_ix on invoices (customer_id, created_at, id);
create index invoices_customer_id_document_no_ix on invoices (customer_id, document_no, id);
create index invoices_customer_id_due_date_ix on invoices (customer_id, due_date, id);
create index invoices_source_type_created_at_ix on invoices (source_type, created_at, id);
create index invoices_source_type_document_no_ix on invoices (source_type, document_no, id);
create index invoices_source_type_due_date_ix on invoices (source_type, due_date, id);
create index invoices_sale_id_created_at_ix on invoices (sale_id, created_at, id);
create index invoices_sale_id_document_no_ix on invoices (sale_id, document_no, id);
create index invoices_sale_id_due_date_ix on invoices (sale_id, due_date, id);
create index invoices_created_by_created_at_ix on invoices (created_by, created_at, id);
create index invoices_created_by_document_no_ix on invoices (created_by, document_no, id);
create index invoices_created_by_due_date_ix on invoices (created_by, due_date, id);

create table invoice_items (
  id uuid default new_id() constraint invoice_items_pk primary key,
  invoice_id uuid not null constraint invoice_items_invoice_fk references invoices on delete cascade,
  line_no integer not null,
  description text not null,
  quantity numeric(12, 3) not null constraint invoice_items_quantity_ck check (quantity > 0),
  unit text,
  unit_price numeric(15, 4) not null,
  -- Tax is withheld from services and rent, never from goods.
  is_service boolean not null default false,
  line_total numeric(15, 2) not null,
  base_amount numeric(15, 2) not null,
  vat_amount numeric(15, 2) not null,
  constraint invoice_items_line_uq unique (invoice_id, line_no)
);

create table payments (
  id uuid default new_id() constraint payments_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint payments_company_fk references companies,
  document_no text not null,
  status text not null constraint payments_status_ck check (status in ('pending', 'verified', 'refundRequested', 'rejected', 'reversed')),
  document_date date not null,
  remark text,
  approved_by uuid constraint payments_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  author_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid constraint payments_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint payments_updated_by_fk references users,
  customer_id uuid not null constraint payments_customer_fk references customers,
  -- The customer's salesperson of today, written by the triggers below.
  sale_id uuid constraint payments_sale_fk references users,
  method text not null constraint payments_method_ck check (method in
    ('transfer', 'promptpay', 'cash', 'cheque', 'card', 'billPayment', 'whtCert')),
  paid_at timestamptz not null,
  amount numeric(15, 2) not null constraint payments_amount_ck check (amount > 0),
  bank_account_id uuid constraint payments_bank_account_fk references bank_accounts,
  payer_bank text,
  payer_name text,
  bank_reference text,
  cheque_no text,
  cheque_date date,
  wht_cert_no text,
  wht_cert_date date,
  slip_sha256 text,
  header jsonb,
  customer_snapshot jsonb,
  receipt_no text,
  receipt_date date,
  allocated_amount numeric(15, 2) not null default 0,
  refund_amount numeric(15, 2),
  refund_asked_by uuid constraint payments_refund_asked_by_fk references users,
  refunded_amount numeric(15, 2) not null default 0,
  search_text text not null default '',
  -- What settles no invoice yet.
  credit_amount numeric(15, 2) not null generated always as
    (case when status in ('verified', 'refundRequested') then amount - allocated_amount - refunded_amount else 0 end) stored,
  constraint payments_number_uq unique (company_id, document_no),
  constraint payments_allocated_ck check
    (allocated_amount >= 0 and refunded_amount >= 0 and allocated_amount + refunded_amount <= amount),
  constraint payments_counted_ck check (status in ('verified', 'refundRequested') or allocated_amount = 0),
  constraint payments_refund_ck check (refund_amount is null or (status = 'refundRequested' and refund_amount > 0))
);
create unique index payments_receipt_uq on payments (company_id, receipt_no) where receipt_no is not null;
-- The same slip or reference of the bank is one payment; a rejected or reversed one gives it free.
create unique index payments_slip_uq on payments (company_id, slip_sha256)
  where slip_sha256 is not null and status not in ('rejected', 'reversed');
create unique index payments_reference_uq on payments (bank_account_id, upper(bank_reference), amount, document_date)
  where bank_reference is not null and status not in ('rejected', 'reversed');
create unique index payments_cheque_uq on payments (company_id, payer_bank, cheque_no)
  where cheque_no is not null and status not in ('rejected', 'reversed');
create unique index payments_wht_cert_uq on payments (company_id, customer_id, wht_cert_no)
  where wht_cert_no is not null and status not in ('rejected', 'reversed');
create index payments_bank_reference_ix on payments (upper(bank_reference)) where bank_reference is not null;
create index payments_search_ix on payments using gin (search_text gin_trgm_ops);
create index payments_document_date_ix on payments (document_date, id);
create index payments_credit_ix on payments (customer_id) where credit_amount > 0;
create index payments_created_at_ix on payments (created_at, id);
create index payments_document_no_ix on payments (document_no, id);
create index payments_status_created_at_ix on payments (status, created_at, id);
create index payments_status_document_no_ix on payments (status, document_no, id);
create index payments_method_created_at_ix on payments (method, created_at, id);
create index payments_method_document_no_ix on payments (method, document_no, id);
create index payments_customer_id_created_at_ix on payments (customer_id, created_at, id);
create index payments_customer_id_document_no_ix on payments (customer_id, document_no, id);
create index payments_bank_account_id_created_at_ix on payments (bank_account_id, created_at, id);
create index payments_bank_account_id_document_no_ix on payments (bank_account_id, document_no, id);
create index payments_sale_id_created_at_ix on payments (sale_id, created_at, id);
create index payments_sale_id_document_no_ix on payments (sale_id, document_no, id);
create index payments_created_by_created_at_ix on payments (created_by, created_at, id);
create index payments_created_by_document_no_ix on payments (created_by, document_no, id);

-- How a payment is spread over invoices: what is meant while it is pending, what counts once it is verified.
create table payment_allocations (
  id uuid default new_id() constraint payment_allocations_pk primary key,
  payment_id uuid not null constraint payment_allocations_payment_fk references payments on delete cascade,
  invoice_id uuid not null constraint payment_allocations_invoice_fk references invoices,
  amount numeric(15, 2) not null constraint payment_allocations_amount_ck check (amount >= 0),
  constraint payment_allocations_once_uq unique (payment_id, invoice_id)
);
create index payment_allocations_invoice_ix on payment_allocations (invoice_id);

create table credit_notes (
  id uuid default new_id() constraint credit_notes_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint credit_notes_company_fk references companies,
  document_no text,
  status text not null constraint credit_notes_status_ck check (status in ('pending', 'approved', 'rejected', 'cancelled')),
  document_date date not null,
  remark text,
  approved_by uuid constraint credit_notes_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  author_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid constraint credit_notes_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint credit_notes_updated_by_fk references users,
  customer_id uuid not null constraint credit_notes_customer_fk references customers,
  -- The customer's salesperson of today, written by the triggers below.
  sale_id uuid constraint credit_notes_sale_fk references users,
  invoice_id uuid not null constraint credit_notes_invoice_fk references invoices,
  cause text not null constraint credit_notes_cause_ck check (cause in ('returned', 'priceReduced', 'overcharged', 'terminated')),
  reason text not null,
  base_amount numeric(15, 2) not null,
  vat_amount numeric(15, 2) not null,
  grand_total numeric(15, 2) not null constraint credit_notes_total_ck check (grand_total > 0),
  header jsonb,
  customer_snapshot jsonb,
  search_text text not null default '',
  constraint credit_notes_number_uq unique (company_id, document_no),
  constraint credit_notes_amounts_ck check (base_amount + vat_amount = grand_total),
  constraint credit_notes_issued_ck check ((status = 'approved') = (document_no is not null))
);
create index credit_notes_search_ix on credit_notes using gin (search_text gin_trgm_ops);
create index credit_notes_document_date_ix on credit_notes (document_date, id);
create index credit_notes_created_at_ix on credit_notes (created_at, id);
create index credit_notes_document_no_ix on credit_notes (document_no, id);
create index credit_notes_status_created_at_ix on credit_notes (status, created_at, id);
create index credit_notes_status_document_no_ix on credit_notes (status, document_no, id);
create index credit_notes_customer_id_created_at_ix on credit_notes (customer_id, created_at, id);
create index credit_notes_customer_id_document_no_ix on credit_notes (customer_id, document_no, id);
create index credit_notes_invoice_id_created_at_ix on credit_notes (invoice_id, created_at, id);
create index credit_notes_invoice_id_document_no_ix on credit_notes (invoice_id, document_no, id);
create index credit_notes_sale_id_created_at_ix on credit_notes (sale_id, created_at, id);
create index credit_notes_sale_id_document_no_ix on credit_notes (sale_id, document_no, id);
create index credit_notes_created_by_created_at_ix on credit_notes (created_by, created_at, id);
create index credit_notes_created_by_document_no_ix on credit_notes (created_by, document_no, id);

-- The register of output VAT: tax invoices, their cancellations and credit notes, never changed.
create table tax_entries (
  id uuid default new_id() constraint tax_entries_pk primary key,
  company_id uuid not null constraint tax_entries_company_fk references companies,
  customer_id uuid not null constraint tax_entries_customer_fk references customers,
  sale_id uuid constraint tax_entries_sale_fk references users,
  kind text not null constraint tax_entries_kind_ck check (kind in ('taxInvoice', 'cancellation', 'creditNote')),
  document_no text not null,
  tax_date date not null,
  invoice_id uuid not null constraint tax_entries_invoice_fk references invoices,
  payment_id uuid constraint tax_entries_payment_fk references payments,
  credit_note_id uuid constraint tax_entries_credit_note_fk references credit_notes,
  cancels_id uuid constraint tax_entries_cancels_fk references tax_entries,
  customer_name text not null,
  tax_id text,
  branch_code text,
  base_amount numeric(15, 2) not null,
  vat_amount numeric(15, 2) not null,
  grand_total numeric(15, 2) not null,
  search_text text not null generated always as (fold_search(document_no || ' ' || customer_name || ' ' || coalesce(tax_id, ''))) stored,
  created_at timestamptz not null,
  constraint tax_entries_amounts_ck check (base_amount + vat_amount = grand_total),
  constraint tax_entries_cancels_uq unique (cancels_id),
  constraint tax_entries_cancels_ck check ((kind = 'cancellation') = (cancels_id is not null))
);
create unique index tax_entries_number_uq on tax_entries (company_id, document_no) where kind = 'taxInvoice';
create index tax_entries_invoice_ix on tax_entries (invoice_id);
create index tax_entries_payment_ix on tax_entries (payment_id) where payment_id is not null;
create index tax_entries_search_ix on tax_entries using gin (search_text gin_trgm_ops);
create index tax_entries_tax_date_ix on tax_entries (tax_date, id);
create index tax_entries_document_no_ix on tax_entries (document_no, id);
create index tax_entries_kind_tax_date_ix on tax_entries (kind, tax_date, id);
create index tax_entries_kind_document_no_ix on tax_entries (kind, document_no, id);
create index tax_entries_customer_id_tax_date_ix on tax_entries (customer_id, tax_date, id);
create index tax_entries_customer_id_document_no_ix on tax_entries (customer_id, document_no, id);
create index tax_entries_company_id_tax_date_ix on tax_entries (company_id, tax_date, id);
create index tax_entries_company_id_document_no_ix on tax_entries (company_id, document_no, id);
create index tax_entries_sale_id_tax_date_ix on tax_entries (sale_id, tax_date, id);
create index tax_entries_sale_id_document_no_ix on tax_entries (sale_id, document_no, id);

-- Months whose VAT was declared: what is posted later belongs to a later month.
create table tax_periods (
  id uuid default new_id() constraint tax_periods_pk primary key,
  company_id uuid not null constraint tax_periods_company_fk references companies,
  period text not null constraint tax_periods_period_ck check (period ~ '^\d{4}-\d{2}$'),
  base_amount numeric(15, 2) not null,
  vat_amount numeric(15, 2) not null,
  entry_count integer not null,
  closed_at timestamptz not null,
  closed_by uuid constraint tax_periods_closed_by_fk references users,
  constraint tax_periods_once_uq unique (company_id, period)
);

-- What a customer owes, entry by entry, never changed: invoices, balances, ageing and statements of any
-- day are its sums. Less is owed where the amount is negative; without an invoice it is credit.
create table receivable_entries (
  id uuid default new_id() constraint receivable_entries_pk primary key,
  company_id uuid not null constraint receivable_entries_company_fk references companies,
  customer_id uuid not null constraint receivable_entries_customer_fk references customers,
  kind text not null constraint receivable_entries_kind_ck check (kind in
    ('invoice', 'discount', 'void', 'allocation', 'creditNote', 'credit', 'refund')),
  invoice_id uuid constraint receivable_entries_invoice_fk references invoices,
  payment_id uuid constraint receivable_entries_payment_fk references payments,
  credit_note_id uuid constraint receivable_entries_credit_note_fk references credit_notes,
  amount numeric(15, 2) not null,
  business_date date not null,
  created_at timestamptz not null,
  created_by uuid constraint receivable_entries_created_by_fk references users,
  constraint receivable_entries_credit_ck check ((kind in ('credit', 'refund')) = (invoice_id is null))
);
create index receivable_entries_customer_ix on receivable_entries (customer_id, business_date, id);
create index receivable_entries_company_ix on receivable_entries (company_id, business_date);
create index receivable_entries_invoice_ix on receivable_entries (invoice_id, business_date) where invoice_id is not null;
create index receivable_entries_payment_ix on receivable_entries (payment_id) where payment_id is not null;
create index receivable_entries_credit_note_ix on receivable_entries (credit_note_id) where credit_note_id is not null;

-- Messages about an invoice to its customer.
create table invoice_notices (
  id uuid default new_id() constraint invoice_notices_pk primary key,
  invoice_id uuid not null constraint invoice_notices_invoice_fk references invoices on delete cascade,
  channel text not null constraint invoice_notices_channel_ck check (channel in ('email')),
  sent_to text not null,
  mail_id uuid constraint invoice_notices_mail_fk references mails on delete set null,
  sent_at timestamptz not null,
  sent_by uuid constraint invoice_notices_sent_by_fk references users
);
create index invoice_notices_invoice_ix on invoice_notices (invoice_id, sent_at);

-- Invoices and payments are those of the customer's salesperson, whoever that is by then.
create function money_sale_of_customer() returns trigger language plpgsql as $$
begin
  new.sale_id := (select c.sale_id from customers c where c.id = new.customer_id);
  return new;
end $$;
create trigger invoices_sale before insert or update of customer_id on invoices
  for each row execute function money_sale_of_customer();
create trigger payments_sale before insert or update of customer_id on payments
  for each row execute function money_sale_of_customer();
create trigger credit_notes_sale before insert or update of customer_id on credit_notes
  for each row execute function money_sale_of_customer();
create trigger tax_entries_sale before insert or update of customer_id on tax_entries
  for each row execute function money_sale_of_customer();
create function money_of_changed_sale() returns trigger language plpgsql as $$
begin
  update invoices set sale_id = new.sale_id where customer_id = new.id;
  update payments set sale_id = new.sale_id where customer_id = new.id;
  update credit_notes set sale_id = new.sale_id where customer_id = new.id;
  update tax_entries set sale_id = new.sale_id where customer_id = new.id;
  return null;
end $$;
create trigger customers_money_sale after update of sale_id on customers
  for each row when (old.sale_id is distinct from new.sale_id) execute function money_of_changed_sale();

create trigger invoices_searched_number before update of document_no on invoices
  for each row when (old.document_no is null and new.document_no is not null) execute function number_into_search();
create trigger credit_notes_searched_number before update of document_no on credit_notes
  for each row when (old.document_no is null and new.document_no is not null) execute function number_into_search();

-- Who keeps the company's accounts. The base seed grants verbs to new roles only.
insert into role_permissions (role_id, name)
select id, 'payment-data:update-account' from roles where name = 'accounting-manager'
on conflict do nothing;
