-- A repeated repair is asked for by the job that it repeats.
create index jobs_repeats_ix on jobs (repeats_id) where repeats_id is not null;

-- Answers of a period that ended with a reopening stay with it; those without one are of the work now.
alter table job_checks
  add column period_id uuid constraint job_checks_period_fk references job_periods on delete cascade,
  drop constraint job_checks_line_uq,
  add constraint job_checks_line_uq unique nulls not distinct (job_id, period_id, line_no);
create index job_checks_period_ix on job_checks (period_id) where period_id is not null;

-- A reading that was written down wrongly: what it said first, and why it was put right.
alter table meter_readings
  add column first_value integer constraint meter_readings_first_value_ck check (first_value >= 0),
  add column corrected_reason text,
  add column corrected_at timestamptz,
  add column corrected_by uuid constraint meter_readings_corrected_by_fk references users,
  add constraint meter_readings_corrected_ck check (
    (first_value is null) = (corrected_at is null) and (first_value is null) = (corrected_reason is null));
create index meter_readings_corrected_by_ix on meter_readings (corrected_by) where corrected_by is not null;
