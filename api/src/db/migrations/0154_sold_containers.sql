-- Containers that are sold or leased, and what they sell (domain-containers 1.1).

-- A container under a contract that is or was in force: one row for each contract. A sale that a
-- container reports belongs to the row that was in force at that moment.
create table product_contracts (
  id uuid default new_id() constraint product_contracts_pk primary key,
  version integer not null default 1,
  contract_id uuid not null constraint product_contracts_contract_uq unique,
  contract_no text not null,
  product_id uuid not null constraint product_contracts_product_fk references products,
  company_id uuid not null constraint product_contracts_company_fk references companies,
  customer_id uuid not null constraint product_contracts_customer_fk references customers,
  -- The present salesperson: whose containers, transactions and alerts they are.
  sale_id uuid not null constraint product_contracts_sale_fk references users,
  sale_status text not null constraint product_contracts_sale_status_ck check (sale_status in ('sold', 'leased')),
  serial_number text not null,
  product_model_id uuid not null constraint product_contracts_model_fk references product_models,
  in_force_from timestamptz not null,
  in_force_until timestamptz,
  is_active boolean not null default false,
  active_since timestamptz,
  is_line_enabled boolean not null default false,
  -- User or group that LINE messages go to.
  line_target text,
  -- Encrypted; never read out.
  line_token bytea,
  last_sale_at timestamptz,
  -- The sale after which it fell silent, and the day of the fall, that were told.
  told_silence_of timestamptz,
  told_drop_on date,
  created_at timestamptz not null,
  created_by uuid constraint product_contracts_created_by_fk references users,
  updated_at timestamptz not null,
  updated_by uuid constraint product_contracts_updated_by_fk references users,
  constraint product_contracts_line_ck
    check (not is_line_enabled or (line_target is not null and line_token is not null)),
  constraint product_contracts_active_ck check (is_active = (active_since is not null)),
  constraint product_contracts_over_ck check (in_force_until is null or not is_active),
  constraint product_contracts_period_ck check (in_force_until is null or in_force_until >= in_force_from)
);
create unique index product_contracts_current_uq on product_contracts (product_id) where in_force_until is null;
create index product_contracts_product_ix on product_contracts (product_id, in_force_from);
create index product_contracts_search_ix on product_contracts
  using gin (fold_search(serial_number || ' ' || contract_no) gin_trgm_ops);
create index product_contracts_no_ix on product_contracts (contract_no, contract_id);
create index product_contracts_company_no_ix on product_contracts (company_id, contract_no, contract_id);
create index product_contracts_sale_no_ix on product_contracts (sale_id, contract_no, contract_id);
create index product_contracts_active_ix on product_contracts (last_sale_at, id) where is_active and in_force_until is null;
create index product_contracts_serial_ix on product_contracts (serial_number, id) where in_force_until is null;
create index product_contracts_last_ix on product_contracts (last_sale_at, id) where in_force_until is null;
create index product_contracts_company_serial_ix on product_contracts (company_id, serial_number, id) where in_force_until is null;
create index product_contracts_company_last_ix on product_contracts (company_id, last_sale_at, id) where in_force_until is null;
create index product_contracts_sale_serial_ix on product_contracts (sale_id, serial_number, id) where in_force_until is null;
create index product_contracts_sale_last_ix on product_contracts (sale_id, last_sale_at, id) where in_force_until is null;
create index product_contracts_customer_serial_ix on product_contracts (customer_id, serial_number, id) where in_force_until is null;
create index product_contracts_customer_last_ix on product_contracts (customer_id, last_sale_at, id) where in_force_until is null;
create index product_contracts_model_serial_ix on product_contracts (product_model_id, serial_number, id) where in_force_until is null;
create index product_contracts_model_last_ix on product_contracts (product_model_id, last_sale_at, id) where in_force_until is null;
create index product_contracts_sold_serial_ix on product_contracts (sale_status, serial_number, id) where in_force_until is null;
create index product_contracts_sold_last_ix on product_contracts (sale_status, last_sale_at, id) where in_force_until is null;
create index product_contracts_is_active_serial_ix on product_contracts (is_active, serial_number, id) where in_force_until is null;
create index product_contracts_is_active_last_ix on product_contracts (is_active, last_sale_at, id) where in_force_until is null;

-- Costs, prices and settings, each from a day on. What holds on a day is the latest row that is not
-- taken back; rows are never overwritten.
create table product_contract_changes (
  id uuid default new_id() constraint product_contract_changes_pk primary key,
  product_contract_id uuid not null constraint product_contract_changes_owner_fk references product_contracts,
  kind text not null constraint product_contract_changes_kind_ck check (kind in ('cost', 'priceOptions', 'setting')),
  value jsonb not null,
  effective_on date not null,
  created_at timestamptz not null,
  created_by uuid constraint product_contract_changes_created_by_fk references users,
  reverted_at timestamptz,
  reverted_by uuid constraint product_contract_changes_reverted_by_fk references users,
  reverted_reason text,
  constraint product_contract_changes_revert_ck check ((reverted_at is null) = (reverted_reason is null))
);
create index product_contract_changes_owner_ix on product_contract_changes (product_contract_id, kind, effective_on, created_at);

-- What containers have sold. Rows are added and never changed; only the contract of one that waited
-- for it is filled in.
create table product_transactions (
  id uuid default new_id() constraint product_transactions_pk primary key,
  company_id uuid not null,
  product_id uuid not null constraint product_transactions_product_fk references products,
  -- Null: no contract was in force; it waits.
  contract_id uuid constraint product_transactions_contract_fk references product_contracts (contract_id),
  machine_txn_id text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  channel text not null constraint product_transactions_channel_ck
    check (channel in ('cash', 'promptpay', 'card', 'ewallet', 'free')),
  status text not null constraint product_transactions_status_ck check (status in ('success', 'refunded', 'failed')),
  -- The sale that is paid back, where it was reported before.
  refund_of text,
  price_option_key text,
  item_name text,
  quantity numeric(12, 3) not null constraint product_transactions_quantity_ck check (quantity > 0),
  amount numeric(15, 2) not null constraint product_transactions_amount_ck check (amount >= 0),
  cost_amount numeric(15, 2) not null,
  raw_ref text,
  -- What it adds to revenue: nothing where it failed or was paid back at once.
  revenue numeric(15, 2) not null generated always as
    (case when status = 'success' then amount when status = 'refunded' and refund_of is not null then -amount else 0 end) stored,
  -- Which key sent it.
  key_id uuid,
  constraint product_transactions_machine_uq unique (product_id, machine_txn_id),
  constraint product_transactions_refund_ck check (refund_of is null or status = 'refunded')
);
create index product_transactions_occurred_ix on product_transactions (occurred_at, id);
create index product_transactions_company_ix on product_transactions (company_id, occurred_at, id);
create index product_transactions_product_ix on product_transactions (product_id, occurred_at, id);
create index product_transactions_contract_ix on product_transactions (contract_id, occurred_at, id);
create index product_transactions_unusual_ix on product_transactions (status, occurred_at, id) where status <> 'success';
create index product_transactions_waiting_ix on product_transactions (occurred_at, id) where contract_id is null;

create function refuse_transaction_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.contract_id is null and new.contract_id is not null
    -- The generated column is not computed yet.
    and to_jsonb(new) - '{contract_id,company_id,revenue}'::text[] = to_jsonb(old) - '{contract_id,company_id,revenue}'::text[] then
    return new;
  end if;
  raise exception 'transactions of containers are append-only' using errcode = 'restrict_violation';
end $$;
create trigger product_transactions_append_only before update or delete on product_transactions
  for each row execute function refuse_transaction_change();
create trigger product_transactions_no_truncate before truncate on product_transactions
  for each statement execute function refuse_change();

-- Sums of each Bangkok day, kept with the transactions: figures and charts read these.
create table product_sales_days (
  product_id uuid not null,
  contract_id uuid,
  company_id uuid not null,
  day date not null,
  channel text not null,
  status text not null,
  price_option_key text,
  count integer not null,
  quantity numeric(15, 3) not null,
  amount numeric(15, 2) not null,
  cost numeric(15, 2) not null,
  constraint product_sales_days_uq unique nulls not distinct
    (product_id, day, contract_id, channel, status, price_option_key)
);
create index product_sales_days_day_ix on product_sales_days (day);
create index product_sales_days_contract_ix on product_sales_days (contract_id, day);
create index product_sales_days_company_ix on product_sales_days (company_id, day);

-- Gives waiting transactions to the contract that was in force when they happened, with their sums.
-- A null argument means every container.
create function assign_waiting_transactions(only_product uuid) returns integer language plpgsql as $$
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
    from (select contract_id, max(occurred_at) as at from assigned where status = 'success' group by 1) a
    where pc.contract_id = a.contract_id
  )
  select count(*) into moved from assigned;
  delete from product_sales_days where contract_id is null and count = 0
    and (only_product is null or product_id = only_product);
  return moved;
end $$;
