import { startsFrom } from '@boxyard/shared/domain';
import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { type Ctx, notify, today } from '../../../kernel/index.ts';
import { onFound, onLost } from '../../containers/index.ts';
import { currentOf, step } from './make.ts';
import { isContractHeld } from './standing.ts';
import { type WarrantyRow, warranties } from './type.ts';

/** What is lost is not covered (domain-containers 2.9). */
onLost(async (ctx, { productId }) => {
  for (const row of await currentOf(ctx, { productId })) {
    if (startsFrom(warrantyMachine, 'suspend', row.status)) {
      await step(ctx, row, { action: 'suspend' });
      await notifyOfLoss(ctx, row);
    }
  }
});

/** The salesperson hears that their customer is not covered any more. */
async function notifyOfLoss(ctx: Ctx, row: WarrantyRow): Promise<void> {
  if (row.saleId === ctx.actor.userId) return;
  await notify(ctx, [row.saleId], {
    category: 'alert',
    type: 'warning',
    title: {
      en: `Warranty ${row.documentNo} is suspended`,
      th: `ระงับการรับประกัน ${row.documentNo}`,
    },
    description: {
      en: 'Its container is lost. Exchange it, or wait until it is found.',
      th: 'ตู้สูญหาย กรุณาเปลี่ยนตู้หรือรอจนกว่าจะพบ',
    },
    action: warranties.path(row.id),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: warranties.type.subject, id: row.id },
    // It may be lost again.
    dedupeKey: `warranties:${row.id}:lost:${row.version}`,
  });
}

/** Found again, it is covered to the same last day, if its contract goes on and its money is there. */
onFound(async (ctx, { productId }) => {
  for (const row of await currentOf(ctx, { productId })) {
    const goesOn =
      startsFrom(warrantyMachine, 'resume', row.status) &&
      row.isSettled &&
      row.endDate >= today(ctx.clock) &&
      (await isContractHeld(ctx, row));
    if (goesOn) await step(ctx, row, { action: 'resume' });
  }
});
