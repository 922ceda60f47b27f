-- Statements of the companies' bank accounts, and what each of their lines is (docs/domain/containers.md "Money").

-- Which column of the bank's CSV file holds what, as it was said last.
alter table bank_accounts add column statement_columns jsonb;

create table bank_statements (
  id uuid default new_id() constraint bank_statements_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint bank_statements_company_fk references companies,
  bank_account_id uuid not null constraint bank_statements_bank_account_fk references bank_accounts,
  format text not null constraint bank_statements_format_ck check (format in ('csv', 'mt940', 'camt053')),
  file_name text not null,
  file_sha256 text not null,
  from_date date not null,
  to_date date not null,
  opening_balance numeric(15, 2),
  closing_balance numeric(15, 2),
  -- By how much the lines of the file miss its closing balance; null where it tells none.
  balance_gap numeric(17, 2),
  -- Lines that came in with it, lines that were there before, and rows that could not be read.
  line_count integer not null,
  repeated_count integer not null,
  fault_count integer not null,
  faults jsonb not null default '[]',
  credit_total numeric(17, 2) not null,
  debit_total numeric(17, 2) not null,
  created_at timestamptz not null,
  created_by uuid constraint bank_statements_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint bank_statements_updated_by_fk references users,
  -- The same file is taken once.
  constraint bank_statements_file_uq unique (bank_account_id, file_sha256)
);
create index bank_statements_created_at_ix on bank_statements (created_at, id);
create index bank_statements_account_ix on bank_statements (bank_account_id, created_at, id);
create index bank_statements_created_by_ix on bank_statements (created_by, created_at, id);

create table bank_lines (
  id uuid default new_id() constraint bank_lines_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint bank_lines_company_fk references companies,
  bank_account_id uuid not null constraint bank_lines_bank_account_fk references bank_accounts,
  statement_id uuid not null constraint bank_lines_statement_fk references bank_statements on delete cascade,
  -- Of the file.
  row_no integer not null,
  booked_on date not null,
  booked_at time,
  value_on date,
  -- What comes in is more than nothing.
  amount numeric(15, 2) not null constraint bank_lines_amount_ck check (amount <> 0),
  balance numeric(15, 2),
  reference text not null default '',
  payer_reference text not null default '',
  payer_name text not null default '',
  payer_account text not null default '',
  description text not null default '',
  -- Lines without a reference may be alike and yet be two: they are counted.
  occurrence smallint not null default 1,
  status text not null constraint bank_lines_status_ck
    check (status in ('unmatched', 'suggested', 'recorded', 'ignored', 'outgoing')),
  status_reason text,
  -- Who is taken for the payer, how sure that is and why, and what would be settled.
  customer_id uuid constraint bank_lines_customer_fk references customers,
  confidence smallint constraint bank_lines_confidence_ck check (confidence between 1 and 100),
  match_level text constraint bank_lines_match_level_ck check (match_level in ('high', 'medium', 'low')),
  reasons text[] not null default '{}',
  allocations jsonb not null default '[]',
  payment_id uuid constraint bank_lines_payment_fk references payments,
  -- The payment was made from this line, and not only found.
  is_payment_made boolean not null default false,
  -- Somebody took a link back: it is not found again by itself.
  is_unlinked boolean not null default false,
  created_at timestamptz not null,
  created_by uuid constraint bank_lines_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint bank_lines_updated_by_fk references users,
  search_text text not null generated always as (fold_search(reference || ' ' || payer_reference || ' ' || payer_name
    || ' ' || payer_account || ' ' || description || ' ' || abs(amount)::text)) stored,
  constraint bank_lines_outgoing_ck check ((status = 'outgoing') = (amount < 0)),
  constraint bank_lines_recorded_ck check ((status = 'recorded') = (payment_id is not null)),
  constraint bank_lines_made_ck check (not is_payment_made or payment_id is not null)
);
-- The same day, amount and reference of one account is one line, whatever file it comes in again.
create unique index bank_lines_once_uq on bank_lines (bank_account_id, booked_on, amount, upper(reference), occurrence);
-- One line, one payment.
create unique index bank_lines_payment_uq on bank_lines (payment_id) where payment_id is not null;
create index bank_lines_search_ix on bank_lines using gin (search_text gin_trgm_ops);
create index bank_lines_open_ix on bank_lines (company_id, booked_on, id) where status in ('unmatched', 'suggested');
create index bank_lines_customer_ix on bank_lines (customer_id) where customer_id is not null;
create index bank_lines_booked_on_ix on bank_lines (booked_on, id);
create index bank_lines_amount_ix on bank_lines (amount, id);
create index bank_lines_status_booked_on_ix on bank_lines (status, booked_on, id);
create index bank_lines_status_amount_ix on bank_lines (status, amount, id);
create index bank_lines_level_booked_on_ix on bank_lines (match_level, booked_on, id) where match_level is not null;
create index bank_lines_level_amount_ix on bank_lines (match_level, amount, id) where match_level is not null;
create index bank_lines_account_booked_on_ix on bank_lines (bank_account_id, booked_on, id);
create index bank_lines_account_amount_ix on bank_lines (bank_account_id, amount, id);
create index bank_lines_statement_booked_on_ix on bank_lines (statement_id, booked_on, id);
create index bank_lines_statement_amount_ix on bank_lines (statement_id, amount, id);
create index bank_lines_created_by_booked_on_ix on bank_lines (created_by, booked_on, id);
create index bank_lines_created_by_amount_ix on bank_lines (created_by, amount, id);

-- What was recorded already is found by its day and amount.
create index payments_account_day_ix on payments (bank_account_id, document_date, amount) where bank_account_id is not null;
