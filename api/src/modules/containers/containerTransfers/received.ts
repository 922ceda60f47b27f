import { asSystem, authorId, type Ctx, today } from '../../../kernel/index.ts';
import { createDocument, runAction, searchTextOf } from '../../../workflow/index.ts';
import { createReceipt } from '../receipts/create.ts';
import type { Decided } from '../receipts/outcome.ts';
import { hold, lockProduct, releaseReservation } from '../reservations.ts';
import { notifyMissing } from './notices.ts';
import {
  type ContainerTransferRow,
  containerTransfers,
  documentOf,
  inOrderOfProducts,
  itemsOf,
} from './type.ts';

const LINE_OF = { accepted: 'received', rejected: 'rejected', missing: 'lost' } as const;

/** Writes what the receipt found of a transfer, sends back what was refused, and ends it. */
export async function recordReceived(
  ctx: Ctx,
  transferId: string,
  decided: readonly Decided[],
): Promise<void> {
  const row = await containerTransfers.type.load(ctx, transferId, { lock: true });
  if (!row) throw new Error(`transfer ${transferId} is missing`);
  for (const { productId, lineStatus, condition } of decided) {
    await ctx.db
      .updateTable('containerTransferItems')
      .set({
        lineStatus: LINE_OF[lineStatus],
        conditionIn: lineStatus === 'accepted' ? condition : null,
      })
      .where('documentId', '=', transferId)
      .where('productId', '=', productId)
      .execute();
  }
  await releaseReservation(ctx, { document: documentOf(row) });
  const items = await itemsOf(ctx, transferId);
  const of = (status: 'rejected' | 'lost' | 'received') =>
    items.filter(({ lineStatus }) => lineStatus === status);
  const refused = of('rejected');
  const missing = of('lost');
  if (refused.length > 0) await sendBack(ctx, row, refused);
  const outcome =
    refused.length === items.length
      ? 'returned'
      : of('received').length === items.length
        ? 'received'
        : 'partiallyReceived';
  await runAction(asSystem(ctx), containerTransfers.type, {
    action: 'receive',
    id: row.id,
    version: row.version,
    effect: async () => ({
      to: outcome,
      set: { isLate: false },
      diff: { rejected: refused.length, missing: missing.length },
    }),
  });
  if (missing.length > 0) {
    await notifyMissing(
      ctx,
      row,
      missing.map(({ serialNumber }) => serialNumber),
    );
  }
}

type Item = Awaited<ReturnType<typeof itemsOf>>[number];

/** What was refused comes back by a transfer of its own, which is under way at once. */
async function sendBack(
  ctx: Ctx,
  row: ContainerTransferRow,
  refused: readonly Item[],
): Promise<void> {
  const day = today(ctx.clock);
  const sender = authorId(ctx.actor);
  const { id, documentNo } = await createDocument(ctx, containerTransfers.type, {
    // It stays the source's all the time.
    companyId: row.companyId,
    status: 'approved',
    documentDate: day,
    numbered: true,
    write: async (head) => {
      await ctx.db
        .insertInto('containerTransfers')
        .values({
          ...head,
          fromWarehouseId: row.toWarehouseId,
          toCompanyId: row.companyId,
          toWarehouseId: row.fromWarehouseId,
          transferDate: day,
          expectedArrival: null,
          carrierName: row.carrierName,
          carrierPlate: row.carrierPlate,
          carrierPhone: row.carrierPhone,
          trackingNo: null,
          reason: row.documentNo,
          sourceApprovedBy: sender,
          sourceApprovedAt: ctx.clock.now(),
          destinationApprovedBy: null,
          destinationApprovedAt: null,
          approvedBy: sender,
          approvedAt: ctx.clock.now(),
          returnOfId: row.id,
          itemCount: refused.length,
          searchText: searchTextOf({
            documentNo: head.documentNo,
            partIds: [],
            words: [row.documentNo, ...refused.map(({ serialNumber }) => serialNumber)],
          }),
        })
        .execute();
      await ctx.db
        .insertInto('containerTransferItems')
        .values(
          refused.map(({ productId, conditionOut }, index) => ({
            documentId: head.id,
            lineNo: index + 1,
            productId,
            lineStatus: 'inTransit' as const,
            conditionOut,
            conditionIn: null,
            note: null,
          })),
        )
        .execute();
    },
    after: { returnOf: row.documentNo, itemCount: refused.length },
  });
  for (const { productId } of inOrderOfProducts(refused)) {
    await hold(ctx, await lockProduct(ctx, productId), {
      document: documentOf({ id, documentNo }),
      expiresAt: null,
    });
  }
  await createReceipt(ctx, {
    companyId: row.companyId,
    warehouseId: row.fromWarehouseId,
    sourceType: 'transfer',
    sourceId: id,
    sourceNo: documentNo,
    isReturn: true,
    createdBy: sender,
    products: refused.map(({ productId, serialNumber }) => ({ id: productId, serialNumber })),
  });
}
