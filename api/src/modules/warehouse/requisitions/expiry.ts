import { holdingRequisitionStatuses, requisitionMachine, routeOf } from '@boxyard/shared/domain';
import { type App, audienceOf, type Ctx, notify } from '../../../kernel/index.ts';
import { runAction, workApart } from '../../../workflow/index.ts';
import { giveUp } from './confirm.ts';
import { tellJob } from './jobHooks.ts';
import { requisitions, TOUCHES } from './type.ts';

/** How long before the stock is given back it is said (2.7). */
const WARN_MS = 2 * 86_400_000;

/** Requisitions whose stock is about to be given back, of which nobody was told yet. */
const endingSoon = ({ db, clock }: Pick<Ctx, 'db' | 'clock'>) =>
  db
    .selectFrom('requisitions')
    .where('reservedUntil', '<=', new Date(clock.now().getTime() + WARN_MS))
    .where('status', 'in', [...holdingRequisitionStatuses])
    .where('expiryWarnedAt', 'is', null);

/** Requisitions whose stock was held too long. */
const ended = ({ db, clock }: Pick<Ctx, 'db' | 'clock'>) =>
  db
    .selectFrom('requisitions')
    .where('reservedUntil', '<=', clock.now())
    .where('status', 'in', [...holdingRequisitionStatuses]);

/** Says of a requisition whose stock is about to be given back that somebody should pick it. */
async function warnOfExpiry(ctx: Ctx, id: string): Promise<void> {
  // Held and read again: somebody may have handed it out since it was found.
  const row = await endingSoon(ctx)
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return;
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
    .set({ expiryWarnedAt: ctx.clock.now() })
    .where('id', '=', row.id)
    .execute();
}

/** Gives back what was held too long; the requisition waits for its decision again. */
async function expireHold(ctx: Ctx, id: string): Promise<void> {
  const due = await ended(ctx)
    .where('id', '=', id)
    .select('version')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!due) return;
  const { before } = await runAction(ctx, requisitions.type, {
    action: 'expire',
    id,
    version: due.version,
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

/**
 * Each night: who is late is told before what is too late is given back. Each requisition is held by
 * itself, so that one that fails keeps no other from its turn. What failed is tried again by the queue.
 */
export async function watchHolds(app: App): Promise<void> {
  const { path: page } = routeOf(requisitionMachine.page);
  const soon = await endingSoon(app).orderBy('id').select('id').execute();
  const unwarned = await workApart(app, {
    name: 'warnOfHolds',
    title: {
      en: 'Not everybody was told of stock that is given back soon',
      th: 'แจ้งเตือนสต็อกที่กำลังจะถูกปล่อยได้ไม่ครบ',
    },
    page,
    pieces: soon.map(({ id }) => id),
    run: warnOfExpiry,
  });
  const over = await ended(app).orderBy('id').select('id').execute();
  const unexpired = await workApart(app, {
    name: 'expireHolds',
    title: {
      en: 'Stock that was held too long could not be given back everywhere',
      th: 'ปล่อยสต็อกที่จองเกินกำหนดได้ไม่ครบ',
    },
    page,
    pieces: over.map(({ id }) => id),
    run: expireHold,
  });
  const failures = [...unwarned, ...unexpired];
  if (failures.length > 0) throw new AggregateError(failures, 'holds were not watched everywhere');
}
