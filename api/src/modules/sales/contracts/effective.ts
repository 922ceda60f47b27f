import { type Ctx, refuseFaults, today } from '../../../kernel/index.ts';

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
