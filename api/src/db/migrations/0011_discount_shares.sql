-- The document discount of an order's line is shared over its receipts as base and VAT are: the
-- last one takes what is left, so that the shares add up to the satang.
alter table purchase_order_items add received_discount numeric(15, 2) not null default 0;
alter table purchase_order_receipt_items add share_discount numeric(15, 2) not null default 0;

update purchase_order_receipt_items set share_discount = document_discount
where unit_price = order_unit_price and document_discount <> 0;
update purchase_order_items i set received_discount = s.taken
from (
  select order_item_id, sum(share_discount) as taken from purchase_order_receipt_items
  where receipt_status = 'posted' group by order_item_id
) s
where s.order_item_id = i.id and s.taken <> 0;
