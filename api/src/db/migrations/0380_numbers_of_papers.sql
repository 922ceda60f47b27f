-- The number of somebody else's paper is the same in other letters, digits and widths, and with other spaces.
-- `paperKey` of shared/src/domain/values/paperKey.ts says the same.
create function paper_key(value text) returns text language sql immutable as $$
  select lower(regexp_replace(translate(normalize(value, NFKC), '๐๑๒๓๔๕๖๗๘๙', '0123456789'), '\s', '', 'g'))
$$;

drop index purchase_order_receipts_invoice_uq;
-- Papers that came in twice under the narrower rule stay as they are; the later ones hold nobody up.
update purchase_order_receipts r set repeats_invoice = true
  where r.status not in ('reversed', 'cancelled') and not r.repeats_invoice
    and exists (select 1 from purchase_order_receipts e
      where e.supplier_id = r.supplier_id and e.id < r.id and e.status not in ('reversed', 'cancelled')
        and paper_key(e.tax_invoice_no) = paper_key(r.tax_invoice_no)
        and extract(year from e.tax_invoice_date) = extract(year from r.tax_invoice_date));
create unique index purchase_order_receipts_invoice_uq on purchase_order_receipts
  (supplier_id, paper_key(tax_invoice_no), extract(year from tax_invoice_date))
  where status not in ('reversed', 'cancelled') and tax_invoice_no is not null and not repeats_invoice;

drop index claims_credit_note_ix;
create index claims_credit_note_ix on claims
  (supplier_id, paper_key(credit_note_no)) where credit_note_no is not null;
