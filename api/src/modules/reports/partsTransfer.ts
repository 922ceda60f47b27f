import { transferMachine, voidStatuses } from '@boxyard/shared/domain';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, today } from '../../kernel/index.ts';
import { defineReport } from './defineReport.ts';
import { average, sum } from './measures.ts';
import { inPartCategory, PART_CATEGORY } from './parts.ts';

const IN_TRANSIT = sql`case when d.shipped_at is null then 0
  else i.shipped_qty - i.received_qty - i.damaged_qty - i.returned_qty - i.lost_qty end`;
const LOST_VALUE = sql`coalesce((select sum(l.value) from part_transfer_losses l where l.item_id = i.id), 0)`;
/** At what the company values the part now. */
const IN_TRANSIT_VALUE = sql`(${IN_TRANSIT}) * coalesce((select v.avg_cost from part_valuations v
  where v.company_id = d.company_id and v.item_type = 'part' and v.item_id = i.part_id), 0)`;
/** From shipping to the arrival, or until today while something is under way. */
const days = ({ clock }: Pick<Ctx, 'clock'>): RawBuilder<number | null> => sql`case
  when d.shipped_date is null then null
  when (${IN_TRANSIT}) > 0 then ${today(clock)}::date - d.shipped_date
  else (select max((g.posted_at at time zone 'Asia/Bangkok')::date) - d.shipped_date
    from goods_imports m join goods_import_items g on g.import_id = m.id
    where m.source_type = 'transfer' and m.source_id = d.id) end`;
const age = (ctx: Ctx) => sql`case when (${IN_TRANSIT}) <= 0 then null
  else case when ${days(ctx)} <= 3 then '0-3' when ${days(ctx)} <= 7 then '4-7'
    when ${days(ctx)} <= 14 then '8-14' when ${days(ctx)} <= 30 then '15-30' else '>30' end end`;

/** Transfers of parts line by line: what was shipped, what arrived, what is under way (domain-warehouse 5). */
export const partsTransferReport = defineReport('reports.partsTransfer', {
  id: 'i.id',
  from: ({ db }) =>
    db
      .selectFrom('partTransfers as d')
      .innerJoin('partTransferItems as i', 'i.transferId', 'd.id')
      .innerJoin('materialParts as p', 'p.id', 'i.partId'),
  scope: 'transfers',
  family: 'transfers',
  statuses: { column: 'd.status', onAsking: voidStatuses(transferMachine) },
  columns: {
    transfer: { id: 'd.id', no: 'd.document_no' },
    documentDate: 'd.document_date',
    fromWarehouse: 'd.from_warehouse_id',
    toWarehouse: 'd.to_warehouse_id',
    part: 'i.part_id',
    category: PART_CATEGORY,
    shippedQty: 'i.shipped_qty',
    receivedQty: 'i.received_qty',
    damagedQty: 'i.damaged_qty',
    lostQty: 'i.lost_qty',
    inTransitQty: IN_TRANSIT,
    transitDays: days,
    transitAge: age,
    lostValue: LOST_VALUE,
    isLate: 'd.is_late',
    status: 'd.status',
  },
  filters: { category: inPartCategory },
  measures: {
    shippedQty: sum(sql`i.shipped_qty`),
    receivedQty: sum(sql`i.received_qty`),
    inTransitQty: sum(IN_TRANSIT),
    inTransitValue: sum(IN_TRANSIT_VALUE),
    lostValue: sum(LOST_VALUE),
    transitDays: average(days),
  },
  search: 'd.search_text',
});
