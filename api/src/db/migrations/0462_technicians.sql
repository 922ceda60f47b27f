-- Skills and absences of technicians.
create table technician_skills (
  id uuid default new_id() constraint technician_skills_pk primary key,
  version integer not null default 1,
  user_id uuid not null constraint technician_skills_user_fk references users,
  product_type_id uuid not null constraint technician_skills_product_type_fk references product_types,
  level integer not null constraint technician_skills_level_ck check (level between 1 and 3),
  note text,
  created_at timestamptz not null,
  created_by uuid constraint technician_skills_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint technician_skills_updated_by_fk references users,
  constraint technician_skills_uq unique (user_id, product_type_id)
);
create index technician_skills_created_at_ix on technician_skills (created_at, id);
create index technician_skills_level_ix on technician_skills (level, id);
create index technician_skills_user_created_at_ix on technician_skills (user_id, created_at, id);
create index technician_skills_product_type_created_at_ix on technician_skills (product_type_id, created_at, id);
create index technician_skills_product_type_level_ix on technician_skills (product_type_id, level, id);

create table technician_absences (
  id uuid default new_id() constraint technician_absences_pk primary key,
  version integer not null default 1,
  user_id uuid not null constraint technician_absences_user_fk references users,
  starts_at timestamptz not null,
  -- The first instant at which the person is back.
  ends_at timestamptz not null,
  reason text not null constraint technician_absences_reason_ck
    check (reason in ('leave', 'sick', 'training', 'other')),
  note text,
  created_at timestamptz not null,
  created_by uuid constraint technician_absences_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint technician_absences_updated_by_fk references users,
  constraint technician_absences_order_ck check (ends_at > starts_at),
  constraint technician_absences_length_ck check (ends_at <= starts_at + interval '8784 hours'),
  -- Absences of one person do not overlap.
  constraint technician_absences_overlap_ex exclude using gist
    (user_id with =, tstzrange(starts_at, ends_at) with &&)
);
create index technician_absences_starts_at_ix on technician_absences (starts_at, id);
create index technician_absences_user_starts_at_ix on technician_absences (user_id, starts_at, id);
create index technician_absences_reason_starts_at_ix on technician_absences (reason, starts_at, id);
