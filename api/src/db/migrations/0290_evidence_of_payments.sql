-- What proves one payment (docs/domain/containers.md "Money"). Cheques and certificates have their numbers
-- from books: each account of a bank has books of its own, and certificates begin anew with each year.
drop index payments_cheque_uq;
create unique index payments_cheque_uq on payments (company_id, payer_bank, cheque_no, amount, cheque_date)
  where cheque_no is not null and status not in ('rejected', 'reversed');
drop index payments_wht_cert_uq;
create unique index payments_wht_cert_uq
  on payments (company_id, customer_id, wht_cert_no, (extract(year from wht_cert_date)))
  where wht_cert_no is not null and status not in ('rejected', 'reversed');

-- A bank gives several movements of one day and amount the same reference; each of its lines may be a payment.
alter table payments add column reference_occurrence smallint not null default 1;
drop index payments_reference_uq;
create unique index payments_reference_uq
  on payments (bank_account_id, upper(bank_reference), amount, document_date, reference_occurrence)
  where bank_reference is not null and status not in ('rejected', 'reversed');
