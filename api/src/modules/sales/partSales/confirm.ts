import { addQuantities, can, decimal } from '@boxyard/shared/domain';
import { listPriceIn } from '@boxyard/shared/domain/sales/agreedPrice.ts';
import { discountPercentOf } from '@boxyard/shared/domain/sales/partSaleFigures.ts';
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
import { expectListed } from '../freePrice.ts';
import { buyerNow } from './customer.ts';
import { listPrices, notForSale } from './draft.ts';
import { type ItemRow, itemsOf, type PartSaleRow, partSales, TOUCHES } from './type.ts';

type Prices = ReadonlyMap<string, string | null>;

/**
 * List prices that count for a sale: the higher one of the day on which it was written and of today, since
 * whoever writes it chooses that day; null where a part has none.
 */
const countedPrices = (items: readonly ItemRow[], prices: Prices) =>
  items.map((item) => {
    const known = [item.standardPrice, prices.get(item.partId) ?? null].flatMap((one) => one ?? []);
    return { ...item, standardPrice: known.sort(decimal.compare).at(-1) ?? null };
  });

/**
 * The part of the list prices in per cent that the sale gives away today. More than this person's role may
 * give away is for somebody with a higher limit (1.3), and so is a part without a list price.
 */
function discountWithinLimit(
  ctx: Ctx,
  row: PartSaleRow,
  { items, prices }: { readonly items: readonly ItemRow[]; readonly prices: Prices },
): string {
  const counted = countedPrices(items, prices);
  for (const { standardPrice } of counted) expectListed(ctx, standardPrice);
  const { vatMode, vatRate } = row;
  const discountPercent = discountPercentOf(
    counted.map(({ quantity, unitPrice, standardPrice }) => ({
      quantity,
      unitPrice,
      standardPrice: standardPrice && listPriceIn(standardPrice, { vatMode, vatRate }),
    })),
    row,
  );
  const limit = ctx.actor.discountLimitPercent ?? '0.00';
  if (can(ctx.actor.grants, 'all:manage') || decimal.compare(discountPercent, limit) <= 0) {
    return discountPercent;
  }
  throw conflict('DISCOUNT_ABOVE_LIMIT', {
    discount: decimal.round(discountPercent),
    limit: decimal.round(limit),
  });
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
  const discountPercent = discountWithinLimit(ctx, row, { items, prices });
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
      discountPercent,
      documentDate: row.documentNo ? row.documentDate : day,
    },
    numberBy: day,
    diff: { discountPercent },
    touches: TOUCHES,
  };
});

/** Cancels a sale that was not delivered; what was held for it is free again. */
export const cancelPartSale = partSales.action('cancel', async (ctx, row) => {
  await release(ctx.pg, { now: ctx.clock.now(), docId: row.id });
  return { touches: TOUCHES };
});
