-- What a paper says does not change after it was handed out (docs/domain/money.md "Papers"): what it was
-- made of is kept with it.

-- The lines of a receipt: what the payment settled on the day of the receipt, and until when it was owed.
alter table payments add column receipt_lines jsonb;
-- The account remembers what a payment settled when it was verified, whatever became of it since.
update payments p set receipt_lines = coalesce((
    select jsonb_agg(jsonb_build_object('invoiceId', r.invoice_id, 'dueDate', r.due_date, 'amount', r.amount::text)
        order by r.due_date, r.invoice_id)
    from (select e.invoice_id, i.due_date, -sum(e.amount) as amount
      from receivable_entries e join invoices i on i.id = e.invoice_id
      where e.payment_id = p.id and e.kind = 'allocation' and e.created_at <= p.approved_at
      group by 1, 2 having sum(e.amount) < 0) r), '[]')
  where p.receipt_no is not null;
alter table payments add constraint payments_receipt_lines_ck
  check (receipt_no is null or receipt_lines is not null);

-- Of a note: the value that it corrects, and the tax invoices that counted then.
alter table credit_notes add column value_before numeric(15, 2), add column tax_invoices jsonb;
alter table debit_notes add column value_before numeric(15, 2), add column tax_invoices jsonb;

-- Of a note with VAT the value without it, as far as it was taxed; else what was charged, VAT included.
create function notes_before(of_invoice uuid, vat numeric, before timestamptz) returns numeric language sql as $$
  select case when vat <> 0 then
      (select sum(t.base_amount) from tax_entries t where t.invoice_id = i.id and t.created_at < before)
    else i.grand_total
      - coalesce((select sum(n.grand_total) from credit_notes n
          where n.invoice_id = i.id and n.status = 'approved' and n.approved_at < before), 0)
      + coalesce((select sum(n.grand_total) from debit_notes n
          where n.invoice_id = i.id and n.status = 'approved' and n.approved_at < before), 0)
    end
  from invoices i where i.id = of_invoice
$$;
create function tax_invoices_at(of_invoice uuid, at timestamptz) returns jsonb language sql as $$
  select coalesce(jsonb_agg(jsonb_build_object('documentNo', t.document_no,
      'date', coalesce(t.printed_date, t.tax_date)) order by t.document_no), '[]')
  from tax_entries t where t.invoice_id = of_invoice and t.kind = 'taxInvoice' and t.created_at <= at
    and not exists (select 1 from tax_entries c where c.cancels_id = t.id and c.created_at <= at)
$$;
update credit_notes set value_before = notes_before(invoice_id, vat_amount, approved_at),
    tax_invoices = tax_invoices_at(invoice_id, approved_at) where status = 'approved';
update debit_notes set value_before = notes_before(invoice_id, vat_amount, approved_at),
    tax_invoices = tax_invoices_at(invoice_id, approved_at) where status = 'approved';
drop function notes_before;
drop function tax_invoices_at;
