import { addDays, decimal } from '@boxyard/shared/domain';
import { type Ctx, type Input, qty, today } from '../../../kernel/index.ts';
import { makeOrder } from '../orders/service.ts';
import { expectStillOurs } from './award.ts';
import { awardsOf, type BiddingRow, biddings, recountRequest } from './type.ts';

type OrderBody = Input<'purchaseOrders.create'>['body'];

/** What was won in a round and is in no live order, with what its order needs. */
async function unordered(ctx: Ctx, biddingId: string) {
  const [awards, lines] = await Promise.all([
    awardsOf(ctx, biddingId),
    ctx.db
      .selectFrom('quotationItems as i')
      .innerJoin('quotations as q', 'q.id', 'i.quotationId')
      .innerJoin('biddingItems as b', 'b.id', 'i.biddingItemId')
      .where('q.biddingId', '=', biddingId)
      .where('i.wonQuantity', '>', '0')
      .orderBy('q.createdAt')
      .orderBy('b.lineNo')
      .select(['i.id', 'i.quantity', 'i.unitPrice', 'i.discountPct', 'i.leadTimeDays'])
      .select(['i.warrantyMonths', 'i.shippingShare', 'b.partId', 'b.description', 'b.unitId'])
      .select(['b.requestItemId', 'q.supplierId', 'q.vatMode', 'q.creditDays', 'q.deliveryDays'])
      .select('q.supplierQuoteNo')
      .execute(),
  ]);
  return lines.flatMap((line) => {
    const quantity = awards.find((one) => one.id === line.id)?.toOrderQty ?? 0;
    return quantity > 0 ? [{ ...line, quantity, quoted: qty(line.quantity) }] : [];
  });
}
type Won = Awaited<ReturnType<typeof unordered>>[number];

/** The part of the shipping fee that falls on what is ordered. */
const shippingOf = (lines: readonly Won[]): string =>
  decimal.round(
    decimal.add(
      '0',
      ...lines.map((line) =>
        decimal.round(
          decimal.divide(decimal.multiply(line.shippingShare, line.quantity), line.quoted),
        ),
      ),
    ),
  );

const SHIPPING = 'ค่าขนส่ง / Shipping';

/** One supplier's order at the prices that it quoted; services are what is no part. */
function orderOf(
  lines: readonly Won[],
  { round, day }: { round: BiddingRow; day: string },
): OrderBody {
  const [first] = lines;
  if (!first) throw new Error('an order without lines');
  const shipping = shippingOf(lines);
  return {
    supplierId: first.supplierId,
    warehouseId: round.warehouseId,
    paymentType: first.creditDays > 0 ? 'credit' : 'cash',
    creditDays: first.creditDays,
    vatMode: first.vatMode,
    promisedDate: first.deliveryDays === null ? null : addDays(day, first.deliveryDays),
    remark: `${round.documentNo} · ${first.supplierQuoteNo}`,
    items: [
      ...lines.map((line) => ({
        partId: line.partId,
        description: line.description,
        quantity: line.quantity,
        unitId: line.unitId,
        unitPrice: decimal.round(line.unitPrice, 4),
        discount: decimal.isZero(line.discountPct)
          ? null
          : { type: 'percent' as const, value: decimal.round(line.discountPct) },
        isService: line.partId === null,
        requestItemId: line.requestItemId,
        ...(line.warrantyMonths === null ? {} : { warrantyMonths: line.warrantyMonths }),
        promisedDate: line.leadTimeDays === null ? null : addDays(day, line.leadTimeDays),
      })),
      ...(decimal.isZero(shipping)
        ? []
        : [
            {
              description: SHIPPING,
              quantity: 1,
              unitId: first.unitId,
              unitPrice: decimal.round(shipping, 4),
              isService: true,
            },
          ]),
    ],
  };
}

/** Makes an order a supplier from what was won, in one click (domain-warehouse 2.3). */
export const createOrders = biddings.action('createPo', {
  effect: async (ctx, round) => {
    // From here on the orders hold the request's lines.
    await ctx.db
      .updateTable('biddings')
      .set({ orderedAt: ctx.clock.now() })
      .where('id', '=', round.id)
      .execute();
    const lines = await unordered(ctx, round.id);
    await expectStillOurs(
      ctx,
      round,
      lines.flatMap(({ requestItemId }) => requestItemId ?? []),
    );
    const made: string[] = [];
    for (const own of Map.groupBy(lines, (line) => line.supplierId).values()) {
      made.push(
        await makeOrder(ctx, orderOf(own, { round, day: today(ctx.clock) }), {
          biddingId: round.id,
          ownerId: round.assigneeId ?? round.createdBy,
          quotationItemIds: own.map((line) => line.id),
        }),
      );
    }
    return { diff: { purchaseOrders: await numbersOf(ctx, made) }, notices: [] };
  },
  after: recountRequest,
});

async function numbersOf(ctx: Ctx, ids: readonly string[]): Promise<(string | null)[]> {
  const rows = await ctx.db
    .selectFrom('purchaseOrders')
    .select('documentNo')
    .where('id', 'in', [...ids])
    .orderBy('documentNo')
    .execute();
  return rows.map((row) => row.documentNo);
}
