-- Tax invoices that take the place of others: name, address, tax id or branch of the buyer was wrong (ADR 0055).
alter table tax_entries
  add column replaces_id uuid constraint tax_entries_replaces_fk references tax_entries,
  -- The day that it bears where that is another than the day of the register: that of the one it replaces.
  add column printed_date date,
  -- The buyer as it should have been.
  add column customer_snapshot jsonb,
  add constraint tax_entries_replaces_uq unique (replaces_id),
  add constraint tax_entries_replaces_ck check (replaces_id is null
    or (kind = 'taxInvoice' and printed_date is not null and customer_snapshot is not null));
