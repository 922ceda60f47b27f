-- What a purchase request is for, and the header that a document of purchasing is printed with
-- (domain-warehouse 1.9-1.11).
alter table purchase_requests
  add column department text,
  -- A job and a project are named by a number of one's own; reordering makes requests by itself.
  add column ref_type text check (ref_type in ('job', 'project', 'stockRule')),
  add column ref_no text,
  add column document_header_id uuid references document_headers (id),
  add constraint purchase_requests_ref_ck check (ref_no is null or ref_type in ('job', 'project'));
alter table purchase_orders add column document_header_id uuid references document_headers (id);
alter table purchase_order_receipts add column document_header_id uuid references document_headers (id);

-- A purpose says already that a request is for a job or a project; which one nobody wrote down.
update purchase_requests set ref_type = purpose where purpose in ('job', 'project');
