import { addDays } from '@boxyard/shared/domain';
import { GONE_STATUSES } from '@boxyard/shared/domain/containers/statuses.ts';
import { WARRANTY_WINDOWS } from '@boxyard/shared/domain/sales/warranties.ts';
import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { sql } from 'kysely';
import { type Ctx, notify, today } from '../../../kernel/index.ts';
import { step } from './make.ts';
import { warranties } from './type.ts';

const { actions } = warrantyMachine;

/** No warranty follows it. */
const isLast = sql<boolean>`not exists (select 1 from warranties n where n.product_id = wa.product_id
  and n.start_date > wa.end_date and n.status <> 'voided')`;

const path = (id: string): string => warranties.path(id);

/** Warranties and their containers, both locked; what somebody is changing has its turn in the next night. */
const dueOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('warranties as wa')
    .innerJoin('products as pd', 'pd.id', 'wa.productId')
    .orderBy('wa.id')
    .select(['wa.id', 'wa.version', 'wa.productId'])
    .forUpdate(['wa', 'pd'])
    .skipLocked();

/** Puts what is paid in force on its first day. */
async function startDue(ctx: Ctx): Promise<void> {
  const due = await dueOf(ctx)
    .where('wa.status', 'in', [...actions.start.from])
    .where('wa.isSettled', '=', true)
    .where('wa.startDate', '<=', today(ctx.clock))
    .where('pd.status', 'not in', [...GONE_STATUSES])
    .execute();
  for (const row of due) await step(ctx, row, { action: 'start' });
}

/** Ends what is over, and tells the salesperson that nothing follows it. */
async function expireDue(ctx: Ctx): Promise<void> {
  const due = await dueOf(ctx)
    .where('wa.status', 'in', [...actions.expire.from])
    .where('wa.endDate', '<', today(ctx.clock))
    .select(['wa.documentNo', 'wa.saleId', isLast.as('isLast')])
    .execute();
  for (const row of due) {
    await step(ctx, row, { action: 'expire' });
    if (!row.isLast) continue;
    await notify(ctx, [row.saleId], {
      category: 'alert',
      type: 'warning',
      title: {
        en: `Warranty ${row.documentNo} has lapsed`,
        th: `การรับประกัน ${row.documentNo} หมดอายุแล้ว`,
      },
      description: {
        en: 'After 30 days the container is inspected before it is covered again.',
        th: 'หากเกิน 30 วันต้องตรวจสภาพตู้ก่อนต่อประกัน',
      },
      action: path(row.id),
      actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
      entity: { type: warranties.type.subject, id: row.id },
      dedupeKey: `warranties:${row.id}:lapsed`,
    });
  }
}

/** Reminds the salesperson once within each window before the end, while nothing follows. */
async function remindOfEnds(ctx: Ctx): Promise<void> {
  const day = today(ctx.clock);
  for (const [index, days] of WARRANTY_WINDOWS.entries()) {
    const after = WARRANTY_WINDOWS[index + 1] ?? -1;
    const ends = await ctx.db
      .selectFrom('warranties as wa')
      .where('wa.status', '=', 'active')
      .where('wa.endDate', '<=', addDays(day, days))
      .where('wa.endDate', '>', addDays(day, after))
      .where(isLast)
      .orderBy('wa.id')
      .select(['wa.id', 'wa.documentNo', 'wa.saleId', 'wa.endDate'])
      .execute();
    for (const row of ends) {
      await notify(ctx, [row.saleId], {
        category: 'reminder',
        type: 'info',
        title: {
          en: `Warranty ${row.documentNo} ends within ${days} days`,
          th: `การรับประกัน ${row.documentNo} จะหมดภายใน ${days} วัน`,
        },
        description: { en: 'Offer its renewal.', th: 'เสนอต่อประกัน' },
        action: path(row.id),
        actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
        entity: { type: warranties.type.subject, id: row.id },
        dedupeKey: `warranties:${row.id}:ends:${days}`,
      });
    }
  }
}

/** Each night; run twice, or after a long rest, it leaves the same. */
export async function watchWarranties(ctx: Ctx): Promise<void> {
  await startDue(ctx);
  await remindOfEnds(ctx);
  await expireDue(ctx);
}
