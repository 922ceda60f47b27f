-- Files of lists that are too long to wait for: a job prepares them, whoever asked fetches them, and
-- after a week they are removed (README "Limits").
create table exports (
  id uuid default new_id() constraint exports_pk primary key,
  user_id uuid not null constraint exports_user_fk references users on delete cascade,
  -- Name of the list in the contract, its path parameters and its query string.
  list text not null,
  params jsonb not null,
  query jsonb not null,
  locale text not null constraint exports_locale_ck check (locale in ('en', 'th')),
  status text not null constraint exports_status_ck check (status in ('queued', 'ready', 'failed')),
  file_id text,
  file_name text,
  mime text,
  size bigint,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  constraint exports_file_ck check (
    (status = 'ready') = (file_id is not null and file_name is not null and mime is not null and size is not null)
  )
);
create index exports_user_ix on exports (user_id, created_at desc);
create index exports_expires_ix on exports (expires_at);
