-- A container that is sold or leased and does not stand at its customer: its contract is in force without it.
alter table products add column away_under_contract boolean not null generated always as
  (status <> 'installed' and sale_status in ('sold', 'leased')) stored;
create index products_away_created_at_ix on products (away_under_contract, created_at, id);
create index products_away_document_no_ix on products (away_under_contract, document_no, id);
create index products_away_serial_number_ix on products (away_under_contract, serial_number, id);
