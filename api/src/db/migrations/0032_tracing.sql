-- What a scanner types is looked up without regard to case: lots, bins and barcodes keep theirs
-- (domain-warehouse 1.4, 4.1).
create index material_parts_scan_ix on material_parts (upper(barcode));
create index lots_scan_ix on lots (upper(lot_no));
create index bins_scan_ix on bins (upper(code));
create index bins_barcode_scan_ix on bins (upper(barcode)) where barcode is not null;
