import { isFreeStatus, isInTransit } from '@boxyard/shared/domain/containers/statuses.ts';
import type { Ctx } from '../../../kernel/index.ts';
import { lockHolding } from '../containerRequisitions/returned.ts';
import { lockTransfersOf, reportLost } from '../containerTransfers/reportLost.ts';
import { leaveSale } from './decide.ts';
import { afterFinding, afterLoss } from './hooks.ts';
import { logStatus, products, TOUCHES } from './type.ts';

/**
 * Locks the transfer or requisition that has the container out before the container itself: whoever
 * decides on those locks them in this order as well.
 */
export async function lockMoving(
  ctx: Ctx,
  { params }: { readonly params: { readonly id: string } },
): Promise<void> {
  await lockTransfersOf(ctx, params.id);
  await lockHolding(ctx, params.id);
}

/**
 * A container that cannot be found stays in the books, where it was; it is not offered any more. What a
 * contract says of it stays until the contract ends, or has another container. The requisition that handed
 * it out waits for it until it is found or written off, and the transfer that moves it settles its loss.
 */
export const loseProduct = products.action('lose', {
  before: lockMoving,
  effect: async (ctx, row) => {
    // The transfer that held it settles its loss.
    if (isFreeStatus(row.saleStatus) || isInTransit(row)) {
      await leaveSale(ctx, row, 'lost');
      return { set: { saleStatus: 'notForSale' }, touches: MOVED };
    }
    await logStatus(ctx, {
      productId: row.id,
      axis: 'lifecycle',
      from: row.status,
      to: 'lost',
    });
    return { touches: MOVED };
  },
  after: async (ctx, row, { reason }) => {
    if (isInTransit(row)) await reportLost(ctx, row, reason);
    await afterLoss(ctx, row.id);
  },
});

/** Query families that show where a container is, besides its own. */
const MOVED = [...TOUCHES, 'containerTransfers', 'containerReceipts', 'containerRequisitions'];

/** It was there after all: where it was, to be offered again by hand where nothing is agreed about it. */
export const findProduct = products.action('found', {
  effect: async (ctx, row) => {
    const wasOut = row.lostFrom === 'withdrawn';
    const stored = row.installedAt === null ? 'inWarehouse' : 'installed';
    const to = wasOut ? 'withdrawn' : stored;
    await logStatus(ctx, { productId: row.id, axis: 'lifecycle', from: row.status, to });
    return { to, touches: MOVED };
  },
  after: (ctx, { id }) => afterFinding(ctx, id),
});
