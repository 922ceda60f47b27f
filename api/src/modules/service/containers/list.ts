import { unsolvedJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import { OPEN_OCCURRENCE_STATUSES } from '@boxyard/shared/domain/service/occurrenceMachine.ts';
import { sql } from 'kysely';
import { anyId, type Ctx, defineList, whereInScope } from '../../../kernel/index.ts';
import { PRODUCT_COLUMNS, presentProducts, products } from '../../containers/index.ts';
import { jobs } from '../jobs/type.ts';
import { CONTAINER_WORDS } from './labels.ts';

const source = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('products as pd'), ctx.actor, products.scope);

const columns = (query: ReturnType<typeof source>) => query.select(PRODUCT_COLUMNS);
type Row = Awaited<ReturnType<ReturnType<typeof columns>['execute']>>[number];

/** Unsolved jobs by container, of those that this person may read. */
async function openJobsOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await whereInScope(ctx.db.selectFrom('jobs as jb'), ctx.actor, jobs.scope)
    .where('jb.productId', '=', anyId(ids))
    .where('jb.status', 'in', [...unsolvedJobStatuses])
    .groupBy('jb.productId')
    .select(['jb.productId', sql<number>`count(*)::int`.as('count')])
    .execute();
  return new Map(rows.map(({ productId, count }) => [productId, count]));
}

interface Days {
  readonly productId: string;
  readonly nextDueAt: string | null;
  readonly lastMaintainedAt: string | null;
}

/** Days of planned maintenance by container: they are the container's, whoever wrote the schedule. */
async function daysOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Days>> {
  const { rows } = await sql<Days>`
    select o.product_id as "productId",
      min(o.day) filter (where o.status = any(${[...OPEN_OCCURRENCE_STATUSES]})) as "nextDueAt",
      max(o.done_on) as "lastMaintainedAt"
    from pm_occurrences o where o.product_id = ${anyId(ids)} group by o.product_id`.execute(ctx.db);
  return new Map(rows.map((row) => [row.productId, row]));
}

async function shown(ctx: Ctx, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id);
  const [containers, openJobs, days] = await Promise.all([
    presentProducts(ctx, rows),
    openJobsOf(ctx, ids),
    daysOf(ctx, ids),
  ]);
  return containers.map((container) => ({
    id: container.id,
    serialNumber: container.serialNumber,
    name: container.name,
    productModel: container.productModel,
    status: container.status,
    serviceStatus: container.serviceStatus,
    warehouse: container.warehouse,
    site: container.site,
    customer: container.customer,
    warrantyEnd: container.warrantyEnd,
    openJobs: openJobs.get(container.id) ?? 0,
    nextDueAt: days.get(container.id)?.nextDueAt ?? null,
    lastMaintainedAt: days.get(container.id)?.lastMaintainedAt ?? null,
  }));
}

/** A container as its maintenance page shows it, or nothing outside this person's scope. */
export async function maintainedContainer(ctx: Ctx, id: string) {
  const row = await columns(source(ctx).where('pd.id', '=', id)).executeTakeFirst();
  if (!row) return null;
  const [container] = await shown(ctx, [row]);
  return container ?? null;
}

const { field, choice } = CONTAINER_WORDS;

export const containerMaintenanceList = defineList('containerMaintenance.list', {
  id: 'pd.id',
  from: source,
  select: columns,
  map: (rows, ctx) => shown(ctx, rows),
  sorts: { serialNumber: 'pd.serial_number' },
  filters: {
    serviceStatus: 'pd.service_status',
    productModelId: 'pd.product_model_id',
    warehouseId: 'pd.warehouse_id',
  },
  search: 'pd.searchText',
  export: {
    fileName: 'container-maintenance',
    columns: {
      serialNumber: { title: field.serialNumber, type: 'text' },
      name: { title: field.name, type: 'text' },
      productModel: { title: field.productModel, type: 'text' },
      status: { title: field.status, type: 'status', labels: choice.status },
      serviceStatus: { title: field.serviceStatus, type: 'status', labels: choice.serviceStatus },
      warehouse: { title: field.warehouse, type: 'text' },
      customer: { title: field.customer, type: 'text' },
      openJobs: { title: field.openJobs, type: 'number' },
      nextDueAt: { title: field.nextDueAt, type: 'date' },
      lastMaintainedAt: { title: field.lastMaintainedAt, type: 'date' },
      warrantyEnd: { title: field.warrantyEnd, type: 'date' },
    },
  },
});
