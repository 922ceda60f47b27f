-- A requisition asks for the container of a contract that holds one already: by hand, or from before it came
-- back. What the contract held it keeps when the requisition comes to nothing.
alter table container_requisition_items
  add column held_by_contract boolean not null default false,
  add constraint container_requisition_items_held_ck
    check (not held_by_contract or (contract_id is not null and (product_id is not null or line_status = 'removed')));
