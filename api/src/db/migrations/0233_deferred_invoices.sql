-- Due dates that were moved (ADR 0073): what a past day looked like stays as it was.
alter table invoices add column original_due_date date;
create table invoice_deferrals (
  id uuid default new_id() constraint invoice_deferrals_pk primary key,
  invoice_id uuid not null constraint invoice_deferrals_invoice_fk references invoices on delete cascade,
  due_before date not null,
  due_after date not null,
  deferred_on date not null,
  created_at timestamptz not null,
  created_by uuid constraint invoice_deferrals_created_by_fk references users
);
create index invoice_deferrals_invoice_ix on invoice_deferrals (invoice_id, deferred_on);
create index invoice_deferrals_day_ix on invoice_deferrals (deferred_on, invoice_id);

-- What happened after a day, and what is owed or credited now: ageing begins with these.
create index receivable_entries_day_ix on receivable_entries (business_date, customer_id, invoice_id) include (amount);
drop index invoices_owed_customer_ix;
create index invoices_owed_customer_ix on invoices (customer_id, due_date) include (balance) where balance > 0;
drop index payments_credit_ix;
create index payments_credit_ix on payments (customer_id) include (credit_amount) where credit_amount > 0;
