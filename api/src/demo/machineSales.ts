import type { Contract, RowOf } from '@boxyard/shared/contract';
import { type App, SYSTEM } from '../kernel/index.ts';
import type { Office } from './office.ts';

const MANAGER = 'sales-manager';
/** Sales of all machines together; those that run longer have more of them. */
const SALES = 200_000;
/** One container in so many sells nothing any more. */
const SILENT = 12;
/** Days for which a silent one has not been heard of. */
const SILENT_DAYS = 4;

type Sold = RowOf<Contract['productContracts.list']>;

/** What is offered, by the key that a machine reports. */
export const OPTIONS = [
  { key: 'water', name: 'น้ำดื่ม 600 มล.', price: '10.00', cost: '4.20' },
  { key: 'soda', name: 'น้ำอัดลม 325 มล.', price: '17.00', cost: '9.80' },
  { key: 'tea', name: 'ชาเขียว 420 มล.', price: '20.00', cost: '11.50' },
  { key: 'coffee', name: 'กาแฟกระป๋อง 180 มล.', price: '18.00', cost: '10.10' },
  { key: 'chips', name: 'มันฝรั่งทอดกรอบ', price: '25.00', cost: '15.40' },
] as const;

/**
 * What the containers under contract have sold, in one statement: as two hundred calls of a thousand
 * sales each it would be half of the first start. It reaches the moment at which somebody starts the
 * demonstration, not the evening of the story's last day: else all of them would look silent at once.
 */
export async function sellFromMachines(
  app: App,
  { office, until }: { readonly office: Office; readonly until: Date },
): Promise<void> {
  const sold = await office.rows<Sold>(MANAGER, 'productContracts.list', { limit: '100' });
  for (const { productId, version } of sold) {
    await office.act(MANAGER, 'productContracts.active', {
      body: { productId, version, active: true, reason: 'ติดตั้งและทดสอบแล้ว' },
    });
  }
  const values = [
    SALES,
    SILENT,
    SILENT_DAYS,
    until,
    ...(['key', 'name', 'price', 'cost'] as const).map((name) =>
      OPTIONS.map((option) => option[name]),
    ),
  ];
  // On one connection: what is drawn follows from the seed.
  await app.transaction({ actor: SYSTEM }, async ({ pg }) => {
    // On since the contract began: a machine that was switched on hours ago is not silent yet.
    await pg.query('update product_contracts set active_since = in_force_from where is_active');
    await pg.query('select setseed(0.4)');
    await pg.query(
      `with under_contract as (
         select pc.*, row_number() over (order by contract_no) as place,
           coalesce(in_force_until, $4::timestamptz) as until
         from product_contracts pc
       ), spans as (
         select *, until - case when place % $2::int = 0 then make_interval(days => $3::int) else '0' end as last
         from under_contract
       ), counted as (
         select *, greatest(0, floor($1::int * extract(epoch from last - in_force_from)
           / sum(extract(epoch from last - in_force_from)) over ()))::int as sales
         from spans where last > in_force_from
       )
       insert into product_transactions (company_id, product_id, contract_id, machine_txn_id, occurred_at,
         received_at, channel, status, price_option_key, item_name, quantity, amount, cost_amount)
       select company_id, product_id, contract_id, contract_no || '-' || n, at, at + interval '4 seconds',
         (array['cash','promptpay','promptpay','promptpay','card','ewallet'])[1 + floor(random() * 6)::int],
         case when random() < 0.008 then 'failed' else 'success' end,
         ($5::text[])[kind], ($6::text[])[kind], 1, ($7::numeric[])[kind], ($8::numeric[])[kind]
       from counted, lateral (
         select n, in_force_from + (last - in_force_from) * ((n - random()) / sales) as at,
           1 + floor(random() * array_length($5::text[], 1))::int as kind
         from generate_series(1, sales) n) x`,
      values,
    );
    await pg.query(
      `insert into product_sales_days (product_id, contract_id, company_id, day, channel, status, price_option_key,
         count, quantity, amount, cost)
       select product_id, contract_id, company_id, (occurred_at at time zone 'Asia/Bangkok')::date, channel, status,
         price_option_key, count(*), sum(quantity), sum(revenue), sum(cost_amount)
       from product_transactions group by 1, 2, 3, 4, 5, 6, 7`,
    );
    await pg.query(
      `update product_contracts pc set last_sale_at = s.at
       from (select contract_id, max(occurred_at) as at from product_transactions where status = 'success'
         group by 1) s where s.contract_id = pc.contract_id`,
    );
  });
}
