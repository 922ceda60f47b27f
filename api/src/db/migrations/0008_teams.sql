-- Teams, their people and moves between them (domain-containers 1.5, 2.11).

-- Until here nothing made teams, so there is none that would need a company.
alter table teams
  drop constraint teams_name_uq,
  -- Whoever leads a team is the member with that position: one truth.
  drop column leader_id,
  add column company_id uuid not null constraint teams_company_fk references companies,
  add column search_text text not null
    generated always as (fold_search(name || ' ' || coalesce(name_th, ''))) stored;
create unique index teams_name_uq on teams (company_id, fold_search(name));
create unique index teams_name_th_uq on teams (company_id, fold_search(name_th)) where name_th is not null;
create index teams_name_ix on teams (name, id);
create index teams_created_ix on teams (created_at, id);
create index teams_company_name_ix on teams (company_id, name, id);
create index teams_company_created_ix on teams (company_id, created_at, id);
create index teams_search_ix on teams using gin (search_text gin_trgm_ops);

-- Positions are a fixed set, since each gives `{position}:manage`.
alter table users
  add constraint users_team_position_ck check (team_position in ('leader', 'deputy', 'member')),
  add constraint users_team_place_ck check ((team_id is null) = (team_position is null));
create unique index users_team_leader_uq on users (team_id) where team_position = 'leader';
create index users_team_created_ix on users (team_id, created_at, id);
create index users_team_email_ix on users (team_id, email, id);
create index users_team_first_name_ix on users (team_id, first_name, id);
create index users_team_last_login_ix on users (team_id, last_login_at, id);

create table team_moves (
  id uuid default new_id() constraint team_moves_pk primary key,
  version integer not null default 1,
  -- Of the team that the person moves to.
  company_id uuid not null constraint team_moves_company_fk references companies,
  type text not null constraint team_moves_type_ck check (type in ('sales', 'engineer')),
  user_id uuid not null constraint team_moves_user_fk references users,
  from_team_id uuid constraint team_moves_from_fk references teams,
  to_team_id uuid not null constraint team_moves_to_fk references teams,
  position text not null constraint team_moves_position_ck check (position in ('leader', 'deputy', 'member')),
  effective_date date not null,
  reason text not null,
  status text not null constraint team_moves_status_ck
    check (status in ('pending', 'approved', 'rejected', 'cancelled')),
  status_reason text,
  decided_by uuid constraint team_moves_decided_by_fk references users,
  decided_at timestamptz,
  applied_at timestamptz,
  created_at timestamptz not null,
  created_by uuid constraint team_moves_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint team_moves_updated_by_fk references users,
  constraint team_moves_elsewhere_ck check (from_team_id is distinct from to_team_id)
);
-- One open request per person, from the request until they are there.
create unique index team_moves_open_uq on team_moves (user_id)
  where status = 'pending' or (status = 'approved' and applied_at is null);
create index team_moves_due_ix on team_moves (effective_date)
  where status = 'approved' and applied_at is null;
create index team_moves_created_ix on team_moves (created_at, id);
create index team_moves_date_ix on team_moves (effective_date, id);
create index team_moves_company_created_ix on team_moves (company_id, created_at, id);
create index team_moves_company_date_ix on team_moves (company_id, effective_date, id);
create index team_moves_status_created_ix on team_moves (status, created_at, id);
create index team_moves_status_date_ix on team_moves (status, effective_date, id);
create index team_moves_user_ix on team_moves (user_id, created_at, id);
create index team_moves_to_ix on team_moves (to_team_id, created_at, id);
create index team_moves_from_ix on team_moves (from_team_id, created_at, id);
create index team_moves_created_by_ix on team_moves (created_by, created_at, id);

-- What becomes of the person's open work, as the approver chose: nobody, it stays theirs.
create table team_move_work (
  move_id uuid not null constraint team_move_work_move_fk references team_moves on delete cascade,
  type text not null,
  subject_id uuid not null,
  document_no text,
  status text not null,
  to_user_id uuid constraint team_move_work_to_fk references users,
  constraint team_move_work_pk primary key (move_id, type, subject_id)
);

-- Who carries on with a document instead of its creator, who stays the one that made it: nobody
-- approves what they made, whoever has it now.
alter table purchase_orders
  add column assignee_id uuid constraint purchase_orders_assignee_fk references users;
create index purchase_orders_assignee_ix on purchase_orders (assignee_id, created_at, id) where assignee_id is not null;
alter table purchase_order_receipts
  add column assignee_id uuid constraint purchase_order_receipts_assignee_fk references users;
create index purchase_order_receipts_assignee_ix on purchase_order_receipts (assignee_id, created_at, id) where assignee_id is not null;
alter table goods_imports
  add column assignee_id uuid constraint goods_imports_assignee_fk references users;
create index goods_imports_assignee_ix on goods_imports (assignee_id, created_at, id) where assignee_id is not null;
