import { requisitionStatus } from '@boxyard/shared/domain/warehouse/requisitionLines.ts';
import type { Ctx } from '../../../kernel/index.ts';
import { type ReleasedDocument, runAction } from '../../../workflow/index.ts';
import { refreshItems } from './picks.ts';
import { hasShort, requisitions } from './type.ts';

/**
 * A count did not find what was held for a requisition: its lines hold and have picked less, and are
 * short again (2.13). The system does it in the count's transaction.
 */
export async function onRequisitionReservationLost(
  ctx: Ctx,
  id: string,
): Promise<ReleasedDocument | null> {
  const row = await requisitions.type.load(ctx, id, { lock: true });
  if (!row || !requisitions.type.machine.actions['release-held']?.from.includes(row.status))
    return null;
  await runAction(ctx, requisitions.type, {
    action: 'release-held',
    id,
    version: row.version,
    effect: async () => {
      await ctx.pg.query({
        name: 'requisitions.lost',
        text: `update requisition_picks p set picked_qty = least(p.picked_qty,
            case when r.status = 'active' then r.qty - r.consumed_qty else 0 end)
          from stock_reservations r where r.id = p.reservation_id and r.doc_id = $1 and p.picked_qty > 0`,
        values: [id],
      });
      await refreshItems(ctx, id);
      const items = await requisitions.linesOf(ctx, id);
      return { to: requisitionStatus(items), set: { hasShortLines: hasShort(items) } };
    },
  });
  return {
    subject: requisitions.type.subject,
    label: requisitions.type.label,
    documentNo: row.documentNo,
    path: requisitions.path(id),
    owners: [row.requesterId, row.createdBy],
  };
}
