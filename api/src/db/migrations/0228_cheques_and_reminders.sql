-- Cheques by their day, lines of statements by reference, and which reminder of an invoice was told last.
create index payments_cheque_date_ix on payments (cheque_date, id);
create index payments_status_cheque_date_ix on payments (status, cheque_date, id);
create index payments_method_cheque_date_ix on payments (method, cheque_date, id);
create index payments_customer_id_cheque_date_ix on payments (customer_id, cheque_date, id);
create index payments_bank_account_id_cheque_date_ix on payments (bank_account_id, cheque_date, id);
create index payments_sale_id_cheque_date_ix on payments (sale_id, cheque_date, id);
create index payments_created_by_cheque_date_ix on payments (created_by, cheque_date, id);

create index bank_lines_reference_ix on bank_lines (upper(reference)) where reference <> '';
create index bank_lines_payer_reference_ix on bank_lines (upper(payer_reference)) where payer_reference <> '';

-- Days before (negative) or after the due date of the reminder that its people had last.
alter table invoices add column reminded_stage smallint;
-- What was due before today was told, or nobody waits for it any more.
update invoices set reminded_stage = 30 where status = 'overdue';
