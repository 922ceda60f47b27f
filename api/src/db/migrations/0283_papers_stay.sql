-- What a paper says does not change after it was handed out (docs/domain/money.md "Papers"): what it was
-- made of is kept with it.

-- The lines of a receipt: what the payment settled on the day of the receipt, and until when it was owed.
alter table payments add column receipt_lines jsonb;
update payments p set receipt_lines = coalesce((
    select jsonb_agg(jsonb_build_object('invoiceId', i.id, 'dueDate', i.due_date, 'amount', a.amount::text)
        order by i.due_date, i.id)
    from payment_allocations a join invoices i on i.id = a.invoice_id
    where a.payment_id = p.id and a.amount > 0), '[]')
  where p.receipt_no is not null;
alter table payments add constraint payments_receipt_lines_ck
  check (receipt_no is null or receipt_lines is not null);

-- Of a note: the value that it corrects, and the tax invoices that counted then.
alter table credit_notes add column value_before numeric(15, 2), add column tax_invoices jsonb;
alter table debit_notes add column value_before numeric(15, 2), add column tax_invoices jsonb;

create function notes_before(of_invoice uuid, before timestamptz) returns numeric language sql as $$
  select i.base_amount
    - coalesce((select sum(n.base_amount) from credit_notes n
        where n.invoice_id = i.id and n.status = 'approved' and n.approved_at < before), 0)
    + coalesce((select sum(n.base_amount) from debit_notes n
        where n.invoice_id = i.id and n.status = 'approved' and n.approved_at < before), 0)
  from invoices i where i.id = of_invoice
$$;
create function tax_invoices_at(of_invoice uuid, at timestamptz) returns jsonb language sql as $$
  select coalesce(jsonb_agg(jsonb_build_object('documentNo', t.document_no,
      'date', coalesce(t.printed_date, t.tax_date)) order by t.document_no), '[]')
  from tax_entries t where t.invoice_id = of_invoice and t.kind = 'taxInvoice' and t.created_at <= at
    and not exists (select 1 from tax_entries c where c.cancels_id = t.id and c.created_at <= at)
$$;
update credit_notes set value_before = notes_before(invoice_id, approved_at),
    tax_invoices = tax_invoices_at(invoice_id, approved_at) where status = 'approved';
update debit_notes set value_before = notes_before(invoice_id, approved_at),
    tax_invoices = tax_invoices_at(invoice_id, approved_at) where status = 'approved';
drop function notes_before;
drop function tax_invoices_at;
