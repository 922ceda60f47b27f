-- A contract may have had several containers, one after another (docs/adr/0091): each has a row of its
-- own, and names the one that took its place. What reads a contract's parties reads the last.
alter table product_transactions drop constraint product_transactions_contract_fk;
alter table product_contracts drop constraint product_contracts_contract_uq;
alter table product_contracts
  -- Written before the row that it names.
  add column replaced_by_id uuid constraint product_contracts_replaced_by_fk references product_contracts
    deferrable initially deferred,
  add constraint product_contracts_replaced_ck check (replaced_by_id is null or in_force_until is not null);
create unique index product_contracts_contract_uq on product_contracts (contract_id) where replaced_by_id is null;
create unique index product_contracts_replaced_by_uq on product_contracts (replaced_by_id) where replaced_by_id is not null;

-- A container that is lost at its customer says where it stood; one that a receipt did not find was taken
-- down before.
update products set site = null, installed_at = null, installed_by = null where status = 'lost';

-- What goes on with a warranty.
create index warranties_previous_ix on warranties (previous_id) where previous_id is not null;

-- Gives waiting transactions to the contract that was in force when they happened, with their sums.
-- A null argument means every container.
create or replace function assign_waiting_transactions(only_product uuid) returns integer language plpgsql as $$
declare moved integer;
begin
  with assigned as (
    update product_transactions t set contract_id = pc.contract_id, company_id = pc.company_id
    from product_contracts pc
    where t.contract_id is null and (only_product is null or t.product_id = only_product)
      and pc.product_id = t.product_id and t.occurred_at >= pc.in_force_from
      and (pc.in_force_until is null or t.occurred_at < pc.in_force_until)
    returning t.*
  ), sums as (
    select product_id, contract_id, company_id, (occurred_at at time zone 'Asia/Bangkok')::date as day,
      channel, status, price_option_key, count(*)::int as count, sum(quantity) as quantity,
      sum(revenue) as amount, sum(cost_amount) as cost
    from assigned group by 1, 2, 3, 4, 5, 6, 7
  ), taken as (
    update product_sales_days d set count = d.count - s.count, quantity = d.quantity - s.quantity,
      amount = d.amount - s.amount, cost = d.cost - s.cost
    from (select product_id, day, channel, status, price_option_key, sum(count)::int as count,
        sum(quantity) as quantity, sum(amount) as amount, sum(cost) as cost
      from sums group by 1, 2, 3, 4, 5) s
    where d.contract_id is null and d.product_id = s.product_id and d.day = s.day and d.channel = s.channel
      and d.status = s.status and d.price_option_key is not distinct from s.price_option_key
  ), given as (
    insert into product_sales_days as d
      (product_id, contract_id, company_id, day, channel, status, price_option_key, count, quantity, amount, cost)
    select product_id, contract_id, company_id, day, channel, status, price_option_key, count, quantity, amount, cost
    from sums order by 1, 4, 2, 5, 6, 7
    on conflict on constraint product_sales_days_uq do update set count = d.count + excluded.count,
      quantity = d.quantity + excluded.quantity, amount = d.amount + excluded.amount, cost = d.cost + excluded.cost
  ), latest as (
    update product_contracts pc set last_sale_at = greatest(pc.last_sale_at, a.at)
    from (select contract_id, product_id, max(occurred_at) as at from assigned where status = 'success' group by 1, 2) a
    where pc.contract_id = a.contract_id and pc.product_id = a.product_id and pc.replaced_by_id is null
  )
  select count(*) into moved from assigned;
  delete from product_sales_days where contract_id is null and count = 0
    and (only_product is null or product_id = only_product);
  return moved;
end $$;
