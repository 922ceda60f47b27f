import { claimMachine } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { today } from '../../kernel/index.ts';
import { defineReport } from './defineReport.ts';
import { average, count, share, sum } from './measures.ts';
import { inPartCategory, PART_CATEGORY } from './parts.ts';

const ANSWERED = sql<boolean>`d.answered_at is not null`;
/** Days at the supplier, up to its answer. */
const DAYS = sql`(d.answered_at at time zone 'Asia/Bangkok')::date - d.sent_date`;
const serialNo = (id: string) =>
  sql`(select s.serial_no from serials s where s.id = ${sql.ref(id)})`;

/** Claims line by line: what was asked for, and what the supplier gave (domain-warehouse 5). */
export const claimReport = defineReport('reports.claim', {
  id: 'i.id',
  from: ({ db }) =>
    db
      .selectFrom('claims as d')
      .innerJoin('claimItems as i', 'i.claimId', 'd.id')
      .innerJoin('materialParts as p', 'p.id', 'i.partId'),
  scope: 'claims',
  family: 'claims',
  // A refused claim was claimed all the same.
  statuses: { column: 'd.status', onAsking: claimMachine.actions.cancel.to },
  columns: {
    claim: { id: 'd.id', no: 'd.document_no' },
    documentDate: 'd.document_date',
    supplier: 'd.supplier_id',
    warehouse: 'd.warehouse_id',
    part: 'i.part_id',
    category: PART_CATEGORY,
    quantity: 'i.quantity',
    serialNo: serialNo('i.serial_id'),
    newSerialNo: serialNo('i.replacement_serial_id'),
    defect: 'i.defect',
    inWarranty: 'i.in_warranty',
    sentDate: 'd.sent_date',
    dueDate: 'd.due_date',
    daysOpen: ({ clock }) => sql`coalesce(${DAYS}, ${today(clock)}::date - d.sent_date)`,
    resolution: 'i.resolution',
    claimedValue: 'i.claimed_value',
    refundAmount: 'i.refund_amount',
    status: 'd.status',
  },
  filters: { category: inPartCategory },
  measures: {
    claimed: sum(sql`i.quantity`),
    claimedValue: sum(sql`i.claimed_value`),
    refundAmount: sum(sql`i.refund_amount`),
    // Claims that brought something, as a share of those that were answered.
    wonPct: share(
      count(sql`${ANSWERED} and d.status <> 'rejected' and i.resolution <> 'none'`),
      count(sql`${ANSWERED} or d.status = 'rejected'`),
    ),
    averageDays: average(DAYS),
  },
  search: 'd.search_text',
});
