-- Faults that people without an account report by the code on a container (docs/adr/0120).
create table fault_reports (
  id uuid default new_id() constraint fault_reports_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint fault_reports_company_fk references companies,
  product_id uuid not null constraint fault_reports_product_fk references products,
  -- The dispatcher who decides on it: the one of a job that is reported now.
  zone_id uuid constraint fault_reports_zone_fk references zones,
  dispatcher_id uuid constraint fault_reports_dispatcher_fk references users,
  status text not null constraint fault_reports_status_ck
    check (status in ('received', 'accepted', 'joined', 'spam')),
  symptom_code_id uuid constraint fault_reports_symptom_code_fk references job_codes,
  symptom text not null,
  reported_by_name text,
  reported_by_phone text,
  entry_count integer not null default 1,
  -- A keyed hash of the sender's network, for limits and for one press of spam; kept for a week.
  network text,
  job_id uuid constraint fault_reports_job_fk references jobs,
  -- The press that called it spam: the report on which it was made, how far it reached, and when.
  spam_mark uuid,
  spam_reach text constraint fault_reports_reach_ck check (spam_reach in ('address', 'container', 'report')),
  spam_at timestamptz,
  status_reason text,
  created_at timestamptz not null,
  created_by uuid constraint fault_reports_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint fault_reports_updated_by_fk references users,
  search_text text not null default '',
  constraint fault_reports_job_ck check ((status in ('accepted', 'joined')) = (job_id is not null)),
  constraint fault_reports_spam_ck check ((status = 'spam') = (spam_mark is not null))
);
-- One for the sort, and for each filter with it.
create index fault_reports_created_at_ix on fault_reports (created_at, id);
create index fault_reports_status_created_at_ix on fault_reports (status, created_at, id);
create index fault_reports_product_created_at_ix on fault_reports (product_id, created_at, id);
create index fault_reports_dispatcher_created_at_ix on fault_reports (dispatcher_id, created_at, id);
create index fault_reports_search_ix on fault_reports using gin (search_text gin_trgm_ops);
create index fault_reports_job_ix on fault_reports (job_id) where job_id is not null;
create index fault_reports_mark_ix on fault_reports (spam_mark) where spam_mark is not null;
create index fault_reports_network_ix on fault_reports (network, status) where network is not null;

-- Entries of its sender, one for each time that they sent it.
create table fault_report_entries (
  id uuid default new_id() constraint fault_report_entries_pk primary key,
  report_id uuid not null constraint fault_report_entries_report_fk references fault_reports on delete cascade,
  -- Key of the page that it was written on: a second press makes no second entry.
  form_key text not null constraint fault_report_entries_key_uq unique,
  network text,
  symptom_code_id uuid constraint fault_report_entries_code_fk references job_codes,
  symptom text not null,
  created_at timestamptz not null
);
create index fault_report_entries_report_ix on fault_report_entries (report_id, created_at, id);
-- Limits count what came within an hour.
create index fault_report_entries_created_at_ix on fault_report_entries (created_at);
