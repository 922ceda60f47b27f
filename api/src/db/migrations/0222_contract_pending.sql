-- A container that stands at its site while nothing is agreed about it: its contract is pending.
alter table products add column contract_pending boolean not null generated always as
  (status = 'installed' and sale_status in ('notForSale', 'available')) stored;
create index products_contract_pending_created_at_ix on products (contract_pending, created_at, id);
create index products_contract_pending_document_no_ix on products (contract_pending, document_no, id);
create index products_contract_pending_serial_number_ix on products (contract_pending, serial_number, id);
