import { isFreeStatus, isInTransit } from '@boxyard/shared/domain/containers/statuses.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';
import { lockHolding } from '../containerRequisitions/returned.ts';
import { lockTransfersOf, reportLost } from '../containerTransfers/reportLost.ts';
import { createReceipt } from '../receipts/create.ts';
import { leaveSale } from './decide.ts';
import { afterFinding, afterLoss } from './hooks.ts';
import { logStatus, type ProductRow, products, TOUCHES } from './type.ts';

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
    const stored = row.installedAt === null ? 'inWarehouse' : 'installed';
    const { lostFrom } = row;
    const to = lostFrom === 'withdrawn' || lostFrom === 'returned' ? lostFrom : stored;
    await logStatus(ctx, { productId: row.id, axis: 'lifecycle', from: row.status, to });
    return { to, touches: MOVED };
  },
  after: async (ctx, row) => {
    if (row.lostFrom === 'returned') await waitForReceipt(ctx, row);
    await afterFinding(ctx, row.id);
  },
});

/** The receipt that missed a container is over: another one waits for it, in the same warehouse. */
async function waitForReceipt(ctx: Ctx, row: ProductRow): Promise<void> {
  const { isOfContract, ...missed } = await ctx.db
    .selectFrom('containerReceiptItems as i')
    .innerJoin('containerReceipts as r', 'r.id', 'i.receiptId')
    .leftJoin('contracts as ct', 'ct.id', 'r.sourceId')
    .where('i.productId', '=', row.id)
    .where('i.lineStatus', '=', 'missing')
    .orderBy('r.receivedAt', 'desc')
    .limit(1)
    .select(['r.companyId', 'r.warehouseId', 'r.sourceType', 'r.sourceId', 'r.sourceNo'])
    .select(sql<boolean>`ct.id is not null`.as('isOfContract'))
    .executeTakeFirstOrThrow();
  await createReceipt(ctx, {
    ...missed,
    isOfContract,
    // No receiver is left.
    isReturn: true,
    products: [{ id: row.id, serialNumber: row.serialNumber }],
  });
}
