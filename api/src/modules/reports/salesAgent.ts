import { addDays } from '@boxyard/shared/domain';
import { VERIFIED_PAYMENT_STATUSES } from '@boxyard/shared/domain/money/paymentMachine.ts';
import { AGREED_CONTRACT_STATUSES } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { SETTINGS } from '@boxyard/shared/domain/settings/settings.ts';
import { sql } from 'kysely';
import { type Ctx, today } from '../../kernel/index.ts';
import { type Days, defineReport } from './defineReport.ts';
import { share, sum } from './measures.ts';
import { defineSums, type Facts } from './sums.ts';

const money = (field: string) => sql`(c.totals->>${sql.lit(field)})::numeric`;

/** Per cent of the company's setting that is in force on a contract's day. */
const RATE = sql`coalesce((select (v.value #>> '{}')::numeric from setting_values v
  where v.company_id = c.company_id and v.key = 'sales.commissionPercent' and v.user_id is null
    and v.product_model_id is null and v.effective_from <= c.document_date
  order by v.effective_from desc, v.id desc limit 1), ${sql.lit(SETTINGS['sales.commissionPercent'].initial)}::numeric)`;

const lastOfMonth = (day: string): string =>
  addDays(`${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1);

/** The target that is in force in a month. */
const TARGET = sql`coalesce((select (v.value #>> '{}')::numeric from setting_values v
  where v.user_id = f.sale_id and v.key = 'sales.target' and v.company_id = f.company_id
    and v.effective_from <= f.period
  order by v.effective_from desc, v.id desc limit 1), ${sql.lit(SETTINGS['sales.target'].initial)}::numeric)`;

const BASE = sql`c.grand_total - ${money('vatAmount')}`;

/** Contracts that were agreed, and the commission of each by the setting of its day. */
const agreed = defineSums({
  source: 'agreed',
  facts: ({ db }) =>
    db
      .selectFrom('contracts as c')
      .where('c.status', 'in', AGREED_CONTRACT_STATUSES) as unknown as Facts,
  day: 'c.document_date',
  scope: () => ({ company: 'c.company_id' }),
  by: { sale: sql`c.sale_id` },
  parts: () => [
    sql`sum(c.grand_total)`,
    sql`sum(c.outstanding_amount)`,
    sql`sum(${money('subTotal')})`,
    sql`sum(${money('discountTotal')})`,
    sql`count(c.previous_contract_id)`,
    sql`sum(${BASE})`,
    sql`sum(round((${BASE}) * ${RATE} / 100, 2))`,
  ],
});

/** Money that came in. A deposit that was given back is none. */
const collected = defineSums({
  source: 'collected',
  facts: ({ db }) =>
    db
      .selectFrom('payments as p')
      .where('p.saleId', 'is not', null)
      .where('p.method', '<>', 'deposit')
      .where('p.status', 'in', VERIFIED_PAYMENT_STATUSES) as unknown as Facts,
  day: 'p.document_date',
  scope: () => ({ company: 'p.company_id' }),
  by: { sale: sql`p.sale_id` },
  parts: () => [sql`sum(p.amount - p.refunded_amount)`],
});

interface Month {
  readonly id: string;
  readonly companyId: string;
  readonly saleId: string;
  readonly period: string;
}

/**
 * A row for each salesperson, company and month in which something was agreed, came in or was aimed at. The id is made of what the row is about, in the
 * form of a UUID of one's own making (version 8). Only facts of the months whose first day is asked for
 * are read.
 */
const months = (ctx: Ctx, { startDate, endDate }: Days) => {
  const asked = {
    startDate,
    // A month is whole, though a query ends within it.
    endDate: endDate === undefined ? undefined : lastOfMonth(endDate),
  };
  return sql<Month>`(
  select overlay(overlay(md5(f.company_id::text || f.sale_id || f.period) placing '8' from 13)
    placing 'a' from 17)::uuid as id, f.*, ${TARGET} as target
  from (
    select company_id, sale_id, period, sum(contracts) as contracts, sum(value) as value,
      sum(outstanding) as outstanding, sum(price) as price, sum(discount) as discount,
      sum(renewals) as renewals, sum(commission_base) as commission_base,
      sum(commission) as commission, sum(collected) as collected
    from (
      select company_id, key::uuid as sale_id, month as period, lines as contracts,
        parts[1] as value, parts[2] as outstanding, parts[3] as price, parts[4] as discount,
        parts[5] as renewals, parts[6] as commission_base, parts[7] as commission, 0 as collected
      from ${agreed.byMonth(ctx, 'sale', asked)} f
      union all
      select company_id, key::uuid, month, 0, 0, 0, 0, 0, 0, 0, 0, parts[1]
      from ${collected.byMonth(ctx, 'sale', asked)} f
      union all
      select v.company_id, v.user_id, month::date, 0, 0, 0, 0, 0, 0, 0, 0, 0
      from setting_values v, generate_series(date_trunc('month', v.effective_from::timestamp),
        ${today(ctx.clock)}::timestamp, interval '1 month') month
      where v.key = 'sales.target' and v.user_id is not null
    ) facts
    group by company_id, sale_id, period
  ) f
)`;
};

/** Salespeople month by month (domain-containers 5). A month is cut by its first day. */
export const salesAgentReport = defineReport('reports.salesAgent', {
  id: 'd.id',
  from: (ctx, days) =>
    ctx.db.selectFrom(months(ctx, days).as('d')).innerJoin('users as u', 'u.id', 'd.saleId'),
  // The same two columns cut contracts to those that somebody sees.
  scope: 'contracts',
  columns: {
    period: 'd.period',
    sale: 'd.sale_id',
    team: 'u.team_id',
    company: 'd.company_id',
    contracts: sql`d.contracts`,
    value: sql`d.value`,
    collected: sql`d.collected`,
    outstanding: sql`d.outstanding`,
    discount: sql`d.discount`,
    discountPct: sql`100 * d.discount / nullif(d.price, 0)`,
    renewals: sql`d.renewals`,
    commissionBase: sql`d.commission_base`,
    commission: sql`d.commission`,
    target: sql`d.target`,
    attainmentPct: sql`100 * d.value / nullif(d.target, 0)`,
  },
  measures: {
    value: sum(sql`d.value`),
    target: sum(sql`d.target`),
    attainmentPct: share(sum(sql`d.value`), sum(sql`d.target`)),
    contracts: sum(sql`d.contracts`),
    collected: sum(sql`d.collected`),
    outstanding: sum(sql`d.outstanding`),
    discount: sum(sql`d.discount`),
    discountPct: share(sum(sql`d.discount`), sum(sql`d.price`)),
    renewals: sum(sql`d.renewals`),
    commissionBase: sum(sql`d.commission_base`),
    commission: sum(sql`d.commission`),
  },
});
