-- What of a contract is billed and paid follows from its invoices (docs/domain/containers.md "Money"):
-- kept beside the contract, since its list filters by it, and written here alone.
create function contract_figures(changed uuid) returns void language sql as $$
  with billed as (
    select i.status, i.balance, i.paid_amount, i.credited_amount, i.due_date, i.source_key,
      i.source_type = 'contractInstallment' or not c.deposit_refundable as counts
    from invoices i join contracts c on c.id = i.source_id
    where i.source_id = changed and i.source_type in ('contractInstallment', 'deposit')
      and i.status not in ('draft', 'void')
  ), unbilled as (
    select s.total, s.due_date, s.counts_towards_total from contract_schedule s join contracts c on c.id = s.contract_id
    where s.contract_id = changed and c.status not in ('terminated', 'cancelled', 'expired', 'completed')
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

create function contract_figures_of_invoice() returns trigger language plpgsql as $$
begin
  perform contract_figures(new.source_id);
  return null;
end $$;
create trigger invoices_contract_figures after insert or update of status, paid_amount, credited_amount, grand_total
  on invoices for each row
  when (new.source_id is not null and new.source_type in ('contractInstallment', 'deposit'))
  execute function contract_figures_of_invoice();

create function contract_figures_of_contract() returns trigger language plpgsql as $$
begin
  perform contract_figures(new.id);
  return null;
end $$;
-- An update of the figures themselves asks for no further one.
create trigger contracts_figures after update of status, grand_total, outstanding_amount
  on contracts for each row when (pg_trigger_depth() = 0)
  execute function contract_figures_of_contract();
