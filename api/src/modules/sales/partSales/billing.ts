import { addDays, decimal } from '@boxyard/shared/domain';
import type { Ctx } from '../../../kernel/index.ts';
import { creditFor, type InvoiceOrder, issueFor, markAskedOnce } from '../../money/index.ts';
import { type ItemRow, itemsOf, type PartSaleRow } from './type.ts';

/** Names and units of parts as an invoice writes them. */
async function wordsOf(
  ctx: Ctx,
  items: readonly ItemRow[],
): Promise<ReadonlyMap<string, { readonly description: string; readonly unit: string }>> {
  const rows = await ctx.db
    .selectFrom('materialParts as p')
    .innerJoin('units as u', 'u.id', 'p.unitId')
    .where(
      'p.id',
      'in',
      items.map(({ partId }) => partId),
    )
    .select(['p.id', 'p.partNo', 'p.name', 'p.nameTh'])
    .select(['u.name as unit', 'u.nameTh as unitTh'])
    .execute();
  return new Map(
    rows.map(({ id, partNo, name, nameTh, unit, unitTh }) => [
      id,
      { description: `${partNo} ${nameTh ?? name}`, unit: unitTh ?? unit },
    ]),
  );
}

/**
 * Invoices a sale with its delivery, which is the tax point of goods (docs/domain/containers.md "Money").
 * Discounts of lines and of the whole are one discount there, so that the total is the sale's.
 */
export async function billPartSale(
  ctx: Ctx,
  row: PartSaleRow,
  deliveredDate: string,
): Promise<void> {
  const items = await itemsOf(ctx, row.id);
  const words = await wordsOf(ctx, items);
  const gross = decimal.round(
    decimal.add(
      '0',
      ...items.map(({ quantity, unitPrice }) =>
        decimal.round(decimal.multiply(quantity, unitPrice)),
      ),
    ),
  );
  const net = decimal.subtract(
    decimal.add('0', ...items.map(({ lineTotal }) => lineTotal)),
    row.discountTotal,
  );
  const discount = decimal.round(decimal.subtract(gross, net));
  if (decimal.isZero(row.grandTotal)) return;
  const order: InvoiceOrder = {
    companyId: row.companyId,
    customerId: row.customerId,
    source: { type: 'partsSale', id: row.id, key: 'sale', label: row.documentNo ?? '' },
    dueDate: await dueDateOf(ctx, row.customerId, deliveredDate),
    taxPoint: row.vatMode === 'none' ? 'none' : 'delivery',
    vatMode: row.vatMode,
    planned: { vatRate: row.vatRate },
    discount: decimal.isZero(discount) ? null : { type: 'amount', value: discount },
    items: items.map((item) => ({
      description: words.get(item.partId)?.description ?? '',
      quantity: item.quantity,
      unit: words.get(item.partId)?.unit ?? null,
      unitPrice: item.unitPrice,
      isService: false,
    })),
  };
  // A sale is delivered and billed once.
  await markAskedOnce(ctx, await issueFor(ctx, [order]));
}

/** So many days after the delivery as the customer has credit. */
async function dueDateOf(ctx: Ctx, customerId: string, from: string): Promise<string> {
  const { creditTermDays } = await ctx.db
    .selectFrom('customers')
    .where('id', '=', customerId)
    .select('creditTermDays')
    .executeTakeFirstOrThrow();
  return addDays(from, creditTermDays ?? 0);
}

/** What of a line its first so many pieces were charged: all of it is the whole line, to the satang. */
const chargedFor = (item: ItemRow, quantity: number): string =>
  decimal.round(
    decimal.divide(
      decimal.multiply(decimal.add(item.baseAmount, item.vatAmount), quantity),
      item.quantity,
    ),
  );

/** Asks for a credit note over what came back now; accounting approves it. */
export async function creditReturned(
  ctx: Ctx,
  row: PartSaleRow,
  change: {
    readonly before: readonly ItemRow[];
    readonly after: readonly ItemRow[];
    readonly reason: string;
  },
): Promise<void> {
  const was = new Map(change.before.map((item) => [item.id, item]));
  const amounts = change.after.map((item) =>
    decimal.subtract(
      chargedFor(item, item.returnedQty),
      chargedFor(item, was.get(item.id)?.returnedQty ?? 0),
    ),
  );
  await creditFor(ctx, {
    sourceId: row.id,
    cause: 'returned',
    reason: change.reason,
    amount: decimal.round(decimal.add('0', ...amounts)),
  });
}
