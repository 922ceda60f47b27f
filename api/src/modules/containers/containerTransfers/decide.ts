import { isLostLine } from '@boxyard/shared/domain/containers/containerTransferMachine.ts';
import { isMovable } from '@boxyard/shared/domain/containers/statuses.ts';
import { sql } from 'kysely';
import { asSystem, authorId, type Ctx, conflict, refuseFaults } from '../../../kernel/index.ts';
import { approvedNow, expectLossWithin, runAction } from '../../../workflow/index.ts';
import { departProduct, receiveProduct, turnUp, writeOffProduct } from '../products/moving.ts';
import { createReceipt } from '../receipts/create.ts';
import { containerReceipts } from '../receipts/type.ts';
import { hold, lockProduct, releaseReservation } from '../reservations.ts';
import { notifyDispatched } from './notices.ts';
import {
  type ContainerTransferRow,
  containerTransfers,
  documentOf,
  handsOf,
  inOrderOfProducts,
  isInterCompany,
  itemsOf,
  sideOf,
} from './type.ts';

/** Query families that change with what is on its way. */
const TOUCHES = ['products', 'parts', 'containerReceipts'];

/** Sends the containers on their way; a receipt waits for them at the other end. */
async function dispatch(
  ctx: Ctx,
  row: ContainerTransferRow & { readonly sourceApprovedBy: string | null },
): Promise<number> {
  const items = inOrderOfProducts(await itemsOf(ctx, row.id));
  const document = documentOf(row);
  for (const { id, productId } of items) {
    const product = await lockProduct(ctx, productId);
    if (!isMovable(product) || product.warehouseId !== row.fromWarehouseId) {
      throw conflict('NOT_AVAILABLE', { serialNumber: product.serialNumber });
    }
    await hold(ctx, product, { document, expiresAt: null });
    await departProduct(ctx, { productId, document });
    await ctx.db
      .updateTable('containerTransferItems')
      .set({ lineStatus: 'inTransit', conditionOut: product.condition })
      .where('id', '=', id)
      .execute();
  }
  await createReceipt(ctx, {
    companyId: row.toCompanyId,
    warehouseId: row.toWarehouseId,
    sourceType: 'transfer',
    sourceId: row.id,
    sourceNo: row.documentNo ?? '',
    // The sender is the source's: the other side receives.
    createdBy: row.sourceApprovedBy,
    broughtBy: handsOf(row),
    products: items
      .toSorted((a, b) => a.lineNo - b.lineNo)
      .map(({ productId, serialNumber }) => ({ id: productId, serialNumber })),
  });
  return items.length;
}

/** Agrees for one side; once all sides have that must, the containers are on their way. */
export const approveContainerTransfer = containerTransfers.action('approve', async (ctx, row) => {
  const me = authorId(ctx.actor);
  const at = ctx.clock.now();
  const side = sideOf(ctx, row);
  const set =
    side === 'source'
      ? { sourceApprovedBy: me, sourceApprovedAt: at }
      : { destinationApprovedBy: me, destinationApprovedAt: at };
  const other = side === 'source' ? row.destinationApprovedBy : row.sourceApprovedBy;
  if (isInterCompany(row) && other === null) {
    return { to: row.status, set, diff: { agreed: side }, notices: [] };
  }
  const count = await dispatch(ctx, { ...row, ...set });
  await notifyDispatched(ctx, row, count);
  return {
    to: 'approved',
    set: { ...set, ...approvedNow(ctx) },
    diff: { containers: count },
    touches: TOUCHES,
  };
});

export const rejectContainerTransfer = containerTransfers.action('reject');

/** Gives a transfer up; what is on its way goes back to where it stood. */
export const cancelContainerTransfer = containerTransfers.action(
  'cancel',
  async (ctx, row, body) => {
    const receipt = await ctx.db
      .selectFrom('containerReceipts')
      .where('sourceId', '=', row.id)
      .select(['id', 'version'])
      .executeTakeFirst();
    if (!receipt) return undefined;
    await runAction(asSystem(ctx), containerReceipts.type, {
      action: 'recall',
      id: receipt.id,
      version: receipt.version,
      reason: body.reason,
    });
    const items = inOrderOfProducts(await itemsOf(ctx, row.id));
    for (const { productId, conditionOut } of items) {
      await receiveProduct(ctx, {
        productId,
        warehouseId: row.fromWarehouseId,
        condition: conditionOut ?? 'good',
        document: documentOf(row),
      });
    }
    await releaseReservation(ctx, { document: documentOf(row) });
    await ctx.db
      .updateTable('containerTransferItems')
      .set({ lineStatus: 'pending' })
      .where('documentId', '=', row.id)
      .execute();
    return { diff: { containers: items.length }, touches: TOUCHES };
  },
);

/** Says what became of a container that did not arrive. */
export const resolveLostContainer = containerTransfers.action(
  'resolveLoss',
  async (ctx, row, body) => {
    const items = await itemsOf(ctx, row.id);
    const item = items.find(({ id }) => id === body.itemId);
    if (item === undefined || !isLostLine(item)) {
      refuseFaults([{ field: 'itemId', code: item ? 'NOT_LOST' : 'UNKNOWN_ID' }]);
      throw new Error('unreachable');
    }
    const { productId } = item;
    const { outcome, reason } = body;
    const step = { productId, document: documentOf(row) };
    if (outcome === 'writtenOff') await writeOffProduct(ctx, step, reason);
    else {
      const atSource = outcome === 'atSource';
      const warehouseId = atSource ? row.fromWarehouseId : row.toWarehouseId;
      await turnUp(ctx, { ...step, warehouseId, reason });
    }
    const lineStatus = (
      { atSource: 'found', atDestination: 'received', writtenOff: 'writtenOff' } as const
    )[outcome];
    await ctx.db
      .updateTable('containerTransferItems')
      .set({ lineStatus })
      .where('id', '=', item.id)
      .execute();
    if (outcome === 'writtenOff') expectLossWithin(ctx, await writtenOff(ctx, row.id));
    const arrived =
      lineStatus === 'received' &&
      items.every((one) => one === item || one.lineStatus === 'received');
    return {
      to: arrived ? 'received' : row.status,
      diff: { serialNumber: item.serialNumber, outcome },
      touches: TOUCHES,
    };
  },
);

/** Book value in THB of the containers of a transfer that were written off. */
async function writtenOff(ctx: Ctx, documentId: string): Promise<string> {
  const { value } = await ctx.db
    .selectFrom('containerTransferItems as i')
    .innerJoin('products as p', 'p.id', 'i.productId')
    .where('i.documentId', '=', documentId)
    .where('i.lineStatus', '=', 'writtenOff')
    .select(({ fn }) => fn.coalesce(fn.sum<string>('p.retiredValue'), sql<string>`0`).as('value'))
    .executeTakeFirstOrThrow();
  return value;
}
