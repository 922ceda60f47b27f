-- Runs of invoices: what contracts of a company ask for until a day, billed by a job contract by contract.
create table invoice_runs (
  id uuid default new_id() constraint invoice_runs_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint invoice_runs_company_fk references companies,
  until date not null,
  status text not null constraint invoice_runs_status_ck check (status in ('waiting', 'running', 'done', 'cancelled')),
  total integer not null constraint invoice_runs_total_ck check (total > 0),
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null,
  created_by uuid constraint invoice_runs_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint invoice_runs_updated_by_fk references users,
  constraint invoice_runs_finished_ck check ((status in ('done', 'cancelled')) = (finished_at is not null))
);
-- Two runs of a company would bill the same; one goes on until it is done or cancelled.
create unique index invoice_runs_open_uq on invoice_runs (company_id) where status in ('waiting', 'running');
create index invoice_runs_created_at_ix on invoice_runs (created_at, id);
create index invoice_runs_company_created_at_ix on invoice_runs (company_id, created_at, id);

create table invoice_run_items (
  run_id uuid not null constraint invoice_run_items_run_fk references invoice_runs on delete cascade,
  contract_id uuid not null constraint invoice_run_items_contract_fk references contracts on delete cascade,
  -- Contracts of one customer follow each other.
  line_no integer not null,
  status text not null default 'waiting' constraint invoice_run_items_status_ck
    check (status in ('waiting', 'billed', 'failed', 'skipped')),
  invoice_count integer not null default 0,
  amount numeric(15, 2) not null default 0,
  -- Why it failed: a code of the program, and the field that it is about.
  error text,
  error_field text,
  at timestamptz,
  constraint invoice_run_items_pk primary key (run_id, contract_id),
  constraint invoice_run_items_line_uq unique (run_id, line_no),
  constraint invoice_run_items_error_ck check ((status = 'failed') = (error is not null)),
  constraint invoice_run_items_billed_ck check (status = 'billed' or (invoice_count = 0 and amount = 0))
);
create index invoice_run_items_contract_ix on invoice_run_items (contract_id);
create index invoice_run_items_waiting_ix on invoice_run_items (run_id, line_no) where status = 'waiting';
