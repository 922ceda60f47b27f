-- Dashboard layout of a person: the order of its pieces, and the hidden ones.
create table dashboard_layouts (
  user_id uuid constraint dashboard_layouts_pk primary key
    constraint dashboard_layouts_user_fk references users on delete cascade,
  pieces text[] not null,
  hidden text[] not null,
  updated_at timestamptz not null
);

-- A figure says how it stood a week ago, from the changes since then. Both tables only grow at their end,
-- so that an index of block ranges is enough; it costs those who write next to nothing.
create index history_at_ix on history using brin (at) with (pages_per_range = 16, autosummarize = on);
create index product_status_log_at_ix on product_status_log
  using brin (at) with (pages_per_range = 16, autosummarize = on);
