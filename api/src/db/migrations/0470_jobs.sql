-- Service jobs: repairs and maintenance of containers (domain-containers 1.4, 2.10).
create table jobs (
  id uuid default new_id() constraint jobs_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint jobs_company_fk references companies,
  document_no text not null,
  status text not null constraint jobs_status_ck check (status in
    ('reported', 'triaged', 'scheduled', 'waitingParts', 'inProgress', 'resolved', 'completed', 'closed',
     'rejected', 'cancelled')),
  document_date date not null,
  remark text,
  approved_by uuid constraint jobs_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  author_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid constraint jobs_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint jobs_updated_by_fk references users,
  kind text not null constraint jobs_kind_ck check (kind in ('repair', 'maintenance')),
  product_id uuid not null constraint jobs_product_fk references products,
  -- As they were when it was reported: a container may change hands.
  customer_id uuid constraint jobs_customer_fk references customers,
  contract_id uuid constraint jobs_contract_fk references contracts,
  warranty_id uuid constraint jobs_warranty_fk references warranties,
  place text,
  latitude numeric(9, 6),
  longitude numeric(9, 6),
  coverage text not null constraint jobs_coverage_ck
    check (coverage in ('warranty', 'contract', 'billable', 'goodwill')),
  coverage_reason text,
  priority text not null constraint jobs_priority_ck
    check (priority in ('critical', 'high', 'normal', 'low')),
  channel text not null constraint jobs_channel_ck
    check (channel in ('phone', 'line', 'qr', 'app', 'pm', 'inspection')),
  symptom_code_id uuid constraint jobs_symptom_code_fk references job_codes,
  symptom text not null,
  is_down boolean not null default false,
  reported_at timestamptz not null,
  reported_by_name text,
  reported_by_phone text,
  zone_id uuid constraint jobs_zone_fk references zones,
  team_id uuid constraint jobs_team_fk references teams,
  -- The leader of that team, whose jobs they are to hand out.
  dispatcher_id uuid constraint jobs_dispatcher_fk references users,
  technician_ids uuid[] not null default '{}',
  -- Everybody who was its technician, began work on it or said what was done: they accept none of it.
  worker_ids uuid[] not null default '{}',
  appointment_start timestamptz,
  appointment_end timestamptz,
  response_note text,
  -- THB before VAT.
  estimate_labour numeric(15, 2) constraint jobs_estimate_labour_ck check (estimate_labour >= 0),
  estimate_parts numeric(15, 2) constraint jobs_estimate_parts_ck check (estimate_parts >= 0),
  -- The promised instant; it moves by the working time for which the customer is waited for.
  sla_due_at timestamptz,
  sla_paused_at timestamptz,
  sla_warned_at timestamptz,
  is_overdue boolean not null default false,
  started_at timestamptz,
  resolved_at timestamptz,
  cause_code_id uuid constraint jobs_cause_code_fk references job_codes,
  action_code_id uuid constraint jobs_action_code_fk references job_codes,
  work_done text,
  result text constraint jobs_result_ck check (result in ('fixed', 'temporary', 'notFixed', 'needParts')),
  meter integer,
  downtime_minutes integer,
  downtime_reason text constraint jobs_downtime_ck
    check (downtime_reason in ('fault', 'parts', 'access', 'power', 'network', 'other')),
  signed_by text,
  signature_file_id uuid constraint jobs_signature_fk references files,
  completed_at timestamptz,
  reopened_count integer not null default 0,
  -- Promised time and downtime count from here, else from the report.
  reopened_at timestamptz,
  -- Its work was accepted before: it is never refused or cancelled, but goes back to that.
  was_completed boolean not null default false,
  final_report text,
  closed_at timestamptz,
  -- The completed job that this one does once more, free (2.10).
  repeats_id uuid constraint jobs_repeats_fk references jobs,
  search_text text not null default '',
  constraint jobs_number_uq unique (company_id, document_no),
  constraint jobs_appointment_ck check (
    (appointment_start is null) = (appointment_end is null) and appointment_start < appointment_end)
);
-- One for each sort, and for each filter with each sort.
create index jobs_created_at_ix on jobs (created_at, id);
create index jobs_document_no_ix on jobs (document_no, id);
create index jobs_sla_due_at_ix on jobs (sla_due_at, id);
create index jobs_appointment_start_ix on jobs (appointment_start, id);
create index jobs_document_date_ix on jobs (document_date, id);
create index jobs_search_ix on jobs using gin (search_text gin_trgm_ops);
create index jobs_status_created_at_ix on jobs (status, created_at, id);
create index jobs_status_document_no_ix on jobs (status, document_no, id);
create index jobs_kind_created_at_ix on jobs (kind, created_at, id);
create index jobs_kind_status_created_at_ix on jobs (kind, status, created_at, id);
create index jobs_product_created_at_ix on jobs (product_id, created_at, id);
create index jobs_product_document_no_ix on jobs (product_id, document_no, id);
create index jobs_product_sla_due_at_ix on jobs (product_id, sla_due_at, id);
create index jobs_product_appointment_start_ix on jobs (product_id, appointment_start, id);
create index jobs_product_reported_at_ix on jobs (product_id, reported_at, id);
create index jobs_customer_ix on jobs (customer_id, created_at, id);
create index jobs_created_by_created_at_ix on jobs (created_by, created_at, id);
create index jobs_dispatcher_created_at_ix on jobs (dispatcher_id, created_at, id);
create index jobs_team_created_at_ix on jobs (team_id, created_at, id);
create index jobs_zone_created_at_ix on jobs (zone_id, created_at, id);
create index jobs_technicians_ix on jobs using gin (technician_ids);
-- Jobs whose clock runs: the watch on promised times reads no others.
create index jobs_clock_ix on jobs (sla_due_at)
  where resolved_at is null and status not in ('rejected', 'cancelled');
-- A container's state follows from these.
create index jobs_unsolved_ix on jobs (product_id)
  where status in ('reported', 'triaged', 'scheduled', 'waitingParts', 'inProgress');

-- Nothing belongs to a merged customer (0281_merged_customers.sql).
create trigger jobs_customer_stands before insert or update of customer_id on jobs
  for each row execute function refuse_merged_customer();

-- Work of technicians; nobody works on one job twice at the same time.
create table job_times (
  id uuid default new_id() constraint job_times_pk primary key,
  job_id uuid not null constraint job_times_job_fk references jobs on delete cascade,
  technician_id uuid not null constraint job_times_technician_fk references users,
  started_at timestamptz not null,
  ended_at timestamptz,
  pause_reason text constraint job_times_reason_ck
    check (pause_reason in ('parts', 'customer', 'access', 'endOfDay', 'otherJob', 'other')),
  note text,
  constraint job_times_order_ck check (ended_at >= started_at)
);
create index job_times_job_ix on job_times (job_id, started_at);
create unique index job_times_running_uq on job_times (job_id, technician_id) where ended_at is null;

-- Figures of a job until a reopening, which begins a period of its own (2.10).
create table job_periods (
  id uuid default new_id() constraint job_periods_pk primary key,
  job_id uuid not null constraint job_periods_job_fk references jobs on delete cascade,
  reopened_at timestamptz,
  ended_at timestamptz not null,
  coverage text not null constraint job_periods_coverage_ck
    check (coverage in ('warranty', 'contract', 'billable', 'goodwill')),
  coverage_reason text,
  technician_ids uuid[] not null,
  appointment_start timestamptz,
  appointment_end timestamptz,
  sla_due_at timestamptz,
  sla_warned_at timestamptz,
  is_overdue boolean not null,
  started_at timestamptz,
  resolved_at timestamptz not null,
  cause_code_id uuid constraint job_periods_cause_code_fk references job_codes,
  action_code_id uuid constraint job_periods_action_code_fk references job_codes,
  work_done text,
  result text constraint job_periods_result_ck
    check (result in ('fixed', 'temporary', 'notFixed', 'needParts')),
  meter integer,
  downtime_minutes integer,
  downtime_reason text constraint job_periods_downtime_ck
    check (downtime_reason in ('fault', 'parts', 'access', 'power', 'network', 'other')),
  signed_by text,
  signature_file_id uuid constraint job_periods_signature_fk references files,
  completed_at timestamptz,
  final_report text
);
create index job_periods_job_ix on job_periods (job_id, ended_at);

-- Verbs of roles that exist already; new databases get them by the base seed.
insert into role_permissions (role_id, name)
select r.id, v.verb from roles r
  join (values
    ('engineer-manager', 'repair-list:update-others'),
    ('engineer-manager', 'maintenance-list:update-others')) as v(role, verb) on v.role = r.name
on conflict do nothing;
