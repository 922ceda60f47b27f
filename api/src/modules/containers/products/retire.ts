import { authorId, type Ctx, type Notice } from '../../../kernel/index.ts';
import { placesOf } from '../../../ledger/index.ts';
import { endReminders, notifyDeciders } from '../../../workflow/index.ts';
import { containerBay } from '../bay.ts';
import { recordReturned, requisitionHolding } from '../containerRequisitions/returned.ts';
import { lockProduct } from '../reservations.ts';
import { leaveSale, post } from './decide.ts';
import { afterLoss } from './hooks.ts';
import { lockMoving } from './lose.ts';
import { insideMoves } from './parts.ts';
import { takeBackTitle } from './title.ts';
import { type ProductRow, pathOf, products, TOUCHES } from './type.ts';
import { worthOf } from './worth.ts';

/** Proposes to write a container off; whoever may decide hears of it. */
export const proposeRetirement = products.action('proposeRetirement', {
  effect: async (ctx, _row, { reason }) => ({
    set: {
      retirementAskedBy: authorId(ctx.actor),
      retirementAskedAt: ctx.clock.now(),
      retirementReason: reason,
    },
  }),
  after: async (ctx, { id }) => {
    const row = await lockProduct(ctx, id);
    await notifyDeciders(ctx, products.type, { row });
  },
});

/** Refuses to write a container off, or takes the proposal back; who proposed it hears of it. */
export const rejectRetirement = products.action('rejectRetirement', {
  effect: async (_ctx, row, { reason }) => ({
    set: { retirementAskedBy: null, retirementAskedAt: null, retirementReason: null },
    notices: [{ to: [row.retirementAskedBy], notice: notAgreed(row, reason) }],
  }),
  after: (ctx, { id }) => endReminders(ctx, products.type, id),
});

const notAgreed = (
  { id, version, serialNumber }: Pick<ProductRow, 'id' | 'version' | 'serialNumber'>,
  reason: string,
): Notice => ({
  category: 'message',
  type: 'warning',
  title: {
    en: `The retirement of container ${serialNumber} was not agreed to`,
    th: `ไม่เห็นชอบการปลดระวางตู้ ${serialNumber}`,
  },
  description: { en: reason, th: reason },
  action: pathOf(id),
  actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
  entity: { type: products.type.subject, id },
  dedupeKey: `${products.type.subject}:${id}:retirement:${version}`,
});

/** Why somebody proposed to write the container off: that is why it is written off. */
async function reasonOf(ctx: Ctx, id: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('products')
    .where('id', '=', id)
    .select('retirementReason')
    .executeTakeFirst();
  return row?.retirementReason ?? null;
}

/**
 * Writes a container off that somebody else proposed: its item and everything inside leave the books, from
 * where they stood. The container notes what they were worth that day.
 */
export const retireProduct = products.action('retire', {
  before: async (ctx, call) => {
    await lockMoving(ctx, call);
    return { reason: await reasonOf(ctx, call.params.id) };
  },
  effect: async (ctx, before) => {
    // What was sold and got lost at its customer comes into the books first.
    const title = before.titleHolder === 'customer' ? await takeBackTitle(ctx, before) : {};
    const row = { ...before, ...title };
    const { SITE, SCRAP } = await placesOf(ctx, row.companyId);
    const from = row.warehouseId === null ? SITE : await containerBay(ctx, row.warehouseId);
    const { moves } = await post(ctx, row, {
      action: 'retire',
      moves: [
        { itemType: 'container', itemId: row.id, quantity: 1, from, to: SCRAP },
        ...(await insideMoves(ctx, row, SCRAP)),
      ],
    });
    await leaveSale(ctx, row, 'retired');
    return {
      set: {
        saleStatus: 'notForSale',
        warehouseId: null,
        site: null,
        retiredValue: worthOf(moves),
        ...title,
      },
      touches: TOUCHES,
    };
  },
  after: async (ctx: Ctx, { id }) => {
    await endReminders(ctx, products.type, id);
    // The requisition that handed it out waits for it no more.
    const requisitionId = await requisitionHolding(ctx, id);
    if (requisitionId !== null) {
      await recordReturned(ctx, requisitionId, { returned: [], removed: [id] });
    }
    await afterLoss(ctx, id);
  },
});
