import { addDays } from '../values/dates.ts';
import * as decimal from '../values/decimal.ts';

/** How a warranty came about: with a contract, before the one before it ended, or after (1.3). */
export const WARRANTY_TYPES = ['initial', 'extension', 'renewal'] as const;
export type WarrantyType = (typeof WARRANTY_TYPES)[number];

/** Who asked for it. */
export const WARRANTY_CHANNELS = ['backoffice', 'customer', 'auto'] as const;

/** Windows before the end in which a renewal is offered, in days. */
export const WARRANTY_WINDOWS = [60, 30, 7] as const;

/** A container without a warranty for longer than this is inspected before it gets one (2.9), in days. */
export const LAPSE_WITHOUT_INSPECTION = 30;

/** Nothing is promised for a day further ahead than this, in months: parts and prices are not known. */
export const COVERED_AHEAD_MONTHS = 120;

/** So many months after a day; the last day of the month where that month is shorter. */
export function addMonths(day: string, months: number): string {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const [year, month] = [Math.floor(count / 12), count % 12];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const date = Math.min(Number(day.slice(8, 10)), last);
  return `${year}-${String(month + 1).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

/**
 * The last day of a warranty that begins on `start` and lasts so many months: the day before the same day,
 * or the last of a month that has no such day (Civil and Commercial Code, section 193/5).
 */
export function warrantyEnd(start: string, months: number): string {
  const until = addMonths(start, months);
  const isSameDay = until.slice(8) === start.slice(8);
  return isSameDay ? addDays(until, -1) : until;
}

/** Whole months from one day to another; 0 where it lies before. */
export function monthsBetween(from: string, to: string): number {
  if (to <= from) return 0;
  const count = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  const months = count(to) - count(from);
  return addMonths(from, months) > to ? months - 1 : months;
}

/** A row of the price list: from an age on, for one model or for all. */
export interface WarrantyPrice {
  readonly productModelId: string | null;
  readonly ageFromMonths: number;
  /** Without VAT. */
  readonly pricePerMonth: string;
  readonly validFrom: string;
}

/**
 * What so many months of warranty cost by the price list (2.9), without VAT: a row of the model before
 * one for all models, then the highest age that the container has reached, then the latest list. Null
 * where the list names no price.
 */
export function listedPrice(
  prices: readonly WarrantyPrice[],
  {
    productModelId,
    ageMonths,
    months,
    day,
  }: {
    readonly productModelId: string;
    readonly ageMonths: number;
    readonly months: number;
    readonly day: string;
  },
): string | null {
  const [best] = prices
    .filter(
      (row) =>
        (row.productModelId === null || row.productModelId === productModelId) &&
        row.ageFromMonths <= ageMonths &&
        row.validFrom <= day,
    )
    .toSorted(
      (a, b) =>
        Number(b.productModelId !== null) - Number(a.productModelId !== null) ||
        b.ageFromMonths - a.ageFromMonths ||
        (a.validFrom < b.validFrom ? 1 : -1),
    );
  return best ? decimal.round(decimal.multiply(best.pricePerMonth, months)) : null;
}
