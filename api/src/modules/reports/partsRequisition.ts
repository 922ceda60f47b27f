import { requisitionMachine, voidStatuses } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { defineReport } from './defineReport.ts';
import { average, share, sum } from './measures.ts';
import { CATEGORY_OF_PART, inPartCategory, PART_CATEGORY } from './parts.ts';

const HOURS = sql`extract(epoch from d.dispatched_at - d.approved_at) / 3600`;

/** Requisitions line by line: what was asked for, issued and given back (domain-warehouse 5). */
export const partsRequisitionReport = defineReport('reports.partsRequisition', {
  id: 'i.id',
  from: ({ db }) =>
    db
      .selectFrom('requisitions as d')
      .innerJoin('requisitionItems as i', 'i.requisitionId', 'd.id')
      .innerJoin('materialParts as p', 'p.id', 'i.partId'),
  scope: 'requisitions',
  family: 'requisitions',
  statuses: { column: 'd.status', onAsking: voidStatuses(requisitionMachine) },
  columns: {
    requisition: { id: 'd.id', no: 'd.document_no' },
    documentDate: 'd.document_date',
    requester: 'd.requester_id',
    purpose: 'd.purpose',
    job: {
      id: 'd.repair_id',
      no: sql`(select r.document_no from repairs r where r.id = d.repair_id)`,
    },
    warehouse: 'd.warehouse_id',
    part: 'i.part_id',
    category: PART_CATEGORY,
    serials: sql`(select string_agg(s.serial_no, ', ' order by s.serial_no)
      from requisition_picks k join stock_reservations r on r.id = k.reservation_id
      join serials s on s.id = r.serial_id where k.item_id = i.id and k.dispatched_qty > 0)`,
    requestedQty: 'i.requested_qty',
    approvedQty: 'i.approved_qty',
    dispatchedQty: 'i.dispatched_qty',
    returnedQty: 'i.returned_qty',
    cancelledQty: 'i.cancelled_qty',
    fillPct: sql`100 * i.dispatched_qty / i.requested_qty`,
    value: 'i.issue_value',
    hours: HOURS,
    status: 'd.status',
  },
  filters: { category: inPartCategory },
  measures: {
    requestedQty: sum(sql`i.requested_qty`),
    dispatchedQty: sum(sql`i.dispatched_qty`),
    value: sum(sql`i.issue_value`),
    fillPct: share(sum(sql`i.dispatched_qty`), sum(sql`i.requested_qty`)),
    hours: average(HOURS),
  },
  withinDay: ['d.created_at', 'd.id'],
  sums: { by: ['requester', 'purpose', 'part', 'status'], via: { category: CATEGORY_OF_PART } },
  search: 'd.search_text',
});
