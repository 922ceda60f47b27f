-- Software releases of container models, and which container runs which (domain-containers 1.1, 2.12).

create table product_softwares (
  id uuid default new_id() constraint product_softwares_pk primary key,
  version integer not null default 1,
  -- Semantic version as people write it, and a form of it that sorts as versions do.
  version_no text not null,
  version_key text collate "C" not null,
  status text not null constraint product_softwares_status_ck
    check (status in ('draft', 'beta', 'stable', 'superseded', 'withdrawn')),
  release_notes text not null,
  -- Lowest revision of a model's bill of materials that it runs on; 0 runs on all.
  min_hardware_rev integer not null default 0
    constraint product_softwares_hardware_ck check (min_hardware_rev >= 0),
  is_mandatory boolean not null default false,
  file_id uuid not null constraint product_softwares_file_fk references files,
  released_at timestamptz,
  stable_at timestamptz,
  stable_by uuid constraint product_softwares_stable_by_fk references users,
  withdrawn_at timestamptz,
  status_reason text,
  search_text text not null
    generated always as (fold_search(version_no || ' ' || release_notes)) stored,
  created_at timestamptz not null,
  created_by uuid constraint product_softwares_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint product_softwares_updated_by_fk references users
);
create index product_softwares_created_at_ix on product_softwares (created_at, id);
create index product_softwares_version_ix on product_softwares (version_key, id);
create index product_softwares_status_created_at_ix on product_softwares (status, created_at, id);
create index product_softwares_status_version_ix on product_softwares (status, version_key, id);
create index product_softwares_mandatory_created_at_ix on product_softwares (is_mandatory, created_at, id);
create index product_softwares_mandatory_version_ix on product_softwares (is_mandatory, version_key, id);
create index product_softwares_search_ix on product_softwares using gin (search_text gin_trgm_ops);

-- Models that a release is for. A number is used once per model, and one release is its stable one.
create table product_software_models (
  software_id uuid not null
    constraint product_software_models_software_fk references product_softwares on delete cascade,
  product_model_id uuid not null
    constraint product_software_models_model_fk references product_models,
  version_no text not null,
  is_stable boolean not null default false,
  constraint product_software_models_pk primary key (software_id, product_model_id)
);
create unique index product_software_models_version_uq
  on product_software_models (product_model_id, version_no);
create unique index product_software_models_stable_uq
  on product_software_models (product_model_id) where is_stable;

alter table products
  -- What it runs; written when an update was applied.
  add column current_software_id uuid
    constraint products_current_software_fk references product_softwares,
  -- What an open update brings.
  add column target_software_id uuid
    constraint products_target_software_fk references product_softwares,
  -- An older release than its model's stable one, or one that was recalled.
  add column software_outdated boolean not null default false;
create index products_current_software_id_created_at_ix on products (current_software_id, created_at, id);
create index products_current_software_id_document_no_ix on products (current_software_id, document_no, id);
create index products_current_software_id_serial_number_ix on products (current_software_id, serial_number, id);
create index products_software_outdated_created_at_ix on products (software_outdated, created_at, id);
create index products_software_outdated_document_no_ix on products (software_outdated, document_no, id);
create index products_software_outdated_serial_number_ix on products (software_outdated, serial_number, id);

-- One release for many containers of one company. A job makes an update of each; what it has still to
-- look at stands in `waiting_ids`.
create table software_rollouts (
  id uuid default new_id() constraint software_rollouts_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint software_rollouts_company_fk references companies,
  software_id uuid not null constraint software_rollouts_software_fk references product_softwares,
  reason text,
  total integer not null constraint software_rollouts_total_ck check (total > 0),
  waiting_ids uuid[] not null,
  created_at timestamptz not null,
  created_by uuid constraint software_rollouts_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint software_rollouts_updated_by_fk references users
);
create index software_rollouts_created_at_ix on software_rollouts (created_at, id);
create index software_rollouts_software_created_at_ix on software_rollouts (software_id, created_at, id);

-- What was brought to a container, and how it went.
create table product_software_updates (
  id uuid default new_id() constraint product_software_updates_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint product_software_updates_company_fk references companies,
  product_id uuid not null constraint product_software_updates_product_fk references products,
  rollout_id uuid constraint product_software_updates_rollout_fk references software_rollouts,
  from_software_id uuid constraint product_software_updates_from_fk references product_softwares,
  to_software_id uuid not null constraint product_software_updates_to_fk references product_softwares,
  status text not null constraint product_software_updates_status_ck
    check (status in ('queued', 'inProgress', 'applied', 'failed', 'rolledBack')),
  reason text,
  -- Why it failed: a code of the program, or words of whoever tried.
  error text,
  attempts integer not null default 1,
  status_reason text,
  started_at timestamptz,
  finished_at timestamptz,
  author_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid constraint product_software_updates_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint product_software_updates_updated_by_fk references users,
  constraint product_software_updates_error_ck check (status <> 'failed' or error is not null)
);
create unique index product_software_updates_open_uq on product_software_updates (product_id)
  where status in ('queued', 'inProgress');
create index product_software_updates_created_at_ix on product_software_updates (created_at, id);
create index product_software_updates_status_created_at_ix
  on product_software_updates (status, created_at, id);
create index product_software_updates_product_created_at_ix
  on product_software_updates (product_id, created_at, id);
create index product_software_updates_rollout_created_at_ix
  on product_software_updates (rollout_id, created_at, id);
create index product_software_updates_to_created_at_ix
  on product_software_updates (to_software_id, created_at, id);
