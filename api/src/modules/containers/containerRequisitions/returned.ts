import { asSystem, type Ctx } from '../../../kernel/index.ts';
import { runAction } from '../../../workflow/index.ts';
import { releaseReservation } from '../reservations.ts';
import { containerRequisitions, documentOf } from './type.ts';

/** Line statuses that leave nothing to wait for. */
const SETTLED = ['returned', 'removed'] as const;

/** The requisition that handed a container out and waits for it; null if none did. */
export async function requisitionHolding(ctx: Ctx, productId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('containerRequisitionItems')
    .where('productId', '=', productId)
    .where('lineStatus', '=', 'released')
    .select('documentId')
    .executeTakeFirst();
  return row?.documentId ?? null;
}

/** Locks the requisition that waits for a container, before the container itself. */
export async function lockHolding(ctx: Ctx, productId: string): Promise<void> {
  await ctx.db
    .selectFrom('containerRequisitions as wd')
    .innerJoin('containerRequisitionItems as i', 'i.documentId', 'wd.id')
    .where('i.productId', '=', productId)
    .where('i.lineStatus', '=', 'released')
    .select('wd.id')
    .forUpdate('wd')
    .execute();
}

/**
 * Writes what a receipt found of containers that came back: those that are in a warehouse again are
 * free, those that did not come are out of the requisition. It is complete once nothing is out.
 */
export async function recordReturned(
  ctx: Ctx,
  requisitionId: string,
  found: { readonly returned: readonly string[]; readonly removed: readonly string[] },
): Promise<void> {
  const row = await containerRequisitions.type.load(ctx, requisitionId, { lock: true });
  // A container may come back from a contract as well.
  if (!row) return;
  for (const lineStatus of SETTLED) {
    const productIds = found[lineStatus];
    if (productIds.length === 0) continue;
    await ctx.db
      .updateTable('containerRequisitionItems')
      .set({ lineStatus })
      .where('documentId', '=', requisitionId)
      .where('productId', 'in', productIds)
      .execute();
  }
  await releaseReservation(ctx, {
    document: documentOf(row),
    productIds: [...found.returned, ...found.removed],
  });
  const { open } = await ctx.db
    .selectFrom('containerRequisitionItems as i')
    .leftJoin('products as d', 'd.id', 'i.productId')
    .where('i.documentId', '=', requisitionId)
    .where('i.lineStatus', 'not in', [...SETTLED])
    .where('d.status', '<>', 'installed')
    .select((eb) => eb.fn.countAll<string>().as('open'))
    .executeTakeFirstOrThrow();
  await runAction(asSystem(ctx), containerRequisitions.type, {
    action: 'complete',
    id: row.id,
    version: row.version,
    effect: async () => ({ to: Number(open) === 0 ? 'completed' : 'released' }),
  });
}
