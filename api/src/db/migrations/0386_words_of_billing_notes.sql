-- Billing notes are found by the numbers of their invoices through the invoices, which not everybody may
-- read; their own words no longer hold those numbers.
update billing_notes bn set search_text = (
  select coalesce(string_agg(word, ' ' order by at), '')
  from unnest(string_to_array(bn.search_text, ' ')) with ordinality as w (word, at)
  where not exists (select 1 from billing_note_lines l join invoices iv on iv.id = l.invoice_id
    where l.billing_note_id = bn.id and upper(iv.document_no) = upper(word)));
