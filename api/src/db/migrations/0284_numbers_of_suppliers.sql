-- A supplier's paper is the same in other letters and with other spaces, and books of numbers may begin
-- anew each year (docs/domain/warehouse.md 1.11).
drop index purchase_order_receipts_invoice_uq;
-- Papers that came in twice under the narrower rule stay as they are; the later ones hold nobody up.
alter table purchase_order_receipts add column repeats_invoice boolean not null default false;
update purchase_order_receipts r set repeats_invoice = true
  where r.status not in ('reversed', 'cancelled') and exists (select 1 from purchase_order_receipts e
    where e.supplier_id = r.supplier_id and e.id < r.id and e.status not in ('reversed', 'cancelled')
      and upper(regexp_replace(e.tax_invoice_no, '\s', '', 'g')) = upper(regexp_replace(r.tax_invoice_no, '\s', '', 'g'))
      and extract(year from e.tax_invoice_date) = extract(year from r.tax_invoice_date));
create unique index purchase_order_receipts_invoice_uq on purchase_order_receipts
  (supplier_id, upper(regexp_replace(tax_invoice_no, '\s', '', 'g')), extract(year from tax_invoice_date))
  where status not in ('reversed', 'cancelled') and tax_invoice_no is not null and not repeats_invoice;

-- The same of a credit note, which may pay for several claims.
create index claims_credit_note_ix on claims
  (supplier_id, upper(regexp_replace(credit_note_no, '\s', '', 'g'))) where credit_note_no is not null;
