import { bangkokDate } from '@boxyard/shared/domain';
import { type Ctx, refuseFaults, today } from '../../../kernel/index.ts';
import { soldUntil } from '../../soldContainers/index.ts';

/**
 * From when a change counts: a day since the contract began, today unless said. What is to come is
 * agreed when it comes, since a change counts with its approval and none waits for its day.
 */
export function effectiveOn(
  ctx: Ctx,
  { startDate }: { readonly startDate: string },
  date: string | null | undefined,
): string {
  const now = today(ctx.clock);
  const day = date ?? now;
  if (day > now) refuseFaults([{ field: 'effectiveDate', code: 'FUTURE_DATE' }]);
  // One that has not begun changes today.
  const first = startDate < now ? startDate : now;
  if (day < first) {
    refuseFaults([{ field: 'effectiveDate', code: 'DATE_TOO_EARLY', params: { first } }]);
  }
  return day;
}

/** A container is nobody's before the last contract that had it was over. */
export async function expectNobodys(
  ctx: Ctx,
  productId: string,
  { field, day }: { readonly field: string; readonly day: string },
): Promise<void> {
  const until = await soldUntil(ctx, productId);
  const first = until === null ? day : bangkokDate(until);
  if (day < first) refuseFaults([{ field, code: 'DATE_TOO_EARLY', params: { first } }]);
}
