import type { Ctx, Input } from '../../../kernel/index.ts';
import { loadVisible } from '../../../workflow/index.ts';
import { letGoOf, lockAccounts } from '../../money/index.ts';
import { createWarrantyRequest } from '../warrantyRequests/ask.ts';
import { coveredCustomers, lockContainerOf } from './locks.ts';
import { noteOnContainer } from './make.ts';
import { billedAs } from './moved.ts';
import { closeRequest } from './renew.ts';
import { warranties } from './type.ts';

/** Of one offer. */
const MAX_MONTHS = 60;

/** Takes a warranty back; what of it was billed and not paid is not owed any more. */
export const voidWarranty = warranties.action('void', {
  before: async (ctx, { params }) => {
    const row = await warranties.type.load(ctx, params.id, { lock: false });
    if (!row) return;
    await lockAccounts(ctx, await coveredCustomers(ctx, row.productId));
    await lockContainerOf(ctx, 'warranties', row.id);
  },
  effect: async (ctx, row, { reason }) => {
    const invoices = await letGoOf(ctx, { sourceId: await billedAs(ctx, row), reason });
    if (row.requestId !== null) await closeRequest(ctx, row.requestId, { reason });
    return {
      diff: { ...invoices },
      touches: ['products', 'invoices', 'creditNotes', 'warrantyRequests'],
    };
  },
  after: (ctx, { productId }) => noteOnContainer(ctx, productId),
});

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
