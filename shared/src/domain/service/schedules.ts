import { daysBetween } from '../values/dates.ts';
import { INTERVAL_UNITS } from './occurrences.ts';

/** Words of preventive maintenance that server, browser and database share (domain-containers 1.4, 2.10). */

/** Units of an interval: calendar days, or what a counter of the container reads. */
export const METER_UNITS = ['transactions', 'hours'] as const;
export type MeterUnit = (typeof METER_UNITS)[number];
export const SCHEDULE_UNITS = [...INTERVAL_UNITS, ...METER_UNITS] as const;
export type ScheduleUnit = (typeof SCHEDULE_UNITS)[number];

export const isMeterUnit = (unit: ScheduleUnit): unit is MeterUnit =>
  (METER_UNITS as readonly ScheduleUnit[]).includes(unit);

export const OCCURRENCE_STATUSES = [
  'planned',
  'due',
  'overdue',
  'done',
  'skipped',
  'cancelled',
] as const;
export type OccurrenceStatus = (typeof OCCURRENCE_STATUSES)[number];

/** Statuses of an occurrence that is still to be done. */
export type OpenOccurrenceStatus = 'planned' | 'due' | 'overdue';

/** Why an occurrence was left out. */
export const SKIP_CAUSES = ['person', 'notInstalled', 'jobCancelled', 'jobRejected'] as const;
export type SkipCause = (typeof SKIP_CAUSES)[number];

/** The longest interval by its unit: ten years, or as much as a counter counts in them. */
export const MAX_EVERY: Readonly<Record<ScheduleUnit, number>> = {
  day: 3650,
  week: 520,
  month: 120,
  year: 10,
  transactions: 1_000_000,
  hours: 100_000,
};

/** Lines of a checklist. */
export const MAX_CHECKS = 60;
/** The longest lead and grace in days. */
export const MAX_LEAD_DAYS = 90;
/** The furthest that an occurrence moves from its planned day. */
export const MAX_MOVE_DAYS = 366;

/** Days that one look at the calendar spans: the weeks of a month, and a few. */
export const MAX_CALENDAR_DAYS = 62;
/** Entries of one answer of the calendar; the rest is counted. */
export const MAX_CALENDAR_ENTRIES = 1000;

/**
 * Status of an open occurrence on a day; its job is made `leadDays` before its day. One whose job was made
 * is due, though its day was moved far away.
 */
export function openStatusOn(
  today: string,
  {
    day,
    leadDays,
    graceDays,
    isBegun,
  }: {
    readonly day: string;
    readonly leadDays: number;
    readonly graceDays: number;
    readonly isBegun: boolean;
  },
): OpenOccurrenceStatus {
  const late = daysBetween(day, today);
  if (late > graceDays) return 'overdue';
  return isBegun || late >= -leadDays ? 'due' : 'planned';
}
