import { addDays } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { type Ctx, today } from '../../../kernel/index.ts';
import type { KeptSums } from '../../../workflow/index.ts';

/**
 * Balances at the end of each month, from which the ageing of any later day begins (ADR 0080). Entries
 * and moves of due dates carry the day on which they are posted, so that a month that is over does not
 * change; the database refuses what would belong to one that is closed.
 */

/** A month is closed so many days after its last: until then every clock has left it. */
const REST_DAYS = 1;

/**
 * Each night: closes the months that are over. Nobody posts while that happens, and whoever posts
 * after it finds the month closed; so their sums need no lock.
 */
export async function closeReceivableMonths(ctx: Ctx): Promise<void> {
  const until = addDays(today(ctx.clock), -REST_DAYS - 1);
  const { rows } = await sql<{ lastDay: string }>`
    select last_day::text as "lastDay" from (
      select (m + interval '1 month' - interval '1 day')::date as last_day
      from generate_series(
        date_trunc('month', coalesce(
          (select max(last_day) + 1 from receivable_months),
          (select min(business_date) from receivable_entries))::timestamp),
        ${until}::timestamp, interval '1 month') m) over
    where last_day <= ${until}::date order by 1`.execute(ctx.db);
  if (rows.length === 0) return;
  await sql`lock table invoice_deferrals, receivable_entries in share mode`.execute(ctx.db);
  await ctx.db
    .insertInto('receivableMonths')
    .values(rows.map(({ lastDay }) => ({ lastDay, closedAt: ctx.clock.now() })))
    // Another server's night may have closed them while this one waited for the lock.
    .onConflict((conflict) => conflict.column('lastDay').doNothing())
    .execute();
}

/** Each night, after it: sums what is owed at the end of the months that were closed. */
export async function sumReceivableMonths(ctx: Ctx): Promise<void> {
  const months = await ctx.db
    .selectFrom('receivableMonths')
    .where('summedAt', 'is', null)
    .orderBy('lastDay')
    .select('lastDay')
    .forUpdate()
    .execute();
  for (const { lastDay } of months) {
    await sql`insert into receivable_balances (last_day, customer_id, invoice_id, due_date, amount)
      select ${lastDay}::date, customer_id, invoice_id, max(due_date), sum(amount)
      from ${owedAt(lastDay)} o group by customer_id, invoice_id having sum(amount) <> 0`.execute(
      ctx.db,
    );
    await sql`insert into receivable_totals (last_day, customer_id, billed, paid)
      select ${lastDay}::date, customer_id, billed, paid from ${accountsAt(lastDay)} a`.execute(
      ctx.db,
    );
    await ctx.db
      .updateTable('receivableMonths')
      .set({ summedAt: ctx.clock.now() })
      .where('lastDay', '=', lastDay)
      .execute();
  }
}

export interface Account {
  readonly customerId: string;
  readonly billed: string;
  readonly paid: string;
}

/**
 * Net billed and net received amounts of each customer, up to the end of a day or until now: the totals of
 * the last closed month before, and the postings since.
 */
export const accountsAt = (day?: string) => {
  const isUntil = (column: string) =>
    day === undefined ? sql`true` : sql`${sql.ref(column)} <= ${day}::date`;
  const summed = sql`(select coalesce(max(last_day), '-infinity'::date) from receivable_months
    where summed_at is not null and ${isUntil('last_day')})`;
  return sql<Account>`(select p.customer_id, sum(p.billed) as billed, sum(p.paid) as paid
    from (
      select customer_id, billed, paid from receivable_totals where last_day = ${summed}
      union all
      select customer_id, case when receivable_is_billed(kind) then amount else 0 end,
        case when receivable_is_billed(kind) then 0 else -amount end
      from receivable_entries
      where business_date > ${summed} and ${isUntil('business_date')}
    ) p group by p.customer_id)`;
};

/** The totals of each closed month as its entries say them. */
const TOTALS = sql`(
  select m.last_day, e.customer_id, sum(e.billed) as billed, sum(e.paid) as paid
  from (
    select customer_id, date_trunc('month', business_date)::date as month,
      coalesce(sum(amount) filter (where receivable_is_billed(kind)), 0) as billed,
      coalesce(-sum(amount) filter (where not receivable_is_billed(kind)), 0) as paid
    from receivable_entries group by 1, 2
  ) e join receivable_months m on m.last_day >= e.month and m.summed_at is not null
  group by 1, 2)`;

/** The totals of closed months, which no posting changes. */
export const receivableTotals: KeptSums = {
  name: 'receivable_totals',
  compare: async ({ db }) => {
    const { rows } = await sql<Readonly<Record<string, string>>>`
      select last_day::text as "lastDay", customer_id as "customerId",
        sum(billed)::text as billed, sum(paid)::text as paid
      from (
        select last_day, customer_id, billed, paid from receivable_totals
        union all
        select last_day, customer_id, -billed, -paid from ${TOTALS} t
      ) x group by 1, 2 having sum(billed) <> 0 or sum(paid) <> 0 limit 100`.execute(db);
    return rows.map((detail) => ({ figure: 'receivable_totals', detail }));
  },
  rebuild: async ({ db }) => {
    // Months are summed one by one; nobody closes or sums another one meanwhile.
    await sql`lock table receivable_months in share row exclusive mode`.execute(db);
    await sql`delete from receivable_totals`.execute(db);
    await sql`insert into receivable_totals (last_day, customer_id, billed, paid)
      select last_day, customer_id, billed, paid from ${TOTALS} t`.execute(db);
  },
};

export interface Owed {
  readonly customerId: string;
  /** None of credit. */
  readonly invoiceId: string | null;
  readonly dueDate: string | null;
  readonly amount: string;
}

/**
 * What was owed and credited at the end of a day, in rows that add up to it: the balances of the last
 * month before, and what was posted since. Each has the due date that its invoice had on that day.
 */
export const owedAt = (day: string) => sql<Owed>`(with summed as (
    select coalesce(max(last_day), '-infinity'::date) as last_day from receivable_months
    where summed_at is not null and last_day <= ${day}::date
  ), moved as (
    select distinct on (invoice_id) invoice_id, due_after from invoice_deferrals
    where deferred_on > (select last_day from summed) and deferred_on <= ${day}::date
    order by invoice_id, deferred_on desc, created_at desc, id desc
  )
  select p.customer_id, p.invoice_id, coalesce(m.due_after, p.due_date) as due_date, p.amount
  from (
    select customer_id, invoice_id, due_date, amount from receivable_balances
    where last_day = (select last_day from summed)
    union all
    select customer_id, invoice_id, due_date, amount from receivable_entries
    where business_date > (select last_day from summed) and business_date <= ${day}::date
  ) p left join moved m on m.invoice_id = p.invoice_id)`;
