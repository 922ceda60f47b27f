-- Where the moves of a day begin and end in the ledger, so that the list of some days long ago does
-- not walk through everything that came since (issue 5, point 3).
create index stock_moves_day on stock_moves (effective_date, seq);

-- Moves of one kind are counted up to 10,000 without a look at the moves themselves.
drop index stock_moves_type;
create index stock_moves_type on stock_moves (doc_type, seq) include (item_type, company_id, to_company_id);
