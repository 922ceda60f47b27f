-- Each container of a receipt is checked by its model's checklist and photographed (domain-containers 1.2).
alter table container_receipt_items
  -- The checklist of the model as it was when the receipt was written, with what was found.
  add column checklist jsonb not null default '[]',
  -- Attachments of the receipt.
  add column photo_ids uuid[] not null default '{}';

-- What waits to be received is checked by the list of today.
update container_receipt_items i set checklist = m.checklist
from container_receipts r, products d, product_models m
where r.id = i.receipt_id and r.status = 'pending' and d.id = i.product_id and m.id = d.product_model_id;
