import { auditMachine } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { audienceOf, type Ctx, conflict, named, notify, today } from '../../../kernel/index.ts';
import type { Effect } from '../../../workflow/index.ts';
import { type AuditRow, audits, TOUCHES } from './type.ts';

/** A PDF and a page carry so many lines; a larger count is split by bins or categories. */
export const MAX_LINES = 2000;

/** The bins that are counted: those chosen, or all of the warehouse that are in use. */
async function binsOf(ctx: Ctx, audit: AuditRow): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('bins')
    .where('warehouseId', '=', audit.warehouseId)
    .where('isActive', '=', true)
    .$if(audit.binIds.length > 0, (query) =>
      query.where('id', '=', sql<string>`any(${audit.binIds}::uuid[])`),
    )
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** A bin under two counts would have one difference posted twice. */
async function refuseOverlap(ctx: Ctx, binIds: readonly string[]): Promise<void> {
  const { rows } = await ctx.pg.query<{ id: string; documentNo: string }>({
    name: 'audits.overlap',
    text: `select distinct a.id, a.document_no as "documentNo" from audit_bins b join audits a on a.id = b.audit_id
      where b.bin_id = any($1::uuid[]) and b.is_open order by "documentNo"`,
    values: [binIds],
  });
  if (rows.length > 0) {
    throw conflict('AUDIT_OVERLAP', { documents: rows.map((row) => named('audits', row)) });
  }
}

/**
 * What the books say of the places in scope, with the last move that is in it: what comes later is
 * told from it by the move's number, whenever it was committed (2.13 "movedSince"). Reserved stock is
 * counted like any other. A count that confirms emptiness looks at what the books call empty.
 */
async function takeSnapshot(ctx: Ctx, audit: AuditRow): Promise<number> {
  const { rowCount } = await ctx.pg.query({
    name: 'audits.snapshot',
    text: `insert into audit_items (id, audit_id, line_no, part_id, bin_id, lot_id, serial_id, condition,
        snapshot_qty, snapshot_seq)
      select new_id(), $1, row_number() over (order by n.code, p.part_no, l.lot_no, s.serial_no, b.condition),
        b.item_id, b.location_id, b.lot_id, b.serial_id, b.condition, b.on_hand,
        coalesce((select max(e.move_seq) from stock_entries e where e.location_id = b.location_id
          and e.item_id = b.item_id and e.item_type = b.item_type), 0)
      from audit_bins ab join bins n on n.id = ab.bin_id
      join stock_balances b on b.location_id = n.id
      join material_parts p on p.id = b.item_id
      left join lots l on l.id = b.lot_id left join serials s on s.id = b.serial_id
      where ab.audit_id = $1 and b.item_type = 'part' and b.is_physical
        and case when $3 then b.on_hand = 0 and b.serial_id is null else b.on_hand > 0 end
        and ($5::text is null or exists (select 1 from stock_rules r where r.part_id = b.item_id
          and r.warehouse_id = n.warehouse_id and r.abc_class = $5))
        and ($2::uuid[] = '{}' or p.category_id = any($2::uuid[]) or p.sub_category_id = any($2::uuid[]))
      limit $4`,
    values: [
      audit.id,
      audit.categoryIds,
      audit.type === 'zeroConfirm',
      MAX_LINES + 1,
      audit.abcClass,
    ],
  });
  return rowCount ?? 0;
}

/** Begins to count: takes the number and the snapshot, and locks the bins where that was chosen. */
export async function startEffect(ctx: Ctx, audit: AuditRow): Promise<Effect<'audits'>> {
  const binIds = await binsOf(ctx, audit);
  if (binIds.length === 0) throw conflict('NOTHING_TO_COUNT');
  await refuseOverlap(ctx, binIds);
  await ctx.db
    .insertInto('auditBins')
    .values(binIds.map((binId) => ({ auditId: audit.id, binId })))
    .execute();
  const lines = await takeSnapshot(ctx, audit);
  if (lines > MAX_LINES) throw conflict('AUDIT_TOO_LARGE', { max: MAX_LINES });
  if (lines === 0 && audit.type !== 'zeroConfirm') throw conflict('NOTHING_TO_COUNT');
  if (audit.freeze === 'hardLock') await lockBins(ctx, audit.id, true);
  await notifyCounters(ctx, audit);
  const day = today(ctx.clock);
  return {
    set: {
      round: 1,
      itemCount: lines,
      openCount: lines,
      startedAt: ctx.clock.now(),
      documentDate: day,
    },
    diff: { lines, bins: binIds.length },
    numberBy: day,
    touches: TOUCHES,
  };
}

/** hardLock: the posting function refuses moves in the bins with BIN_LOCKED as long as they are counted. */
async function lockBins(ctx: Ctx, auditId: string, isLocked: boolean): Promise<void> {
  await ctx.pg.query({
    name: 'audits.lockBins',
    text: `update bins n set is_locked = $2 from audit_bins b
      where b.audit_id = $1 and n.id = b.bin_id and n.is_locked <> $2`,
    values: [auditId, isLocked],
  });
}

/** The count is over: its bins may be counted by another, and moved in again. */
export async function letGo(ctx: Ctx, audit: AuditRow): Promise<void> {
  if (audit.freeze === 'hardLock') await lockBins(ctx, audit.id, false);
  await ctx.db
    .updateTable('auditBins')
    .set({ isOpen: false })
    .where('auditId', '=', audit.id)
    .execute();
}

/** Those named to count hear that they may begin; nobody named: whoever may count there. */
async function notifyCounters(ctx: Ctx, audit: AuditRow): Promise<void> {
  const people =
    audit.counterIds.length > 0
      ? audit.counterIds
      : await audienceOf(ctx, {
          ...audits.type.scope(audit),
          ability: `${auditMachine.page}:count`,
          except: [ctx.actor.userId],
        });
  await notify(
    ctx,
    people.filter((id) => id !== ctx.actor.userId),
    {
      category: 'reminder',
      type: 'info',
      title: {
        en: 'A stock count waits to be counted',
        th: 'มีใบตรวจนับสต็อกรอให้นับ',
      },
      description: { en: `Started by ${ctx.actor.name}`, th: `เริ่มโดย ${ctx.actor.name}` },
      action: audits.path(audit.id),
      actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
      entity: { type: audits.type.subject, id: audit.id },
      dedupeKey: `${audits.type.subject}:${audit.id}:count`,
    },
  );
}
