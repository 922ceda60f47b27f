-- What a scanner types is looked up without regard to case: lots, bins and barcodes keep theirs
-- (domain-warehouse 1.4, 4.1).
create index material_parts_scan_ix on material_parts (upper(barcode));
create index lots_scan_ix on lots (upper(lot_no));
create index bins_scan_ix on bins (upper(code));
create index bins_barcode_scan_ix on bins (upper(barcode)) where barcode is not null;

-- The ledger of all parts by the kind of document, of which some are rare.
create index stock_moves_type on stock_moves (doc_type, seq);
-- What came after a day is taken back from today's balances: the days follow each other on disk.
create index stock_entries_day on stock_entries using brin (effective_date);
