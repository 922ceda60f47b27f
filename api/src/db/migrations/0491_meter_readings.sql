-- Readings of containers' counters (domain-containers 1.4). The first of a new counter says why it was replaced.
create table meter_readings (
  id uuid default new_id() constraint meter_readings_pk primary key,
  version integer not null default 1,
  product_id uuid not null constraint meter_readings_product_fk references products,
  kind text not null constraint meter_readings_kind_ck check (kind in ('transactions', 'hours')),
  value integer not null constraint meter_readings_value_ck check (value >= 0),
  read_at timestamptz not null,
  -- The job whose technician read it; null: entered by hand.
  job_id uuid constraint meter_readings_job_fk references jobs,
  replaced_reason text,
  created_at timestamptz not null,
  created_by uuid constraint meter_readings_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint meter_readings_updated_by_fk references users
);
create index meter_readings_product_ix on meter_readings (product_id, kind, read_at desc, id);
create index meter_readings_job_ix on meter_readings (job_id) where job_id is not null;
