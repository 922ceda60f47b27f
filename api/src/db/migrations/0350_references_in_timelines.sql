-- Timelines and remarks name documents by reference (api/src/workflow/documentNames.ts); what was written
-- before holds numbers.
alter table history disable trigger history_append_only;

do $$
declare
  named record;
begin
  for named in
    select * from (values
      ('invoices', 'invoices', 'payment', 'payments', 'payments'),
      ('bankLines', 'bank_lines', 'payment', 'payments', 'payments'),
      ('warrantyRequests', 'warranty_requests', 'warranty', 'warranties', 'warranties'),
      ('partSales', 'part_sales', 'goodsImport', 'goods_imports', 'goodsImports'),
      ('transfers', 'part_transfers', 'goodsImport', 'goods_imports', 'goodsImports'),
      ('claims', 'claims', 'goodsImport', 'goods_imports', 'goodsImports'),
      ('requisitions', 'requisitions', 'goodsImport', 'goods_imports', 'goodsImports'),
      ('transformations', 'transformations', 'goodsImport', 'goods_imports', 'goodsImports'),
      ('repairs', 'repairs', 'goodsImport', 'goods_imports', 'goodsImports'),
      ('goodsImports', 'goods_imports', 'reopenedAs', 'goods_imports', 'goodsImports'),
      ('repairs', 'repairs', 'requisition', 'requisitions', 'requisitions'),
      ('repairs', 'repairs', 'destruction', 'destructions', 'destructions'),
      ('requisitions', 'requisitions', 'backorder', 'requisitions', 'requisitions'),
      ('inspections', 'inspections', 'next', 'inspections', 'inspections'),
      ('products', 'products', 'receipt', 'container_receipts', 'containerReceipts'),
      ('containerRequisitions', 'container_requisitions', 'receipt', 'container_receipts', 'containerReceipts'),
      ('contracts', 'contracts', 'receipt', 'container_receipts', 'containerReceipts')
    ) as n (subject, home, field, other, family)
  loop
    execute format(
      'update history h set diff = jsonb_set(h.diff, array[%2$L], to_jsonb(''{{%4$s:'' || o.id || ''}}''))
       from %1$I r join %3$I o on o.company_id = r.company_id
       where h.subject_type = %5$L and h.subject_id = r.id and h.diff ->> %2$L = o.document_no',
      named.home, named.field, named.other, named.family, named.subject);
  end loop;
end $$;

create temporary table settlements_named on commit drop as
  select id, company_id, 'ชำระบัญชีสัญญา / Settlement of ' || document_no as said,
    'ชำระบัญชีสัญญา / Settlement of {{contracts:' || id || '}}' as told, document_no
  from contracts where document_no is not null;

update history h set reason = s.told
  from settlements_named s
  where h.subject_type = 'invoices' and h.reason = s.said
    and exists (select from invoices i where i.id = h.subject_id and i.company_id = s.company_id);
alter table history enable trigger history_append_only;

update invoices i set status_reason = s.told
  from settlements_named s where i.company_id = s.company_id and i.status_reason = s.said;
update payments p set remark = s.told, search_text = replace(p.search_text, fold_search(s.document_no), '')
  from settlements_named s where p.company_id = s.company_id and p.remark = s.said;

-- A goods import is found by the sale that it comes of for whoever may read the sale alone.
update goods_imports g set search_text = replace(g.search_text, fold_search(g.source_no), '')
  where g.source_type = 'saleReturn' and g.source_no is not null;

-- Notes are found by their invoice, and payments by the contract that they settle, in the same way.
update credit_notes n set search_text = replace(n.search_text, fold_search(i.document_no), '')
  from invoices i where i.id = n.invoice_id and i.document_no is not null;
update debit_notes n set search_text = replace(n.search_text, fold_search(i.document_no), '')
  from invoices i where i.id = n.invoice_id and i.document_no is not null;
