-- Containers by company; invoices by what they bill, whichever kind it is.
create index products_company_created_at_ix on products (company_id, created_at, id);
create index products_company_document_no_ix on products (company_id, document_no, id);
create index products_company_serial_number_ix on products (company_id, serial_number, id);
create index invoices_source_id_ix on invoices (source_id) where source_id is not null;
