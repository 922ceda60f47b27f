-- Own repair of parts, `material_repair` (domain-warehouse 1.12, 2.11).
create table repairs (
  id uuid default new_id() constraint repairs_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint repairs_company_fk references companies,
  document_no text not null,
  status text not null,
  document_date date not null,
  remark text,
  approved_by uuid constraint repairs_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  created_at timestamptz not null,
  created_by uuid constraint repairs_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint repairs_updated_by_fk references users,
  warehouse_id uuid not null constraint repairs_warehouse_fk references warehouses,
  part_id uuid not null constraint repairs_part_fk references material_parts,
  quantity numeric(15, 3) not null constraint repairs_quantity_ck check (quantity > 0),
  lot_id uuid constraint repairs_lot_fk references lots,
  serial_id uuid constraint repairs_serial_fk references serials,
  -- Where it was taken from, and goes back to when the repair is given up.
  bin_id uuid not null constraint repairs_bin_fk references bins,
  condition text not null,
  source text not null constraint repairs_source_ck
    check (source in ('warehouse', 'dispatchReturn', 'claimRejected', 'containerRemoval')),
  symptom text not null,
  diagnosis text,
  technician_id uuid constraint repairs_technician_fk references users,
  team_id uuid constraint repairs_team_fk references teams,
  labor_hours numeric(7, 2) not null default 0,
  labor_cost numeric(15, 2) not null default 0,
  external_cost numeric(15, 2) not null default 0,
  -- Of what was drawn for it and used; written when it is completed.
  parts_cost numeric(15, 2) not null default 0,
  is_capitalized boolean not null default false,
  outcome text constraint repairs_outcome_ck check (outcome in ('fixed', 'refurbished', 'unrepairable')),
  new_warranty_months integer,
  started_at timestamptz,
  completed_at timestamptz,
  completed_by uuid constraint repairs_completed_by_fk references users,
  search_text text not null default '',
  constraint repairs_number_uq unique (company_id, document_no)
);
create index repairs_created_at_ix on repairs (created_at, id);
create index repairs_document_no_ix on repairs (document_no, id);
create index repairs_status_created_at_ix on repairs (status, created_at, id);
create index repairs_status_document_no_ix on repairs (status, document_no, id);
create index repairs_source_created_at_ix on repairs (source, created_at, id);
create index repairs_source_document_no_ix on repairs (source, document_no, id);
create index repairs_outcome_created_at_ix on repairs (outcome, created_at, id);
create index repairs_outcome_document_no_ix on repairs (outcome, document_no, id);
create index repairs_warehouse_id_created_at_ix on repairs (warehouse_id, created_at, id);
create index repairs_warehouse_id_document_no_ix on repairs (warehouse_id, document_no, id);
create index repairs_technician_id_created_at_ix on repairs (technician_id, created_at, id);
create index repairs_technician_id_document_no_ix on repairs (technician_id, document_no, id);
create index repairs_created_by_created_at_ix on repairs (created_by, created_at, id);
create index repairs_created_by_document_no_ix on repairs (created_by, document_no, id);
create index repairs_document_date_ix on repairs (document_date, id);
create index repairs_part_ix on repairs (part_id);
create index repairs_search_ix on repairs using gin (search_text gin_trgm_ops);

alter table destructions add constraint destructions_repair_fk foreign key (repair_id) references repairs;

-- The repair that a requisition draws parts for.
alter table requisitions add column repair_id uuid constraint requisitions_repair_fk references repairs;
create index requisitions_repair_ix on requisitions (repair_id) where repair_id is not null;

-- What a repair promises of a serial instead of the part's own term (2.11).
alter table serials add column warranty_months integer;
