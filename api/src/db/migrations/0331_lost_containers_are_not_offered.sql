-- What is lost is offered to nobody, and what does not stand at its customer sells nothing: both are said of
-- containers that got lost or came back before the program said so by itself.
update products set sale_status = 'notForSale', version = version + 1
  where status = 'lost' and sale_status = 'available';
alter table products add constraint products_lost_ck check (status <> 'lost' or sale_status <> 'available');
update product_contracts c set is_active = false, active_since = null, version = version + 1
  where c.is_active and exists (select from products p where p.id = c.product_id and p.status <> 'installed');
