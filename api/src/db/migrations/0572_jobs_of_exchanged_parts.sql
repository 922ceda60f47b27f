-- Parts that a job exchanged name it by reference: its number, and what its technician wrote, are for those
-- who may read the job.
update product_parts i set note = '{{jobs:' || j.id || '}}' from jobs j
  where i.product_id = j.product_id and i.note = j.document_no;
update product_parts i set removed_reason = '{{jobs:' || j.id || '}}' from jobs j
  where i.product_id = j.product_id and i.removed_reason like j.document_no || ' · %';
alter table history disable trigger history_append_only;
update history h set reason = '{{jobs:' || j.id || '}}' from jobs j
  where h.subject_type = 'products' and h.subject_id = j.product_id and h.action = 'update-parts'
    and h.reason like j.document_no || ' · %';
alter table history enable trigger history_append_only;
