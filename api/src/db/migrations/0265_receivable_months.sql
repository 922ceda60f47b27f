-- Ageing of any day from the balances of the month before it (ADR 0080).

-- The due date that the invoice had when the entry was posted: nobody has to look it up again.
alter table receivable_entries add column due_date date;
update receivable_entries r set due_date = coalesce(
  (select d.due_before from invoice_deferrals d where d.invoice_id = r.invoice_id and d.deferred_on > r.business_date
    order by d.deferred_on, d.created_at, d.id limit 1),
  (select iv.due_date from invoices iv where iv.id = r.invoice_id))
where r.invoice_id is not null;
alter table receivable_entries
  add constraint receivable_entries_due_ck check ((due_date is null) = (invoice_id is null));
drop index receivable_entries_day_ix;
create index receivable_entries_day_ix on receivable_entries (business_date, customer_id)
  include (invoice_id, due_date, amount);

-- Months that nothing is posted to any more, and since when their balances are summed.
create table receivable_months (
  last_day date constraint receivable_months_pk primary key,
  closed_at timestamptz not null,
  summed_at timestamptz
);

-- What was owed of each invoice at the end of a month, with the due date of then; without an invoice it
-- is credit. Derived from the entries, which hold the references.
create table receivable_balances (
  last_day date not null constraint receivable_balances_month_fk references receivable_months,
  customer_id uuid not null,
  invoice_id uuid,
  due_date date,
  amount numeric(15, 2) not null constraint receivable_balances_amount_ck check (amount <> 0)
);
create unique index receivable_balances_invoice_uq on receivable_balances (last_day, invoice_id)
  where invoice_id is not null;
create index receivable_balances_day_ix on receivable_balances (last_day, customer_id)
  include (invoice_id, due_date, amount);
create index receivable_balances_customer_ix on receivable_balances (customer_id);

-- What is posted belongs to a month that is open, and knows its due date.
create function receivable_entries_posted() returns trigger language plpgsql as $$
begin
  if exists (select from receivable_months where last_day >= new.business_date) then
    raise exception 'the month of an entry of % is closed', new.business_date using errcode = 'integrity_constraint_violation';
  end if;
  if new.due_date is null and new.invoice_id is not null then
    select due_date into new.due_date from invoices where id = new.invoice_id;
  end if;
  return new;
end $$;
create trigger receivable_entries_posted before insert on receivable_entries
  for each row execute function receivable_entries_posted();
-- All of an entry stays as it is but its customer, who may turn out to be another one's duplicate.
create trigger receivable_entries_kept before delete or update of company_id, kind, invoice_id, payment_id,
  credit_note_id, debit_note_id, amount, business_date, due_date, created_at, created_by on receivable_entries
  for each row execute function refuse_change();

-- The balances follow. Whoever sums months holds them, so that none is summed for the one before.
create function receivable_entries_moved() returns trigger language plpgsql as $$
begin
  perform from receivable_months for share;
  update receivable_balances b set customer_id = m.after
    from (select distinct o.customer_id as before, n.customer_id as after from gone o join come n using (id)
      where o.customer_id <> n.customer_id) m
    where b.customer_id = m.before;
  return null;
end $$;
create trigger receivable_entries_moved after update on receivable_entries
  referencing old table as gone new table as come
  for each statement execute function receivable_entries_moved();

create function invoice_deferrals_posted() returns trigger language plpgsql as $$
begin
  if exists (select from receivable_months where last_day >= new.deferred_on) then
    raise exception 'the month of a deferral of % is closed', new.deferred_on using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger invoice_deferrals_posted before insert on invoice_deferrals
  for each row execute function invoice_deferrals_posted();
