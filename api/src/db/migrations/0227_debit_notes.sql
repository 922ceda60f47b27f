-- Debit notes: more is owed for an invoice that was taxed (ADR 0054).
create table debit_notes (
  id uuid default new_id() constraint debit_notes_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint debit_notes_company_fk references companies,
  document_no text,
  status text not null constraint debit_notes_status_ck check (status in ('pending', 'approved', 'rejected', 'cancelled')),
  document_date date not null,
  remark text,
  approved_by uuid constraint debit_notes_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  author_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid constraint debit_notes_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint debit_notes_updated_by_fk references users,
  customer_id uuid not null constraint debit_notes_customer_fk references customers,
  -- The customer's salesperson of today, written by the triggers below.
  sale_id uuid constraint debit_notes_sale_fk references users,
  invoice_id uuid not null constraint debit_notes_invoice_fk references invoices,
  cause text not null constraint debit_notes_cause_ck check (cause in ('morePrice', 'moreDelivered', 'undercharged')),
  reason text not null,
  base_amount numeric(15, 2) not null,
  vat_amount numeric(15, 2) not null,
  grand_total numeric(15, 2) not null constraint debit_notes_total_ck check (grand_total > 0),
  header jsonb,
  customer_snapshot jsonb,
  search_text text not null default '',
  constraint debit_notes_number_uq unique (company_id, document_no),
  constraint debit_notes_amounts_ck check (base_amount + vat_amount = grand_total),
  constraint debit_notes_issued_ck check ((status = 'approved') = (document_no is not null))
);
create index debit_notes_search_ix on debit_notes using gin (search_text gin_trgm_ops);
create index debit_notes_document_date_ix on debit_notes (document_date, id);
create index debit_notes_created_at_ix on debit_notes (created_at, id);
create index debit_notes_document_no_ix on debit_notes (document_no, id);
create index debit_notes_status_created_at_ix on debit_notes (status, created_at, id);
create index debit_notes_status_document_no_ix on debit_notes (status, document_no, id);
create index debit_notes_customer_id_created_at_ix on debit_notes (customer_id, created_at, id);
create index debit_notes_customer_id_document_no_ix on debit_notes (customer_id, document_no, id);
create index debit_notes_invoice_id_created_at_ix on debit_notes (invoice_id, created_at, id);
create index debit_notes_invoice_id_document_no_ix on debit_notes (invoice_id, document_no, id);
create index debit_notes_sale_id_created_at_ix on debit_notes (sale_id, created_at, id);
create index debit_notes_sale_id_document_no_ix on debit_notes (sale_id, document_no, id);
create index debit_notes_created_by_created_at_ix on debit_notes (created_by, created_at, id);
create index debit_notes_created_by_document_no_ix on debit_notes (created_by, document_no, id);
create trigger debit_notes_sale before insert or update of customer_id on debit_notes
  for each row execute function money_sale_of_customer();
create trigger debit_notes_searched_number before update of document_no on debit_notes
  for each row when (old.document_no is null and new.document_no is not null) execute function number_into_search();

create or replace function money_of_changed_sale() returns trigger language plpgsql as $$
begin
  update invoices set sale_id = new.sale_id where customer_id = new.id;
  update payments set sale_id = new.sale_id where customer_id = new.id;
  update credit_notes set sale_id = new.sale_id where customer_id = new.id;
  update debit_notes set sale_id = new.sale_id where customer_id = new.id;
  update tax_entries set sale_id = new.sale_id where customer_id = new.id;
  return null;
end $$;

-- What is owed of an invoice, with what debit notes have added.
alter table invoices
  add column debited_amount numeric(15, 2) not null default 0 constraint invoices_debited_ck check (debited_amount >= 0),
  drop column balance,
  drop constraint invoices_paid_ck,
  drop constraint invoices_settled_ck;
alter table invoices
  add column balance numeric(15, 2) not null generated always as (case when status in ('draft', 'void') then 0
    else grand_total + debited_amount - paid_amount - credited_amount end) stored,
  -- Nothing is paid twice, and nothing is taken back that was not paid.
  add constraint invoices_paid_ck check (paid_amount >= 0 and credited_amount >= 0
    and paid_amount + credited_amount <= grand_total + debited_amount),
  add constraint invoices_settled_ck check (status in ('draft', 'void')
    or (status = 'paid') = (paid_amount + credited_amount = grand_total + debited_amount));
create index invoices_owed_customer_ix on invoices (customer_id, due_date) where balance > 0;
drop trigger invoices_contract_figures on invoices;
create trigger invoices_contract_figures
  after insert or update of status, paid_amount, credited_amount, debited_amount, grand_total
  on invoices for each row
  when (new.source_id is not null and new.source_type in ('contractInstallment', 'deposit'))
  execute function contract_figures_of_invoice();

-- Invoices that are paid but for withheld tax whose certificate has not come.
create index invoices_certificate_missing_ix on invoices (due_date, id)
  where balance > 0 and balance <= wht_amount - wht_paid;
create index invoices_certificate_missing_no_ix on invoices (document_no, id)
  where balance > 0 and balance <= wht_amount - wht_paid;
create index invoices_certificate_missing_customer_ix on invoices (customer_id, due_date, id)
  where balance > 0 and balance <= wht_amount - wht_paid;

alter table receivable_entries
  add column debit_note_id uuid constraint receivable_entries_debit_note_fk references debit_notes,
  drop constraint receivable_entries_kind_ck,
  add constraint receivable_entries_kind_ck check (kind in
    ('invoice', 'discount', 'void', 'allocation', 'creditNote', 'debitNote', 'credit', 'refund'));
create index receivable_entries_debit_note_ix on receivable_entries (debit_note_id) where debit_note_id is not null;
alter table tax_entries
  add column debit_note_id uuid constraint tax_entries_debit_note_fk references debit_notes,
  drop constraint tax_entries_kind_ck,
  add constraint tax_entries_kind_ck check (kind in ('taxInvoice', 'cancellation', 'creditNote', 'debitNote'));
