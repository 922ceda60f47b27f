-- Reports by e-mail (docs/adr/0100). A schedule belongs to one person; what each receiver gets is made with that
-- receiver's rights at the time of the run.
create table report_schedules (
  id uuid default new_id() constraint report_schedules_pk primary key,
  version integer not null default 1,
  user_id uuid not null constraint report_schedules_user_fk references users,
  report text not null constraint report_schedules_report_ck check (report ~ '^reports\.[a-zA-Z]+$'),
  view_id uuid constraint report_schedules_view_fk references saved_views on delete set null,
  query text not null constraint report_schedules_query_ck check (char_length(query) <= 2000),
  period text not null constraint report_schedules_period_ck check (period in
    ('yesterday', 'last7Days', 'last30Days', 'lastWeek', 'thisMonth', 'lastMonth', 'thisYear', 'lastYear', 'all')),
  every text not null constraint report_schedules_every_ck check (every in ('day', 'week', 'month')),
  weekday integer constraint report_schedules_weekday_ck check (weekday between 1 and 7),
  month_day integer constraint report_schedules_month_day_ck check (month_day between 1 and 31),
  hour integer not null constraint report_schedules_hour_ck check (hour between 0 and 23),
  format text not null constraint report_schedules_format_ck check (format in ('xlsx', 'pdf', 'csv')),
  sends_empty boolean not null default false,
  is_active boolean not null default true,
  pause_reason text constraint report_schedules_pause_reason_ck check (pause_reason in ('owner', 'export')),
  -- The first time that has not been run yet.
  next_at timestamptz not null,
  created_at timestamptz not null,
  created_by uuid constraint report_schedules_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint report_schedules_updated_by_fk references users,
  constraint report_schedules_day_ck check (
    (every = 'week') = (weekday is not null) and (every = 'month') = (month_day is not null)),
  constraint report_schedules_pause_ck check (pause_reason is null or not is_active)
);
create index report_schedules_user_ix on report_schedules (user_id);
create index report_schedules_view_ix on report_schedules (view_id) where view_id is not null;
create index report_schedules_next_ix on report_schedules (next_at) where is_active;

create table report_schedule_receivers (
  schedule_id uuid not null
    constraint report_schedule_receivers_schedule_fk references report_schedules on delete cascade,
  user_id uuid not null constraint report_schedule_receivers_user_fk references users on delete cascade,
  -- The receiver wants none any more; the owner cannot change that.
  stopped_at timestamptz,
  constraint report_schedule_receivers_pk primary key (schedule_id, user_id)
);
create index report_schedule_receivers_user_ix on report_schedule_receivers (user_id);

create table report_runs (
  id uuid default new_id() constraint report_runs_pk primary key,
  schedule_id uuid not null constraint report_runs_schedule_fk references report_schedules on delete cascade,
  due_at timestamptz not null,
  is_by_hand boolean not null,
  -- Times before this one that passed while no server ran.
  missed integer not null default 0 constraint report_runs_missed_ck check (missed >= 0),
  created_at timestamptz not null
);
-- A time is run once, by whichever server comes first.
create unique index report_runs_due_uq on report_runs (schedule_id, due_at) where not is_by_hand;
create index report_runs_schedule_ix on report_runs (schedule_id, created_at desc);

create table report_run_receivers (
  run_id uuid not null constraint report_run_receivers_run_fk references report_runs on delete cascade,
  user_id uuid not null constraint report_run_receivers_user_fk references users on delete cascade,
  result text not null constraint report_run_receivers_result_ck check (result in
    ('waiting', 'sent', 'tooLarge', 'empty', 'stopped', 'failed', 'inactive', 'company', 'view', 'export')),
  lines integer,
  mail_id uuid constraint report_run_receivers_mail_fk references mails on delete set null,
  constraint report_run_receivers_pk primary key (run_id, user_id)
);
create index report_run_receivers_user_ix on report_run_receivers (user_id);
create index report_run_receivers_mail_ix on report_run_receivers (mail_id) where mail_id is not null;

-- A schedule goes on with what its view said last.
create function keep_view_of_schedules() returns trigger language plpgsql as $$
begin
  update report_schedules set query = old.query where view_id = old.id;
  return old;
end
$$;
create trigger saved_views_kept before delete on saved_views
  for each row execute function keep_view_of_schedules();

-- A file that was made under somebody's rights is kept no longer than it takes to deliver it.
alter table mails add column forgets_attachment boolean not null default false;
