import { asSystem, type Ctx, updated } from '../../../kernel/index.ts';
import { runAction } from '../../../workflow/index.ts';
import { releaseReservation } from '../reservations.ts';
import { notifyMissing } from './notices.ts';
import { containerTransfers, documentOf } from './type.ts';

/** The line of the transfer that has a container on the road. */
const movingLine = (ctx: Ctx, productId: string) =>
  ctx.db
    .selectFrom('containerTransferItems as i')
    .innerJoin('containerTransfers as t', 't.id', 'i.documentId')
    .where('i.productId', '=', productId)
    .where('i.lineStatus', '=', 'inTransit')
    .select(['i.id', 'i.documentId']);

/** Locks the transfer that has a container on the road, then its receipt, as a receipt does. */
export async function lockTransfersOf(ctx: Ctx, productId: string): Promise<void> {
  const line = await movingLine(ctx, productId).forUpdate('t').executeTakeFirst();
  if (!line) return;
  await ctx.db
    .selectFrom('containerReceipts')
    .where('sourceId', '=', line.documentId)
    .select('id')
    .forUpdate()
    .execute();
}

/**
 * Says on its transfer that a container is lost on the road. Its receipt has it as missing, and whoever
 * receives the rest may still find it there; else the transfer settles what became of it. Its value stays on
 * the road until then.
 */
export async function reportLost(
  ctx: Ctx,
  { id: productId, serialNumber }: { readonly id: string; readonly serialNumber: string },
  reason: string,
): Promise<void> {
  const line = await movingLine(ctx, productId).executeTakeFirst();
  const row = line
    ? await containerTransfers.type.load(ctx, line.documentId, { lock: true })
    : undefined;
  if (!line || !row) throw new Error(`container ${productId} is on no transfer`);
  await ctx.db
    .updateTable('containerTransferItems')
    .set({ lineStatus: 'lost' })
    .where('id', '=', line.id)
    .execute();
  // Somebody who counts there reads it again.
  const receipts = await ctx.db
    .updateTable('containerReceipts')
    .set((eb) => ({ version: eb('version', '+', 1), ...updated(ctx) }))
    .where('sourceId', '=', row.id)
    .where('status', '=', 'pending')
    .returning('id')
    .execute();
  for (const { id } of receipts) {
    await ctx.db
      .updateTable('containerReceiptItems')
      .set({
        lineStatus: 'missing',
        scannedSerial: null,
        conditionIn: null,
        rejectReason: null,
        note: reason,
      })
      .where('receiptId', '=', id)
      .where('productId', '=', productId)
      .execute();
  }
  await releaseReservation(ctx, { document: documentOf(row), productIds: [productId] });
  await runAction(asSystem(ctx), containerTransfers.type, {
    action: 'report-lost',
    id: row.id,
    version: row.version,
    reason,
    effect: async () => ({ diff: { serialNumber } }),
  });
  await notifyMissing(ctx, row, [serialNumber]);
}
