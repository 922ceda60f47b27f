-- Keys of machines (ADR 0033): one container each. What was shown once is kept as a keyed hash.
create table machine_keys (
  id uuid default new_id() constraint machine_keys_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint machine_keys_company_fk references companies,
  product_id uuid not null constraint machine_keys_product_fk references products,
  name text not null,
  abilities text[] not null constraint machine_keys_abilities_ck check (cardinality(abilities) > 0),
  secret_hash bytea not null constraint machine_keys_hash_ck check (octet_length(secret_hash) = 32),
  -- Its last characters, by which people tell keys apart.
  hint text not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by uuid constraint machine_keys_revoked_by_fk references users,
  revoked_reason text,
  last_used_at timestamptz,
  created_at timestamptz not null,
  created_by uuid constraint machine_keys_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint machine_keys_updated_by_fk references users
);
create index machine_keys_product_ix on machine_keys (product_id, created_at);

-- Costs of what containers sell: whoever sets them sees them, and whoever sees costs elsewhere.
insert into role_permissions (role_id, name)
select r.id, 'products:view-cost' from roles r
where r.name in ('sales-manager', 'accounting-manager', 'auditor')
  and exists (select 1 from role_permissions p where p.role_id = r.id)
on conflict do nothing;
