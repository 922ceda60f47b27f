import {
  addDays,
  can,
  decimal,
  type Machine,
  purchaseOrderMachine,
  purchaseRequestMachine,
} from '@boxyard/shared/domain';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, type ScopeColumns, scopeCondition, today } from '../../kernel/index.ts';
import { ORDER_WORDS } from './labels.ts';

export interface Tile {
  readonly key: string;
  readonly value: string;
  readonly unit: 'count' | 'money' | 'percent';
  readonly previous: string | null;
  readonly path: string;
}

export interface ChartBlock {
  readonly key: string;
  readonly unit: 'count' | 'money';
  readonly series: string[];
  readonly points: { key?: string; label: string; values: string[] }[];
}

const DOCUMENT: ScopeColumns = { company: 'd.company_id', warehouse: 'd.warehouse_id' };

/** The condition of this person's scope, always one. */
const within = (ctx: Ctx, columns: ScopeColumns): RawBuilder<boolean> =>
  scopeCondition(ctx.actor, columns) ?? sql<boolean>`true`;

const months = (ctx: Ctx) => {
  const day = today(ctx.clock);
  const first = `${day.slice(0, 7)}-01`;
  const before = `${addDays(first, -1).slice(0, 7)}-01`;
  // The same number of days of the month before, so that a month just begun does not look poor.
  const sameDay = addDays(before, Number(day.slice(8)) - 1);
  return { day, first, before, until: sameDay < first ? sameDay : addDays(first, -1) };
};

interface TileKind {
  readonly key: string;
  /** What waits for an action is a figure for those who may do it. */
  readonly waitsFor?: readonly [machine: Machine, action: string];
  readonly page: string;
  readonly unit: Tile['unit'];
  readonly path: (dates: ReturnType<typeof months>) => string;
  readonly query: (
    ctx: Ctx,
    dates: ReturnType<typeof months>,
  ) => RawBuilder<{
    value: string;
    previous: string | null;
  }>;
}

const orderScope: ScopeColumns = { ...DOCUMENT, owner: ['d.created_by'] };
const requestScope: ScopeColumns = { ...DOCUMENT, owner: ['d.requester_id'] };

const TILES: readonly TileKind[] = [
  {
    key: 'requestsPending',
    waitsFor: [purchaseRequestMachine as Machine, 'approve'],
    page: 'purchase-requests',
    unit: 'count',
    path: () => '/purchase-management/purchase-requests/default?status=pending',
    query: (ctx) => sql`select count(*)::text as value, null as previous from purchase_requests d
      where d.status = 'pending' and ${within(ctx, requestScope)}`,
  },
  {
    key: 'ordersPending',
    waitsFor: [purchaseOrderMachine as Machine, 'approve'],
    page: 'purchase-orders',
    unit: 'count',
    path: () => '/purchase-management/purchase-orders/default?status=pending',
    query: (ctx) => sql`select count(*)::text as value, null as previous from purchase_orders d
      where d.status = 'pending' and ${within(ctx, orderScope)}`,
  },
  {
    key: 'ordersOpen',
    page: 'purchase-orders',
    unit: 'money',
    path: () => '/purchase-management/purchase-orders/default?status=approved,booking,onGoing',
    query: (ctx) => sql`select coalesce(sum(d.grand_total - d.received_total), 0)::text as value,
        null as previous from purchase_orders d
      where d.status in ('approved', 'booking', 'onGoing') and ${within(ctx, orderScope)}`,
  },
  {
    key: 'orderedThisMonth',
    page: 'purchase-orders',
    unit: 'money',
    path: ({ first, day }) =>
      `/purchase-management/purchase-orders/default?startDate=${first}&endDate=${day}`,
    query: (ctx, { first, before, until }) => sql`select
        coalesce(sum(d.grand_total) filter (where d.document_date >= ${first}), 0)::text as value,
        coalesce(sum(d.grand_total) filter (where d.document_date <= ${until}), 0)::text as previous
      from purchase_orders d
      where d.document_date >= ${before} and d.status not in ('draft', 'rejected', 'cancelled')
        and ${within(ctx, orderScope)}`,
  },
  {
    key: 'receivedThisMonth',
    page: 'receipt',
    unit: 'money',
    path: ({ first, day }) =>
      `/purchase-management/receipt/default?status=posted&startDate=${first}&endDate=${day}`,
    query: (ctx, { first, before, until }) => sql`select
        coalesce(sum(d.base_amount) filter (where d.received_date >= ${first}), 0)::text as value,
        coalesce(sum(d.base_amount) filter (where d.received_date <= ${until}), 0)::text as previous
      from purchase_order_receipts d
      where d.received_date >= ${before} and d.status = 'posted' and ${within(ctx, orderScope)}`,
  },
];

/** Sums of money are for whoever may see the finances, also those of a list that they may view. */
const FINANCE = 'dashboard:view-finance';

/** Tiles only for lists that this person may view, each with its period before where there is one. */
export async function tiles(ctx: Ctx): Promise<Tile[]> {
  const dates = months(ctx);
  const { grants } = ctx.actor;
  const isForMe = ({ page, unit, waitsFor }: TileKind): boolean => {
    if (!can(grants, `${page}:view`) || (unit === 'money' && !can(grants, FINANCE))) return false;
    if (waitsFor === undefined) return true;
    const [machine, action] = waitsFor;
    return can(grants, `${machine.page}:${machine.actions[action]?.verb}`);
  };
  const mine = TILES.filter(isForMe);
  return Promise.all(
    mine.map(async (kind) => {
      const { rows } = await kind.query(ctx, dates).execute(ctx.db);
      const figure = (value: string) => (kind.unit === 'count' ? value : decimal.round(value));
      const previous = rows[0]?.previous ?? null;
      return {
        key: kind.key,
        unit: kind.unit,
        value: figure(rows[0]?.value ?? '0'),
        previous: previous === null ? null : figure(previous),
        path: kind.path(dates),
      };
    }),
  );
}

const MONTHS_SHOWN = 12;

const monthLabels = (ctx: Ctx): string[] => {
  const labels: string[] = [];
  let first = `${today(ctx.clock).slice(0, 7)}-01`;
  for (let index = 0; index < MONTHS_SHOWN; index += 1) {
    labels.unshift(first.slice(0, 7));
    first = `${addDays(first, -1).slice(0, 7)}-01`;
  }
  return labels;
};

/** At most six charts, each an answer to a question; present only for who may view its list. */
export async function charts(ctx: Ctx): Promise<ChartBlock[]> {
  const may = (page: string) => can(ctx.actor.grants, `${page}:view`);
  const finance = can(ctx.actor.grants, FINANCE);
  const blocks = await Promise.all([
    finance && may('purchase-orders') && may('receipt') ? purchasesByMonth(ctx) : null,
    finance && may('payment-data') ? billedByMonth(ctx) : null,
    may('purchase-orders') ? ordersByStatus(ctx) : null,
    finance && may('purchase-orders') ? topSuppliers(ctx) : null,
  ]);
  return blocks.filter((block) => block !== null);
}

async function purchasesByMonth(ctx: Ctx): Promise<ChartBlock> {
  const labels = monthLabels(ctx);
  const from = `${labels[0]}-01`;
  const { rows } = await sql<{ month: string; ordered: string; received: string }>`
    select month, sum(ordered) as ordered, sum(received) as received from (
      select to_char(d.document_date, 'YYYY-MM') as month, d.base_amount as ordered, 0 as received
      from purchase_orders d where d.document_date >= ${from}
        and d.status not in ('draft', 'rejected', 'cancelled') and ${within(ctx, orderScope)}
      union all
      select to_char(d.received_date, 'YYYY-MM'), 0, d.base_amount
      from purchase_order_receipts d where d.received_date >= ${from}
        and d.status = 'posted' and ${within(ctx, orderScope)}
    ) x group by month
  `.execute(ctx.db);
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  return {
    key: 'purchasesByMonth',
    unit: 'money',
    series: ['ordered', 'received'],
    points: labels.map((label) => {
      const row = byMonth.get(label);
      return {
        label,
        values: [decimal.round(row?.ordered ?? 0), decimal.round(row?.received ?? 0)],
      };
    }),
  };
}

/**
 * What customers were billed and what they paid, as their accounts say it: a discount, a void and a
 * credit note lower what was billed, a reversal and a refund what was paid.
 */
async function billedByMonth(ctx: Ctx): Promise<ChartBlock> {
  const labels = monthLabels(ctx);
  const scope: ScopeColumns = { company: 'r.company_id', owner: ['c.sale_id'] };
  const { rows } = await sql<{ month: string; billed: string; collected: string }>`
    select to_char(r.business_date, 'YYYY-MM') as month,
      coalesce(sum(r.amount) filter (where r.kind not in ('allocation', 'credit', 'refund')), 0) as billed,
      coalesce(-sum(r.amount) filter (where r.kind in ('allocation', 'credit', 'refund')), 0) as collected
    from receivable_entries r join customers c on c.id = r.customer_id
    where r.business_date >= ${`${labels[0]}-01`} and ${within(ctx, scope)}
    group by 1`.execute(ctx.db);
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  return {
    key: 'billedByMonth',
    unit: 'money',
    series: ['billed', 'collected'],
    points: labels.map((label) => ({
      label,
      values: [
        decimal.round(byMonth.get(label)?.billed ?? 0),
        decimal.round(byMonth.get(label)?.collected ?? 0),
      ],
    })),
  };
}

async function ordersByStatus(ctx: Ctx): Promise<ChartBlock> {
  const { rows } = await sql<{ status: string; n: string }>`
    select d.status, count(*)::text as n from purchase_orders d
    where d.status in ('pending', 'approved', 'booking', 'onGoing', 'expired')
      and ${within(ctx, orderScope)}
    group by d.status
  `.execute(ctx.db);
  const byStatus = new Map(rows.map((row) => [row.status, row.n]));
  return {
    key: 'ordersByStatus',
    unit: 'count',
    series: ['orders'],
    points: (['pending', 'approved', 'booking', 'onGoing', 'expired'] as const).map((status) => ({
      key: status,
      label: ORDER_WORDS.status[status][ctx.locale],
      values: [byStatus.get(status) ?? '0'],
    })),
  };
}

async function topSuppliers(ctx: Ctx): Promise<ChartBlock> {
  const from = addDays(today(ctx.clock), -365);
  const { rows } = await sql<{ name: string; total: string }>`
    select coalesce(case when ${ctx.locale} = 'th' then s.name_th end, s.name) as name, x.total
    from (
      select d.supplier_id, sum(d.base_amount) as total from purchase_orders d
      where d.document_date >= ${from} and d.status not in ('draft', 'rejected', 'cancelled')
        and ${within(ctx, orderScope)}
      group by d.supplier_id order by 2 desc limit 10
    ) x join suppliers s on s.id = x.supplier_id
    order by x.total desc
  `.execute(ctx.db);
  return {
    key: 'topSuppliers',
    unit: 'money',
    series: ['ordered'],
    points: rows.map((row) => ({ label: row.name, values: [decimal.round(row.total)] })),
  };
}
