-- Rows from spreadsheets between their dry run and their commit (endpoints.json, area "imports").
-- They hold personal data: what is older than a day is forgotten.
create table imports (
  id uuid default new_id() constraint imports_pk primary key,
  version integer not null default 1,
  resource text not null,
  file_name text not null,
  -- Keys of the file's columns in their order; '' for one that is not read.
  columns jsonb not null,
  -- [{number, cells}]: every row at first, after the commit those that did not come in.
  rows jsonb not null,
  -- [{row, column, code, params}]
  faults jsonb not null,
  total_rows integer not null,
  imported_rows integer not null default 0,
  committed_at timestamptz,
  created_at timestamptz not null,
  created_by uuid not null constraint imports_created_by_fk references users on delete cascade,
  constraint imports_commit_ck check ((committed_at is null) = (imported_rows = 0))
);
create index imports_created_ix on imports (created_at);
create index imports_created_by_ix on imports (created_by);
