-- A purchase request for what a requisition of a job is short of goes with that requisition: giving the
-- requisition up takes it back as well. Requests that were made before name only the job.
alter table purchase_requests
  add column requisition_id uuid constraint purchase_requests_requisition_fk references requisitions;
create index purchase_requests_requisition_ix on purchase_requests (requisition_id)
  where requisition_id is not null;
