import { newId, SYSTEM } from '../../../kernel/index.ts';
import type { TestApp } from '../../../testing/index.ts';
import { plantContainer } from '../../containers/testing/planted.ts';
import { plantCustomer } from '../../partners/testing/planted.ts';
import { contractInForce } from '../index.ts';

interface Planting {
  readonly companyId: string;
  readonly warehouseId: string;
  /** The salesperson; anybody by default. */
  readonly saleId?: string;
  /** When its contract came in force. */
  readonly from?: string;
}

export interface PlantedSold {
  /** Of the row under its contract. */
  readonly id: string;
  readonly productId: string;
  readonly contractId: string;
  readonly serialNumber: string;
}

/** A container that stands at a customer under a contract in force, as rows. */
export async function plantSold(test: TestApp, planting: Planting): Promise<PlantedSold> {
  const { pg } = test.app;
  const { productId } = await plantContainer(test, planting);
  await pg.query(
    `update products set status = 'installed', sale_status = 'sold',
       site = '{"holder": "Siam Snacks", "address": "9 Sathon Road"}' where id = $1`,
    [productId],
  );
  return putUnderContract(test, { ...planting, productId });
}

/** A contract that comes in force for a container. */
export async function putUnderContract(
  { app }: TestApp,
  {
    productId,
    companyId,
    saleId,
    from = '2026-01-01T00:00:00+07:00',
  }: Planting & { readonly productId: string },
): Promise<PlantedSold> {
  const customerId = await plantCustomer({ app } as TestApp, {
    companyId,
    ...(saleId === undefined ? {} : { saleId }),
  });
  const contractId = newId();
  const { rows } = await app.pg.query<{ saleId: string }>(
    'select sale_id as "saleId" from customers where id = $1',
    [customerId],
  );
  await app.transaction({ actor: SYSTEM }, (ctx) =>
    contractInForce(ctx, {
      contractId,
      contractNo: `CT-${contractId.slice(-8)}`,
      productId,
      companyId,
      customerId,
      saleId: rows[0]?.saleId ?? '',
      saleStatus: 'sold',
      from: new Date(from),
    }),
  );
  const row = await app.db
    .selectFrom('productContracts')
    .where('contractId', '=', contractId)
    .select(['id', 'serialNumber'])
    .executeTakeFirstOrThrow();
  return { ...row, productId, contractId };
}

/** Transactions whose contract never had their container; no foreign key refuses them (docs/adr/0033). */
export async function strayTransactions({ app }: TestApp): Promise<readonly unknown[]> {
  const { rows } = await app.pg.query(
    `select t.product_id, t.contract_id, t.machine_txn_id from product_transactions t
     where t.contract_id is not null and not exists (select 1 from product_contracts pc
       where pc.contract_id = t.contract_id and pc.product_id = t.product_id
         and t.occurred_at >= pc.in_force_from)`,
  );
  return rows;
}

/**
 * As many contracts and sales as the query plans need: every container that there is under a contract,
 * half of the sales of one of them, one in fifty without a contract.
 */
export async function fillSold({ app }: TestApp, rows: number): Promise<void> {
  await app.pg.query(
    `insert into product_contracts (contract_id, contract_no, product_id, company_id, customer_id, sale_id,
       sale_status, serial_number, product_model_id, in_force_from, in_force_until, is_active, active_since,
       last_sale_at, created_at, updated_at)
     select new_id(), 'CT' || lpad(n::text, 8, '0'), p.id, p.company_id, c[case when n % 2 = 0 then 1 else 2 + n % 900 end],
       u[case when n % 2 = 0 then 1 when n % 10007 = 0 then 2 else 3 + n % 50 end],
       (array['sold','leased'])[1 + n % 2], p.serial_number, p.product_model_id, timestamptz '2025-05-01 02:00Z',
       case when n % 5 = 0 then timestamptz '2026-05-01 02:00Z' end, n % 5 > 1,
       case when n % 5 > 1 then timestamptz '2025-05-01 02:00Z' end,
       case when n % 7 > 0 then timestamptz '2025-05-01 02:00Z' + n * interval '15 minutes' end, now(), now()
     from (select *, row_number() over (order by id) as n from products) p,
       (select array_agg(id order by code = 'C7' desc, id) as c from (select id, code from customers limit 2000) y) x,
       (select array_agg(id order by username = 'u7' desc, username = 'u77' desc, id) as u from users) z`,
  );
  // Templates of one company's models, and settings of which every third is another.
  await app.pg.query(
    `insert into product_setting_templates (company_id, product_model_id, setting, updated_at)
     select c.id, m.id, '{"temperatureC": 4}', now()
     from (select id from companies order by code limit 1) c,
       (select id from product_models order by code limit 500) m`,
  );
  await app.pg.query(
    `insert into product_contract_changes (product_contract_id, kind, value, effective_on, created_at)
     select id, 'setting', jsonb_build_object('temperatureC', case when n % 3 = 0 then 2 else 4 end),
       date '2025-05-01', now()
     from (select id, row_number() over (order by contract_no) as n from product_contracts) x`,
  );
  await app.pg.query(
    `insert into product_transactions (company_id, product_id, contract_id, machine_txn_id, occurred_at, received_at,
       channel, status, price_option_key, quantity, amount, cost_amount)
     select p.company_id, p.product_id, case when n % 50 > 0 then p.contract_id end, 'T' || n,
       timestamptz '2025-05-01 02:00Z' + interval '15 minutes' * (n * 50000.0 / $1), now(),
       (array['cash','promptpay','promptpay','card','ewallet','free'])[1 + n % 6],
       case when n % 100 = 0 then 'failed' when n % 101 = 0 then 'refunded' else 'success' end,
       'o' || n % 10, 1, 20, 8
     from generate_series(1, $1::int) n
     join (select *, row_number() over (order by contract_no) as k from product_contracts) p
       on p.k = case when n % 2 = 0 then 1 else 1 + n % (select count(*) from product_contracts) end`,
    [rows],
  );
  await app.pg.query(
    `insert into product_sales_days (product_id, contract_id, company_id, day, channel, status, price_option_key,
       count, quantity, amount, cost)
     select product_id, contract_id, company_id, (occurred_at at time zone 'Asia/Bangkok')::date, channel, status,
       price_option_key, count(*), sum(quantity), sum(revenue), sum(cost_amount)
     from product_transactions group by 1, 2, 3, 4, 5, 6, 7`,
  );
}
