-- A receipt that was withdrawn before it was posted gives its tax invoice free, as a reversed one does.
drop index purchase_order_receipts_invoice_uq;
create unique index purchase_order_receipts_invoice_uq
  on purchase_order_receipts (supplier_id, tax_invoice_no)
  where status not in ('reversed', 'cancelled') and tax_invoice_no is not null;
