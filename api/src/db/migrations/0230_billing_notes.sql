-- Billing notes: several invoices of a customer are presented together (ADR 0070).
create table billing_notes (
  id uuid default new_id() constraint billing_notes_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint billing_notes_company_fk references companies,
  document_no text,
  status text not null constraint billing_notes_status_ck
    check (status in ('draft', 'issued', 'acknowledged', 'collected', 'cancelled')),
  document_date date not null,
  remark text,
  approved_by uuid constraint billing_notes_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  author_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid constraint billing_notes_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint billing_notes_updated_by_fk references users,
  customer_id uuid not null constraint billing_notes_customer_fk references customers,
  -- The customer's salesperson of today, written by the triggers below.
  sale_id uuid constraint billing_notes_sale_fk references users,
  -- Day on which the customer pays; the earliest due date until somebody says another.
  collect_on date not null,
  acknowledged_on date,
  acknowledged_by text,
  -- What was owed of its invoices when it was issued; of a draft, when it was written.
  grand_total numeric(15, 2) not null,
  header jsonb,
  customer_snapshot jsonb,
  search_text text not null default '',
  constraint billing_notes_number_uq unique (company_id, document_no),
  constraint billing_notes_draft_ck check ((status = 'draft') = (document_no is null)),
  constraint billing_notes_acknowledged_ck check (status <> 'acknowledged' or acknowledged_on is not null)
);
create index billing_notes_search_ix on billing_notes using gin (search_text gin_trgm_ops);
create index billing_notes_document_date_ix on billing_notes (document_date, id);
create index billing_notes_created_at_ix on billing_notes (created_at, id);
create index billing_notes_document_no_ix on billing_notes (document_no, id);
create index billing_notes_collect_on_ix on billing_notes (collect_on, id);
create index billing_notes_status_created_at_ix on billing_notes (status, created_at, id);
create index billing_notes_status_document_no_ix on billing_notes (status, document_no, id);
create index billing_notes_status_collect_on_ix on billing_notes (status, collect_on, id);
create index billing_notes_customer_id_created_at_ix on billing_notes (customer_id, created_at, id);
create index billing_notes_customer_id_document_no_ix on billing_notes (customer_id, document_no, id);
create index billing_notes_customer_id_collect_on_ix on billing_notes (customer_id, collect_on, id);
create index billing_notes_sale_id_created_at_ix on billing_notes (sale_id, created_at, id);
create index billing_notes_sale_id_document_no_ix on billing_notes (sale_id, document_no, id);
create index billing_notes_sale_id_collect_on_ix on billing_notes (sale_id, collect_on, id);
create index billing_notes_created_by_created_at_ix on billing_notes (created_by, created_at, id);
create index billing_notes_created_by_document_no_ix on billing_notes (created_by, document_no, id);
create index billing_notes_created_by_collect_on_ix on billing_notes (created_by, collect_on, id);
create trigger billing_notes_sale before insert or update of customer_id on billing_notes
  for each row execute function money_sale_of_customer();
create trigger billing_notes_searched_number before update of document_no on billing_notes
  for each row when (old.document_no is null and new.document_no is not null) execute function number_into_search();

create table billing_note_lines (
  id uuid default new_id() constraint billing_note_lines_pk primary key,
  billing_note_id uuid not null constraint billing_note_lines_note_fk references billing_notes on delete cascade,
  line_no integer not null,
  invoice_id uuid not null constraint billing_note_lines_invoice_fk references invoices,
  -- What was owed of it then.
  amount numeric(15, 2) not null constraint billing_note_lines_amount_ck check (amount > 0),
  -- Follows the status of its note.
  is_open boolean not null default true,
  constraint billing_note_lines_line_uq unique (billing_note_id, line_no),
  constraint billing_note_lines_invoice_uq unique (billing_note_id, invoice_id)
);
-- An invoice stands on one open note at most.
create unique index billing_note_lines_open_uq on billing_note_lines (invoice_id) where is_open;
create index billing_note_lines_invoice_ix on billing_note_lines (invoice_id);

create function close_billing_note_lines() returns trigger language plpgsql as $$
begin
  update billing_note_lines set is_open = false where billing_note_id = new.id;
  return null;
end $$;
create trigger billing_notes_closed after update of status on billing_notes
  for each row when (new.status in ('collected', 'cancelled') and old.status <> new.status)
  execute function close_billing_note_lines();

create or replace function money_of_changed_sale() returns trigger language plpgsql as $$
begin
  update invoices set sale_id = new.sale_id where customer_id = new.id;
  update payments set sale_id = new.sale_id where customer_id = new.id;
  update credit_notes set sale_id = new.sale_id where customer_id = new.id;
  update debit_notes set sale_id = new.sale_id where customer_id = new.id;
  update billing_notes set sale_id = new.sale_id where customer_id = new.id;
  update tax_entries set sale_id = new.sale_id where customer_id = new.id;
  return null;
end $$;
