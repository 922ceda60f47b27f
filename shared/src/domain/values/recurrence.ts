import { addDays, bangkokDate, startOfBangkokDay } from './dates.ts';

/** Recurring time at a full hour in Asia/Bangkok. */
export interface Recurrence {
  readonly every: 'day' | 'week' | 'month';
  /** 1: Monday … 7: Sunday; of `week`. */
  readonly weekday: number | null;
  /** 1 … 31; of `month`. A month without that day has it on its last. */
  readonly monthDay: number | null;
  readonly hour: number;
}

/** Days that move along with the day on which they are asked for. */
export const PERIODS = [
  'yesterday',
  'last7Days',
  'last30Days',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'lastYear',
  'all',
] as const;
export type Period = (typeof PERIODS)[number];

const HOUR_MS = 3_600_000;

/** 1: Monday … 7: Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

/** Last day of the month of a day. */
export const endOfMonth = (date: string): string =>
  addDays(`${addDays(`${date.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);

function isOn({ every, weekday, monthDay }: Recurrence, date: string): boolean {
  if (every === 'day') return true;
  if (every === 'week') return weekdayOf(date) === weekday;
  const day = Number(date.slice(8));
  const last = Number(endOfMonth(date).slice(8));
  return day === Math.min(monthDay ?? 1, last);
}

const at = ({ hour }: Recurrence, date: string): Date =>
  new Date(startOfBangkokDay(date).getTime() + hour * HOUR_MS);

/** The first time after an instant. */
export function nextTime(recurrence: Recurrence, after: Date): Date {
  let date = bangkokDate(after);
  while (!isOn(recurrence, date) || at(recurrence, date) <= after) date = addDays(date, 1);
  return at(recurrence, date);
}

/** The last time until an instant, that instant included. */
export function lastTime(recurrence: Recurrence, until: Date): Date {
  let date = bangkokDate(until);
  while (!isOn(recurrence, date) || at(recurrence, date) > until) date = addDays(date, -1);
  return at(recurrence, date);
}

/** Counts the times from one instant until before a later one. */
export function timesBetween(recurrence: Recurrence, from: Date, before: Date): number {
  let count = 0;
  for (let time = from; time < before; time = nextTime(recurrence, time)) count += 1;
  return count;
}

/** First and last day of a period, asked for on a day; null: every day. */
export function daysOf(period: Period, today: string): readonly [string, string] | null {
  const month = `${today.slice(0, 7)}-01`;
  const year = today.slice(0, 4);
  switch (period) {
    case 'yesterday':
      return [addDays(today, -1), addDays(today, -1)];
    // Whole days: the one that has begun is in none of them.
    case 'last7Days':
      return [addDays(today, -7), addDays(today, -1)];
    case 'last30Days':
      return [addDays(today, -30), addDays(today, -1)];
    case 'lastWeek': {
      const monday = addDays(today, 1 - weekdayOf(today));
      return [addDays(monday, -7), addDays(monday, -1)];
    }
    case 'thisMonth':
      return [month, today];
    case 'lastMonth': {
      const end = addDays(month, -1);
      return [`${end.slice(0, 7)}-01`, end];
    }
    case 'thisYear':
      return [`${year}-01-01`, today];
    case 'lastYear':
      return [`${Number(year) - 1}-01-01`, `${Number(year) - 1}-12-31`];
    case 'all':
      return null;
  }
}
