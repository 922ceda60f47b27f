import { startsFrom } from '@boxyard/shared/domain';
import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import type { TitleHolder } from '@boxyard/shared/domain/sales/paymentPlan.ts';
import { type Ctx, updated } from '../../../kernel/index.ts';
import { placesOf } from '../../../ledger/index.ts';
import { interiorAt } from '../bay.ts';
import { lockProduct } from '../reservations.ts';
import { post } from './decide.ts';
import { insideMoves, insideOf } from './parts.ts';
import type { ProductRow } from './type.ts';
import { SALE, valuedAsSold, worthWhenSold } from './worth.ts';

/**
 * Takes what was sold back into the books, where it stands: what it was worth when it left comes with
 * it. Answers what the container says of itself then.
 */
export async function takeBackTitle(ctx: Ctx, row: ProductRow) {
  const { SITE, SOLD } = await placesOf(ctx, row.companyId);
  const interiorBinId = await interiorAt(ctx, row, 'CONTAINER');
  await post(ctx, row, {
    action: 'take-back-title',
    moves: [
      {
        itemType: 'container',
        itemId: row.id,
        quantity: 1,
        from: SOLD,
        to: SITE,
        value: await worthWhenSold(ctx, row, SOLD),
      },
      ...(await valuedAsSold(ctx, row, await insideOf(ctx, row, interiorBinId))),
    ],
  });
  return { titleHolder: 'company', interiorBinId } as const;
}

/** Sells it where it stands: it leaves the books with everything inside. */
async function handOverTitle(ctx: Ctx, row: ProductRow) {
  const { SITE, SOLD } = await placesOf(ctx, row.companyId);
  const interiorBinId = await interiorAt(ctx, row, 'SOLD');
  await post(ctx, row, {
    action: SALE,
    moves: [
      { itemType: 'container', itemId: row.id, quantity: 1, from: SITE, to: SOLD },
      ...(await insideMoves(ctx, row, interiorBinId)),
    ],
  });
  return { titleHolder: 'customer', interiorBinId } as const;
}

/** Contracts say here whose a container is that stands at a customer; it changes nothing twice. */
export async function setTitle(
  ctx: Ctx,
  { productId, to }: { readonly productId: string; readonly to: TitleHolder },
): Promise<void> {
  const row = await lockProduct(ctx, productId);
  if (row.titleHolder === to || !startsFrom(productMachine, 'return', row.status)) return;
  const set = await (to === 'customer' ? handOverTitle(ctx, row) : takeBackTitle(ctx, row));
  await ctx.db
    .updateTable('products')
    .set({ ...set, ...updated(ctx) })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', row.id)
    .execute();
}
