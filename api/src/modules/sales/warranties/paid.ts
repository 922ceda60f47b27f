import { daysBetween, startsFrom } from '@boxyard/shared/domain';
import { warrantyEnd } from '@boxyard/shared/domain/sales/warranties.ts';
import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { type Ctx, today } from '../../../kernel/index.ts';
import { onDeferred, onSettled } from '../../money/index.ts';
import { noteOnContainer, step } from './make.ts';
import { paidBy } from './moved.ts';
import { fulfilRequest } from './renew.ts';
import { isContainerLost, isContractHeld } from './standing.ts';
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
    else if (may('start') || may('resume')) await settled(ctx, row, false);
    return;
  }
  if (may('resume') && !row.isSettled) {
    const goesOn = !(await isContainerLost(ctx, row.productId)) && (await isContractHeld(ctx, row));
    if (goesOn) await step(ctx, row, { action: 'resume', set: { isSettled: true } });
    // Suspended with its contract or its container as well, it stays so.
    else await settled(ctx, row, true);
    return;
  }
  await begin(ctx, row);
});

/** Puts it in force: its money has come, or was deferred. */
async function begin(ctx: Ctx, row: WarrantyRow): Promise<void> {
  if (!startsFrom(warrantyMachine, 'start', row.status)) return;
  const day = today(ctx.clock);
  const isLate = row.startDate < day;
  const isGone = await isContainerLost(ctx, row.productId);
  const days = isLate ? { startDate: day, endDate: warrantyEnd(day, row.months) } : {};
  if (row.startDate <= day && !isGone) {
    await step(ctx, row, { action: 'start', set: { isSettled: true, ...days } });
  } else {
    await settled(ctx, row, true);
  }
  if (row.requestId !== null) await fulfilRequest(ctx, row.requestId);
}

/** Whoever defers its invoice lets it begin without the money. */
onDeferred('warranty', async (ctx, sourceId) => {
  const row = await paidBy(ctx, sourceId);
  if (row && !row.isSettled) await begin(ctx, row);
});

/** Notes of a warranty that has not begun whether its money is there. */
async function settled(ctx: Ctx, row: WarrantyRow, isSettled: boolean): Promise<void> {
  await ctx.db.updateTable('warranties').set({ isSettled }).where('id', '=', row.id).execute();
  await noteOnContainer(ctx, row.productId);
}

/** Days until a warranty is over, its last day included. */
export const daysLeft = (ctx: Ctx, endDate: string): number =>
  Math.max(0, daysBetween(today(ctx.clock), endDate) + 1);
