-- What a part consists of (domain-warehouse 1.4 `bom`): proposed where it is taken apart or put together.
create table part_components (
  part_id uuid not null constraint part_components_part_fk references material_parts on delete cascade,
  component_id uuid not null constraint part_components_component_fk references material_parts,
  line_no integer not null,
  quantity numeric(15, 3) not null constraint part_components_quantity_ck check (quantity > 0),
  recovery_rate numeric(5, 2) not null
    constraint part_components_recovery_ck check (recovery_rate between 0 and 100),
  cost_share numeric(5, 2) not null constraint part_components_share_ck check (cost_share between 0 and 100),
  constraint part_components_pk primary key (part_id, component_id),
  constraint part_components_self_ck check (part_id <> component_id)
);
create index part_components_component_ix on part_components (component_id);

-- Transformation of parts, `material_transform` (domain-warehouse 1.12, 2.9).
create table transformations (
  id uuid default new_id() constraint transformations_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint transformations_company_fk references companies,
  document_no text not null,
  status text not null,
  document_date date not null,
  remark text,
  approved_by uuid constraint transformations_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  created_at timestamptz not null,
  created_by uuid constraint transformations_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint transformations_updated_by_fk references users,
  type text not null constraint transformations_type_ck
    check (type in ('disassemble', 'assemble', 'convert', 'repack')),
  warehouse_id uuid not null constraint transformations_warehouse_fk references warehouses,
  -- What it is about, and how much of it: the part that is taken apart, or the one that is put together.
  part_id uuid not null constraint transformations_part_fk references material_parts,
  quantity numeric(15, 3) not null,
  labor_cost numeric(15, 2) not null default 0
    constraint transformations_labor_ck check (labor_cost >= 0),
  -- Booked with it; null before. What went in, and the labour, is what came out and what was lost (I10).
  input_value numeric(15, 2),
  output_value numeric(15, 2),
  loss_value numeric(15, 2),
  completed_at date,
  completed_by uuid constraint transformations_completed_by_fk references users,
  search_text text not null default '',
  constraint transformations_number_uq unique (company_id, document_no),
  constraint transformations_value_ck
    check (input_value is null or input_value + labor_cost = output_value + loss_value)
);
create index transformations_created_at_ix on transformations (created_at, id);
create index transformations_document_no_ix on transformations (document_no, id);
create index transformations_status_created_at_ix on transformations (status, created_at, id);
create index transformations_status_document_no_ix on transformations (status, document_no, id);
create index transformations_type_created_at_ix on transformations (type, created_at, id);
create index transformations_type_document_no_ix on transformations (type, document_no, id);
create index transformations_warehouse_id_created_at_ix on transformations (warehouse_id, created_at, id);
create index transformations_warehouse_id_document_no_ix on transformations (warehouse_id, document_no, id);
create index transformations_created_by_created_at_ix on transformations (created_by, created_at, id);
create index transformations_created_by_document_no_ix on transformations (created_by, document_no, id);
create index transformations_document_date_ix on transformations (document_date, id);
create index transformations_part_ix on transformations (part_id);
create index transformations_search_ix on transformations using gin (search_text gin_trgm_ops);

create table transformation_inputs (
  id uuid default new_id() constraint transformation_inputs_pk primary key,
  transformation_id uuid not null
    constraint transformation_inputs_transformation_fk references transformations on delete cascade,
  line_no integer not null,
  part_id uuid not null constraint transformation_inputs_part_fk references material_parts,
  bin_id uuid not null constraint transformation_inputs_bin_fk references bins,
  condition text not null,
  lot_id uuid constraint transformation_inputs_lot_fk references lots,
  serial_ids uuid[] not null default '{}',
  quantity numeric(15, 3) not null constraint transformation_inputs_quantity_ck check (quantity > 0),
  value numeric(15, 2),
  constraint transformation_inputs_line_uq unique (transformation_id, line_no)
);
create index transformation_inputs_part_ix on transformation_inputs (part_id);

create table transformation_outputs (
  id uuid default new_id() constraint transformation_outputs_pk primary key,
  transformation_id uuid not null
    constraint transformation_outputs_transformation_fk references transformations on delete cascade,
  line_no integer not null,
  part_id uuid not null constraint transformation_outputs_part_fk references material_parts,
  planned_qty numeric(15, 3) not null,
  quantity numeric(15, 3) not null constraint transformation_outputs_quantity_ck check (quantity >= 0),
  condition text not null,
  disposition text not null constraint transformation_outputs_disposition_ck
    check (disposition in ('stock', 'quarantine', 'scrap')),
  cost_share numeric(5, 2) not null
    constraint transformation_outputs_share_ck check (cost_share between 0 and 100),
  bin_id uuid constraint transformation_outputs_bin_fk references bins,
  -- By the numbers on the goods: what nobody has booked yet is in no register.
  lot_no text,
  serial_nos text[] not null default '{}',
  value numeric(15, 2),
  constraint transformation_outputs_line_uq unique (transformation_id, line_no)
);
create index transformation_outputs_part_ix on transformation_outputs (part_id);
-- The units that something was put together as: their parts are known when they are taken apart (2.9).
create index transformation_outputs_serials_ix on transformation_outputs using gin (serial_nos);
