import { daysBetween, startsFrom } from '@boxyard/shared/domain';
import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { type Ctx, today } from '../../../kernel/index.ts';
import { leaveToCreditNotes, onDeferred, onDiscount, onSettled } from '../../money/index.ts';
import { lateDays } from './late.ts';
import { noteOnContainer, step } from './make.ts';
import { paidBy } from './moved.ts';
import { fulfilRequest } from './renew.ts';
import { isContainerGone, isContractHeld } from './standing.ts';
import { differenceOf, tellChange } from './tell.ts';
import type { WarrantyRow } from './type.ts';

/**
 * The invoice of a warranty is paid, or is open again. A warranty begins with its money: one that was
 * paid after its first day begins on the day of the payment, and lasts as long.
 */
onSettled('warranty', async (ctx, { sourceId, isPaid }) => {
  const row = await paidBy(ctx, sourceId);
  if (!row) return;
  const may = (action: 'start' | 'suspend' | 'resume') =>
    startsFrom(warrantyMachine, action, row.status);
  if (!isPaid) {
    if (may('suspend')) await step(ctx, row, { action: 'suspend', set: { isSettled: false } });
    // It has not begun, or is suspended for another reason: it waits for its money again.
    else if (may('start') || may('resume')) await settled(ctx, row, { isSettled: false });
    return;
  }
  if (may('resume') && !row.isSettled) {
    const goesOn = !(await isContainerGone(ctx, row.productId)) && (await isContractHeld(ctx, row));
    if (goesOn) await step(ctx, row, { action: 'resume', set: { isSettled: true } });
    // Suspended with its contract or its container as well, it stays so.
    else await settled(ctx, row, { isSettled: true });
    return;
  }
  await begin(ctx, row);
});

/** Puts it in force: its money has come, or was deferred. */
async function begin(ctx: Ctx, row: WarrantyRow): Promise<void> {
  if (!startsFrom(warrantyMachine, 'start', row.status)) return;
  const day = today(ctx.clock);
  const days = row.startDate < day ? await lateDays(ctx, row) : {};
  const { startDate } = { ...row, ...days };
  if (startDate <= day && !(await isContainerGone(ctx, row.productId))) {
    await step(ctx, row, { action: 'start', set: { isSettled: true, ...days } });
  } else {
    await settled(ctx, row, { isSettled: true, ...days });
  }
  if (row.requestId !== null) await fulfilRequest(ctx, row.requestId);
}

onDiscount('warranty', async (ctx, sourceId) => {
  const row = await ctx.db
    .selectFrom('warranties')
    .where('id', '=', sourceId)
    .select('givenPercent')
    .executeTakeFirst();
  return row?.givenPercent ?? '0.00';
});

/** Whoever defers its invoice lets it begin without the money. */
onDeferred('warranty', async (ctx, sourceId) => {
  const row = await paidBy(ctx, sourceId);
  if (!row) return;
  // The warranty begins unpaid: a void of its invoice would make it free.
  await leaveToCreditNotes(ctx, { sourceId });
  if (!row.isSettled) await begin(ctx, row);
});

/** Notes of a warranty that is not in force whether its money is there, and its days where they change. */
async function settled(
  ctx: Ctx,
  row: WarrantyRow,
  set: Pick<WarrantyRow, 'isSettled'> & Partial<Pick<WarrantyRow, 'startDate' | 'endDate'>>,
): Promise<void> {
  await ctx.db.updateTable('warranties').set(set).where('id', '=', row.id).execute();
  await tellChange(ctx, { ...row, subject: 'warranties' }, { diff: differenceOf({ ...row }, set) });
  await noteOnContainer(ctx, row.productId);
}

/** Days until a warranty is over, its last day included. */
export const daysLeft = (ctx: Ctx, endDate: string): number =>
  Math.max(0, daysBetween(today(ctx.clock), endDate) + 1);
