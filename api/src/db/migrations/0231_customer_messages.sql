-- Messages to customers by e-mail, LINE and SMS, with what became of each (ADR 0071).
alter table invoice_notices
  drop constraint invoice_notices_channel_ck,
  add constraint invoice_notices_channel_ck check (channel in ('email', 'line', 'sms')),
  add column kind text not null default 'invoice'
    constraint invoice_notices_kind_ck check (kind in ('invoice', 'reminder')),
  -- Days from the due date, of a reminder that nobody sent by hand.
  add column stage smallint,
  -- Of LINE and SMS; that of an e-mail is the outbox's.
  add column status text constraint invoice_notices_status_ck check (status in ('queued', 'sent', 'failed')),
  add column error text,
  add column body_text text,
  add constraint invoice_notices_told_ck check ((channel = 'email') = (status is null));

-- Which reminder the customer had last by itself.
alter table invoices add column customer_stage smallint;
-- What may be reminded of this morning, by customer.
create index invoices_reminded_ix on invoices (company_id, due_date) where balance > 0;

-- Statements of account that were sent.
create table statement_notices (
  id uuid default new_id() constraint statement_notices_pk primary key,
  customer_id uuid not null constraint statement_notices_customer_fk references customers on delete cascade,
  start_date date not null,
  end_date date not null,
  closing numeric(15, 2) not null,
  sent_to text not null,
  mail_id uuid constraint statement_notices_mail_fk references mails on delete set null,
  sent_at timestamptz not null,
  sent_by uuid constraint statement_notices_sent_by_fk references users
);
create index statement_notices_customer_ix on statement_notices (customer_id, sent_at);
