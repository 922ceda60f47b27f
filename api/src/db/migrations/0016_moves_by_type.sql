-- The tracking page of a part with many moves, by a kind of document of which it has few or none.
create index stock_moves_item_type on stock_moves (item_id, doc_type, seq);
