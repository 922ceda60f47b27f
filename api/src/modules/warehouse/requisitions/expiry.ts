import { holdingRequisitionStatuses, requisitionMachine } from '@boxyard/shared/domain';
import { audienceOf, type Ctx, notify } from '../../../kernel/index.ts';
import { runAction } from '../../../workflow/index.ts';
import { giveUp } from './confirm.ts';
import { tellJob } from './jobHooks.ts';
import { requisitions, TOUCHES } from './type.ts';

/** How long before the stock is given back it is said (2.7). */
const WARN_MS = 2 * 86_400_000;

/** Says of requisitions whose stock is about to be given back that somebody should pick them. */
async function warnOfExpiry(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const due = await ctx.db
    .selectFrom('requisitions')
    .selectAll()
    .where('reservedUntil', '<=', new Date(now.getTime() + WARN_MS))
    .where('status', 'in', [...holdingRequisitionStatuses])
    .where('expiryWarnedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  for (const row of due) {
    const pickers = await audienceOf(ctx, {
      companyId: row.companyId,
      warehouseIds: [row.warehouseId],
      ownerIds: [row.requesterId],
      ability: `${requisitionMachine.page}:pick`,
    });
    await notify(ctx, [row.requesterId, ...pickers], {
      category: 'alert',
      type: 'warning',
      title: {
        en: `The stock held for ${row.documentNo} is given back soon`,
        th: `สต็อกที่จองไว้สำหรับ ${row.documentNo} กำลังจะถูกปล่อย`,
      },
      description: {
        en: 'Pick it and hand it out, or it waits for a new decision.',
        th: 'กรุณาหยิบและจ่ายของ มิฉะนั้นใบเบิกจะกลับไปรออนุมัติใหม่',
      },
      action: requisitions.path(row.id),
      actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
      entity: { type: requisitions.type.subject, id: row.id },
      dedupeKey: `${requisitions.type.subject}:${row.id}:expires:${row.version}`,
    });
    await ctx.db
      .updateTable('requisitions')
      .set({ expiryWarnedAt: now })
      .where('id', '=', row.id)
      .execute();
  }
}

/** Gives back what was held too long; the requisition waits for its decision again. */
async function expireHolds(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .selectFrom('requisitions')
    .select(['id', 'version'])
    .where('reservedUntil', '<=', ctx.clock.now())
    .where('status', 'in', [...holdingRequisitionStatuses])
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id, version } of due) {
    const { before } = await runAction(ctx, requisitions.type, {
      action: 'expire',
      id,
      version,
      effect: async (row) => {
        await giveUp(ctx, row);
        await ctx.db
          .updateTable('requisitionItems')
          .set({ cancelledQty: 0, approvedQty: null })
          .where('requisitionId', '=', row.id)
          .execute();
        return {
          set: {
            approvedBy: null,
            approvedAt: null,
            reservedUntil: null,
            expiryWarnedAt: null,
            hasShortLines: false,
          },
          touches: TOUCHES,
        };
      },
    });
    await tellJob(ctx, before, 'holdEnded');
  }
}

/** Each night: who is late is told before what is too late is given back. */
export async function watchHolds(ctx: Ctx): Promise<void> {
  await warnOfExpiry(ctx);
  await expireHolds(ctx);
}
