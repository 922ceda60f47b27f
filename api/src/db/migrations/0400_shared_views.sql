-- Saved views that their owner shares with roles (docs/adr/0100). A role that goes takes its share along; the
-- view stays its owner's.
create table saved_view_roles (
  view_id uuid not null constraint saved_view_roles_view_fk references saved_views on delete cascade,
  role_id uuid not null constraint saved_view_roles_role_fk references roles on delete cascade,
  -- An account whose views others use is suspended, never deleted.
  shared_by uuid not null constraint saved_view_roles_shared_by_fk references users,
  constraint saved_view_roles_pk primary key (view_id, role_id)
);
create index saved_view_roles_role_ix on saved_view_roles (role_id);
create index saved_view_roles_shared_by_ix on saved_view_roles (shared_by);
