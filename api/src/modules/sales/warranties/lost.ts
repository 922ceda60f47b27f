import { startsFrom } from '@boxyard/shared/domain';
import { isLost } from '@boxyard/shared/domain/containers/statuses.ts';
import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { type Ctx, today } from '../../../kernel/index.ts';
import { onFound, onLost } from '../../containers/index.ts';
import { HOLDING } from './holder.ts';
import { currentOf, step } from './make.ts';

/** Whether the container of a warranty is lost: nothing of it begins or goes on. */
export async function isContainerLost(ctx: Ctx, productId: string): Promise<boolean> {
  const product = await ctx.db
    .selectFrom('products')
    .where('id', '=', productId)
    .select('status')
    .executeTakeFirstOrThrow();
  return isLost(product);
}

/** What is lost is not covered (domain-containers 2.9). */
onLost(async (ctx, { productId }) => {
  for (const row of await currentOf(ctx, { productId })) {
    if (startsFrom(warrantyMachine, 'suspend', row.status)) {
      await step(ctx, row, { action: 'suspend' });
    }
  }
});

/** Whether its contract still says whose the container is. */
async function isHeld(ctx: Ctx, contractId: string | null): Promise<boolean> {
  if (contractId === null) return false;
  const found = await ctx.db
    .selectFrom('contracts')
    .where('id', '=', contractId)
    .where('status', 'in', HOLDING)
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}

/** Found again, it is covered to the same last day, if its contract goes on and its money is there. */
onFound(async (ctx, { productId }) => {
  for (const row of await currentOf(ctx, { productId })) {
    const goesOn =
      startsFrom(warrantyMachine, 'resume', row.status) &&
      row.isSettled &&
      row.endDate >= today(ctx.clock) &&
      (await isHeld(ctx, row.contractId));
    if (goesOn) await step(ctx, row, { action: 'resume' });
  }
});
