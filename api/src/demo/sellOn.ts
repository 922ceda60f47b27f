import type { App } from '../kernel/index.ts';
import { OPTIONS } from './machineSales.ts';

/**
 * Machines of the demonstration go on selling while its server runs, each at the pace that it had, and
 * make up for the days on which none ran. One that fell a day behind the others stays silent, as the story
 * tells it. On real data it does nothing.
 */
const SELL_ON = `with running as (
    select * from product_contracts where is_active and in_force_until is null and last_sale_at is not null
  ), heard as (
    select pc.product_id, pc.contract_id, pc.company_id, pc.contract_no, pc.last_sale_at as since,
      sum(d.count)::int as told,
      sum(d.count) / greatest(86400, extract(epoch from pc.last_sale_at - pc.in_force_from)) as pace
    from running pc join product_sales_days d on d.contract_id = pc.contract_id
    where pc.last_sale_at > (select max(last_sale_at) from running) - interval '1 day'
      and exists (select from settings s where s.company_id is null and s.key = 'demonstration'
        and s.value = '"complete"')
    group by 1, 2, 3, 4, 5, pc.in_force_from
  ), counted as (
    select *, floor(pace * extract(epoch from $1::timestamptz - since))::int as sales from heard
  ), stored as (
    insert into product_transactions (company_id, product_id, contract_id, machine_txn_id, occurred_at,
      received_at, channel, status, price_option_key, item_name, quantity, amount, cost_amount)
    select company_id, product_id, contract_id, contract_no || '-' || told + n as machine_txn_id, at,
      least(at + interval '4 seconds', $1),
      (array['cash','promptpay','promptpay','promptpay','card','ewallet'])[1 + floor(random() * 6)::int],
      case when random() < 0.008 then 'failed' else 'success' end,
      ($2::text[])[kind], ($3::text[])[kind], 1, ($4::numeric[])[kind], ($5::numeric[])[kind]
    from counted, lateral (
      select n, since + ($1 - since) * ((n - random() * 0.9) / sales) as at,
        1 + floor(random() * array_length($2::text[], 1))::int as kind
      from generate_series(1, sales) n) x
    order by 4, 5
    on conflict on constraint product_transactions_machine_uq do nothing
    returning product_id, contract_id, company_id, occurred_at, channel, status, price_option_key, quantity,
      revenue, cost_amount
  ), days as (
    insert into product_sales_days as d
      (product_id, contract_id, company_id, day, channel, status, price_option_key, count, quantity, amount, cost)
    select product_id, contract_id, company_id, (occurred_at at time zone 'Asia/Bangkok')::date, channel, status,
      price_option_key, count(*)::int, sum(quantity), sum(revenue), sum(cost_amount)
    from stored group by 1, 2, 3, 4, 5, 6, 7 order by 4, 2, 5, 6, 7
    on conflict on constraint product_sales_days_uq do update set count = d.count + excluded.count,
      quantity = d.quantity + excluded.quantity, amount = d.amount + excluded.amount,
      cost = d.cost + excluded.cost
  )
  update product_contracts pc set last_sale_at = s.at
  from (select contract_id, max(occurred_at) as at from stored where status = 'success' group by 1) s
  where s.contract_id = pc.contract_id and (pc.last_sale_at is null or pc.last_sale_at < s.at)`;

/** Brings the sales of the demonstration up to now. */
export async function sellOn(app: App): Promise<void> {
  await app.pg.query(SELL_ON, [
    app.clock.now(),
    ...(['key', 'name', 'price', 'cost'] as const).map((name) =>
      OPTIONS.map((option) => option[name]),
    ),
  ]);
}
