import { addDays, daysBetween } from '@boxyard/shared/domain';
import { warrantyEnd } from '@boxyard/shared/domain/sales/warranties.ts';
import { type Ctx, today } from '../../../kernel/index.ts';
import { currentOf } from './make.ts';
import { differenceOf, tellChange } from './tell.ts';
import type { WarrantyRow } from './type.ts';

type Days = Pick<WarrantyRow, 'startDate' | 'endDate'>;

/** As long as before from another day on; what is left of another one has days, no whole months. */
function daysFrom({ startDate, endDate, months }: WarrantyRow, day: string): Days {
  const isWhole = endDate === warrantyEnd(startDate, months);
  return {
    startDate: day,
    endDate: isWhole ? warrantyEnd(day, months) : addDays(day, daysBetween(startDate, endDate)),
  };
}

/** The first day from today on that none of these covers; they are in the order of their days. */
const firstFree = (rows: readonly Days[], day: string): string =>
  rows.reduce(
    (from, { startDate, endDate }) =>
      startDate <= from && from <= endDate ? addDays(endDate, 1) : from,
    day,
  );

/**
 * The days of a warranty that is paid after its first day: from today on, or after what covers the
 * container until then, and as long. What follows moves on as far as these days need, so that nobody
 * loses any that were paid (docs/adr/0041).
 */
export async function lateDays(ctx: Ctx, row: WarrantyRow): Promise<Days> {
  const current = await currentOf(ctx, { productId: row.productId });
  const others = current.filter(({ id }) => id !== row.id);
  const startDate = firstFree(others, today(ctx.clock));
  const days = { startDate, endDate: warrantyEnd(startDate, row.months) };
  const moved: { readonly other: WarrantyRow; readonly later: Days }[] = [];
  let last = days.endDate;
  for (const other of others.filter((each) => each.startDate > startDate)) {
    if (other.startDate > last) break;
    const later = daysFrom(other, addDays(last, 1));
    moved.push({ other, later });
    last = later.endDate;
  }
  // The last one first: periods of a container may not overlap meanwhile either.
  for (const { other, later } of moved.reverse()) {
    await ctx.db.updateTable('warranties').set(later).where('id', '=', other.id).execute();
    const diff = differenceOf({ ...other }, { ...later });
    await tellChange(ctx, { ...other, subject: 'warranties' }, { diff, reason: row.documentNo });
  }
  return days;
}
