-- Contracts that ran before the business kept its books here (docs/domain/money.md "Opening balances"): the
-- number that they had, the day from which on they are billed here, and what was paid of each payment before.
alter table contracts add column former_no text;
alter table contracts add column taken_over_on date;
alter table contracts add constraint contracts_former_ck check ((former_no is null) = (taken_over_on is null));
create unique index contracts_former_no_uq on contracts (company_id, lower(former_no))
  where former_no is not null and status <> 'cancelled';
alter table contract_schedule add column paid_before numeric(15, 2) not null default 0
  constraint contract_schedule_paid_before_ck check (paid_before between 0 and total);

-- What was paid before is paid: it is neither outstanding nor due.
create or replace function contract_figures(changed uuid) returns void language sql as $$
  with billed as (
    select i.status, i.balance, i.paid_amount, i.credited_amount, i.due_date, i.source_key,
      (i.source_type = 'contractInstallment' or not c.deposit_refundable) and i.customer_id = c.customer_id as counts
    from invoices i join contracts c on c.id = i.source_id
    where i.source_id = changed and i.source_type in ('contractInstallment', 'deposit')
      and i.status not in ('draft', 'void')
  ), unbilled as (
    select s.total - s.paid_before as total, s.due_date, s.counts_towards_total
    from contract_schedule s join contracts c on c.id = s.contract_id
    -- What was due before the end stays owed, also where its invoice was made void: the settlement bills it.
    where s.contract_id = changed and (c.status not in ('terminated', 'cancelled', 'expired', 'completed')
        or c.status = 'terminated' and c.settled_on is null and s.due_date < c.ended_on)
      and (s.paid_before = 0 or s.paid_before < s.total)
      and not exists (select 1 from billed b where b.source_key = s.contract_id || ':' || s.seq)
  ), before as (
    select coalesce(sum(s.paid_before), 0) as paid from contract_schedule s where s.contract_id = changed
  ), figures as (
    select
      case
        when not exists (select 1 from billed) then
          case when (select paid from before) = 0 then 'notBilled' else 'paid' end
        when exists (select 1 from billed where status = 'overdue') then 'overdue'
        when (select sum(balance) from billed) = 0 then
          case when (select sum(paid_amount) from billed) + (select paid from before) = 0 then 'refunded' else 'paid' end
        when (select sum(paid_amount) from billed) + (select paid from before) = 0 then 'unpaid'
        else 'partiallyPaid'
      end as payment_status,
      coalesce((select sum(balance) from billed where counts), 0)
        + coalesce((select sum(total) from unbilled where counts_towards_total), 0) as outstanding_amount,
      least((select min(due_date) from billed where balance > 0), (select min(due_date) from unbilled)) as next_due_date
  )
  update contracts c set payment_status = f.payment_status, outstanding_amount = f.outstanding_amount,
    next_due_date = f.next_due_date
  from figures f where c.id = changed
    and (c.payment_status, c.outstanding_amount, c.next_due_date)
      is distinct from (f.payment_status, f.outstanding_amount, f.next_due_date)
$$;
