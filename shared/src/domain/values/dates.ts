/**
 * Business dates are `YYYY-MM-DD` decided in Asia/Bangkok; instants are UTC (domain-conventions "Time").
 * Thailand has had UTC+7 without daylight saving since 1920, so the offset is a constant.
 */
const OFFSET_MS = 7 * 3_600_000;
const DAY_MS = 86_400_000;

/** The Bangkok calendar day of an instant, `YYYY-MM-DD`. */
export const bangkokDate = (instant: Date): string =>
  new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10);

/** First instant of a Bangkok day. */
export const startOfBangkokDay = (date: string): Date =>
  new Date(Date.parse(`${date}T00:00:00Z`) - OFFSET_MS);

/** First instant after a Bangkok day: the exclusive end of an inclusive filter. */
export const endOfBangkokDay = (date: string): Date =>
  new Date(startOfBangkokDay(date).getTime() + DAY_MS);

/** `date` plus whole days (negative allowed). */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Whole days from `from` to `to`. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** Period of a document number, `YYMM` of the Bangkok day (domain-conventions "Numbers"). */
export const numberPeriod = (date: string): string => date.slice(2, 4) + date.slice(5, 7);

/** Stock period, `YYYY-MM`. */
export const stockPeriod = (date: string): string => date.slice(0, 7);

/**
 * Years that a person may write. Days are compared as texts and counted on from, so that a year of five
 * digits must be out of reach; the database knows no year 0.
 */
const YEARS = /^(?:19|20|21)\d{2}-/;

/** True for a real calendar day of 1900 to 2199 written `YYYY-MM-DD`. */
export function isDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || !YEARS.test(value)) return false;
  const parsed = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === value;
}

/** Whether an instant lies in the years of `isDate`. */
export const isInYears = (instant: string): boolean => YEARS.test(instant);
