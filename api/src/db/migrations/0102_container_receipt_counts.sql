-- What a receipt has found so far is kept, and a receipt may be of containers that come back to where
-- they were sent from (domain-containers 2.4).
alter table container_receipts add column is_return boolean not null default false;
alter table container_receipt_items add column scanned_serial text;
