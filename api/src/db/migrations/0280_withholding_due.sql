-- What a customer still withholds follows what is charged after notes: of an invoice of which half was
-- credited, half the tax. wht_amount stays as it was printed.
alter table invoices
  add column wht_due numeric(15, 2) not null generated always as (case when grand_total = 0 then 0
    else round(wht_amount * (grand_total + debited_amount - credited_amount) / grand_total, 2) end) stored;

drop index invoices_certificate_missing_ix;
drop index invoices_certificate_missing_no_ix;
drop index invoices_certificate_missing_customer_ix;
create index invoices_certificate_missing_ix on invoices (due_date, id)
  where balance > 0 and balance <= wht_due - wht_paid;
create index invoices_certificate_missing_no_ix on invoices (document_no, id)
  where balance > 0 and balance <= wht_due - wht_paid;
create index invoices_certificate_missing_customer_ix on invoices (customer_id, due_date, id)
  where balance > 0 and balance <= wht_due - wht_paid;
