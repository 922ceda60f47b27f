-- A credit note loses its tax in parts, when the payments that it freed go back one after another. A tax
-- invoice is cancelled once. Cancellations of notes are positive, those of tax invoices negative.
alter table tax_entries drop constraint tax_entries_cancels_uq;
create index tax_entries_cancels_ix on tax_entries (cancels_id) where cancels_id is not null;
create unique index tax_entries_cancels_uq on tax_entries (cancels_id) where grand_total < 0;
