import { addDays, type ClaimNextStep, isUnsent } from '@boxyard/shared/domain';
import {
  authorId,
  type Ctx,
  type DocumentName,
  named,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { placesOf, release } from '../../../ledger/index.ts';
import { freeSerials } from '../../../workflow/index.ts';
import { insertDestruction } from '../destructions/draft.ts';
import { insertImport } from '../goodsImport/create.ts';
import { insertRepair } from '../repairs/draft.ts';
import { atSupplier, post, putBack } from './goods.ts';
import { dueOn } from './send.ts';
import { type ClaimRow, claims, type ItemRow, itemsOf, stockOf, TOUCHES } from './type.ts';

/** What nobody mends or uses is destroyed within so many days unless somebody plans it otherwise. */
const DAYS_TO_DESTRUCTION = 7;

/** Records that the supplier answers for nothing: the goods lie in quarantine, or go on (2.10). */
export const rejectClaim = claims.action('reject', async (ctx, row, body) => {
  const nextStep = body.nextStep ?? 'keep';
  const items = await itemsOf(ctx, row.id);
  const { QUARANTINE } = await placesOf(ctx, row.companyId);
  if (isUnsent(row.status)) await release(ctx.pg, { now: ctx.clock.now(), docId: row.id });
  else {
    const back = (await atSupplier(ctx, row)).map((move) => ({ ...move, to: QUARANTINE }));
    await post(ctx, row, { action: 'reject', moves: back });
  }
  await freeSerials(ctx, row.id);
  const lying = items.map((item) => ({ ...item, binId: QUARANTINE }));
  const follow = await goOn[nextStep](ctx, row, lying);
  const answeredAt = ctx.clock.now();
  return {
    set: {
      nextStep,
      answeredAt,
      answeredBy: authorId(ctx.actor),
      ...dueOn(ctx, { ...row, answeredAt }),
    },
    diff: { nextStep, ...(follow.length > 0 ? { follow } : {}) },
    touches: [...TOUCHES, 'goodsImports', 'repairs', 'destructions'],
  };
});

type GoOn = (
  ctx: Ctx,
  row: ClaimRow,
  items: readonly ItemRow[],
) => Promise<readonly DocumentName[]>;

/** Makes the documents by which refused goods go on; answers their names. */
const goOn: Readonly<Record<ClaimNextStep, GoOn>> = {
  keep: async () => [],
  use: async (ctx, row, items) => {
    const { QUARANTINE } = await placesOf(ctx, row.companyId);
    const made = await insertImport(ctx, {
      companyId: row.companyId,
      warehouseId: row.warehouseId,
      fromLocationId: QUARANTINE,
      documentDate: today(ctx.clock),
      sourceType: 'claimReturn',
      sourceId: row.id,
      sourceNo: row.documentNo,
      items: items.map((item) => ({
        sourceItemId: item.id,
        partId: item.partId,
        expectedQty: item.quantity,
        lotId: item.lotId,
        serialIds: item.serialIds,
        conditionFrom: item.condition,
        unitCost: null,
      })),
    });
    return [named('goodsImports', made)];
  },
  repair: async (ctx, row, items) => {
    await refuseUnrepairable(ctx, items);
    const repairs: DocumentName[] = [];
    for (const item of items) {
      const made = await insertRepair(ctx, {
        companyId: row.companyId,
        stock: stockOf(item),
        claimId: row.id,
        body: {
          ...stockOf(item),
          warehouseId: row.warehouseId,
          source: 'claimRejected',
          symptom: item.defect,
        },
      });
      repairs.push(named('repairs', made));
    }
    return repairs;
  },
  destroy: async (ctx, row, items) => {
    const made = await insertDestruction(ctx, {
      companyId: row.companyId,
      warehouseId: row.warehouseId,
      reason: 'damaged',
      method: 'dismantle',
      scheduledAt: addDays(today(ctx.clock), DAYS_TO_DESTRUCTION),
      remark: null,
      witnessIds: [],
      claimId: row.id,
      items: items.map(stockOf),
    });
    return [named('destructions', made)];
  },
};

async function refuseUnrepairable(ctx: Ctx, items: readonly ItemRow[]): Promise<void> {
  const found = await ctx.db
    .selectFrom('materialParts')
    .where(
      'id',
      'in',
      items.map(({ partId }) => partId),
    )
    .where('isRepairable', '=', false)
    .select('partNo')
    .execute();
  if (found.length > 0) refuseFaults([{ field: 'nextStep', code: 'NOT_REPAIRABLE' }]);
}

/** Gives the claim up before anything has left; the goods lie again where they came from (2.10). */
export const cancelClaim = claims.action('cancel', async (ctx, row) => {
  await putBack(ctx, row, await itemsOf(ctx, row.id));
  await freeSerials(ctx, row.id);
  return { touches: TOUCHES };
});
