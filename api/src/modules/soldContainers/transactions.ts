import type { Condition } from '@boxyard/shared/contract';
import { addDays, daysBetween, decimal } from '@boxyard/shared/domain';
import {
  TRANSACTION_CHANNELS,
  type TransactionMark,
} from '@boxyard/shared/domain/sales/soldContainers.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  type Ctx,
  defineList,
  figuresRow,
  type Handler,
  type Input,
  type ScopeColumns,
  scopeCondition,
  today,
  whereInScope,
} from '../../kernel/index.ts';
import { TRANSACTION_WORDS } from './labels.ts';
import { faultAt, seesCost, seesRevenue } from './scope.ts';

const SCOPE: ScopeColumns = { company: 't.company_id', owner: ['pc.sale_id'] };
const DAY_SCOPE: ScopeColumns = { company: 'd.company_id', owner: ['pc.sale_id'] };

const source = (ctx: Ctx) =>
  whereInScope(
    ctx.db
      .selectFrom('productTransactions as t')
      .leftJoin('productContracts as pc', (join) =>
        join.onRef('pc.contractId', '=', 't.contractId').on('pc.replacedById', 'is', null),
      ),
    ctx.actor,
    SCOPE,
  );

const COLUMNS = [
  't.id',
  't.occurredAt',
  't.receivedAt',
  't.productId',
  't.contractId',
  't.machineTxnId',
  't.channel',
  't.status',
  't.refundOf',
  't.mark',
  't.priceOptionKey',
  't.itemName',
  't.quantity',
  't.revenue',
  't.amount',
  't.costAmount',
] as const;

interface Row {
  readonly id: string;
  readonly occurredAt: Date;
  readonly receivedAt: Date;
  readonly productId: string;
  readonly contractId: string | null;
  readonly machineTxnId: string;
  readonly channel: (typeof TRANSACTION_CHANNELS)[number];
  readonly status: 'success' | 'refunded' | 'failed';
  readonly refundOf: string | null;
  readonly mark: TransactionMark | null;
  readonly priceOptionKey: string | null;
  readonly itemName: string | null;
  readonly quantity: string;
  readonly revenue: string;
  readonly amount: string;
  readonly costAmount: string;
}

/** Serial numbers, contracts and customers of these rows, each once. */
async function named(ctx: Ctx, rows: readonly Row[]) {
  const products = [...new Set(rows.map(({ productId }) => productId))];
  const contracts = [...new Set(rows.flatMap(({ contractId }) => contractId ?? []))];
  const [serials, under] = await Promise.all([
    ctx.db
      .selectFrom('products')
      .where(sql<boolean>`id = any(${products}::uuid[])`)
      .select(['id', 'serialNumber'])
      .execute(),
    ctx.db
      .selectFrom('productContracts as pc')
      .innerJoin('customers as c', 'c.id', 'pc.customerId')
      .where(sql<boolean>`pc.contract_id = any(${contracts}::uuid[])`)
      .where('pc.replacedById', 'is', null)
      .select(['pc.contractId', 'pc.contractNo', 'c.id', 'c.code', 'c.name', 'c.nameEn'])
      .execute(),
  ]);
  return {
    serials: new Map(serials.map((row) => [row.id, row.serialNumber])),
    contracts: new Map(under.map((row) => [row.contractId, row])),
  };
}

/** Whether what these pay back was reported as sold: it may come after its refund. */
async function soldOf(ctx: Ctx, rows: readonly Row[]) {
  const refunds = rows.filter(({ refundOf }) => refundOf !== null);
  if (refunds.length === 0) return () => true;
  const sales = await ctx.db
    .selectFrom('productTransactions')
    .where(sql<boolean>`product_id = any(${refunds.map((row) => row.productId)}::uuid[])`)
    .where(sql<boolean>`machine_txn_id = any(${refunds.map((row) => row.refundOf)}::text[])`)
    .where('status', '=', 'success')
    .select(['productId', 'machineTxnId'])
    .execute();
  const sold = new Set(sales.map((sale) => `${sale.productId} ${sale.machineTxnId}`));
  return ({ productId, refundOf }: Pick<Row, 'productId' | 'refundOf'>) =>
    refundOf === null || sold.has(`${productId} ${refundOf}`);
}

async function present(ctx: Ctx, rows: readonly Row[]) {
  if (rows.length === 0) return [];
  const [{ serials, contracts }, isReported] = await Promise.all([
    named(ctx, rows),
    soldOf(ctx, rows),
  ]);
  const [money, costs] = [seesRevenue(ctx), seesCost(ctx)];
  return rows.map(({ productId, contractId, revenue, ...row }) => {
    const under = contractId === null ? undefined : contracts.get(contractId);
    return {
      ...row,
      mark: row.mark ?? (isReported({ productId, ...row }) ? null : ('refundOfUnknown' as const)),
      product: { id: productId, serialNumber: serials.get(productId) ?? '' },
      contract: under ? { id: under.contractId, documentNo: under.contractNo } : null,
      customer: under
        ? { id: under.id, code: under.code, name: under.nameEn ?? under.name, nameTh: under.name }
        : null,
      amount: money ? row.amount : null,
      costAmount: costs ? row.costAmount : null,
      margin: money && costs ? decimal.round(decimal.subtract(revenue, row.costAmount)) : null,
    };
  });
}

type Cut = Partial<
  Readonly<
    Record<
      'productId' | 'contractId' | 'channel' | 'status',
      string | readonly string[] | undefined
    >
  >
> & {
  readonly isWaiting?: boolean | undefined;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly conditions?: readonly Condition[] | undefined;
};

/** A condition of the list as the daily sums have it: its instants are compared by their days. */
function conditionOf({ field, operator, value }: Condition): RawBuilder<boolean> {
  if (operator === 'before') return sql<boolean>`d.day < ${String(value)}::date`;
  if (operator === 'after') return sql<boolean>`d.day > ${String(value)}::date`;
  const column = sql.ref(CUT_COLUMNS[field as keyof typeof CUT_COLUMNS]);
  if (operator === 'empty') {
    return value === true ? sql<boolean>`${column} is null` : sql<boolean>`${column} is not null`;
  }
  if (operator === 'not') {
    return sql<boolean>`(${column} is null or ${column}::text <> all(${value}::text[]))`;
  }
  throw new Error(`the sums of a day have no ${field}.${operator}`);
}

const CUT_COLUMNS = {
  productId: 'd.product_id',
  contractId: 'd.contract_id',
  channel: 'd.channel',
  status: 'd.status',
} as const;

/** The daily sums in this person's scope, cut as the list is: they answer for millions of rows. */
function daysIn(ctx: Ctx, cut: Cut): RawBuilder<unknown> {
  const conditions: RawBuilder<boolean>[] = [];
  const scope = scopeCondition(ctx.actor, DAY_SCOPE);
  if (scope) conditions.push(scope);
  for (const [name, column] of Object.entries(CUT_COLUMNS)) {
    const value = cut[name as keyof typeof CUT_COLUMNS];
    if (value === undefined) continue;
    const values = typeof value === 'string' ? [value] : value;
    const type = name.endsWith('Id') ? sql`uuid[]` : sql`text[]`;
    conditions.push(sql<boolean>`${sql.ref(column)} = any(${values}::${type})`);
  }
  if (cut.isWaiting !== undefined) {
    conditions.push(
      cut.isWaiting ? sql<boolean>`d.contract_id is null` : sql<boolean>`d.contract_id is not null`,
    );
  }
  if (cut.startDate) conditions.push(sql<boolean>`d.day >= ${cut.startDate}::date`);
  if (cut.endDate) conditions.push(sql<boolean>`d.day <= ${cut.endDate}::date`);
  conditions.push(...(cut.conditions ?? []).map(conditionOf));
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  return sql`product_sales_days d left join product_contracts pc
    on pc.contract_id = d.contract_id and pc.replaced_by_id is null ${where}`;
}

interface Sums {
  readonly count: string | number;
  readonly amount: string;
  readonly cost: string;
}
const SUMS = sql`coalesce(sum(d.count), 0)::int as count, coalesce(sum(d.amount), 0)::text as amount,
  coalesce(sum(d.cost), 0)::text as cost`;

/** Sums as this person may see them. */
function shownSums(ctx: Ctx, { count, amount, cost }: Sums) {
  const [money, costs] = [seesRevenue(ctx), seesCost(ctx)];
  return {
    count: Number(count),
    amount: money ? decimal.round(amount) : null,
    cost: costs ? decimal.round(cost) : null,
    margin: money && costs ? decimal.round(decimal.subtract(amount, cost)) : null,
  };
}

const totalOf = (ctx: Ctx, cut: Cut): Promise<Sums> =>
  figuresRow(
    ctx,
    'productTransactions',
    sql<Sums>`select ${SUMS} from ${daysIn(ctx, cut)}`.compile(ctx.db),
  );

type ListInput = Input<'productTransactions.list'>;
const cutOf = ({ query }: ListInput): Cut => ({
  ...query.filters,
  startDate: query.startDate,
  endDate: query.endDate,
  conditions: query.conditions,
});

export const transactionList = defineList('productTransactions.list', {
  id: 't.id',
  from: source,
  select: (query) => query.select(COLUMNS),
  map: (rows, ctx) => present(ctx, rows),
  sorts: { occurredAt: 't.occurred_at' },
  dates: { column: 't.occurred_at', kind: 'instant' },
  filters: {
    channel: 't.channel',
    status: 't.status',
    productId: 't.product_id',
    contractId: 't.contract_id',
    isWaiting: (query, isWaiting) => query.where('t.contractId', isWaiting ? 'is' : 'is not', null),
  },
  total: async (ctx, input) =>
    input.query.ids === undefined ? Number((await totalOf(ctx, cutOf(input))).count) : undefined,
  summary: async (query, ctx, input) => {
    if (input.query.ids === undefined) return shownSums(ctx, await totalOf(ctx, cutOf(input)));
    // Some rows alone: they are few, and no sum of a day is about them.
    const few = await query
      .select([
        sql<number>`count(*)::int`.as('count'),
        sql<string>`coalesce(sum(t.revenue), 0)::text`.as('amount'),
        sql<string>`coalesce(sum(t.cost_amount), 0)::text`.as('cost'),
      ])
      .executeTakeFirstOrThrow();
    return shownSums(ctx, few);
  },
  export: {
    fileName: 'container-sales',
    columns: {
      occurredAt: { title: TRANSACTION_WORDS.field.occurredAt, type: 'datetime' },
      product: {
        title: TRANSACTION_WORDS.field.product,
        type: 'text',
        value: (row) => row.product.serialNumber,
      },
      contract: { title: TRANSACTION_WORDS.field.contract, type: 'text' },
      customer: { title: TRANSACTION_WORDS.field.customer, type: 'text' },
      machineTxnId: { title: TRANSACTION_WORDS.field.machineTxnId, type: 'text' },
      channel: {
        title: TRANSACTION_WORDS.field.channel,
        type: 'status',
        labels: TRANSACTION_WORDS.choice.channel,
      },
      status: {
        title: TRANSACTION_WORDS.field.status,
        type: 'status',
        labels: TRANSACTION_WORDS.choice.status,
      },
      priceOptionKey: { title: TRANSACTION_WORDS.field.priceOptionKey, type: 'text' },
      itemName: { title: TRANSACTION_WORDS.field.itemName, type: 'text' },
      quantity: { title: TRANSACTION_WORDS.field.quantity, type: 'quantity' },
      amount: { title: TRANSACTION_WORDS.field.amount, type: 'money' },
      costAmount: { title: TRANSACTION_WORDS.field.costAmount, type: 'money' },
      margin: { title: TRANSACTION_WORDS.field.margin, type: 'money' },
      receivedAt: { title: TRANSACTION_WORDS.field.receivedAt, type: 'datetime' },
    },
  },
});

const MOST_DAYS = 550;
/** Beyond so many days a chart shows months. */
const MOST_POINTS = 92;
/** Price options and containers that are named. */
const TOP = 20;

/** The range that is asked for, the last 30 days by default. */
function rangeOf(ctx: Ctx, query: { startDate?: string; endDate?: string }) {
  const endDate = query.endDate ?? today(ctx.clock);
  const startDate = query.startDate ?? addDays(endDate, -29);
  if (startDate > endDate) throw faultAt('endDate', 'DATE_ORDER');
  if (daysBetween(startDate, endDate) > MOST_DAYS) {
    throw faultAt('endDate', 'RANGE_TOO_LONG', { max: MOST_DAYS });
  }
  return { startDate, endDate };
}

export const transactionTotals: Handler<'productTransactions.totals'> = async (ctx, { query }) => {
  const range = rangeOf(ctx, query as { startDate?: string; endDate?: string });
  const cut: Cut = { ...query, ...range };
  const days = daysIn(ctx, cut);
  const isMonthly = daysBetween(range.startDate, range.endDate) > MOST_POINTS;
  const day = isMonthly ? sql`date_trunc('month', d.day)::date` : sql`d.day`;
  const by = async <K extends object>(key: RawBuilder<unknown>, rest: RawBuilder<unknown>) =>
    (await sql<K & Sums>`select ${key}, ${SUMS} from ${days} ${rest}`.execute(ctx.db)).rows;
  const [total, byDay, byChannel, byOption, byProduct] = await Promise.all([
    totalOf(ctx, cut),
    by<{ day: string }>(sql`${day}::text as day`, sql`group by 1 order by 1`),
    by<{ channel: (typeof TRANSACTION_CHANNELS)[number] }>(sql`d.channel`, sql`group by 1`),
    by<{ option: string | null }>(
      sql`d.price_option_key as option`,
      sql`group by 1 order by sum(d.amount) desc, 1 limit ${sql.lit(TOP)}`,
    ),
    by<{ productId: string }>(
      sql`d.product_id as "productId"`,
      sql`group by 1 order by sum(d.amount) desc, 1 limit ${sql.lit(TOP)}`,
    ),
  ]);
  const serials = await serialsOf(
    ctx,
    byProduct.map(({ productId }) => productId),
  );
  return {
    data: {
      ...range,
      isMonthly,
      total: shownSums(ctx, total),
      byDay: byDay.map((row) => ({ day: row.day, ...shownSums(ctx, row) })),
      byChannel: TRANSACTION_CHANNELS.flatMap((channel) => {
        const row = byChannel.find((one) => one.channel === channel);
        return row ? [{ channel, ...shownSums(ctx, row) }] : [];
      }),
      byOption: byOption.map((row) => ({
        option: row.option,
        label: row.option ?? '',
        ...shownSums(ctx, row),
      })),
      byProduct: byProduct.map((row) => ({
        product: { id: row.productId, serialNumber: serials.get(row.productId) ?? '' },
        ...shownSums(ctx, row),
      })),
    },
  };
};

async function serialsOf(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('products')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .select(['id', 'serialNumber'])
    .execute();
  return new Map(rows.map((row) => [row.id, row.serialNumber]));
}
