-- Documents that waited too long for a decision, once for each wait and level: whoever was told is not
-- told again, however often the job runs and whatever they deleted from their list.
create table escalations (
  subject_type text not null,
  subject_id uuid not null,
  waiting_since timestamptz not null,
  level smallint not null constraint escalations_level_ck check (level in (1, 2)),
  at timestamptz not null,
  constraint escalations_pk primary key (subject_id, waiting_since, level)
);
