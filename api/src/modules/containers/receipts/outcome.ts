import { isLost, type ProductCondition } from '@boxyard/shared/domain/containers/statuses.ts';
import type { Ctx } from '../../../kernel/index.ts';
import { recordReturned, requisitionHolding } from '../containerRequisitions/returned.ts';
import { recordReceived } from '../containerTransfers/received.ts';
import { reworkProduct } from '../products/decide.ts';
import { missProduct, receiveProduct, stayOut, turnUp } from '../products/moving.ts';
import { lockProduct } from '../reservations.ts';
import { type ContainerReceiptRow, containerReceipts } from './type.ts';

/** What was decided of one container of a receipt. */
export interface Decided {
  readonly productId: string;
  readonly lineStatus: 'accepted' | 'rejected' | 'missing';
  readonly condition: ProductCondition;
  /** Why it was refused, or what is known of it. */
  readonly reason: string;
}

/** What a source of receipts makes of the decisions, in the order of the containers' ids. */
type Outcome = (ctx: Ctx, row: ContainerReceiptRow, decided: readonly Decided[]) => Promise<void>;

const documentOf = (row: ContainerReceiptRow) => ({
  subject: containerReceipts.type.subject,
  id: row.id,
  documentNo: row.documentNo,
});

const accept = (ctx: Ctx, row: ContainerReceiptRow, { productId, condition }: Decided) =>
  receiveProduct(ctx, {
    productId,
    condition,
    warehouseId: row.warehouseId,
    document: documentOf(row),
  });

/** Whether somebody has said before the receipt that the container is lost. */
const isLostAlready = async (ctx: Ctx, { productId }: Decided): Promise<boolean> =>
  isLost(await lockProduct(ctx, productId));

const fromProduction: Outcome = async (ctx, row, decided) => {
  for (const one of decided) {
    if (one.lineStatus === 'accepted') await accept(ctx, row, one);
    else {
      await reworkProduct(ctx, {
        productId: one.productId,
        reason: one.reason,
        receipt: documentOf(row),
      });
    }
  }
};

const fromOutside: Outcome = async (ctx, row, decided) => {
  for (const one of decided) {
    const step = { productId: one.productId, document: documentOf(row) };
    if (one.lineStatus === 'accepted') await accept(ctx, row, one);
    else if (one.lineStatus === 'rejected') await stayOut(ctx, step, one.reason);
    else await missProduct(ctx, step, one.reason);
  }
  await settleHolding(ctx, decided);
};

/** What is back, or gone, is settled on the requisitions that had handed it out. */
async function settleHolding(ctx: Ctx, decided: readonly Decided[]): Promise<void> {
  const held = await Promise.all(
    decided.map(async (one) => ({ ...one, by: await requisitionHolding(ctx, one.productId) })),
  );
  const byRequisition = Map.groupBy(held, ({ by }) => by);
  for (const [requisitionId, some] of byRequisition) {
    if (requisitionId === null) continue;
    const withStatus = (status: Decided['lineStatus']) =>
      some.filter(({ lineStatus }) => lineStatus === status).map(({ productId }) => productId);
    await recordReturned(ctx, requisitionId, {
      returned: withStatus('accepted'),
      removed: withStatus('missing'),
    });
  }
}

/** What was refused stays on the road: the transfer sends it back. */
const fromTransfer: Outcome = async (ctx, row, decided) => {
  for (const one of decided) {
    const step = { productId: one.productId, document: documentOf(row) };
    const wasLost = await isLostAlready(ctx, one);
    if (one.lineStatus === 'accepted' && wasLost) {
      const { warehouseId } = row;
      await turnUp(ctx, { ...step, warehouseId, condition: one.condition, reason: one.reason });
    } else if (one.lineStatus === 'accepted') await accept(ctx, row, one);
    else if (one.lineStatus === 'missing' && !wasLost) await missProduct(ctx, step, one.reason);
  }
  await recordReceived(ctx, row.sourceId, decided);
};

/** By where the containers come from. */
export const OUTCOMES: Readonly<Record<ContainerReceiptRow['sourceType'], Outcome>> = {
  production: fromProduction,
  transfer: fromTransfer,
  customerReturn: fromOutside,
  repairReturn: fromOutside,
};
