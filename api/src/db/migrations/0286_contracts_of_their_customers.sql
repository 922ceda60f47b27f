-- The rest of a payment that a contract's earlier customer began to pay goes to the customer after by a
-- credit note (docs/domain/money.md "What a contract owes").
alter table credit_notes drop constraint credit_notes_cause_ck;
alter table credit_notes add constraint credit_notes_cause_ck
  check (cause in ('returned', 'priceReduced', 'overcharged', 'terminated', 'handedOver'));

-- Outstanding of a contract is what its present customer owes of it: what an earlier one still owes stands
-- in that customer's account alone.
create or replace function contract_figures(changed uuid) returns void language sql as $$
  with billed as (
    select i.status, i.balance, i.paid_amount, i.credited_amount, i.due_date, i.source_key,
      (i.source_type = 'contractInstallment' or not c.deposit_refundable) and i.customer_id = c.customer_id as counts
    from invoices i join contracts c on c.id = i.source_id
    where i.source_id = changed and i.source_type in ('contractInstallment', 'deposit')
      and i.status not in ('draft', 'void')
  ), unbilled as (
    select s.total, s.due_date, s.counts_towards_total from contract_schedule s join contracts c on c.id = s.contract_id
    -- What was due before the end stays owed, also where its invoice was made void: the settlement bills it.
    where s.contract_id = changed and (c.status not in ('terminated', 'cancelled', 'expired', 'completed')
        or c.status = 'terminated' and c.settled_on is null and s.due_date < c.ended_on)
      and not exists (select 1 from billed b where b.source_key = s.contract_id || ':' || s.seq)
  ), figures as (
    select
      case
        when not exists (select 1 from billed) then 'notBilled'
        when exists (select 1 from billed where status = 'overdue') then 'overdue'
        when (select sum(balance) from billed) = 0 then
          case when (select sum(paid_amount) from billed) = 0 then 'refunded' else 'paid' end
        when (select sum(paid_amount) from billed) = 0 then 'unpaid'
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
drop trigger invoices_contract_figures on invoices;
create trigger invoices_contract_figures
  after insert or update of status, paid_amount, credited_amount, debited_amount, grand_total, customer_id
  on invoices for each row
  when (new.source_id is not null and new.source_type in ('contractInstallment', 'deposit'))
  execute function contract_figures_of_invoice();
drop trigger contracts_figures on contracts;
create trigger contracts_figures after update of status, grand_total, outstanding_amount, customer_id
  on contracts for each row when (pg_trigger_depth() = 0)
  execute function contract_figures_of_contract();
select contract_figures(c.id) from contracts c where c.status = 'terminated' and c.settled_on is null
  or exists (select 1 from invoices i
    where i.source_id = c.id and i.customer_id <> c.customer_id and i.balance > 0);
