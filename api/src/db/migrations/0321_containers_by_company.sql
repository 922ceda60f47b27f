-- Containers by company.
create index products_company_created_at_ix on products (company_id, created_at, id);
create index products_company_document_no_ix on products (company_id, document_no, id);
create index products_company_serial_number_ix on products (company_id, serial_number, id);
