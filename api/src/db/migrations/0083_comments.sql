-- What people write beside the history of a document. A deleted comment keeps its place without its text.
create table comments (
  id uuid default new_id() constraint comments_pk primary key,
  version integer not null default 1,
  subject_type text not null,
  subject_id uuid not null,
  text text constraint comments_text_ck check (char_length(text) between 1 and 2000),
  created_at timestamptz not null,
  created_by uuid not null constraint comments_author_fk references users,
  edited_at timestamptz,
  deleted_at timestamptz,
  constraint comments_deleted_ck check ((text is null) = (deleted_at is not null))
);
create index comments_subject_ix on comments (subject_id, created_at);
create index comments_author_ix on comments (created_by);

create table comment_mentions (
  comment_id uuid not null constraint comment_mentions_comment_fk references comments on delete cascade,
  user_id uuid not null constraint comment_mentions_user_fk references users on delete cascade,
  constraint comment_mentions_pk primary key (comment_id, user_id)
);
create index comment_mentions_user_ix on comment_mentions (user_id);
