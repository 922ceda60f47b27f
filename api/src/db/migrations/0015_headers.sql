-- Headers of documents, kept by people (domain-warehouse 1, documentHeader).

alter table document_headers
  add column search_text text not null
    generated always as (fold_search(name || ' ' || company_name_th || ' ' || company_name_en)) stored,
  add constraint document_headers_type_ck
    check (type in ('contract', 'purchaseRequest', 'purchaseOrder', 'acceptance')),
  -- What is printed by default is in use.
  add constraint document_headers_default_ck check (is_active or not is_default),
  add constraint document_headers_signatures_ck
    check (jsonb_typeof(signature_blocks) = 'array' and jsonb_array_length(signature_blocks) <= 4);
create unique index document_headers_name_uq on document_headers (company_id, type, fold_search(name));
create index document_headers_name_ix on document_headers (name, id);
create index document_headers_created_ix on document_headers (created_at, id);
create index document_headers_company_name_ix on document_headers (company_id, name, id);
create index document_headers_company_created_ix on document_headers (company_id, created_at, id);
create index document_headers_search_ix on document_headers using gin (search_text gin_trgm_ops);

-- A logo that is known already is not kept twice.
create index files_sha256_ix on files (sha256);

-- Papers approved before there were signature blocks printed those of their kind, and still do: an
-- empty list means from now on that nobody signs.
update purchase_requests set header_snapshot = jsonb_set(header_snapshot, '{signatureBlocks}', 'null')
  where header_snapshot -> 'signatureBlocks' = '[]';
update purchase_orders set header_snapshot = jsonb_set(header_snapshot, '{signatureBlocks}', 'null')
  where header_snapshot -> 'signatureBlocks' = '[]';
update purchase_order_receipts set header_snapshot = jsonb_set(header_snapshot, '{signatureBlocks}', 'null')
  where header_snapshot -> 'signatureBlocks' = '[]';
