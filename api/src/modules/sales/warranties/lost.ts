import { startsFrom } from '@boxyard/shared/domain';
import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { today } from '../../../kernel/index.ts';
import { onFound, onLost } from '../../containers/index.ts';
import { currentOf, step } from './make.ts';
import { isContractHeld } from './standing.ts';

/** What is lost is not covered (domain-containers 2.9). */
onLost(async (ctx, { productId }) => {
  for (const row of await currentOf(ctx, { productId })) {
    if (startsFrom(warrantyMachine, 'suspend', row.status)) {
      await step(ctx, row, { action: 'suspend' });
    }
  }
});

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
