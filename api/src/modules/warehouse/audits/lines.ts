import {
  type AuditDecision,
  type AuditReason,
  type Condition,
  decimal,
  type TrackingType,
} from '@boxyard/shared/domain';
import {
  type Counted,
  isOverTolerance,
  isSettled,
  varianceOf,
  varianceTotal,
  varianceValueOf,
} from '@boxyard/shared/domain/warehouse/auditLines.ts';
import type { Ctx } from '../../../kernel/index.ts';
import type { AuditRow } from './type.ts';

interface MadeCount extends Counted {
  readonly by: string;
  readonly at: Date;
}

/** A line of a count with everything that is known of it. */
export interface LineRow {
  readonly id: string;
  readonly lineNo: number;
  readonly partId: string;
  readonly unitId: string;
  readonly unitAllowsFraction: boolean;
  readonly trackingType: TrackingType;
  readonly barcode: string | null;
  readonly binId: string;
  readonly bin: string;
  readonly lotId: string | null;
  readonly lotNo: string | null;
  readonly serialId: string | null;
  readonly serialNo: string | null;
  readonly condition: Condition;
  readonly isFound: boolean;
  readonly snapshotQty: number;
  readonly first: MadeCount | null;
  readonly recount: MadeCount | null;
  readonly needsRecount: boolean;
  readonly decision: AuditDecision | null;
  readonly reasonCode: AuditReason | null;
  readonly reasonText: string | null;
  /** At which a difference is worth: what somebody gave, else the average, else the last price paid. */
  readonly unitCost: string | null;
  readonly givenCost: string | null;
  readonly reserved: number;
  /** Where the books have the serial number now, if it is ours. */
  readonly serialBinId: string | null;
  readonly serialCondition: Condition | null;
  /** By the books it waits at the dock, on the road or at the bench, or is built into a container. */
  readonly isSerialUnderWay: boolean;
  readonly postedQty: number | null;
  readonly postedValue: string | null;
  readonly movedFromBinId: string | null;
}

interface Stored {
  id: string;
  line_no: number;
  part_id: string;
  unit_id: string;
  allow_fraction: boolean;
  tracking_type: TrackingType;
  barcode: string | null;
  bin_id: string;
  bin: string;
  lot_id: string | null;
  lot_no: string | null;
  serial_id: string | null;
  serial_no: string | null;
  condition: Condition;
  is_found: boolean;
  snapshot_qty: string;
  first_count: string | null;
  first_moved: string | null;
  first_by: string | null;
  first_at: Date | null;
  recount: string | null;
  recount_moved: string | null;
  recount_by: string | null;
  recount_at: Date | null;
  needs_recount: boolean;
  decision: AuditDecision | null;
  reason_code: AuditReason | null;
  reason_text: string | null;
  cost: string | null;
  unit_cost: string | null;
  reserved: string | null;
  serial_bin_id: string | null;
  serial_condition: Condition | null;
  serial_under_way: boolean;
  posted_qty: string | null;
  posted_value: string | null;
  moved_from_bin_id: string | null;
}

function made(
  quantity: string | null,
  moved: string | null,
  { by, at }: { by: string | null; at: Date | null },
): MadeCount | null {
  if (quantity === null || by === null || at === null) return null;
  return { quantity: Number(quantity), movedSince: Number(moved ?? 0), by, at };
}

/**
 * What moved between the snapshot and each count. Reckoned anew whenever somebody is about to look at
 * the differences or post them: a move that was under way during the count is seen when it is over.
 */
export async function refreshMoved(ctx: Ctx, audit: AuditRow): Promise<void> {
  const moved = (at: string) => `case when ${at} is not null then coalesce((
    select sum(e.qty) from stock_entries e
    where e.location_id = i.bin_id and e.item_id = i.part_id and e.item_type = 'part'
      and e.lot_id is not distinct from i.lot_id and e.serial_id is not distinct from i.serial_id
      and e.condition = i.condition and e.move_seq > i.snapshot_seq and e.posted_at <= ${at}), 0) end`;
  await ctx.pg.query({
    name: 'audits.moved',
    text: `update audit_items i set first_moved = ${moved('i.first_at')}, recount_moved = ${moved('i.recount_at')}
      where i.audit_id = $1 and (i.first_at is not null or i.recount_at is not null)`,
    values: [audit.id],
  });
}

/** The lines of a count along the bins. */
export async function linesOf(ctx: Ctx, audit: AuditRow): Promise<LineRow[]> {
  const { rows } = await ctx.pg.query<Stored>({
    name: 'audits.lines',
    text: `select i.id, i.line_no, i.part_id, p.unit_id, u.allow_fraction, p.tracking_type, p.barcode,
        i.bin_id, n.code as bin, i.lot_id, l.lot_no, i.serial_id, s.serial_no, i.condition, i.is_found,
        i.snapshot_qty, i.first_count, i.first_moved, i.first_by, i.first_at, i.recount,
        i.recount_moved, i.recount_by, i.recount_at, i.needs_recount, i.decision, i.reason_code,
        i.reason_text, i.unit_cost, i.posted_qty, i.posted_value, i.moved_from_bin_id, b.reserved,
        coalesce(i.unit_cost, nullif(v.avg_cost, 0), p.last_purchase_price)::text as cost,
        case when w.kind <> 'virtual' and w.company_id = $2 then s.location_id end as serial_bin_id,
        s.condition as serial_condition,
        w.kind in ('receiving', 'transit', 'repair', 'container') is true as serial_under_way
      from audit_items i
      join material_parts p on p.id = i.part_id join units u on u.id = p.unit_id
      join bins n on n.id = i.bin_id
      left join lots l on l.id = i.lot_id left join serials s on s.id = i.serial_id
      left join bins sb on sb.id = s.location_id left join warehouses w on w.id = sb.warehouse_id
      left join part_valuations v on v.company_id = $2 and v.item_type = 'part' and v.item_id = i.part_id
      left join stock_balances b on b.item_id = i.part_id and b.location_id = i.bin_id
        and b.item_type = 'part' and b.lot_id is not distinct from i.lot_id
        and b.serial_id is not distinct from i.serial_id and b.condition = i.condition
      where i.audit_id = $1
      order by n.code, p.part_no, l.lot_no, s.serial_no, i.line_no`,
    values: [audit.id, audit.companyId],
  });
  return rows.map((row) => ({
    id: row.id,
    lineNo: row.line_no,
    partId: row.part_id,
    unitId: row.unit_id,
    unitAllowsFraction: row.allow_fraction,
    trackingType: row.tracking_type,
    barcode: row.barcode,
    binId: row.bin_id,
    bin: row.bin,
    lotId: row.lot_id,
    lotNo: row.lot_no,
    serialId: row.serial_id,
    serialNo: row.serial_no,
    condition: row.condition,
    isFound: row.is_found,
    snapshotQty: Number(row.snapshot_qty),
    first: made(row.first_count, row.first_moved, { by: row.first_by, at: row.first_at }),
    recount: made(row.recount, row.recount_moved, { by: row.recount_by, at: row.recount_at }),
    needsRecount: row.needs_recount,
    decision: row.decision,
    reasonCode: row.reason_code,
    reasonText: row.reason_text,
    unitCost: row.cost,
    givenCost: row.unit_cost,
    reserved: Number(row.reserved ?? 0),
    serialBinId: row.serial_bin_id,
    serialCondition: row.serial_condition,
    isSerialUnderWay: row.serial_under_way,
    postedQty: row.posted_qty === null ? null : Number(row.posted_qty),
    postedValue: row.posted_value,
    movedFromBinId: row.moved_from_bin_id,
  }));
}

/** How the difference of a line is posted. */
export type Posting =
  | { readonly kind: 'gain' | 'loss' }
  /** A serial number that the books have in another bin. */
  | { readonly kind: 'move'; readonly fromBinId: string };

/**
 * What a difference is in the books. A serial number found where the books do not have it is moved,
 * and the line that misses it elsewhere is settled by that move: no gain and loss (2.13).
 */
export function postingOf(line: LineRow, lines: readonly LineRow[]): Posting | null {
  const variance = varianceOf(line);
  if (variance === null || variance === 0) return null;
  if (line.serialId === null) return { kind: variance > 0 ? 'gain' : 'loss' };
  if (variance > 0) {
    if (line.serialBinId === line.binId) return null;
    return line.serialBinId === null
      ? { kind: 'gain' }
      : { kind: 'move', fromBinId: line.serialBinId };
  }
  const isElsewhere = lines.some(
    (other) =>
      other.serialId === line.serialId &&
      other.binId !== line.binId &&
      (varianceOf(other) ?? 0) > 0 &&
      other.decision !== 'ignore',
  );
  return isElsewhere ? { kind: 'move', fromBinId: line.binId } : { kind: 'loss' };
}

/** What the difference of a line is worth; a move is worth nothing. */
export function worthOf(line: LineRow, lines: readonly LineRow[]): string | null {
  if (line.postedValue !== null) {
    return (line.postedQty ?? 0) < 0
      ? decimal.round(decimal.subtract(0, line.postedValue))
      : line.postedValue;
  }
  return postingOf(line, lines)?.kind === 'move' ? '0.00' : varianceValueOf(line);
}

/** Lines whose difference calls for a recount. */
export const overTolerance = (audit: AuditRow, lines: readonly LineRow[]): LineRow[] => {
  const tolerance = {
    quantity: Number(audit.toleranceQty),
    percent: audit.tolerancePct,
    value: audit.toleranceValue,
  };
  return lines.filter((line) => isOverTolerance(line, tolerance));
};

/** Whether the present round wants a count of the line. */
export const isOpenLine = (
  { round }: Pick<AuditRow, 'round'>,
  line: Pick<LineRow, 'first' | 'recount' | 'needsRecount' | 'isFound'>,
): boolean => {
  // What was found by mistake and taken back is not looked for.
  if (line.isFound && line.first === null) return false;
  return round > 1 ? line.needsRecount && line.recount === null : line.first === null;
};

/** Columns of the document that follow from its lines. */
export function derivedOf(audit: AuditRow, lines: readonly LineRow[]) {
  const counting = lines.filter((line) => line.decision !== 'ignore');
  return {
    itemCount: lines.length,
    openCount: lines.filter((line) => isOpenLine(audit, line)).length,
    undecidedCount: lines.filter((line) => !isSettled({ ...line, variance: varianceOf(line) }))
      .length,
    varianceValue: varianceTotal(counting.map((line) => worthOf(line, lines))),
  };
}
