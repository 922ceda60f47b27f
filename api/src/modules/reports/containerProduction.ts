import { sql } from 'kysely';
import { defineReport } from './defineReport.ts';
import { average, count, sum } from './measures.ts';

const BUILT = sql<boolean>`d.completed_at is not null`;
const LEAD_DAYS = sql`(d.completed_at at time zone 'Asia/Bangkok')::date - d.document_date`;
/** Parts that are built in so far; at receipt their cost is written down. */
const PARTS = sql`case when d.cost_amount is not null then d.cost_amount - d.labour_cost
  else coalesce((select sum(i.unit_cost * i.quantity) from product_parts i
    where i.product_id = d.id and i.removed_at is null), 0) end`;
const COST = sql`round(${PARTS} + d.labour_cost, 2)`;
/** Pieces that are too many or too few, of those that the bill of materials asks for. */
const DEVIATION = sql`(select 100 * sum(abs(coalesce(b.quantity, 0) - coalesce(e.quantity, 0)))
    / nullif(sum(coalesce(b.quantity, 0)), 0)
  from (select part_id, sum(quantity) as quantity from product_model_parts
    where revision_id = d.revision_id group by part_id) b
  full join (select part_id, sum(quantity) as quantity from product_parts
    where product_id = d.id and removed_at is null group by part_id) e on e.part_id = b.part_id)`;

/** Containers as they were built: time, parts, labour and what each cost (domain-containers 5). */
export const containerProductionReport = defineReport('reports.containerProduction', {
  id: 'd.id',
  from: ({ db }) => db.selectFrom('products as d'),
  scope: 'products',
  family: 'products',
  columns: {
    container: { id: 'd.id', no: 'd.serial_number' },
    documentNo: 'd.document_no',
    documentDate: 'd.document_date',
    completedAt: 'd.completed_at',
    productModel: 'd.product_model_id',
    productType: 'd.product_type_id',
    company: 'd.company_id',
    producer: 'd.created_by',
    leadDays: LEAD_DAYS,
    partsCost: PARTS,
    labour: 'd.labour_cost',
    unitCost: COST,
    deviationPct: DEVIATION,
    deviationReason: 'd.deviation_reason',
    isBuilt: BUILT,
    status: 'd.status',
  },
  measures: {
    started: count(),
    built: count(BUILT),
    inWork: count(sql`not ${BUILT}`),
    unitCost: sum(COST),
    averageCost: average(sql`case when ${BUILT} then ${COST} end`),
    averageDays: average(LEAD_DAYS),
  },
  search: 'd.search_text',
});
