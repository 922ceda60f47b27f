import { repairMachine, voidStatuses } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { defineReport } from './defineReport.ts';
import { average, count, share, sum } from './measures.ts';
import { inPartCategory, PART_CATEGORY } from './parts.ts';

const DONE = sql<boolean>`d.completed_at is not null`;
/** From the bench to the result, in days. */
const DAYS = sql`extract(epoch from d.completed_at - d.started_at) / 86400`;
const COST = sql`d.parts_cost + d.labor_cost + d.external_cost`;
/** The same piece was repaired within 90 days before (domain-warehouse 5). */
const REPEAT = sql<boolean>`coalesce(exists (select 1 from repairs b where b.serial_id = d.serial_id
  and b.id <> d.id and b.completed_at < d.created_at
  and b.completed_at > d.created_at - interval '90 days'), false)`;

/** Own repairs: what they cost, how long they took and what came of them (domain-warehouse 5). */
export const repairReport = defineReport('reports.repair', {
  id: 'd.id',
  from: ({ db }) =>
    db.selectFrom('repairs as d').innerJoin('materialParts as p', 'p.id', 'd.partId'),
  scope: 'repairs',
  family: 'repairs',
  statuses: { column: 'd.status', onAsking: voidStatuses(repairMachine) },
  columns: {
    repair: { id: 'd.id', no: 'd.document_no' },
    documentDate: 'd.document_date',
    part: 'd.part_id',
    category: PART_CATEGORY,
    warehouse: 'd.warehouse_id',
    quantity: 'd.quantity',
    serialNo: sql`(select s.serial_no from serials s where s.id = d.serial_id)`,
    source: 'd.source',
    technician: 'd.technician_id',
    symptom: 'd.symptom',
    partsCost: 'd.parts_cost',
    laborCost: 'd.labor_cost',
    externalCost: 'd.external_cost',
    cost: COST,
    outcome: 'd.outcome',
    days: DAYS,
    isRepeat: REPEAT,
    status: 'd.status',
  },
  filters: { category: inPartCategory },
  measures: {
    repairs: count(),
    cost: sum(COST),
    successPct: share(count(sql`${DONE} and d.outcome <> 'unrepairable'`), count(DONE)),
    averageDays: average(DAYS),
    repeatPct: share(count(REPEAT), count()),
  },
  search: 'd.search_text',
});
