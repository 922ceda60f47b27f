-- The system asks for such a note because its document ended or changed hands. It takes off what is owed and
-- nothing that was paid, so that it falls with the balance while it waits (docs/domain/money.md "What a contract owes").
alter table credit_notes add column is_capped_by_balance boolean not null default false;
update credit_notes n set is_capped_by_balance = true
from invoices iv
where iv.id = n.invoice_id and n.created_by is null
  and (n.cause = 'handedOver' or n.cause = 'terminated' and iv.source_type in ('contractInstallment', 'deposit'));
-- Nothing bills a delivered sale, or a warranty that began without its money, a second time.
update invoices iv set is_asked_once = true
where iv.status not in ('draft', 'void') and (
  iv.source_type = 'partsSale'
  or iv.source_type = 'warranty' and exists (select 1 from invoice_deferrals d where d.invoice_id = iv.id));
