-- The purchase report is narrowed to a requester's lines in each of its orders (report drill-down).
create index purchase_order_items_requester_order_date_ix on purchase_order_items (requester_id, order_date, id);
create index purchase_order_items_requester_order_no_ix on purchase_order_items (requester_id, order_no, id);
