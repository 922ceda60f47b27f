import { isDate } from '@boxyard/shared/domain/values/dates.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  defineList,
  type Family,
  type HandlersOf,
  invalid,
  money,
  today,
} from '../../../kernel/index.ts';
import { customerRefs, visibleCustomers } from '../../partners/index.ts';
import { statementPdf } from '../pdf.ts';
import { TEXTS } from './labels.ts';
import { owedAt } from './months.ts';
import { sendStatement, sentLogOf } from './send.ts';
import { statementOf } from './statement.ts';

/** Columns of an ageing, from what is not due yet to what is later than 90 days. */
const BUCKETS = ['notDue', 'days30', 'days60', 'days90', 'over90', 'credit', 'balance'] as const;

/** The day an ageing is asked for; today unless said. */
function dayOf(ctx: Ctx, asked: string | undefined): string {
  if (asked === undefined) return today(ctx.clock);
  if (!isDate(asked)) throw invalid([{ field: 'asOf', code: 'DATE' }]);
  return asked;
}

interface Aged {
  readonly customerId: string;
  readonly notDue: string;
  readonly days30: string;
  readonly days60: string;
  readonly days90: string;
  readonly over90: string;
  readonly credit: string;
  readonly balance: string;
}

/**
 * What each customer owed at the end of a day, by how late it was. What is owed of an invoice is never
 * less than nothing, so that whoever owes something has it in a column.
 */
const agedBy = (day: string) => sql<Aged>`(select e.customer_id,
    coalesce(sum(e.amount) filter (where e.late <= 0), 0) as not_due,
    coalesce(sum(e.amount) filter (where e.late between 1 and 30), 0) as days30,
    coalesce(sum(e.amount) filter (where e.late between 31 and 60), 0) as days60,
    coalesce(sum(e.amount) filter (where e.late between 61 and 90), 0) as days90,
    coalesce(sum(e.amount) filter (where e.late > 90), 0) as over90,
    coalesce(-sum(e.amount) filter (where e.late is null), 0) as credit,
    sum(e.amount) as balance
  from (select o.customer_id, o.amount, ${day}::date - o.due_date as late from ${owedAt(day)} o) e
  group by e.customer_id
  having coalesce(sum(e.amount) filter (where e.late is not null), 0) <> 0
    or coalesce(sum(e.amount) filter (where e.late is null), 0) <> 0)`;

export const ageingList = defineList('receivables.ageing', {
  id: 'c.id',
  from: (ctx, { query }) =>
    visibleCustomers(ctx).innerJoin(agedBy(dayOf(ctx, query.filters.asOf)).as('a'), (join) =>
      join.onRef('a.customerId', '=', 'c.id'),
    ),
  select: (query) => query.select(['c.id', ...BUCKETS.map((bucket) => `a.${bucket}` as const)]),
  map: async (rows, ctx) => {
    const customer = await customerRefs(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      id: row.id,
      customer: customer(row.id),
      notDue: money(row.notDue),
      days30: money(row.days30),
      days60: money(row.days60),
      days90: money(row.days90),
      over90: money(row.over90),
      credit: money(row.credit),
      balance: money(row.balance),
    }));
  },
  sorts: { customer: 'c.code' },
  filters: { customerId: 'c.id', asOf: (query) => query },
  search: 'c.search_text',
  sums: Object.fromEntries(BUCKETS.map((bucket) => [bucket, `a.${bucket}`])),
  export: {
    fileName: 'ageing',
    columns: {
      customer: { title: TEXTS.field.customer, type: 'text' },
      notDue: { title: TEXTS.field.notDue, type: 'money' },
      days30: { title: TEXTS.field.days30, type: 'money' },
      days60: { title: TEXTS.field.days60, type: 'money' },
      days90: { title: TEXTS.field.days90, type: 'money' },
      over90: { title: TEXTS.field.over90, type: 'money' },
      credit: { title: TEXTS.field.credit, type: 'money' },
      balance: { title: TEXTS.field.balance, type: 'money' },
    },
  },
});

export const receivableHandlers: HandlersOf<Family<'receivables'>> = {
  'receivables.ageing': ageingList.run,
  'receivables.statement': async (ctx, input) => ({
    data: {
      ...(await statementOf(ctx, input)),
      sentLog: await sentLogOf(ctx, input.params.customerId),
    },
  }),
  'receivables.send': sendStatement,
  'receivables.document': async (ctx, input) => statementPdf(ctx, await statementOf(ctx, input)),
};
