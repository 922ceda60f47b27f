import { addDays, daysBetween, decimal } from '@boxyard/shared/domain';
import { chargedDays, type LateDay, lateFeeOf } from '@boxyard/shared/domain/money/lateFee.ts';
import { type Ctx, settingByDay, settingOf, today } from '../../kernel/index.ts';
import { lockAccount } from './account.ts';
import { eachApart } from './eachApart.ts';
import { issueFor } from './orders.ts';

/** In the first days of a month the fees of the month before are charged; nights that were missed are made up for. */
const MADE_UP_WITHIN_DAYS = 10;

interface Late {
  readonly id: string;
  readonly companyId: string;
  readonly customerId: string;
  readonly documentNo: string;
  readonly creditTermDays: number;
  /** The first late day: the one after the due date, or the day of an issue that came later. */
  readonly lateFrom: string;
  /** What was owed when the days of grace were over. */
  readonly afterGrace: string;
  /** What was owed at the end of each day after the due date that the month charges. */
  readonly days: readonly { readonly day: string; readonly balance: string }[];
}

const WORDS = (number: string, days: number): string =>
  `ค่าปรับชำระล่าช้า ${number} จำนวน ${days} วัน (late fee, ${days} days)`;

/** Companies in which somebody owes or owed something late in the month. */
async function companiesOf(ctx: Ctx, last: string): Promise<readonly string[]> {
  const rows = await ctx.db
    .selectFrom('companies as c')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('invoices as iv')
          .whereRef('iv.companyId', '=', 'c.id')
          .where('iv.dueDate', '<', last)
          .where('iv.status', 'not in', ['draft', 'void'])
          .select('iv.id'),
      ),
    )
    .orderBy('c.id')
    .select('c.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Invoices of which something was owed after their due date in the month, whose fee was not charged yet; all or one. */
async function lateIn(
  ctx: Ctx,
  asked: {
    readonly companyId: string;
    readonly first: string;
    readonly last: string;
    readonly period: string;
    readonly grace: number;
  },
  id: string | null = null,
): Promise<readonly Late[]> {
  const { rows } = await ctx.pg.query<Late>({
    name: 'money.lateIn',
    text: `with owing as (
        select iv.id, iv.company_id, iv.customer_id, iv.document_no, c.credit_term_days,
          greatest(iv.due_date + 1, (select min(r.business_date) from receivable_entries r
            where r.invoice_id = iv.id)) as late_from
        from invoices iv join customers c on c.id = iv.customer_id
        where iv.company_id = $1 and ($6::uuid is null or iv.id = $6) and iv.due_date < $3::date and iv.status not in ('draft', 'void')
          -- A fee bears no fee.
          and iv.source_type <> 'penalty'
          and (iv.balance > 0 or exists (select 1 from receivable_entries r
            where r.invoice_id = iv.id and r.business_date > greatest(iv.due_date, $2::date)))
          -- One that was charged is charged once, though somebody made it void since.
          and not exists (select 1 from invoices f where f.source_type = 'penalty' and f.source_id = iv.id
            and f.source_key = iv.id || ':late-' || $4)
      )
      select o.id, o.company_id as "companyId", o.customer_id as "customerId", o.document_no as "documentNo",
        o.credit_term_days as "creditTermDays", o.late_from::text as "lateFrom",
        coalesce((select sum(r.amount) from receivable_entries r
          where r.invoice_id = o.id and r.business_date < o.late_from + $5::int), 0)::text as "afterGrace",
        (select jsonb_agg(jsonb_build_object('day', d::date::text, 'balance', (select coalesce(sum(r.amount), 0)::text
            from receivable_entries r where r.invoice_id = o.id and r.business_date <= d::date)) order by d)
          -- Days of grace that ended with the month before were not charged by it.
          from generate_series(case when o.late_from + $5::int >= $2::date then o.late_from else $2::date end::timestamp,
            $3::timestamp, interval '1 day') d) as days
      from owing o order by o.customer_id, o.id`,
    values: [asked.companyId, asked.first, asked.last, asked.period, asked.grace, id],
  });
  return rows;
}

/**
 * In the nights after a month: what was paid late, or is not paid, bears the fee that its company has
 * set, by days (docs/domain/containers.md "Money"). A rate counts for the days on which it was in force.
 */
export async function chargeLateFees(ctx: Ctx): Promise<void> {
  const day = today(ctx.clock);
  const last = addDays(`${day.slice(0, 7)}-01`, -1);
  if (daysBetween(last, day) > MADE_UP_WITHIN_DAYS) return;
  const period = last.slice(0, 7);
  const first = `${period}-01`;
  const daysOfMonth = daysBetween(first, last) + 1;
  const failures: unknown[] = [];
  for (const companyId of await companiesOf(ctx, last)) {
    const grace = await settingOf(ctx, { companyId, key: 'contract.lateFeeGraceDays', on: last });
    const rateOn = await settingByDay(ctx, {
      companyId,
      key: 'contract.lateFeePercent',
      on: last,
    });
    const rates = new Map<string, string>();
    for (let on = addDays(first, -grace - 1); on <= last; on = addDays(on, 1)) {
      rates.set(on, rateOn(on));
    }
    if ([...rates.values()].every((rate) => decimal.isZero(rate))) continue;
    const asked = { companyId, first, last, period, grace };
    const late = await lateIn(ctx, asked);
    await eachApart(ctx, late, {
      failure: 'a late fee could not be charged',
      work: async (own, { id, customerId }) => {
        await lockAccount(own, customerId);
        // Another server may have charged it, or somebody may have settled it, meanwhile.
        const [now] = await lateIn(own, asked, id);
        if (now) await charge(own, now, { rates, period, last, grace, daysOfMonth });
      },
    }).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'late fees could not be charged');
}

async function charge(
  ctx: Ctx,
  late: Late,
  month: {
    readonly rates: ReadonlyMap<string, string>;
    readonly period: string;
    readonly last: string;
    readonly grace: number;
    readonly daysOfMonth: number;
  },
): Promise<void> {
  // Paid within the days of grace, or these are not over: then a later month charges from its own days on.
  const isForgiven =
    addDays(late.lateFrom, month.grace) > month.last || decimal.compare(late.afterGrace, 0) <= 0;
  if (isForgiven) return;
  const days: LateDay[] = late.days.map((one) => ({
    balance: one.balance,
    rate: month.rates.get(one.day) ?? '0',
  }));
  const fee = lateFeeOf(days, month.daysOfMonth);
  if (decimal.compare(fee, 0) <= 0) return;
  await issueFor(ctx, [
    {
      companyId: late.companyId,
      customerId: late.customerId,
      source: {
        type: 'penalty',
        id: late.id,
        key: `late-${month.period}`,
        label: late.documentNo,
      },
      dueDate: addDays(today(ctx.clock), late.creditTermDays),
      // Compensation for a delay is no price of goods or services.
      taxPoint: 'none',
      vatMode: 'none',
      items: [
        {
          description: WORDS(late.documentNo, chargedDays(days)),
          quantity: 1,
          unitPrice: `${fee}00`,
        },
      ],
    },
  ]);
}
