-- Inspections of containers, `product_follow_ups` (domain-containers 1.1): planned for a day and a
-- person, done with the checklist of the container's model as it was when it was planned.
create table inspections (
  id uuid default new_id() constraint inspections_pk primary key,
  version integer not null default 1,
  company_id uuid not null constraint inspections_company_fk references companies,
  document_no text not null,
  status text not null constraint inspections_status_ck
    check (status in ('planned', 'inProgress', 'completed', 'cancelled')),
  document_date date not null,
  remark text,
  approved_by uuid constraint inspections_approved_by_fk references users,
  approved_at timestamptz,
  status_reason text,
  author_ids uuid[] not null default '{}',
  created_at timestamptz not null,
  created_by uuid constraint inspections_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint inspections_updated_by_fk references users,
  type text not null constraint inspections_type_ck check (type in
    ('inspection', 'siteVisit', 'call', 'preDelivery', 'postReturn', 'warrantyCheck')),
  product_id uuid not null constraint inspections_product_fk references products on delete cascade,
  -- Where the container stood when the inspection was planned; null while it is out.
  warehouse_id uuid constraint inspections_warehouse_fk references warehouses,
  due_on date not null,
  assignee_id uuid constraint inspections_assignee_fk references users,
  -- Written each night of those whose day has passed.
  is_late boolean not null default false,
  started_at timestamptz,
  completed_at timestamptz,
  completed_by uuid constraint inspections_completed_by_fk references users,
  result text constraint inspections_result_ck check (result in ('pass', 'partial', 'fail')),
  findings text,
  failed_count integer not null default 0,
  next_due_on date,
  -- The inspection that planned this one.
  follows_id uuid constraint inspections_follows_fk references inspections,
  search_text text not null default '',
  constraint inspections_number_uq unique (company_id, document_no),
  constraint inspections_follows_uq unique (follows_id),
  constraint inspections_completed_ck check
    ((status = 'completed') = (result is not null) and (status = 'completed') = (completed_at is not null)),
  -- A container with something faulty did not simply pass, one without did.
  constraint inspections_failed_ck check (result is null or (result = 'pass') = (failed_count = 0)),
  constraint inspections_late_ck check (not is_late or status in ('planned', 'inProgress'))
);
-- One for each sort, and for each filter with each sort.
create index inspections_created_at_ix on inspections (created_at, id);
create index inspections_document_no_ix on inspections (document_no, id);
create index inspections_due_on_ix on inspections (due_on, id);
create index inspections_status_created_at_ix on inspections (status, created_at, id);
create index inspections_status_document_no_ix on inspections (status, document_no, id);
create index inspections_status_due_on_ix on inspections (status, due_on, id);
create index inspections_type_created_at_ix on inspections (type, created_at, id);
create index inspections_type_document_no_ix on inspections (type, document_no, id);
create index inspections_type_due_on_ix on inspections (type, due_on, id);
create index inspections_result_created_at_ix on inspections (result, created_at, id);
create index inspections_result_document_no_ix on inspections (result, document_no, id);
create index inspections_result_due_on_ix on inspections (result, due_on, id);
create index inspections_is_late_created_at_ix on inspections (is_late, created_at, id);
create index inspections_is_late_document_no_ix on inspections (is_late, document_no, id);
create index inspections_is_late_due_on_ix on inspections (is_late, due_on, id);
create index inspections_product_id_created_at_ix on inspections (product_id, created_at, id);
create index inspections_product_id_document_no_ix on inspections (product_id, document_no, id);
create index inspections_product_id_due_on_ix on inspections (product_id, due_on, id);
create index inspections_assignee_id_created_at_ix on inspections (assignee_id, created_at, id);
create index inspections_assignee_id_document_no_ix on inspections (assignee_id, document_no, id);
create index inspections_assignee_id_due_on_ix on inspections (assignee_id, due_on, id);
-- Whoever sees only their own.
create index inspections_created_by_created_at_ix on inspections (created_by, created_at, id);
create index inspections_created_by_document_no_ix on inspections (created_by, document_no, id);
create index inspections_created_by_due_on_ix on inspections (created_by, due_on, id);
create index inspections_search_ix on inspections using gin (search_text gin_trgm_ops);
-- What becomes late tonight.
create index inspections_open_due_ix on inspections (due_on)
  where status in ('planned', 'inProgress') and not is_late;

-- The checklist of one inspection.
create table inspection_items (
  id uuid default new_id() constraint inspection_items_pk primary key,
  document_id uuid not null constraint inspection_items_document_fk references inspections on delete cascade,
  line_no integer not null,
  name text not null,
  name_th text,
  unit text,
  min_value numeric(9, 3),
  max_value numeric(9, 3),
  result text constraint inspection_items_result_ck check (result in ('pass', 'fail', 'na')),
  measured numeric(9, 3),
  note text,
  -- Attachments of the inspection.
  photo_ids uuid[] not null default '{}',
  -- Of an item that failed, until a later inspection finds it sound.
  open_since timestamptz,
  resolved_by_id uuid constraint inspection_items_resolved_by_fk references inspections,
  constraint inspection_items_line_uq unique (document_id, line_no),
  -- Nothing counts as failed that nobody has photographed (domain-containers 1.1).
  constraint inspection_items_open_ck check
    (open_since is null or (result = 'fail' and cardinality(photo_ids) > 0 and resolved_by_id is null))
);
create index inspection_items_open_since_ix on inspection_items (open_since, id) where open_since is not null;
create index inspection_items_resolved_by_ix on inspection_items (resolved_by_id) where resolved_by_id is not null;
