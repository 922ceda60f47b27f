-- A supplier's paper is the same in other letters and with other spaces, and books of numbers may begin
-- anew each year (docs/domain/warehouse.md 1.11).
drop index purchase_order_receipts_invoice_uq;
create unique index purchase_order_receipts_invoice_uq on purchase_order_receipts
  (supplier_id, upper(regexp_replace(tax_invoice_no, '\s', '', 'g')), extract(year from tax_invoice_date))
  where status not in ('reversed', 'cancelled') and tax_invoice_no is not null;

-- The same of a credit note, which may pay for several claims.
create index claims_credit_note_ix on claims
  (supplier_id, upper(regexp_replace(credit_note_no, '\s', '', 'g'))) where credit_note_no is not null;
