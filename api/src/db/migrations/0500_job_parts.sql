-- Parts of service jobs (domain-containers 1.4 stockSummary): the requisitions that draw them, what of
-- each line was used up, and what was bought for it.
alter table requisitions add column job_id uuid constraint requisitions_job_fk references jobs;
create index requisitions_job_ix on requisitions (job_id) where job_id is not null;
alter table purchase_requests add column job_id uuid constraint purchase_requests_job_fk references jobs;
create index purchase_requests_job_ix on purchase_requests (job_id) where job_id is not null;

-- Handed out = used + returned + still in the technician's hands.
alter table requisition_items
  add column is_billable boolean not null default false,
  add column used_qty numeric(15, 3) not null default 0,
  add constraint requisition_items_used_ck check (used_qty >= 0 and used_qty + returned_qty <= dispatched_qty);
alter table requisition_picks
  add column used_qty numeric(15, 3) not null default 0,
  -- The exact share of `issue_value` that was used.
  add column used_value numeric(15, 2) not null default 0,
  add constraint requisition_picks_used_ck check (used_qty >= 0 and used_qty + returned_qty <= dispatched_qty);
