-- Hands of a transfer are authors of the receipt that it brings (docs/adr/0014): those that wait, too.
update container_receipts r set author_ids = array(
    select distinct p
    from unnest(r.author_ids || array[t.created_by, t.source_approved_by, t.destination_approved_by]
      || t.author_ids) p
    where p is not null and p is distinct from r.created_by)
  from container_transfers t where t.id = r.source_id and r.status = 'pending';
