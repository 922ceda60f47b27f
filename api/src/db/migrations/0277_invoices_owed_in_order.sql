-- What a company is still owed, in the order of its due days: rows of one day are in order as well, so
-- that a page of a million invoices needs no sort.
drop index invoices_reminded_ix;
create index invoices_reminded_ix on invoices (company_id, due_date, id) where balance > 0;
