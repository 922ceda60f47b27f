-- Payments that a bank or gateway reports by itself (ADR 0072): every event once, whole, and what became of it.
create table gateway_events (
  id uuid default new_id() constraint gateway_events_pk primary key,
  event_id text not null constraint gateway_events_event_uq unique,
  company_id uuid not null constraint gateway_events_company_fk references companies,
  bank_account_id uuid not null constraint gateway_events_account_fk references bank_accounts,
  body jsonb not null,
  received_at timestamptz not null,
  -- Either a payment, or a line of which somebody says what it is.
  payment_id uuid constraint gateway_events_payment_fk references payments,
  bank_line_id uuid constraint gateway_events_line_fk references bank_lines,
  constraint gateway_events_kept_ck check (num_nonnulls(payment_id, bank_line_id) = 1)
);
create index gateway_events_payment_ix on gateway_events (payment_id) where payment_id is not null;
create index gateway_events_line_ix on gateway_events (bank_line_id) where bank_line_id is not null;

-- Lines that no bank file brought stand in one statement for each account and day.
alter table bank_statements
  drop constraint bank_statements_format_ck,
  add constraint bank_statements_format_ck check (format in ('csv', 'mt940', 'camt053', 'gateway'));

-- References of banks hold capitals and digits alone.
create index invoices_bare_no_ix on invoices (company_id, regexp_replace(document_no, '[^A-Z0-9]', '', 'g'))
  where document_no is not null;
create index bank_accounts_number_ix on bank_accounts (account_no);
