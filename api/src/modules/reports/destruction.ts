import { destructionMachine, voidStatuses } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { defineReport } from './defineReport.ts';
import { sum } from './measures.ts';
import { inPartCategory, PART_CATEGORY } from './parts.ts';

/** Corrections take pieces out again that turned up. */
const QUANTITY = sql`i.quantity - i.corrected_qty`;
const LOSS = sql`case when i.corrected_qty = 0 then coalesce(i.loss_value, 0)
  else coalesce(i.loss_value, 0) - (select coalesce(sum(m.value), 0) from stock_moves m
    where m.doc_type = 'destroy' and m.doc_id = d.id and m.doc_item_id = i.id
      and m.action = 'correct') end`;
/**
 * A document's salvage, shared among its lines by their book value. The last satang is the first line's, so
 * that the lines add up to the document.
 */
const SALVAGE = sql`case when d.book_value = 0
  then case when i.line_no = 1 then d.salvage_amount else 0 end
  else round(d.salvage_amount * coalesce(i.loss_value, 0) / d.book_value, 2)
    + case when i.line_no = 1 then d.salvage_amount - (
        select sum(round(d.salvage_amount * coalesce(o.loss_value, 0) / d.book_value, 2))
        from destruction_items o where o.destruction_id = d.id) else 0 end end`;

/** Destroyed goods line by line: why, how, and what they were worth (domain-warehouse 5). */
export const destructionReport = defineReport('reports.destruction', {
  id: 'i.id',
  from: ({ db }) =>
    db
      .selectFrom('destructions as d')
      .innerJoin('destructionItems as i', 'i.destructionId', 'd.id')
      .innerJoin('materialParts as p', 'p.id', 'i.partId'),
  scope: 'destructions',
  family: 'destructions',
  statuses: { column: 'd.status', onAsking: voidStatuses(destructionMachine) },
  columns: {
    destruction: { id: 'd.id', no: 'd.document_no' },
    documentDate: 'd.document_date',
    destroyedAt: 'd.destroyed_at',
    reason: 'd.reason',
    method: 'd.method',
    warehouse: 'd.warehouse_id',
    part: 'i.part_id',
    category: PART_CATEGORY,
    serials: sql`(select string_agg(s.serial_no, ', ' order by s.serial_no) from serials s
      where s.id = any(i.serial_ids))`,
    quantity: QUANTITY,
    lossValue: LOSS,
    salvage: SALVAGE,
    netLoss: sql`${LOSS} - ${SALVAGE}`,
    approver: 'd.approved_by',
    witnesses: sql`(select string_agg(btrim(u.first_name || ' ' || u.last_name), ', ' order by w.place)
      from destruction_witnesses w join users u on u.id = w.user_id where w.destruction_id = d.id)`,
    status: 'd.status',
  },
  filters: { category: inPartCategory },
  measures: {
    destroyed: sum(sql`case when d.destroyed_at is not null then ${QUANTITY} end`),
    lossValue: sum(LOSS),
    salvage: sum(SALVAGE),
    netLoss: sum(sql`${LOSS} - ${SALVAGE}`),
  },
  search: 'd.search_text',
});
