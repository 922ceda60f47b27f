import { voidStatuses } from '@boxyard/shared/domain';
import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { sql } from 'kysely';
import { type Ctx, quoted, today } from '../../kernel/index.ts';
import { whereVisible } from '../../workflow/index.ts';
import { defineReport } from './defineReport.ts';
import { average, count, share, sum } from './measures.ts';

const VOID = voidStatuses(warrantyMachine);

/**
 * The next warranty of the same container for the same customer: of those that the reader sees, so that
 * nothing is told of the others. Not by `previous_id`, which also leads from one container to the one
 * that took its place.
 */
const nextOf = (ctx: Ctx) =>
  whereVisible(ctx.db.selectFrom('warranties as d'), ctx.actor, 'warranties')
    .where(
      sql<boolean>`d.product_id = k.product_id and d.customer_id = k.customer_id
        and d.start_date > k.start_date and d.type <> 'initial' and d.status not in (${sql.raw(quoted(VOID))})`,
    )
    .orderBy('d.startDate')
    .orderBy('d.id')
    .limit(1)
    .select([
      'd.id',
      'd.documentNo',
      'd.startDate',
      'd.endDate',
      'd.months',
      'd.price',
      'd.requestId',
    ]);

const RENEWED = sql<boolean>`n.id is not null`;
const GAP = sql`n.start_date - d.end_date - 1`;
/** Claims on the warranty in its time; parts that went back to stock are none. */
const PARTS_COST = sql`(select coalesce(sum(x.unit_cost * x.quantity), 0)::numeric(15, 2)
  from product_parts x where x.product_id = d.product_id and x.disposition <> 'restock'
    and (x.removed_at at time zone 'Asia/Bangkok')::date between d.start_date and d.end_date)`;

/** Warranties by their last day: those that go on against those that end (domain-containers 5). */
export const warrantyExtensionReport = defineReport('reports.warrantyExtension', {
  id: 'd.id',
  from: (ctx) =>
    ctx.db
      .selectFrom('warranties as d')
      .innerJoin('products as p', 'p.id', 'd.productId')
      // The next one is a warranty as well, and called `d` where its scope is asked.
      .innerJoinLateral(
        sql<object>`(select d.product_id, d.customer_id, d.start_date)`.as('k'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(nextOf(ctx).as('n'), (join) => join.onTrue()),
  scope: 'warranties',
  family: 'warranties',
  choices: { channel: 'warrantyRequests.channel' },
  statuses: { column: 'd.status', onAsking: VOID },
  columns: {
    warranty: { id: 'd.id', no: 'd.document_no' },
    previousEnd: 'd.end_date',
    serialNumber: 'p.serial_number',
    productModel: 'p.product_model_id',
    customer: 'd.customer_id',
    sale: 'd.sale_id',
    company: 'd.company_id',
    type: 'd.type',
    renewal: ({ clock }) => sql`case when ${RENEWED} then 'renewed'
      when d.end_date >= ${today(clock)}::date then 'open' else 'lapsed' end`,
    next: { id: 'n.id', no: 'n.document_no' },
    startDate: 'n.start_date',
    endDate: 'n.end_date',
    months: 'n.months',
    price: 'n.price',
    gapDays: GAP,
    channel: sql`(select q.channel from warranty_requests q where q.id = n.request_id)`,
    partsCost: PARTS_COST,
    status: 'd.status',
  },
  measures: {
    expiring: count(),
    renewed: count(RENEWED),
    renewedPct: share(count(RENEWED), count()),
    price: sum(sql`n.price`),
    gapDays: average(GAP),
    partsCost: sum(PARTS_COST),
  },
  search: 'd.search_text',
});
