import {
  addQuantities,
  holdingOrderStatuses,
  purchaseRequestMachine,
  startsFrom,
  subtractQuantities,
} from '@boxyard/shared/domain';
import { openRequestQty } from '@boxyard/shared/domain/purchasing/status.ts';
import { sql } from 'kysely';
import { type Ctx, qty, today } from '../../kernel/index.ts';
import { lockRequests } from './progress.ts';

/** A request's line as an order or a bidding round needs it. */
export interface RequestLine {
  readonly id: string;
  readonly requestId: string;
  readonly companyId: string;
  readonly requesterId: string;
  readonly partId: string | null;
  readonly unitId: string;
  readonly freeText: string | null;
  /** Suppliers are quoting for it, and the order at hand does not hold it already. */
  readonly inRound: boolean;
  readonly isOrderable: boolean;
  /** Free, counting what the order at hand holds itself. */
  readonly open: number;
}

/**
 * Lines of requests that an order, or a bidding round, names, their requests locked in order, so that what is free stays
 * free until the order is written (Σ ordered ≤ requested, I16).
 */
export async function openRequestLines(
  ctx: Ctx,
  ids: readonly string[],
  orderId: string | null,
): Promise<ReadonlyMap<string, RequestLine>> {
  if (ids.length === 0) return new Map();
  const named = sql<string>`any(${ids}::uuid[])`;
  const requests = await ctx.db
    .selectFrom('purchaseRequestItems')
    .select('requestId')
    .where('id', '=', named)
    .distinct()
    .execute();
  await lockRequests(
    ctx,
    requests.map((row) => row.requestId),
  );
  const [rows, held] = await Promise.all([
    ctx.db
      .selectFrom('purchaseRequestItems as i')
      .innerJoin('purchaseRequests as r', 'r.id', 'i.requestId')
      .where('i.id', '=', named)
      .select(['i.id', 'i.requestId', 'i.partId', 'i.unitId', 'i.quantity', 'i.orderedQty'])
      .select(['i.receivedQty', 'i.cancelledQty', 'i.inRound', 'i.freeText'])
      .select(['r.companyId', 'r.requesterId'])
      .select(['r.status', 'r.validUntil'])
      .execute(),
    ctx.db
      .selectFrom('purchaseOrderItems')
      .where('requestItemId', '=', named)
      .where('orderStatus', 'in', holdingOrderStatuses)
      .where('orderId', '=', orderId)
      .select(['requestItemId', 'quantity', 'closedQty'])
      .execute(),
  ]);
  const day = today(ctx.clock);
  return new Map(
    rows.map((row) => {
      const own = held
        .filter((line) => line.requestItemId === row.id)
        .map((line) => subtractQuantities(qty(line.quantity), qty(line.closedQty)));
      const open = openRequestQty({
        quantity: qty(row.quantity),
        orderedQty: qty(row.orderedQty),
        receivedQty: qty(row.receivedQty),
        cancelledQty: qty(row.cancelledQty),
      });
      // Approved, nothing ordered and the validity gone: expired in all but the nightly job.
      const mayExpire = startsFrom(purchaseRequestMachine, 'expire', row.status);
      const isExpired = mayExpire && row.validUntil < day;
      const isSourced = startsFrom(purchaseRequestMachine, 'source', row.status);
      return [
        row.id,
        {
          id: row.id,
          requestId: row.requestId,
          companyId: row.companyId,
          requesterId: row.requesterId,
          partId: row.partId,
          unitId: row.unitId,
          freeText: row.freeText,
          inRound: row.inRound && own.length === 0,
          isOrderable: isSourced && !isExpired,
          open: addQuantities(open, ...own),
        },
      ];
    }),
  );
}
