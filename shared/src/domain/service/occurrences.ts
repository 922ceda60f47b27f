import { addMonths, monthsBetween } from '../sales/warranties.ts';
import { addDays, daysBetween } from '../values/dates.ts';

/** Units of a preventive schedule that counts days; the others count what the container did. */
export const INTERVAL_UNITS = ['day', 'week', 'month', 'year'] as const;
export type IntervalUnit = (typeof INTERVAL_UNITS)[number];

/** Whether the next time is counted from the planned day or from the day it was done (1.4). */
export const SCHEDULE_BASES = ['scheduledDate', 'completedDate'] as const;
export type ScheduleBasis = (typeof SCHEDULE_BASES)[number];

/** Calendar days of a preventive schedule, `YYYY-MM-DD`. */
export interface Schedule {
  readonly startsOn: string;
  /** A whole number from 1. */
  readonly every: number;
  readonly unit: IntervalUnit;
  readonly basedOn: ScheduleBasis;
  /** Planned day of the latest occurrence, not the day that it was moved to. */
  readonly lastDue: string | null;
  /** Day on which an occurrence was last done. */
  readonly lastDone: string | null;
}

type Interval = Pick<Schedule, 'every' | 'unit'>;

/** So many intervals after a day, counted from that day: 31 January plus two months is 31 March. */
function addIntervals(day: string, { every, unit }: Interval, count: number): string {
  switch (unit) {
    case 'day':
      return addDays(day, every * count);
    case 'week':
      return addDays(day, every * count * 7);
    case 'month':
      return addMonths(day, every * count);
    case 'year':
      return addMonths(day, every * count * 12);
  }
}

/** Whole intervals from one day to another. */
function intervalsBetween(from: string, to: string, { every, unit }: Interval): number {
  switch (unit) {
    case 'day':
      return Math.floor(daysBetween(from, to) / every);
    case 'week':
      return Math.floor(daysBetween(from, to) / (every * 7));
    case 'month':
      return Math.floor(monthsBetween(from, to) / every);
    case 'year':
      return Math.floor(monthsBetween(from, to) / (every * 12));
  }
}

/**
 * The day on which a schedule is due next; always after `lastDue`. A schedule based on planned days keeps
 * to those counted from its start, so that nothing drifts. One based on the day done counts from there,
 * or from the last due day where that occurrence was not done.
 */
export function nextDue(schedule: Schedule): string {
  const { startsOn, basedOn, lastDue, lastDone } = schedule;
  if (basedOn === 'completedDate') {
    const next = lastDone === null ? startsOn : addIntervals(lastDone, schedule, 1);
    return lastDue === null || next > lastDue ? next : addIntervals(lastDue, schedule, 1);
  }
  if (lastDue === null || lastDue < startsOn) return startsOn;
  return addIntervals(startsOn, schedule, intervalsBetween(startsOn, lastDue, schedule) + 1);
}

/**
 * Days on which a schedule is due until a day, that day included, the earliest first and at most `limit`
 * of them. A schedule based on the day done is written out as if each were done on its day.
 */
export function duesUntil(schedule: Schedule, until: string, limit = 400): readonly string[] {
  const dues: string[] = [];
  let due = nextDue(schedule);
  while (due <= until && dues.length < limit) {
    dues.push(due);
    due = nextDue({ ...schedule, lastDue: due, lastDone: due });
  }
  return dues;
}

/** Readings of a counter: transactions or hours. */
export interface Counter {
  readonly every: number;
  /** Reading when it was last done; null counts from zero. */
  readonly lastReading: number | null;
  /** Null where the counter was never read. */
  readonly reading: number | null;
}

/** Whether a counter ran far enough. A reading below the last one is of a counter that began anew. */
export function isDueByCounter({ every, lastReading, reading }: Counter): boolean {
  if (reading === null) return false;
  const from = lastReading === null || reading < lastReading ? 0 : lastReading;
  return reading - from >= every;
}
