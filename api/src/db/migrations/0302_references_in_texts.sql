-- Texts that the system writes name a document by reference; its number is told to whoever may read it
-- (api/src/workflow/documentNames.ts). What was written before holds the number.
create temporary table invoice_sources on commit drop as
  select id, source_id, source_label, case
      when source_type = 'penalty' and source_key like source_id || ':late-%' then 'invoices'
      when source_type in ('contractInstallment', 'deposit', 'penalty') then 'contracts'
      when source_type = 'warranty' then 'warranties'
      when source_type = 'partsSale' then 'partSales'
      when source_type = 'refund' then 'payments'
    end as family
  from invoices where source_id is not null and source_label <> '';

update invoice_items i
  set description = replace(i.description, s.source_label, '{{' || s.family || ':' || s.source_id || '}}')
  from invoice_sources s
  where i.invoice_id = s.id and s.family is not null and position(s.source_label in i.description) > 0;
update invoices i set search_text = replace(i.search_text, fold_search(s.source_label), '')
  from invoice_sources s where i.id = s.id and s.family is not null;
create index invoices_source_id_ix on invoices (source_id) where source_id is not null;

update warranties w set search_text = replace(w.search_text, fold_search(c.document_no), '')
  from contracts c where c.id = w.contract_id and c.document_no is not null;

update container_receipts r set search_text = replace(r.search_text, fold_search(c.document_no), '')
  from contracts c where c.id = r.source_id and c.document_no is not null;
