-- Forms that somebody has begun and not sent, as they were typed (docs/adr/0050). No document yet: what
-- a document must have is asked for when the form is sent. Text and not jsonb, since what is typed is
-- given back letter by letter.
create table form_drafts (
  id uuid default new_id() constraint form_drafts_pk primary key,
  version integer not null default 1,
  user_id uuid not null constraint form_drafts_user_fk references users on delete cascade,
  form text not null constraint form_drafts_form_ck check (form ~ '^[a-zA-Z]+\.[a-zA-Z]+$'),
  path text not null constraint form_drafts_path_ck check (path like '/%' and char_length(path) <= 500),
  typed text not null constraint form_drafts_typed_ck check (typed like '{%' and char_length(typed) <= 200000),
  created_at timestamptz not null,
  created_by uuid constraint form_drafts_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint form_drafts_updated_by_fk references users
);
create index form_drafts_user_ix on form_drafts (user_id, updated_at desc);
