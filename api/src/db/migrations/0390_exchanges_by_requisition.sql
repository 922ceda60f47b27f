-- An exchange is agreed on first, and takes place when the other container is set up at the customer.
alter table contracts
  add column proposal_decided_by uuid constraint contracts_proposal_decided_by_fk references users,
  add column proposal_decided_at timestamptz,
  -- Any other change becomes a version with its approval, and waits no more.
  add constraint contracts_proposal_decided_ck check (proposal_decided_at is null or (proposal is not null and proposal ? 'exchange'));
-- The container that takes the place of the contract's own, from the approval of the exchange on.
create index contracts_exchange_ix on contracts (((proposal->'exchange'->>'productId')::uuid))
  where proposal_decided_at is not null;

-- The container of before stays on the requisition that handed it out until it is back; meanwhile another one
-- is asked for.
drop index container_requisition_items_contract_uq;
create unique index container_requisition_items_contract_uq on container_requisition_items (contract_id)
  where line_status in ('pending', 'allocated');
create unique index container_requisition_items_released_uq on container_requisition_items (contract_id, product_id)
  where line_status = 'released';
