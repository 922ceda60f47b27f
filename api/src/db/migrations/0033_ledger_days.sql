-- Where the moves of a day begin and end in the ledger, so that the list of some days long ago does
-- not walk through everything that came since (issue 5, point 3).
create index stock_moves_day on stock_moves (effective_date, seq);

-- Moves are counted up to 10,000 by kind, by part and by both without a look at the moves themselves:
-- whose they are rides along.
drop index stock_moves_type;
create index stock_moves_type on stock_moves (doc_type, seq) include (item_type, company_id, to_company_id);
drop index stock_moves_item;
create index stock_moves_item on stock_moves (item_id, seq) include (from_location_id, to_location_id,
  qty, doc_type, effective_date, item_type, serial_id, reverses_move_id, company_id, to_company_id);
drop index stock_moves_item_type;
create index stock_moves_item_type on stock_moves (item_id, doc_type, seq)
  include (item_type, company_id, to_company_id);
