import {
  addDays,
  can,
  decimal,
  type Machine,
  purchaseOrderMachine,
  voidStatuses,
} from '@boxyard/shared/domain';
import { LIFECYCLE_STATUSES } from '@boxyard/shared/domain/containers/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  type Ctx,
  definedLists,
  type ScopeColumns,
  scopeCondition,
  today,
} from '../../kernel/index.ts';
import { definedReports, type ReportName } from '../reports/index.ts';
import { AGE_WORDS, ORDER_WORDS, PRODUCT_WORDS } from './labels.ts';
import { FINANCE, inputOf, inTime, queryOf } from './readFigures.ts';

interface Drawn {
  readonly series: readonly string[];
  readonly points: readonly {
    readonly key?: string;
    readonly label: string;
    readonly values: readonly string[];
  }[];
}

export interface ChartBlock extends Drawn {
  readonly key: string;
  readonly unit: 'count' | 'money';
  readonly hasFailed: boolean;
}

interface ChartKind {
  readonly key: string;
  readonly unit: ChartBlock['unit'];
  /** Pages of the lists behind it; whoever may not view them all does not see it. */
  readonly pages: readonly string[];
  readonly draw: (ctx: Ctx) => Promise<Drawn>;
}

const DOCUMENT: ScopeColumns = { company: 'd.company_id', warehouse: 'd.warehouse_id' };
const orderScope: ScopeColumns = { ...DOCUMENT, owner: ['d.created_by'] };

/** The condition of this person's scope, always one. */
const within = (ctx: Ctx, columns: ScopeColumns): RawBuilder<boolean> =>
  scopeCondition(ctx.actor, columns) ?? sql<boolean>`true`;

const OPEN = [
  'pending',
  'approved',
  'booking',
  'onGoing',
  'expired',
] as const satisfies (keyof typeof purchaseOrderMachine.states)[];
/** Orders that are none yet, or came to nothing. */
const UNORDERED = [
  ...purchaseOrderMachine.actions.submit.from,
  ...voidStatuses(purchaseOrderMachine as Machine),
];
const ENDED: readonly string[] = ['disassembled', 'retired', 'lost'];

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

/** A chart of a report over the last twelve months, with those in which nothing was. */
async function ofReport(ctx: Ctx, report: ReportName, chart: string): Promise<Drawn> {
  const labels = monthLabels(ctx);
  const query = queryOf(report, { startDate: `${labels[0]}-01`, endDate: today(ctx.clock) });
  const drawn = await definedReports.get(report)?.chart(ctx, query, chart);
  if (!drawn) throw new Error(`${report}: the chart "${chart}" is not told`);
  const found = new Map(drawn.points.map((point) => [point.label, point.values]));
  return {
    series: drawn.series,
    points: labels.map((label) => ({
      label,
      values: found.get(label) ?? drawn.series.map(() => '0.00'),
    })),
  };
}

/** Debts of customers by their age, as the ageing adds them up. */
async function ageing(ctx: Ctx): Promise<Drawn> {
  const found = await definedLists
    .get('receivables.ageing')
    ?.figures(ctx, inputOf('receivables.ageing', {}));
  return {
    series: ['owed'],
    points: (['notDue', 'days30', 'days60', 'days90', 'over90'] as const).map((age) => ({
      key: age,
      label: AGE_WORDS.field[age][ctx.locale],
      values: [decimal.round(String(found?.summary?.[age] ?? 0))],
    })),
  };
}

/** Containers by where they are, those that somebody still answers for. */
async function containersByStatus(ctx: Ctx): Promise<Drawn> {
  const list = definedLists.get('products.list');
  const counted = await Promise.all(
    LIFECYCLE_STATUSES.map(async (status) => ({
      status,
      count: (await list?.figures(ctx, inputOf('products.list', { status })))?.count ?? 0,
    })),
  );
  return {
    series: ['containers'],
    points: counted
      .filter(({ status, count }) => count > 0 && !ENDED.includes(status))
      .map(({ status, count }) => ({
        key: status,
        label: PRODUCT_WORDS.status[status][ctx.locale],
        values: [String(count)],
      })),
  };
}

async function purchasesByMonth(ctx: Ctx): Promise<Drawn> {
  const labels = monthLabels(ctx);
  const from = `${labels[0]}-01`;
  const { rows } = await sql<{ month: string; ordered: string; received: string }>`
    select month, sum(ordered) as ordered, sum(received) as received from (
      select to_char(d.document_date, 'YYYY-MM') as month, d.base_amount as ordered, 0 as received
      from purchase_orders d where d.document_date >= ${from}
        and d.status <> all(${UNORDERED}) and ${within(ctx, orderScope)}
      union all
      select to_char(d.received_date, 'YYYY-MM'), 0, d.base_amount
      from purchase_order_receipts d where d.received_date >= ${from}
        and d.status = 'posted' and ${within(ctx, orderScope)}
    ) x group by month
  `.execute(ctx.db);
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  return {
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
 * Amounts billed to and paid by customers, as their accounts say it: a discount, a void and a credit note
 * lower the former, a reversal and a refund the latter.
 */
async function billedByMonth(ctx: Ctx): Promise<Drawn> {
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

async function ordersByStatus(ctx: Ctx): Promise<Drawn> {
  const { rows } = await sql<{ status: string; n: string }>`
    select d.status, count(*)::text as n from purchase_orders d
    where d.status = any(${OPEN})
      and ${within(ctx, orderScope)}
    group by d.status
  `.execute(ctx.db);
  const byStatus = new Map(rows.map((row) => [row.status, row.n]));
  return {
    series: ['orders'],
    points: OPEN.map((status) => ({
      key: status,
      label: ORDER_WORDS.status[status][ctx.locale],
      values: [byStatus.get(status) ?? '0'],
    })),
  };
}

async function topSuppliers(ctx: Ctx): Promise<Drawn> {
  const from = addDays(today(ctx.clock), -365);
  const { rows } = await sql<{ name: string; total: string }>`
    select coalesce(case when ${ctx.locale} = 'th' then s.name_th end, s.name) as name, x.total
    from (
      select d.supplier_id, sum(d.base_amount) as total from purchase_orders d
      where d.document_date >= ${from} and d.status <> all(${UNORDERED})
        and ${within(ctx, orderScope)}
      group by d.supplier_id order by 2 desc limit 10
    ) x join suppliers s on s.id = x.supplier_id
    order by x.total desc
  `.execute(ctx.db);
  return {
    series: ['ordered'],
    points: rows.map((row) => ({ label: row.name, values: [decimal.round(row.total)] })),
  };
}

/** In the order in which they are shown: each answers a question of whoever manages. */
const CHARTS: readonly ChartKind[] = [
  {
    key: 'contractsByMonth',
    unit: 'money',
    pages: ['purchase-contract-report'],
    draw: (ctx) => ofReport(ctx, 'reports.purchaseContract', 'byMonth'),
  },
  { key: 'billedByMonth', unit: 'money', pages: ['payment-data'], draw: billedByMonth },
  { key: 'ageing', unit: 'money', pages: ['payment-data'], draw: ageing },
  {
    key: 'containersByStatus',
    unit: 'count',
    pages: ['container-warehouse'],
    draw: containersByStatus,
  },
  {
    key: 'purchasesByMonth',
    unit: 'money',
    pages: ['purchase-orders', 'receipt'],
    draw: purchasesByMonth,
  },
  { key: 'ordersByStatus', unit: 'count', pages: ['purchase-orders'], draw: ordersByStatus },
  { key: 'topSuppliers', unit: 'money', pages: ['purchase-orders'], draw: topSuppliers },
];

/** Keys of the charts that this person may see; a chart of sums is as secret as the sums. */
export const chartsFor = ({ actor: { grants } }: Ctx): string[] =>
  CHARTS.filter(
    ({ unit, pages }) =>
      pages.every((page) => can(grants, `${page}:view`)) &&
      (unit === 'count' || can(grants, FINANCE)),
  ).map(({ key }) => key);

/** One chart; where it cannot be read it says so, and keeps no other from being read. */
export async function chartOf(ctx: Ctx, key: string): Promise<ChartBlock> {
  const kind = CHARTS.find((one) => one.key === key);
  if (kind === undefined) throw new Error(`no chart is called "${key}"`);
  const drawn = await inTime(kind.draw(ctx)).catch((error: unknown) => {
    ctx.app.log.error({ err: error, chart: key }, 'dashboard');
    return null;
  });
  return {
    key,
    unit: kind.unit,
    hasFailed: drawn === null,
    series: drawn?.series ?? [],
    points: drawn?.points ?? [],
  };
}
