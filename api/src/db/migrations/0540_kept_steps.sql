-- Steps that may wait on a phone for days, and photographs that come in pieces (docs/adr/0140).

-- Ids of steps that were done, each with the record that it changed. Unlike answers to repeated requests
-- they are never forgotten.
create table kept_steps (
  id uuid constraint kept_steps_pk primary key,
  user_id uuid not null constraint kept_steps_user_fk references users,
  route text not null,
  subject_id uuid not null,
  body_hash text not null,
  done_at timestamptz not null
);
create index kept_steps_subject_ix on kept_steps (subject_id, done_at);

-- A photograph of a job on its way; once it is attached, its pieces are gone and the row says so.
create table job_uploads (
  id uuid constraint job_uploads_pk primary key,
  job_id uuid not null constraint job_uploads_job_fk references jobs,
  user_id uuid not null constraint job_uploads_user_fk references users,
  file_name text not null constraint job_uploads_file_name_ck check (char_length(file_name) between 1 and 200),
  size integer not null constraint job_uploads_size_ck check (size > 0),
  received integer not null default 0,
  begun_at timestamptz not null,
  attached_at timestamptz,
  constraint job_uploads_received_ck check (received between 0 and size)
);
create index job_uploads_job_ix on job_uploads (job_id);
create index job_uploads_user_ix on job_uploads (user_id) where attached_at is null;
create index job_uploads_begun_ix on job_uploads (begun_at);

create table job_upload_pieces (
  upload_id uuid not null constraint job_upload_pieces_upload_fk references job_uploads on delete cascade,
  starts_at integer not null,
  content bytea not null constraint job_upload_pieces_content_ck check (length(content) > 0),
  constraint job_upload_pieces_pk primary key (upload_id, starts_at)
);
