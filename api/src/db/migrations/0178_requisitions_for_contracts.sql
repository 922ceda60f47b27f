-- Requisitions for contracts (docs/domain/containers.md "Requisition"): a line is for one contract.
alter table container_requisition_items
  add constraint container_requisition_items_contract_fk foreign key (contract_id) references contracts;

-- A contract is asked for by one requisition at a time; lines of a requisition that came to nothing are
-- removed.
create unique index container_requisition_items_contract_uq on container_requisition_items (contract_id)
  where line_status in ('pending', 'allocated', 'released');
