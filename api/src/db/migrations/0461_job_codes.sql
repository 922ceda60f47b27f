-- Masters of service: codes of jobs, skills of technicians and when they are away (domain-containers 1.4).
create table job_codes (
  id uuid default new_id() constraint job_codes_pk primary key,
  version integer not null default 1,
  kind text not null constraint job_codes_kind_ck check (kind in ('symptom', 'cause', 'action')),
  code text not null,
  name text collate thai_names not null,
  name_th text collate thai_names,
  -- Null: it describes containers of every type.
  product_type_id uuid constraint job_codes_product_type_fk references product_types,
  is_active boolean not null default true,
  search_text text not null
    generated always as (fold_search(code || ' ' || name || ' ' || coalesce(name_th, ''))) stored,
  created_at timestamptz not null,
  created_by uuid constraint job_codes_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint job_codes_updated_by_fk references users
);
create unique index job_codes_code_uq on job_codes (kind, lower(code));
create index job_codes_product_type_ix on job_codes (product_type_id);

-- The verb of the people who keep these masters. The base seed grants verbs to new roles only.
insert into role_permissions (role_id, name)
select id, 'repair-list:manage-masters' from roles where name = 'engineer-manager'
on conflict do nothing;
