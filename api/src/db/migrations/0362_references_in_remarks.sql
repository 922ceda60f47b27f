-- What the system asks for, or gives up, for a repair or a claim names it by reference; its number stood in the
-- remark as well, for whoever reads that. A line whose rest is asked for anew names the requisition by reference.
update requisitions q set remark = null, search_text = replace(q.search_text, fold_search(r.document_no), '')
  from repairs r where r.id = q.repair_id and q.remark = r.document_no;
update destructions d set remark = null, search_text = replace(d.search_text, fold_search(r.document_no), '')
  from repairs r where r.id = d.repair_id and d.remark = r.document_no;
update destructions d set remark = null, search_text = replace(d.search_text, fold_search(c.document_no), '')
  from claims c where c.id = d.claim_id and d.remark = c.document_no;
update repairs r set remark = null, search_text = replace(r.search_text, fold_search(c.document_no), '')
  from claims c where c.id = r.claim_id and r.remark = c.document_no;
update requisition_items i set cancel_reason = '{{requisitions:' || q.id || '}}'
  from requisitions q where q.backorder_of_id = i.requisition_id and i.cancel_reason = q.document_no;
