-- Nothing would ask for such an invoice again once it is void or discounted: what it belongs to has ended or
-- was settled, it is the rest of a payment that changed hands, or a deposit that was given back. Only a
-- credit note, by two people, takes it off (docs/domain/money.md "What a contract owes").
alter table invoices add column is_asked_once boolean not null default false;
update invoices iv set is_asked_once = true
where iv.status not in ('draft', 'void') and (
  iv.source_type in ('contractInstallment', 'deposit') and (
    split_part(iv.source_key, ':', 3) <> ''
    or exists (select 1 from contracts ct where ct.id = iv.source_id
      and (ct.settled_on is not null or ct.ended_on <= coalesce(iv.original_due_date, iv.due_date))))
  or exists (select 1 from deposit_returns d where d.invoice_id = iv.id)
  or exists (select 1 from credit_notes n where n.invoice_id = iv.id and n.created_by is null));
