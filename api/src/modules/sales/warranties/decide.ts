import { startsFrom } from '@boxyard/shared/domain';
import { warrantyRequestMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { type Ctx, type Input, SYSTEM } from '../../../kernel/index.ts';
import { loadVisible, runAction } from '../../../workflow/index.ts';
import { lockAccountOf, voidFutureOf } from '../../money/index.ts';
import { createWarrantyRequest } from '../warrantyRequests/ask.ts';
import { warrantyRequests } from '../warrantyRequests/type.ts';
import { noteOnContainer } from './make.ts';
import { warranties } from './type.ts';

/** Of one offer. */
const MAX_MONTHS = 60;
/** Before every due date. */
const EVER = '0001-01-01';

/** Takes a warranty back; what of it was billed and not paid is not owed any more. */
export async function voidWarranty(
  ctx: Ctx,
  { params, body }: Input<'warranties.void'>,
): Promise<void> {
  await lockAccountOf(ctx, 'warranties', params.id);
  await runAction(ctx, warranties.type, {
    action: 'void',
    id: params.id,
    version: body.version,
    reason: body.reason,
    effect: async (row) => {
      const voided = await voidFutureOf(ctx, { sourceId: row.id, from: EVER, reason: body.reason });
      if (row.requestId !== null) await closeRequest(ctx, row.requestId, body.reason);
      return { diff: { voided }, touches: ['products', 'invoices', 'warrantyRequests'] };
    },
  });
  const { productId } = await loadVisible(ctx, warranties.type, { id: params.id });
  await noteOnContainer(ctx, productId);
}

/** A request whose warranty was taken back before it was paid comes to nothing. */
async function closeRequest(ctx: Ctx, requestId: string, reason: string): Promise<void> {
  const row = await warrantyRequests.type.load(ctx, requestId, { lock: true });
  // One that is paid is done, whatever becomes of its warranty.
  if (!row || !startsFrom(warrantyRequestMachine, 'fulfil', row.status)) return;
  await runAction({ ...ctx, actor: SYSTEM }, warrantyRequests.type, {
    action: 'cancel',
    id: row.id,
    version: row.version,
    reason,
  });
}

/** Asks for the renewal of a warranty: as long, and covering the same. */
export async function offerRenewal(ctx: Ctx, { params }: Input<'warranties.offer'>) {
  const row = await loadVisible(ctx, warranties.type, { id: params.id });
  return createWarrantyRequest(ctx, {
    body: {
      productId: row.productId,
      months: Math.min(Math.max(row.months, 1), MAX_MONTHS),
      coverage: row.coverage,
      channel: 'backoffice',
    },
  });
}
