-- Preventive maintenance: schedules and their occurrences (domain-containers 1.4, 2.10).
create table pm_schedules (
  id uuid default new_id() constraint pm_schedules_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint pm_schedules_company_fk references companies,
  name text collate thai_names not null,
  -- Every installed container of a model, or one container.
  product_model_id uuid constraint pm_schedules_product_model_fk references product_models,
  product_id uuid constraint pm_schedules_product_fk references products,
  starts_on date not null,
  ends_on date,
  every integer not null constraint pm_schedules_every_ck check (every >= 1),
  unit text not null constraint pm_schedules_unit_ck
    check (unit in ('day', 'week', 'month', 'year', 'transactions', 'hours')),
  based_on text not null constraint pm_schedules_based_on_ck
    check (based_on in ('scheduledDate', 'completedDate')),
  lead_days integer not null constraint pm_schedules_lead_ck check (lead_days >= 0),
  grace_days integer not null constraint pm_schedules_grace_ck check (grace_days >= 0),
  -- Lines of text in their order.
  checklist jsonb not null default '[]',
  require_signature boolean not null default false,
  team_id uuid constraint pm_schedules_team_fk references teams,
  -- The leader of that team, whose schedules they are.
  dispatcher_id uuid constraint pm_schedules_dispatcher_fk references users,
  is_active boolean not null default true,
  -- Days before this one were never planned, so they were not missed either.
  plans_from date not null,
  search_text text not null generated always as (fold_search(name)) stored,
  created_at timestamptz not null,
  created_by uuid constraint pm_schedules_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint pm_schedules_updated_by_fk references users,
  constraint pm_schedules_object_ck check ((product_model_id is null) <> (product_id is null)),
  constraint pm_schedules_order_ck check (ends_on >= starts_on)
);
-- One for each sort, and for each filter with each sort.
create index pm_schedules_name_ix on pm_schedules (name, id);
create index pm_schedules_created_at_ix on pm_schedules (created_at, id);
create index pm_schedules_model_name_ix on pm_schedules (product_model_id, name, id);
create index pm_schedules_model_created_at_ix on pm_schedules (product_model_id, created_at, id);
create index pm_schedules_product_name_ix on pm_schedules (product_id, name, id);
create index pm_schedules_product_created_at_ix on pm_schedules (product_id, created_at, id);
create index pm_schedules_team_name_ix on pm_schedules (team_id, name, id);
create index pm_schedules_team_created_at_ix on pm_schedules (team_id, created_at, id);
create index pm_schedules_created_by_name_ix on pm_schedules (created_by, name, id);
create index pm_schedules_dispatcher_name_ix on pm_schedules (dispatcher_id, name, id);
create index pm_schedules_company_ix on pm_schedules (company_id);
create index pm_schedules_search_ix on pm_schedules using gin (search_text gin_trgm_ops);

-- Parts that each of its jobs needs.
create table pm_schedule_parts (
  schedule_id uuid not null constraint pm_schedule_parts_schedule_fk references pm_schedules on delete cascade,
  line_no integer not null,
  part_id uuid not null constraint pm_schedule_parts_part_fk references material_parts,
  quantity numeric(15, 3) not null constraint pm_schedule_parts_quantity_ck check (quantity > 0),
  constraint pm_schedule_parts_pk primary key (schedule_id, line_no),
  constraint pm_schedule_parts_part_uq unique (schedule_id, part_id)
);

create table pm_occurrences (
  id uuid default new_id() constraint pm_occurrences_pk primary key,
  version integer not null default 1,
  schedule_id uuid not null constraint pm_occurrences_schedule_fk references pm_schedules,
  product_id uuid not null constraint pm_occurrences_product_fk references products,
  status text not null constraint pm_occurrences_status_ck
    check (status in ('planned', 'due', 'overdue', 'done', 'skipped', 'cancelled')),
  -- The planned day of the series, and the day on which it is to be done, which may have been moved.
  due_on date not null,
  day date not null,
  -- Days of the series that passed before this one was done.
  missed_on date[] not null default '{}',
  done_on date,
  -- The counter's reading when it was done or skipped.
  reading integer,
  skip_cause text constraint pm_occurrences_skip_cause_ck
    check (skip_cause in ('person', 'notInstalled', 'jobCancelled', 'jobRejected')),
  reason text,
  created_at timestamptz not null,
  created_by uuid constraint pm_occurrences_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint pm_occurrences_updated_by_fk references users,
  constraint pm_occurrences_due_uq unique (schedule_id, product_id, due_on),
  constraint pm_occurrences_done_ck check ((status = 'done') = (done_on is not null)),
  constraint pm_occurrences_skipped_ck check ((status = 'skipped') = (skip_cause is not null))
);
-- Never two at once, whoever plans.
create unique index pm_occurrences_open_uq on pm_occurrences (schedule_id, product_id)
  where status in ('planned', 'due', 'overdue');
create index pm_occurrences_day_ix on pm_occurrences (day, id);
create index pm_occurrences_schedule_day_ix on pm_occurrences (schedule_id, day, id);
create index pm_occurrences_status_day_ix on pm_occurrences (status, day, id);
create index pm_occurrences_product_day_ix on pm_occurrences (product_id, day, id);

-- A job inherits what its schedule said when it was made; an occurrence has one job.
alter table jobs
  add column occurrence_id uuid constraint jobs_occurrence_fk references pm_occurrences,
  add column requires_signature boolean not null default false,
  add column check_count integer not null default 0;
create unique index jobs_occurrence_uq on jobs (occurrence_id) where occurrence_id is not null;

create table job_checks (
  id uuid default new_id() constraint job_checks_pk primary key,
  job_id uuid not null constraint job_checks_job_fk references jobs on delete cascade,
  line_no integer not null,
  name text collate thai_names not null,
  -- Null until the technician has looked.
  answer text constraint job_checks_answer_ck check (answer in ('ok', 'failed', 'notApplicable')),
  note text,
  -- The repair that a failed item led to.
  repair_job_id uuid constraint job_checks_repair_job_fk references jobs,
  constraint job_checks_line_uq unique (job_id, line_no),
  constraint job_checks_repair_ck check (repair_job_id is null or answer = 'failed')
);
create index job_checks_repair_job_ix on job_checks (repair_job_id) where repair_job_id is not null;

create table job_planned_parts (
  job_id uuid not null constraint job_planned_parts_job_fk references jobs on delete cascade,
  line_no integer not null,
  part_id uuid not null constraint job_planned_parts_part_fk references material_parts,
  quantity numeric(15, 3) not null constraint job_planned_parts_quantity_ck check (quantity > 0),
  constraint job_planned_parts_pk primary key (job_id, line_no)
);
