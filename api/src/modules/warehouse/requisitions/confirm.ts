import {
  addQuantities,
  type Condition,
  openRequisitionQty,
  requisitionStatus,
  subtractQuantities,
} from '@boxyard/shared/domain';
import { type Ctx, type FieldFault, type Input, today } from '../../../kernel/index.ts';
import {
  type BalanceKey,
  normaliseSerial,
  release,
  reserve,
  shrink,
} from '../../../ledger/index.ts';
import { runAction } from '../../../workflow/index.ts';
import { named } from '../named.ts';
import { type PickRow, picksOf, refreshItems, setPicked, writePicks } from './picks.ts';
import {
  hasShort,
  type ItemRow,
  itemsOf,
  REQUISITION_MOVES,
  type RequisitionRow,
  requisitionType,
  TOUCHES,
} from './type.ts';

type Confirmed = Input<'requisitions.confirmItems'>['body']['items'][number];

/** Stock that lies in the warehouses of the requisition and may be taken instead of what is held. */
interface Found extends BalanceKey {
  readonly bin: string;
  readonly lotNo: string | null;
  readonly serialNo: string | null;
  readonly condition: Condition;
  readonly free: number;
}

/** What a line is to be picked from: of what is held, and what takes its place. */
interface Plan {
  readonly item: ItemRow;
  readonly kept: readonly { readonly pick: PickRow; readonly quantity: number }[];
  readonly fresh: readonly { readonly key: Found; readonly quantity: number }[];
}

/**
 * Says what is picked of each line, in all: saying less takes it back. A serial number or a bin that
 * was scanned replaces what was held, in the same transaction (2.7).
 */
export async function confirmItems(
  ctx: Ctx,
  { params, body }: Input<'requisitions.confirmItems'>,
): Promise<void> {
  await runAction(ctx, requisitionType, {
    action: 'confirm-items',
    id: params.id,
    version: body.version,
    effect: async (row) => {
      const [items, picks] = await Promise.all([itemsOf(ctx, row.id), picksOf(ctx, row.id)]);
      const plans = await planned(ctx, { row, items, picks, lines: body.items });
      await carryOut(ctx, { row, plans });
      const after = await itemsOf(ctx, row.id);
      return {
        to: requisitionStatus(after),
        set: { hasShortLines: hasShort(after) },
        diff: {
          lines: plans.map(({ item }) => ({
            lineNo: item.lineNo,
            picked: after.find(({ id }) => id === item.id)?.pickedQty ?? 0,
          })),
        },
        touches: TOUCHES,
      };
    },
  });
}

async function planned(
  ctx: Ctx,
  {
    row,
    items,
    picks,
    lines,
  }: {
    row: RequisitionRow;
    items: readonly ItemRow[];
    picks: readonly PickRow[];
    lines: readonly Confirmed[];
  },
): Promise<Plan[]> {
  const places = await foundFor(ctx, { row, picks, items, lines });
  return named({ items, lines }, (item, line, fault) => {
    if (line.quantity > item.reservedQty) {
      fault('quantity', { code: 'OVER_PICK', params: { held: item.reservedQty } });
      return undefined;
    }
    const { plan, wrong } = planOf(line, {
      item,
      picks: picks.filter((pick) => pick.itemId === item.id),
      places: places.filter((place) => place.itemId === item.outPartId),
    });
    for (const { field, ...what } of wrong) fault(field, what);
    return plan;
  });
}

interface Mine {
  readonly item: ItemRow;
  readonly picks: readonly PickRow[];
  readonly places: readonly Found[];
}

function planOf(line: Confirmed, mine: Mine): { plan: Plan; wrong: readonly FieldFault[] } {
  if (line.serials !== undefined && line.serials.length > 0) return bySerial(line, mine);
  if (line.picks !== undefined && line.picks.length > 0) return byPlace(line, mine);
  // From where it is held, along the bins.
  let open = line.quantity;
  const kept = mine.picks.map((pick) => {
    const quantity = Math.min(open, pick.quantity);
    open = subtractQuantities(open, quantity);
    return { pick, quantity };
  });
  return { plan: { item: mine.item, kept, fresh: [] }, wrong: [] };
}

function bySerial(line: Confirmed, { item, picks, places }: Mine) {
  const wanted = (line.serials ?? []).map(normaliseSerial);
  const distinct = new Set(wanted);
  const wrong: FieldFault[] = [];
  if (distinct.size !== wanted.length) wrong.push({ field: 'serials', code: 'SERIAL_REPEATED' });
  if (distinct.size !== line.quantity) {
    wrong.push({ field: 'serials', code: 'SERIAL_COUNT', params: { expected: line.quantity } });
  }
  const fresh: Plan['fresh'][number][] = [];
  for (const serialNo of distinct) {
    if (picks.some((pick) => pick.serialNo === serialNo)) continue;
    const key = places.find((place) => place.serialNo === serialNo);
    if (key && key.free > 0) fresh.push({ key, quantity: 1 });
    else wrong.push({ field: 'serials', code: 'SERIAL_NOT_AVAILABLE', params: { serialNo } });
  }
  const kept = picks.map((pick) => ({
    pick,
    quantity: pick.serialNo !== null && distinct.has(pick.serialNo) ? 1 : 0,
  }));
  return { plan: { item, kept, fresh }, wrong };
}

function byPlace(line: Confirmed, { item, picks, places }: Mine) {
  const wanted = line.picks ?? [];
  const wrong: FieldFault[] = [];
  if (addQuantities(...wanted.map(({ quantity }) => quantity)) !== line.quantity) {
    wrong.push({ field: 'picks', code: 'PICK_SUM', params: { expected: line.quantity } });
  }
  const taken = new Map(picks.map((pick) => [pick, 0]));
  const fresh: Plan['fresh'][number][] = [];
  wanted.forEach((want, index) => {
    const isThere = (place: { readonly bin: string; readonly lotNo: string | null }) =>
      place.bin === want.bin.toUpperCase() && (want.lotNo == null || place.lotNo === want.lotNo);
    let open = want.quantity;
    for (const pick of picks.filter(isThere)) {
      const used = taken.get(pick) ?? 0;
      const more = Math.min(open, subtractQuantities(pick.quantity, used));
      taken.set(pick, addQuantities(used, more));
      open = subtractQuantities(open, more);
    }
    for (const key of places.filter(isThere)) {
      const quantity = Math.min(open, key.free);
      if (quantity <= 0) continue;
      fresh.push({ key, quantity });
      open = subtractQuantities(open, quantity);
    }
    if (open > 0) {
      const available = subtractQuantities(want.quantity, open);
      wrong.push({
        field: `picks[${index}].quantity`,
        code: 'INSUFFICIENT_STOCK',
        params: { available },
      });
    }
  });
  const kept = picks.map((pick) => ({ pick, quantity: taken.get(pick) ?? 0 }));
  return { plan: { item, kept, fresh }, wrong };
}

/** What was scanned and is not held: free stock in the warehouses that the lines are taken from. */
async function foundFor(
  ctx: Ctx,
  {
    row,
    picks,
    items,
    lines,
  }: {
    row: RequisitionRow;
    picks: readonly PickRow[];
    items: readonly ItemRow[];
    lines: readonly Confirmed[];
  },
): Promise<Found[]> {
  const serials = lines.flatMap((line) => (line.serials ?? []).map(normaliseSerial));
  const bins = lines.flatMap((line) => (line.picks ?? []).map(({ bin }) => bin.toUpperCase()));
  if (serials.length + bins.length === 0) return [];
  const { rows } = await ctx.pg.query<Omit<Found, 'free'> & { free: string }>({
    name: 'requisitions.found',
    text: `select b.item_id as "itemId", b.location_id as "locationId", b.lot_id as "lotId",
        b.serial_id as "serialId", b.condition, n.code as bin, l.lot_no as "lotNo",
        s.serial_no as "serialNo", (b.on_hand - b.reserved)::text as free
      from stock_balances b join bins n on n.id = b.location_id
      left join lots l on l.id = b.lot_id left join serials s on s.id = b.serial_id
      where b.item_id = any($1::uuid[]) and b.item_type = 'part' and b.is_physical
        and b.on_hand > b.reserved and b.condition <> 'defective' and n.is_active and not n.is_locked
        and n.warehouse_id = any($2::uuid[])
        and (s.serial_no = any($3::text[]) or (b.serial_id is null and upper(n.code) = any($4::text[])))
        and (l.expiry_date is null or l.expiry_date >= $5::date)
      order by array_position(array['new', 'refurbished', 'used'], b.condition), l.expiry_date, l.lot_no`,
    values: [
      items.map((item) => item.outPartId),
      [...new Set([row.warehouseId, ...picks.map((pick) => pick.warehouseId)])],
      serials,
      bins,
      today(ctx.clock),
    ],
  });
  return rows.map((place) => ({ ...place, free: Number(place.free) }));
}

/** New places are held before old ones are let go, so that locks are taken as in a posting. */
async function carryOut(
  ctx: Ctx,
  { row, plans }: { row: RequisitionRow; plans: readonly Plan[] },
): Promise<void> {
  const now = ctx.clock.now();
  const fresh = plans.flatMap(({ item, fresh: places }) =>
    places.map((place) => ({ item, ...place })),
  );
  if (fresh.length > 0) {
    const ids = await reserve(ctx.pg, {
      docType: REQUISITION_MOVES,
      docId: row.id,
      now,
      expiresAt: row.reservedUntil,
      lines: fresh.map(({ item, key, quantity }) => ({
        itemId: key.itemId,
        locationId: key.locationId,
        lotId: key.lotId ?? null,
        serialId: key.serialId ?? null,
        condition: key.condition,
        quantity,
        docItemId: item.id,
      })),
    });
    await writePicks(
      ctx,
      fresh.map(({ item, quantity }, index) => ({
        reservationId: ids[index] ?? '',
        itemId: item.id,
        pickedQty: quantity,
      })),
    );
    await shrink(ctx.pg, { now, parts: plans.flatMap(givenUp) });
  }
  await setPicked(
    ctx,
    plans.flatMap(({ kept }) =>
      kept.map(({ pick, quantity }) => ({
        reservationId: pick.reservationId,
        pickedQty: quantity,
      })),
    ),
  );
  await refreshItems(ctx, row.id);
}

/** As much of what is held and not picked as was taken from elsewhere, the last bins first. */
function givenUp({ kept, fresh }: Plan): { id: string; quantity: number }[] {
  let over = addQuantities(...fresh.map(({ quantity }) => quantity));
  return [...kept].reverse().flatMap(({ pick, quantity: picked }) => {
    const quantity = Math.min(over, subtractQuantities(pick.quantity, picked));
    if (quantity <= 0) return [];
    over = subtractQuantities(over, quantity);
    return [{ id: pick.reservationId, quantity }];
  });
}

/** Gives up lines, or what is not picked of them; what was held for it is free again. */
export async function cancelItems(
  ctx: Ctx,
  { params, body }: Input<'requisitions.cancelItems'>,
): Promise<void> {
  await runAction(ctx, requisitionType, {
    action: 'cancel-items',
    id: params.id,
    version: body.version,
    effect: async (row) => {
      const [items, picks] = await Promise.all([itemsOf(ctx, row.id), picksOf(ctx, row.id)]);
      const chosen = cancelled(items, body.items);
      await shrink(ctx.pg, {
        now: ctx.clock.now(),
        parts: chosen.flatMap(({ item, quantity }) => noLongerDue(item, { quantity, picks })),
      });
      await refreshItems(ctx, row.id);
      for (const { item, quantity, reason } of chosen) {
        await ctx.db
          .updateTable('requisitionItems')
          .set({ cancelledQty: addQuantities(item.cancelledQty, quantity), cancelReason: reason })
          .where('id', '=', item.id)
          .execute();
      }
      const after = await itemsOf(ctx, row.id);
      const to = requisitionStatus(after);
      const isOver = to === 'cancelled';
      return {
        to,
        set: {
          hasShortLines: hasShort(after),
          ...(isOver ? { reservedUntil: null } : {}),
        },
        diff: {
          cancelled: chosen.map(({ item, quantity, reason }) => ({
            lineNo: item.lineNo,
            quantity,
            reason,
          })),
        },
        touches: TOUCHES,
      };
    },
  });
}

function cancelled(
  items: readonly ItemRow[],
  lines: Input<'requisitions.cancelItems'>['body']['items'],
) {
  return named({ items, lines }, (item, line, fault) => {
    const open = openRequisitionQty(item);
    const quantity = line.quantity ?? open;
    if (open === 0) fault('id', { code: 'NOTHING_OPEN' });
    else if (quantity > open) fault('quantity', { code: 'MAX', params: { max: open } });
    return { item, quantity, reason: line.reason };
  });
}

/** What is held beyond what is still due of a line, the last bins first. */
function noLongerDue(
  item: ItemRow,
  { quantity, picks }: { quantity: number; picks: readonly PickRow[] },
): { id: string; quantity: number }[] {
  const due = subtractQuantities(item.approvedQty ?? 0, addQuantities(item.cancelledQty, quantity));
  let over = Math.max(0, subtractQuantities(item.reservedQty, due));
  return picks
    .filter((pick) => pick.itemId === item.id)
    .reverse()
    .flatMap((pick) => {
      const part = Math.min(over, subtractQuantities(pick.quantity, pick.pickedQty));
      if (part <= 0) return [];
      over = subtractQuantities(over, part);
      return [{ id: pick.reservationId, quantity: part }];
    });
}

/** Frees all that is held for a requisition, and gives up every line that was approved. */
export async function giveUp(ctx: Ctx, row: RequisitionRow): Promise<void> {
  await release(ctx.pg, { now: ctx.clock.now(), docId: row.id });
  await refreshItems(ctx, row.id);
}

/** Cancels the requisition; its number is kept. */
export async function cancelAll(
  ctx: Ctx,
  { params, body }: Input<'requisitions.cancelAll'>,
): Promise<void> {
  await runAction(ctx, requisitionType, {
    action: 'cancel-all',
    id: params.id,
    version: body.version,
    reason: body.reason,
    effect: async (row) => {
      await giveUp(ctx, row);
      await ctx.db
        .updateTable('requisitionItems')
        .set((eb) => ({ cancelledQty: eb.fn.coalesce('approvedQty', eb.lit(0)) }))
        .where('requisitionId', '=', row.id)
        .where('approvedQty', 'is not', null)
        .execute();
      return { set: { hasShortLines: false, reservedUntil: null }, touches: TOUCHES };
    },
  });
}
