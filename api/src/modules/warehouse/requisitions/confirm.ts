import { addQuantities, subtractQuantities } from '@boxyard/shared/domain';
import {
  openRequisitionQty,
  requisitionStatus,
} from '@boxyard/shared/domain/warehouse/requisitionLines.ts';
import type { Ctx, Input } from '../../../kernel/index.ts';
import { release, shrink } from '../../../ledger/index.ts';
import { matchItems } from '../../../workflow/index.ts';
import { exchange, foundFor, type Plan as PlanOf, planOf } from '../picking/plan.ts';
import { OF_JOB } from './jobHooks.ts';
import { type PickRow, picksOf, refreshItems, setPicked, writePicks } from './picks.ts';
import {
  hasShort,
  type ItemRow,
  REQUISITION_MOVES,
  type RequisitionRow,
  requisitions,
  TOUCHES,
} from './type.ts';

type Confirmed = Input<'requisitions.confirmItems'>['body']['items'][number];

type Plan = PlanOf<ItemRow, PickRow>;

/**
 * Says what is picked of each line, in all: saying less takes it back. A serial number or a bin that
 * was scanned replaces what was held, in the same transaction (2.7).
 */
export const confirmItems = requisitions.action('confirmItems', async (ctx, row, body) => {
  const [items, picks] = await Promise.all([
    requisitions.linesOf(ctx, row.id),
    picksOf(ctx, row.id),
  ]);
  const plans = await planned(ctx, { row, items, picks, lines: body.items });
  await carryOut(ctx, { row, plans });
  const after = await requisitions.linesOf(ctx, row.id);
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
});

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
  const places = await foundFor(ctx, {
    items,
    lines,
    warehouseIds: [row.warehouseId, ...picks.map((pick) => pick.warehouseId)],
  });
  return matchItems({ items, lines }, (item, line, fault) => {
    if (line.quantity > item.reservedQty) {
      fault('quantity', { code: 'OVER_PICK', params: { held: item.reservedQty } });
      return undefined;
    }
    const { plan, wrong } = planOf(line, { item, picks, places });
    for (const { field, ...what } of wrong) fault(field, what);
    return plan;
  });
}

async function carryOut(
  ctx: Ctx,
  { row, plans }: { row: RequisitionRow; plans: readonly Plan[] },
): Promise<void> {
  await exchange(ctx, {
    docType: REQUISITION_MOVES,
    docId: row.id,
    expiresAt: row.reservedUntil,
    plans,
    between: (made) =>
      writePicks(
        ctx,
        made.map(({ reservationId, item, quantity }) => ({
          reservationId,
          itemId: item.id,
          pickedQty: quantity,
        })),
      ),
  });
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

/** Gives up lines, or what is not picked of them; what was held for it is free again. */
export const cancelItems = requisitions.action('cancelItems', {
  ...OF_JOB,
  effect: giveUpItems,
});

async function giveUpItems(
  ctx: Ctx,
  row: RequisitionRow,
  body: Input<'requisitions.cancelItems'>['body'],
) {
  const [items, picks] = await Promise.all([
    requisitions.linesOf(ctx, row.id),
    picksOf(ctx, row.id),
  ]);
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
  const after = await requisitions.linesOf(ctx, row.id);
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
}

function cancelled(
  items: readonly ItemRow[],
  lines: Input<'requisitions.cancelItems'>['body']['items'],
) {
  return matchItems({ items, lines }, (item, line, fault) => {
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

async function cancelWhole(ctx: Ctx, row: RequisitionRow) {
  await giveUp(ctx, row);
  await ctx.db
    .updateTable('requisitionItems')
    .set((eb) => ({ cancelledQty: eb.fn.coalesce('approvedQty', eb.lit(0)) }))
    .where('requisitionId', '=', row.id)
    .where('approvedQty', 'is not', null)
    .execute();
  return { set: { hasShortLines: false, reservedUntil: null }, touches: TOUCHES };
}

/** Cancels the requisition; its number is kept. */
export const cancelAll = requisitions.action('cancelAll', { ...OF_JOB, effect: cancelWhole });

/** The same by the job itself, which knows. */
export const cancelForJob = requisitions.action('cancelAll', cancelWhole);
