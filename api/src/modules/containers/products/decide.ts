import { asSystem, authorId, type Ctx, named, refuseFaults, today } from '../../../kernel/index.ts';
import { type MoveInput, postMoves } from '../../../ledger/index.ts';
import { runAction } from '../../../workflow/index.ts';
import { createReceipt } from '../receipts/create.ts';
import { lockProduct } from '../reservations.ts';
import { logStatus, PRODUCT_MOVES, type ProductRow, products } from './type.ts';

/** Posts moves of a container and of what is inside it. */
export const post = (
  ctx: Ctx,
  row: ProductRow,
  { action, moves }: { readonly action: string; readonly moves: readonly MoveInput[] },
) =>
  postMoves(ctx.pg, {
    docType: PRODUCT_MOVES,
    docId: row.id,
    documentNo: row.documentNo ?? row.serialNumber,
    action,
    // A container may be lost, or sent back to production, more than once.
    round: row.version,
    now: ctx.clock.now(),
    postedBy: authorId(ctx.actor),
    requestId: ctx.requestId,
    moves,
  });

/** Ends production: the container gets its production number, and a receipt waits in its warehouse. */
export const completeProduct = products.action('complete', {
  effect: async (ctx, row) => {
    await logStatus(ctx, {
      productId: row.id,
      axis: 'lifecycle',
      from: row.status,
      to: 'awaitingReceipt',
    });
    return {
      set: {
        completedAt: ctx.clock.now(),
        completedBy: authorId(ctx.actor),
        manufacturedAt: row.manufacturedAt ?? today(ctx.clock),
      },
      numberBy: today(ctx.clock),
      touches: ['containerReceipts'],
    };
  },
  after: async (ctx, row) => {
    const { documentNo } = await ctx.db
      .selectFrom('products')
      .where('id', '=', row.id)
      .select('documentNo')
      .executeTakeFirstOrThrow();
    await createReceipt(ctx, {
      companyId: row.companyId,
      warehouseId: row.warehouseId ?? '',
      sourceType: 'production',
      sourceId: row.id,
      sourceNo: documentNo ?? row.serialNumber,
      products: [{ id: row.id, serialNumber: row.serialNumber }],
    });
  },
});

/** The receipt refused it: production goes on. */
export async function reworkProduct(
  ctx: Ctx,
  {
    productId,
    reason,
    receipt,
  }: {
    readonly productId: string;
    readonly reason: string;
    readonly receipt: { readonly id: string; readonly documentNo: string };
  },
): Promise<void> {
  const row = await lockProduct(ctx, productId);
  await runAction(asSystem(ctx), products.type, {
    action: 'rework',
    id: productId,
    version: row.version,
    reason,
    effect: async () => {
      await logStatus(ctx, {
        productId,
        axis: 'lifecycle',
        from: row.status,
        to: 'inProduction',
        reason,
        document: { subject: 'containerReceipts', ...receipt },
      });
      return {
        set: { completedAt: null, completedBy: null },
        diff: { receipt: named('containerReceipts', receipt) },
      };
    },
  });
}

/** Offers a container for sale, or takes the offer back; nothing else of the sale axis is set by hand. */
export const editSaleStatus = products.action('statuses', {
  action: 'edit-status',
  effect: async (ctx, row, { saleStatus, reason }) => {
    if (saleStatus === row.saleStatus) refuseFaults([{ field: 'saleStatus', code: 'UNCHANGED' }]);
    await logStatus(ctx, {
      productId: row.id,
      axis: 'sale',
      from: row.saleStatus,
      to: saleStatus,
      reason,
    });
    return {
      set: { saleStatus },
      diff: { saleStatus: { from: row.saleStatus, to: saleStatus } },
    };
  },
});

/** Nothing is agreed about it any more, and nobody offers it. */
export async function leaveSale(ctx: Ctx, row: ProductRow, to: 'lost' | 'retired'): Promise<void> {
  await logStatus(ctx, { productId: row.id, axis: 'lifecycle', from: row.status, to });
  if (row.saleStatus === 'notForSale') return;
  await logStatus(ctx, { productId: row.id, axis: 'sale', from: row.saleStatus, to: 'notForSale' });
}
