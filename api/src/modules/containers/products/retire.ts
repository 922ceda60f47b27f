import type { Ctx } from '../../../kernel/index.ts';
import { placesOf } from '../../../ledger/index.ts';
import { containerBay } from '../bay.ts';
import { recordReturned, requisitionHolding } from '../containerRequisitions/returned.ts';
import { leaveSale, post } from './decide.ts';
import { afterLoss } from './hooks.ts';
import { lockMoving } from './lose.ts';
import { insideMoves } from './parts.ts';
import { takeBackTitle } from './title.ts';
import { products, TOUCHES } from './type.ts';

/** Writes a container off: its item and everything inside leave the books, from where they stood. */
export const retireProduct = products.action('retire', {
  before: lockMoving,
  effect: async (ctx, before) => {
    // What was sold and got lost at its customer comes into the books first.
    const title = before.titleHolder === 'customer' ? await takeBackTitle(ctx, before) : {};
    const row = { ...before, ...title };
    const { SITE, SCRAP } = await placesOf(ctx, row.companyId);
    const from = row.warehouseId === null ? SITE : await containerBay(ctx, row.warehouseId);
    await post(ctx, row, {
      action: 'retire',
      moves: [
        { itemType: 'container', itemId: row.id, quantity: 1, from, to: SCRAP },
        ...(await insideMoves(ctx, row, SCRAP)),
      ],
    });
    await leaveSale(ctx, row, 'retired');
    return {
      set: { saleStatus: 'notForSale', warehouseId: null, site: null, ...title },
      touches: TOUCHES,
    };
  },
  after: async (ctx: Ctx, { id }) => {
    // The requisition that handed it out waits for it no more.
    const requisitionId = await requisitionHolding(ctx, id);
    if (requisitionId !== null) {
      await recordReturned(ctx, requisitionId, { returned: [], removed: [id] });
    }
    await afterLoss(ctx, id);
  },
});
