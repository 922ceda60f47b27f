import {
  BIDDING_AWARDED,
  holdingOrderStatuses,
  liveBiddingStatuses,
  purchaseRequestMachine,
} from '@boxyard/shared/domain';
import { requestStatus } from '@boxyard/shared/domain/purchasing/status.ts';
import { sql } from 'kysely';
import { anyId, type Ctx, compiledQuery, qty, record, updated } from '../../kernel/index.ts';

/** Locks requests in id order, so that two orders of the same requests wait instead of blocking. */
export async function lockRequests(ctx: Ctx, requestIds: readonly string[]): Promise<void> {
  if (requestIds.length === 0) return;
  await ctx.db
    .selectFrom('purchaseRequests')
    .select('id')
    .where('id', '=', anyId([...new Set(requestIds)]))
    .orderBy('id')
    .forUpdate()
    .execute();
}

const requestsOf = compiledQuery((db, given: { orderId: string }) =>
  db
    .selectFrom('purchaseOrderItems as i')
    .innerJoin('purchaseRequestItems as r', 'r.id', 'i.requestItemId')
    .where('i.orderId', '=', given.orderId)
    .select('r.requestId')
    .distinct(),
);

/** Requests whose lines an order holds. */
export async function requestIdsOf(ctx: Ctx, orderId: string): Promise<string[]> {
  const rows = await requestsOf(ctx, { orderId });
  return rows.map((row) => row.requestId);
}

/**
 * Recomputes what live orders hold and have brought of each line, and with it the status of the
 * requests (I16, I17). Call it after the order's own status is written. `given`: lines and what
 * of them is given up together with an order that closes short.
 */
export async function refreshRequests(
  ctx: Ctx,
  requestIds: readonly string[],
  given: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  if (requestIds.length === 0) return;
  const ids = [...new Set(requestIds)];
  await lockRequests(ctx, ids);
  await sql`
    update purchase_request_items i
    set ordered_qty = s.ordered, received_qty = s.received, in_round = s.in_round
    from (
      select r.id,
        coalesce(sum(o.quantity - o.closed_qty), 0) as ordered,
        -- More may come than was ordered where the settings tolerate it.
        coalesce(sum(least(o.received_qty, o.quantity - o.closed_qty)), 0) as received,
        exists (select 1 from bidding_items b join biddings d on d.id = b.bidding_id
          where b.request_item_id = r.id and not b.is_released
            and (d.status in (${sql.join(liveBiddingStatuses)})
              or d.status = ${BIDDING_AWARDED} and d.ordered_at is null)) as in_round
      from purchase_request_items r
      left join purchase_order_items o
        on o.request_item_id = r.id and o.order_status in (${sql.join(holdingOrderStatuses)})
      where r.request_id = ${anyId(ids)}
      group by r.id
    ) s
    where s.id = i.id
      and (i.ordered_qty, i.received_qty, i.in_round) is distinct from (s.ordered, s.received, s.in_round)
  `.execute(ctx.db);
  for (const [id, quantity] of given) {
    await ctx.db
      .updateTable('purchaseRequestItems')
      .set((eb) => ({ cancelledQty: eb('cancelledQty', '+', String(quantity)) }))
      .where('id', '=', id)
      .execute();
  }
  const [requests, lines] = await Promise.all([
    ctx.db
      .selectFrom('purchaseRequests')
      .select(['id', 'companyId', 'status', 'version', 'hasOpenLines'])
      .where('id', '=', anyId(ids))
      .where('status', 'in', purchaseRequestMachine.actions.source.from)
      .orderBy('id')
      .execute(),
    ctx.db
      .selectFrom('purchaseRequestItems')
      .select(['requestId', 'quantity', 'orderedQty', 'receivedQty', 'cancelledQty', 'inRound'])
      .where('requestId', '=', anyId(ids))
      .execute(),
  ]);
  const byRequest = Map.groupBy(lines, (line) => line.requestId);
  for (const request of requests) {
    const progress = (byRequest.get(request.id) ?? []).map((line) => ({
      quantity: qty(line.quantity),
      orderedQty: qty(line.orderedQty),
      receivedQty: qty(line.receivedQty),
      cancelledQty: qty(line.cancelledQty),
      inRound: line.inRound,
    }));
    const status = requestStatus(progress);
    const hasOpenLines = progress.some(
      (line) => line.quantity - line.orderedQty - line.cancelledQty > 1e-6,
    );
    const version = request.version + 1;
    // The version moves with every change of a line, so that an open page knows that it is stale.
    await ctx.db
      .updateTable('purchaseRequests')
      .set({ status, hasOpenLines, version, ...updated(ctx) })
      .where('id', '=', request.id)
      .execute();
    await record(ctx, {
      subject: 'purchaseRequests',
      subjectId: request.id,
      companyId: request.companyId,
      action: 'source',
      from: request.status,
      to: status,
      version,
      ...(status === request.status ? { timeline: false as const } : {}),
    });
  }
}
