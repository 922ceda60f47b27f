-- Clauses of contracts as templates of a company (docs/adr/0064). A contract takes the revision that counts
-- on its day when it is first submitted, and keeps it: later versions change by what is agreed alone.
create table contract_clauses (
  id uuid default new_id() constraint contract_clauses_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint contract_clauses_company_fk references companies,
  name text not null,
  -- Null: every kind of contract without clauses of its own.
  type text constraint contract_clauses_type_ck check (type in ('sale', 'installment', 'lease')),
  is_active boolean not null default true,
  created_at timestamptz not null,
  created_by uuid constraint contract_clauses_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint contract_clauses_updated_by_fk references users
);
create unique index contract_clauses_type_uq on contract_clauses (company_id, type) nulls not distinct where is_active;
create index contract_clauses_name_ix on contract_clauses (name, id);

create table contract_clause_revisions (
  id uuid default new_id() constraint contract_clause_revisions_pk primary key,
  clause_id uuid not null constraint contract_clause_revisions_clause_fk references contract_clauses on delete cascade,
  revision_no integer not null,
  effective_from date not null,
  text_th text not null,
  text_en text not null,
  created_at timestamptz not null,
  created_by uuid constraint contract_clause_revisions_created_by_fk references users,
  constraint contract_clause_revisions_no_uq unique (clause_id, revision_no)
);
-- What was printed under somebody's name stays as it was.
create function contract_clause_revisions_guard() returns trigger language plpgsql as $$
begin
  raise exception 'a revision of clauses is never changed';
end
$$;
create trigger contract_clause_revisions_guard before update on contract_clause_revisions
  for each row execute function contract_clause_revisions_guard();

alter table contracts add column clause_revision_id uuid
  constraint contracts_clause_revision_fk references contract_clause_revisions;
create index contracts_clause_revision_ix on contracts (clause_revision_id) where clause_revision_id is not null;
