import { addDays, purchaseOrderMachine, purchaseRequestMachine } from '@boxyard/shared/domain';
import { type Ctx, today } from '../../kernel/index.ts';
import { runAction } from '../../workflow/index.ts';
import { GRACE_DAYS, isOver, purchaseOrders } from './orders/type.ts';
import { refreshRequests, requestIdsOf } from './progress.ts';
import { purchaseRequests } from './requests/type.ts';

/**
 * Writes down which requests' validity ran out with nothing ordered (domain-warehouse 2.1). Running
 * it again changes nothing.
 */
export async function expireRequests(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .selectFrom('purchaseRequests')
    .select(['id', 'version'])
    .where('status', 'in', purchaseRequestMachine.actions.expire.from)
    .where('validUntil', '<', today(ctx.clock))
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id, version } of due) {
    await runAction(ctx, purchaseRequests.stored, {
      action: 'expire',
      id,
      version,
      effect: async () => ({ to: 'expired', set: { hasOpenLines: false } }),
    });
  }
}

/** The same for orders; what they held of requests is free again. */
export async function expireOrders(ctx: Ctx): Promise<void> {
  const day = today(ctx.clock);
  const candidates = await ctx.db
    .selectFrom('purchaseOrders')
    .select(['id', 'version', 'status', 'validUntil', 'promisedDate', 'hasReceipts'])
    .where('status', 'in', purchaseOrderMachine.actions.expire.from)
    .where((eb) =>
      eb.or([eb('validUntil', '<', day), eb('promisedDate', '<', addDays(day, -GRACE_DAYS))]),
    )
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  for (const order of candidates) {
    if (!isOver(order, day)) continue;
    await runAction(ctx, purchaseOrders.stored, {
      action: 'expire',
      id: order.id,
      version: order.version,
      effect: async (row) => ({
        to: 'expired',
        set: { statusBeforeExpiry: row.status, isReceivable: false },
        touches: ['purchaseRequests', 'parts'],
      }),
    });
    await refreshRequests(ctx, await requestIdsOf(ctx, order.id));
  }
}
