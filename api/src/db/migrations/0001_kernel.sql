-- Kernel: people, permissions, sessions, numbering, timelines, outbox, files.
-- Times come from the server's injected clock, so no column defaults to now().

create extension if not exists pg_trgm;

-- Time-ordered UUID (version 7); PostgreSQL has its own only from 18 on.
create function new_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(
      set_bit(
        overlay(
          uuid_send(gen_random_uuid())
          placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
          from 1 for 6
        ),
        52, 1
      ),
      53, 1
    ),
    'hex')::uuid
$$;

-- Rows that are history: neither changed nor removed by anybody.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'BX405';
end
$$;

create table users (
  id uuid default new_id() constraint users_pk primary key,
  version integer not null default 1,
  username text not null constraint users_username_uq unique,
  email text not null constraint users_email_uq unique,
  first_name text not null,
  last_name text not null,
  phone text,
  role_id uuid,
  team_id uuid,
  team_position text,
  status text not null constraint users_status_ck
    check (status in ('pendingApproval', 'invited', 'active', 'suspended')),
  password_hash text,
  must_change_password boolean not null default false,
  locale text not null default 'en' constraint users_locale_ck check (locale in ('en', 'th')),
  theme text not null default 'light' constraint users_theme_ck check (theme in ('light', 'dark')),
  status_reason text,
  last_login_at timestamptz,
  created_at timestamptz not null,
  created_by uuid constraint users_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint users_updated_by_fk references users
);

create table companies (
  id uuid default new_id() constraint companies_pk primary key,
  version integer not null default 1,
  code text not null constraint companies_code_uq unique,
  name_th text not null,
  name_en text not null,
  tax_id text not null,
  branch_type text not null constraint companies_branch_type_ck check (branch_type in ('headOffice', 'branch')),
  branch_code text not null,
  is_vat_registered boolean not null default true,
  address jsonb not null default '{}',
  phone text,
  email text,
  logo_file_id uuid,
  group_id uuid constraint companies_group_fk references companies,
  is_active boolean not null default true,
  created_at timestamptz not null,
  created_by uuid constraint companies_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint companies_updated_by_fk references users,
  constraint companies_tax_branch_uq unique (tax_id, branch_code)
);
create index companies_created_ix on companies (created_at, id);

create table role_groups (
  id uuid default new_id() constraint role_groups_pk primary key,
  version integer not null default 1,
  name text not null constraint role_groups_name_uq unique,
  label_en text not null,
  label_th text not null,
  created_at timestamptz not null,
  created_by uuid constraint role_groups_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint role_groups_updated_by_fk references users
);

create table roles (
  id uuid default new_id() constraint roles_pk primary key,
  version integer not null default 1,
  name text not null constraint roles_name_uq unique,
  label_en text not null,
  label_th text not null,
  role_group_id uuid constraint roles_group_fk references role_groups,
  data_scope text not null constraint roles_data_scope_ck
    check (data_scope in ('own', 'team', 'zone', 'company', 'all')),
  approval_limit numeric(15, 2),
  discount_limit_percent numeric(5, 2),
  is_system boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null,
  created_by uuid constraint roles_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint roles_updated_by_fk references users
);

create table menus (
  id uuid default new_id() constraint menus_pk primary key,
  version integer not null default 1,
  name text not null constraint menus_name_uq unique,
  label_en text not null,
  label_th text not null,
  url_path text not null constraint menus_url_path_uq unique,
  icon text,
  parent_id uuid constraint menus_parent_fk references menus,
  sort integer not null,
  is_visible boolean not null default true,
  is_system boolean not null default false,
  created_at timestamptz not null,
  created_by uuid constraint menus_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint menus_updated_by_fk references users
);

create table role_menus (
  role_id uuid not null constraint role_menus_role_fk references roles on delete cascade,
  menu_id uuid not null constraint role_menus_menu_fk references menus on delete cascade,
  constraint role_menus_pk primary key (role_id, menu_id)
);

create table role_permissions (
  role_id uuid not null constraint role_permissions_role_fk references roles on delete cascade,
  name text not null,
  constraint role_permissions_pk primary key (role_id, name)
);

create table teams (
  id uuid default new_id() constraint teams_pk primary key,
  version integer not null default 1,
  name text not null constraint teams_name_uq unique,
  name_th text,
  type text not null constraint teams_type_ck check (type in ('sales', 'engineer')),
  leader_id uuid constraint teams_leader_fk references users,
  is_active boolean not null default true,
  created_at timestamptz not null,
  created_by uuid constraint teams_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint teams_updated_by_fk references users
);

alter table users
  add constraint users_role_fk foreign key (role_id) references roles,
  add constraint users_team_fk foreign key (team_id) references teams;
create index users_role_ix on users (role_id);
create index users_team_ix on users (team_id);
create index users_created_ix on users (created_at, id);

create table user_companies (
  user_id uuid not null constraint user_companies_user_fk references users on delete cascade,
  company_id uuid not null constraint user_companies_company_fk references companies,
  constraint user_companies_pk primary key (user_id, company_id)
);
create index user_companies_company_ix on user_companies (company_id);

-- The foreign key to warehouses is added by 0002, which creates that table.
create table user_warehouses (
  user_id uuid not null constraint user_warehouses_user_fk references users on delete cascade,
  warehouse_id uuid not null,
  constraint user_warehouses_pk primary key (user_id, warehouse_id)
);

create table sessions (
  id uuid default new_id() constraint sessions_pk primary key,
  user_id uuid not null constraint sessions_user_fk references users on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip text,
  user_agent text
);
create index sessions_user_ix on sessions (user_id);
create index sessions_expires_ix on sessions (expires_at);

create table password_tokens (
  id uuid default new_id() constraint password_tokens_pk primary key,
  user_id uuid not null constraint password_tokens_user_fk references users on delete cascade,
  kind text not null constraint password_tokens_kind_ck check (kind in ('reset', 'invitation')),
  token_hash bytea not null constraint password_tokens_hash_uq unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_tokens_user_ix on password_tokens (user_id);

-- One row per account and address (key = hash of both), so that a lock hits the guesser only.
create table sign_in_failures (
  key text constraint sign_in_failures_pk primary key,
  failures integer not null,
  first_at timestamptz not null,
  locked_until timestamptz
);

create table idempotency_keys (
  user_id uuid not null constraint idempotency_keys_user_fk references users on delete cascade,
  route text not null,
  key text not null,
  body_hash text not null,
  status_code integer,
  -- The body as it was sent, byte for byte.
  response text,
  created_at timestamptz not null,
  constraint idempotency_keys_pk primary key (user_id, route, key)
);
create index idempotency_keys_created_ix on idempotency_keys (created_at);

create table document_sequences (
  company_id uuid not null constraint document_sequences_company_fk references companies,
  doc_type text not null,
  period text not null,
  last_no integer not null,
  constraint document_sequences_pk primary key (company_id, doc_type, period)
);

create table files (
  id uuid default new_id() constraint files_pk primary key,
  file_name text not null,
  mime text not null,
  size integer not null,
  sha256 text not null,
  storage_key text not null constraint files_storage_key_uq unique,
  created_at timestamptz not null,
  created_by uuid constraint files_created_by_fk references users
);

alter table companies add constraint companies_logo_fk foreign key (logo_file_id) references files;

create table attachments (
  id uuid default new_id() constraint attachments_pk primary key,
  subject_type text not null,
  subject_id uuid not null,
  file_id uuid not null constraint attachments_file_fk references files,
  kind text not null constraint attachments_kind_ck
    check (kind in ('quotation', 'taxInvoice', 'deliveryNote', 'photo', 'other')),
  created_at timestamptz not null,
  created_by uuid constraint attachments_created_by_fk references users,
  removed_at timestamptz,
  removed_by uuid constraint attachments_removed_by_fk references users
);
create index attachments_subject_ix on attachments (subject_id, created_at) where removed_at is null;

create table document_headers (
  id uuid default new_id() constraint document_headers_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint document_headers_company_fk references companies,
  type text not null,
  name text not null,
  company_name_th text not null,
  company_name_en text not null,
  tax_id text not null,
  branch_code text not null,
  address text not null,
  phone text,
  logo_file_id uuid constraint document_headers_logo_fk references files,
  footer text,
  terms text,
  signature_blocks jsonb not null default '[]',
  is_default boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null,
  created_by uuid constraint document_headers_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint document_headers_updated_by_fk references users
);
create unique index document_headers_default_uq on document_headers (company_id, type) where is_default;

create table history (
  id uuid default new_id() constraint history_pk primary key,
  subject_type text not null,
  subject_id uuid not null,
  at timestamptz not null,
  by_user_id uuid constraint history_by_fk references users,
  action text not null,
  from_status text,
  to_status text,
  reason text,
  diff jsonb
);
create index history_subject_ix on history (subject_id, at, id);
create trigger history_append_only before update or delete on history
  for each row execute function refuse_change();

create table approvals (
  id uuid default new_id() constraint approvals_pk primary key,
  subject_type text not null,
  subject_id uuid not null,
  user_id uuid not null constraint approvals_user_fk references users,
  at timestamptz not null,
  amount numeric(15, 2),
  approval_limit numeric(15, 2),
  decided boolean not null,
  comment text,
  is_live boolean not null default true
);
create unique index approvals_live_uq on approvals (subject_id, user_id) where is_live;

create table activity_logs (
  id uuid default new_id() constraint activity_logs_pk primary key,
  at timestamptz not null,
  user_id uuid constraint activity_logs_user_fk references users,
  company_id uuid constraint activity_logs_company_fk references companies,
  action text not null,
  subject text not null,
  subject_id uuid,
  before jsonb,
  after jsonb,
  ip text,
  user_agent text,
  request_id text,
  result text not null default 'success',
  seq bigint constraint activity_logs_seq_uq unique,
  prev_hash bytea,
  hash bytea
);
create index activity_logs_at_ix on activity_logs (at, id);
create index activity_logs_subject_ix on activity_logs (subject_id, at);
create index activity_logs_unsealed_ix on activity_logs (id) where hash is null;

-- Append-only but for the sealing of the chain: the three chain columns are written once.
create function guard_activity_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.hash is null and new.hash is not null
    and (to_jsonb(new) - 'seq' - 'prev_hash' - 'hash') = (to_jsonb(old) - 'seq' - 'prev_hash' - 'hash')
  then
    return new;
  end if;
  raise exception 'activity_logs is append-only' using errcode = 'BX405';
end
$$;
create trigger activity_logs_append_only before update or delete on activity_logs
  for each row execute function guard_activity_log();

create table notifications (
  id uuid default new_id() constraint notifications_pk primary key,
  user_id uuid not null constraint notifications_user_fk references users on delete cascade,
  category text not null constraint notifications_category_ck
    check (category in ('message', 'reminder', 'news', 'alert')),
  type text not null constraint notifications_type_ck
    check (type in ('info', 'warning', 'error', 'success')),
  title_en text not null,
  title_th text not null,
  description_en text not null,
  description_th text not null,
  read boolean not null default false,
  date timestamptz not null,
  action text,
  action_title_en text,
  action_title_th text,
  entity_type text,
  entity_id uuid,
  dedupe_key text not null,
  constraint notifications_dedupe_uq unique (user_id, dedupe_key)
);
create index notifications_user_ix on notifications (user_id, date, id);
create index notifications_unread_ix on notifications (user_id) where not read;

create table outbox_events (
  id bigint generated always as identity constraint outbox_events_pk primary key,
  topic text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  delivered_at timestamptz
);
create index outbox_events_waiting_ix on outbox_events (id) where delivered_at is null;

create table mails (
  id uuid default new_id() constraint mails_pk primary key,
  to_address text not null,
  subject text not null,
  body_text text not null,
  status text not null constraint mails_status_ck check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mails_created_ix on mails (created_at, id);
create index mails_status_ix on mails (status, created_at, id);

create table saved_views (
  id uuid default new_id() constraint saved_views_pk primary key,
  version integer not null default 1,
  user_id uuid not null constraint saved_views_user_fk references users on delete cascade,
  resource text not null,
  name text not null,
  query text not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  created_by uuid constraint saved_views_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint saved_views_updated_by_fk references users,
  constraint saved_views_name_uq unique (user_id, resource, name)
);

create table settings (
  company_id uuid constraint settings_company_fk references companies,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null,
  constraint settings_uq unique nulls not distinct (company_id, key)
);

-- Rights changed: every server forgets what it remembers of people.
create function tell_rights_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('boxyard_rights', '');
  return null;
end
$$;
create trigger users_rights
  after update of role_id, team_id, team_position, status, first_name, last_name, locale or delete on users
  for each statement execute function tell_rights_changed();
create trigger roles_rights after update or delete on roles
  for each statement execute function tell_rights_changed();
create trigger role_menus_rights after insert or delete on role_menus
  for each statement execute function tell_rights_changed();
create trigger role_permissions_rights after insert or delete on role_permissions
  for each statement execute function tell_rights_changed();
create trigger user_companies_rights after insert or delete on user_companies
  for each statement execute function tell_rights_changed();
create trigger user_warehouses_rights after insert or delete on user_warehouses
  for each statement execute function tell_rights_changed();
create trigger teams_rights after update or delete on teams
  for each statement execute function tell_rights_changed();
create trigger sessions_rights after delete on sessions
  for each statement execute function tell_rights_changed();
