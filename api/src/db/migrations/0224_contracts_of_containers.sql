-- The contracts of a container, in each order of their list.
create index contracts_product_id_created_at_ix on contracts (product_id, created_at, id);
create index contracts_product_id_document_no_ix on contracts (product_id, document_no, id);
create index contracts_product_id_document_date_ix on contracts (product_id, document_date, id);
