import type { Condition } from '@boxyard/shared/domain';
import { type Ctx, unseen } from '../../../kernel/index.ts';
import { IS_SOFT_LOCKED } from '../picking/softLock.ts';

/** Where some of a line is held, picked or was taken from. */
export interface PickRow {
  readonly reservationId: string;
  readonly itemId: string;
  readonly locationId: string;
  readonly bin: string;
  readonly warehouseId: string;
  readonly lotId: string | null;
  readonly lotNo: string | null;
  readonly expiryDate: string | null;
  readonly serialId: string | null;
  readonly serialNo: string | null;
  readonly condition: Condition;
  /** The bin is under a count that warns of moves (2.13 softLock). */
  readonly isCounted: boolean;
  /** Held now; what was held once it is handed out. */
  readonly quantity: number;
  readonly pickedQty: number;
  readonly dispatchedQty: number;
  readonly issueValue: string | null;
  readonly returnedQty: number;
  readonly usedQty: number;
}

/** Everything held for, or handed out by, a requisition, along the bins (2.7 "pick list"). */
export async function picksOf(ctx: Ctx, requisitionId: string): Promise<PickRow[]> {
  const { rows } = await ctx.pg.query<{
    reservation_id: string;
    item_id: string;
    location_id: string;
    bin: string;
    warehouse_id: string;
    lot_id: string | null;
    lot_no: string | null;
    expiry_date: string | null;
    serial_id: string | null;
    serial_no: string | null;
    condition: Condition;
    is_counted: boolean;
    quantity: string;
    picked_qty: string;
    dispatched_qty: string;
    issue_value: string | null;
    returned_qty: string;
    used_qty: string;
  }>({
    name: 'requisitions.picks',
    text: `select p.reservation_id, p.item_id, r.location_id, n.code as bin, n.warehouse_id, r.lot_id,
        l.lot_no, l.expiry_date::text as expiry_date, r.serial_id, s.serial_no, r.condition,
        ${IS_SOFT_LOCKED} as is_counted,
        (case when r.status = 'active' then r.qty - r.consumed_qty else p.dispatched_qty end)::text as quantity,
        p.picked_qty, p.dispatched_qty, p.issue_value, p.returned_qty,
        p.used_qty
      from requisition_items i
      join requisition_picks p on p.item_id = i.id
      join stock_reservations r on r.id = p.reservation_id
      join bins n on n.id = r.location_id join warehouses w on w.id = n.warehouse_id
      left join lots l on l.id = r.lot_id left join serials s on s.id = r.serial_id
      where i.requisition_id = $1 and (r.status = 'active' or p.dispatched_qty > 0)
      order by w.code, n.code, i.line_no, l.expiry_date, l.lot_no, s.serial_no, p.reservation_id`,
    values: [requisitionId],
  });
  return rows.map((row) => ({
    reservationId: row.reservation_id,
    itemId: row.item_id,
    locationId: row.location_id,
    bin: row.bin,
    warehouseId: row.warehouse_id,
    lotId: row.lot_id,
    lotNo: row.lot_no,
    expiryDate: row.expiry_date,
    serialId: row.serial_id,
    serialNo: row.serial_no,
    condition: row.condition,
    isCounted: row.is_counted,
    quantity: Number(row.quantity),
    pickedQty: Number(row.picked_qty),
    dispatchedQty: Number(row.dispatched_qty),
    issueValue: row.issue_value,
    returnedQty: Number(row.returned_qty),
    usedQty: Number(row.used_qty),
  }));
}

/** Writes what new reservations hold for their lines. */
export async function writePicks(
  ctx: Ctx,
  picks: readonly {
    readonly reservationId: string;
    readonly itemId: string;
    readonly pickedQty?: number;
  }[],
): Promise<void> {
  if (picks.length === 0) return;
  await ctx.db
    .insertInto('requisitionPicks')
    .values(picks.map((pick) => ({ pickedQty: 0, ...pick })))
    .execute();
}

/** Figures of picks by reservation, in one statement. */
export async function setPicked(
  ctx: Ctx,
  picks: readonly { readonly reservationId: string; readonly pickedQty: number }[],
): Promise<void> {
  if (picks.length === 0) return;
  await ctx.pg.query({
    name: 'requisitions.setPicked',
    text: `update requisition_picks p set picked_qty = t.qty
      from unnest(${unseen('$1')}, $2::numeric[]) as t(id, qty) where p.reservation_id = t.id`,
    values: [picks.map((pick) => pick.reservationId), picks.map((pick) => pick.pickedQty)],
  });
}

/**
 * Brings the lines' held and picked quantities in step with their picks: sums are never kept by
 * adding and taking away, so that they cannot drift (I4).
 */
export async function refreshItems(ctx: Ctx, requisitionId: string): Promise<void> {
  await ctx.pg.query({
    name: 'requisitions.refreshItems',
    text: `update requisition_items i set reserved_qty = x.reserved, picked_qty = x.picked
      from (
        select i.id, coalesce(sum(r.qty - r.consumed_qty) filter (where r.status = 'active'), 0) as reserved,
          coalesce(sum(p.picked_qty) filter (where r.status = 'active'), 0) as picked
        from requisition_items i
        left join requisition_picks p on p.item_id = i.id
        left join stock_reservations r on r.id = p.reservation_id
        where i.requisition_id = $1 group by i.id
      ) x where x.id = i.id`,
    values: [requisitionId],
  });
}
