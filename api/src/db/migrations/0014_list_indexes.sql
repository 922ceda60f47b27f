-- The tracking page sums up, counts and balances a part's moves from the index alone: the columns that
-- these read ride along. Balances are no longer summed from entries, so that their index goes.
drop index stock_moves_item;
create index stock_moves_item on stock_moves (item_id, seq) include (from_location_id, to_location_id,
  qty, doc_type, effective_date, item_type, serial_id, reverses_move_id);
drop index stock_entries_item;
-- What happened to one serial of many.
create index stock_moves_serial on stock_moves (serial_id, seq) where serial_id is not null;

-- Whoever sees only their own orders and receipts reads each order of those lists from an index, too
-- (requests have theirs by requester).
create index purchase_orders_created_by_document_no_ix on purchase_orders (created_by, document_no, id);
create index purchase_orders_created_by_promised_date_ix on purchase_orders (created_by, promised_date, id);
create index purchase_orders_created_by_grand_total_ix on purchase_orders (created_by, grand_total, id);
create index purchase_order_receipts_created_by_document_no_ix
  on purchase_order_receipts (created_by, document_no, id);
create index purchase_order_receipts_created_by_received_date_ix
  on purchase_order_receipts (created_by, received_date, id);
create index purchase_order_receipts_created_by_grand_total_ix
  on purchase_order_receipts (created_by, grand_total, id);

-- Lines carry their document's author for the same reason: an index cannot span two tables. It never
-- changes, so that copying it once is enough.
alter table purchase_order_items add column created_by uuid;
alter table purchase_order_receipt_items add column created_by uuid;
update purchase_order_items i set created_by = o.created_by from purchase_orders o where o.id = i.order_id;
update purchase_order_receipt_items i set created_by = r.created_by
  from purchase_order_receipts r where r.id = i.receipt_id;

create function copy_author_to_order_item() returns trigger language plpgsql as $$
begin
  new.created_by := (select created_by from purchase_orders where id = new.order_id);
  return new;
end
$$;
create trigger purchase_order_items_author before insert on purchase_order_items
  for each row execute function copy_author_to_order_item();
create function copy_author_to_receipt_item() returns trigger language plpgsql as $$
begin
  new.created_by := (select created_by from purchase_order_receipts where id = new.receipt_id);
  return new;
end
$$;
create trigger purchase_order_receipt_items_author before insert on purchase_order_receipt_items
  for each row execute function copy_author_to_receipt_item();

create index purchase_order_items_created_by_order_date_ix
  on purchase_order_items (created_by, order_date, id);
create index purchase_order_items_created_by_order_no_ix
  on purchase_order_items (created_by, order_no, id);
create index purchase_order_receipt_items_created_by_received_date_ix
  on purchase_order_receipt_items (created_by, received_date, id);
create index purchase_order_receipt_items_created_by_receipt_no_ix
  on purchase_order_receipt_items (created_by, receipt_no, id);

-- Pieces of these are merged in order when several levels or companies are asked for. That holds only
-- while reading them costs less than sorting the table, so every column that the list filters by rides
-- along.
drop index part_stock_levels_part_no_ix;
create index part_stock_levels_part_no_ix on part_stock_levels (company_id, level, part_no, id)
  include (category_id, sub_category_id, tracking_type, is_active);
drop index part_stock_levels_name_ix;
create index part_stock_levels_name_ix on part_stock_levels (company_id, level, name, id)
  include (category_id, sub_category_id, tracking_type, is_active);
drop index part_stock_levels_created_ix;
create index part_stock_levels_created_ix on part_stock_levels (company_id, level, created_at, id)
  include (category_id, sub_category_id, tracking_type, is_active);
drop index part_stock_levels_all_part_no_ix;
create index part_stock_levels_all_part_no_ix on part_stock_levels (level, part_no, id)
  include (category_id, sub_category_id, tracking_type, is_active, company_id);
drop index part_stock_levels_all_name_ix;
create index part_stock_levels_all_name_ix on part_stock_levels (level, name, id)
  include (category_id, sub_category_id, tracking_type, is_active, company_id);
drop index part_stock_levels_all_created_ix;
create index part_stock_levels_all_created_ix on part_stock_levels (level, created_at, id)
  include (category_id, sub_category_id, tracking_type, is_active, company_id);
