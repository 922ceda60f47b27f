import { addQuantities, can, decimal } from '@boxyard/shared/domain';
import {
  type Ctx,
  conflict,
  type FieldFault,
  json,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { holdBest, release } from '../../../ledger/index.ts';
import { approvedNow, notifyNextActors } from '../../../workflow/index.ts';
import { buyerNow } from './customer.ts';
import { listPrices, notForSale } from './draft.ts';
import { type ItemRow, itemsOf, type PartSaleRow, partSales, TOUCHES } from './type.ts';

/** More than this person's role may give away is for somebody with a higher limit (1.3). */
function expectWithinLimit({ actor }: Ctx, row: PartSaleRow): void {
  if (can(actor.grants, 'all:manage')) return;
  const limit = actor.discountLimitPercent ?? '0.00';
  if (decimal.compare(row.discountPercent, limit) > 0) {
    throw conflict('DISCOUNT_ABOVE_LIMIT', {
      discount: decimal.round(row.discountPercent),
      limit: decimal.round(limit),
    });
  }
}

/** Holds all of every line, or says at which line how much there is. */
async function hold(ctx: Ctx, row: PartSaleRow, items: readonly ItemRow[]): Promise<void> {
  const held = await holdBest(ctx.pg, {
    docType: partSales.moves,
    docId: row.id,
    now: ctx.clock.now(),
    expiresAt: null,
    wants: items.map((item) => ({
      docItemId: item.id,
      itemId: item.partId,
      warehouseId: row.warehouseId,
      quantity: item.quantity,
    })),
  });
  const byItem = Map.groupBy(held, ({ docItemId }) => docItemId);
  refuseFaults(
    items.flatMap((item, index): FieldFault[] => {
      const available = addQuantities(
        ...(byItem.get(item.id) ?? []).map(({ quantity }) => quantity),
      );
      return available >= item.quantity
        ? []
        : [
            {
              field: `items[${index}].quantity`,
              code: 'INSUFFICIENT_STOCK',
              params: { available },
            },
          ];
    }),
  );
}

/**
 * Confirms the sale: it takes its number, the stock of all its lines is held, and the buyer is kept as
 * they are today.
 */
export const confirmPartSale = partSales.action('confirm', async (ctx, row) => {
  const items = await itemsOf(ctx, row.id);
  const [{ isActive, isBlacklisted, ...buyer }, prices] = await Promise.all([
    buyerNow(ctx, row.customerId),
    listPrices(
      ctx,
      items.map(({ partId }) => partId),
    ),
  ]);
  refuseFaults([
    ...(isActive ? [] : [{ field: 'customerId', code: 'INACTIVE' }]),
    ...(isBlacklisted ? [{ field: 'customerId', code: 'CUSTOMER_BLACKLISTED' }] : []),
    ...notForSale(items, prices),
  ]);
  expectWithinLimit(ctx, row);
  await hold(ctx, row, items);
  await notifyNextActors(ctx, partSales.type, {
    row,
    action: 'deliver',
    title: { en: 'waits to be delivered', th: 'รอส่งมอบ' },
    description: { en: `Deliver by ${row.neededBy}`, th: `ส่งมอบภายใน ${row.neededBy}` },
  });
  const day = today(ctx.clock);
  return {
    set: {
      ...approvedNow(ctx),
      buyer: json(buyer),
      documentDate: row.documentNo ? row.documentDate : day,
    },
    numberBy: day,
    diff: { discountPercent: row.discountPercent },
    touches: TOUCHES,
  };
});

/** Cancels a sale that was not delivered; what was held for it is free again. */
export const cancelPartSale = partSales.action('cancel', async (ctx, row) => {
  await release(ctx.pg, { now: ctx.clock.now(), docId: row.id });
  return { touches: TOUCHES };
});
