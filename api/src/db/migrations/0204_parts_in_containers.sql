-- All parts in containers by when they went in, and a piece by its number however it is typed: both
-- were read through as long as the test of the query plans did not fill their tables.
create index product_parts_installed_ix on product_parts (installed_at, id);
create index serials_scan_ix on serials (upper(serial_no));
