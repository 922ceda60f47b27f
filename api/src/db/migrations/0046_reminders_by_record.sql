-- A reminder is withdrawn when its document no longer waits: found by the record that it is about.
create index notifications_entity_ix on notifications (entity_id) where entity_id is not null;

-- Reminders of documents that were decided or cancelled before reminders were withdrawn.
delete from notifications n using purchase_requests d
  where n.entity_type = 'purchaseRequests' and n.entity_id = d.id and d.status <> 'pending'
    and n.dedupe_key like 'purchaseRequests:%:waits:%';
delete from notifications n using purchase_orders d
  where n.entity_type = 'purchaseOrders' and n.entity_id = d.id and d.status <> 'pending'
    and n.dedupe_key like 'purchaseOrders:%:waits:%';
