import type { WorkingCalendar } from '../settings/settings.ts';
import { startOfBangkokDay } from '../values/dates.ts';

/**
 * Promises count in working time (setting "Working calendar"). Days are numbered from 1970-01-01 in
 * Bangkok, so that whole weeks are multiplied and not walked through.
 */
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const FIRST_DAY = startOfBangkokDay('1970-01-01').getTime();

const dayOf = (instant: number): number => Math.floor((instant - FIRST_DAY) / DAY_MS);
const startOf = (day: number): number => FIRST_DAY + day * DAY_MS;
/** 1: Monday … 7: Sunday. 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

interface Opening {
  readonly weekdays: ReadonlySet<number>;
  /** Milliseconds of the day. */
  readonly from: number;
  readonly to: number;
  /** Holidays that fall on a working weekday. */
  readonly holidays: ReadonlySet<number>;
}

const timeOfDay = (text: string): number =>
  (Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))) * MINUTE_MS;

/** Null for a calendar that never opens: then every minute counts, and no search is without an end. */
function openingOf({ days, from, to, holidays }: WorkingCalendar): Opening | null {
  const weekdays = new Set(days.filter((day) => day >= 1 && day <= 7));
  if (weekdays.size === 0 || from >= to) return null;
  const daysOff = holidays.map((date) => dayOf(startOfBangkokDay(date).getTime()));
  return {
    weekdays,
    from: timeOfDay(from),
    to: timeOfDay(to),
    holidays: new Set(daysOff.filter((day) => weekdays.has(weekdayOf(day)))),
  };
}

const isOpenOn = ({ weekdays, holidays }: Opening, day: number): boolean =>
  weekdays.has(weekdayOf(day)) && !holidays.has(day);

/** Working time of a day until a moment of it. */
const workedUntil = (opening: Opening, instant: number): number => {
  const day = dayOf(instant);
  if (!isOpenOn(opening, day)) return 0;
  const { from, to } = opening;
  return Math.min(Math.max(instant - startOf(day), from), to) - from;
};

/** Working days from one day on until before another. */
function openDaysBetween({ weekdays, holidays }: Opening, first: number, end: number): number {
  const weeks = Math.floor((end - first) / 7);
  let count = weeks * weekdays.size;
  for (let day = first + weeks * 7; day < end; day += 1) {
    if (weekdays.has(weekdayOf(day))) count += 1;
  }
  for (const day of holidays) if (day >= first && day < end) count -= 1;
  return count;
}

/** Whether an instant lies in working time; the closing minute does not. */
export function isWorkingTime(instant: Date, calendar: WorkingCalendar): boolean {
  const opening = openingOf(calendar);
  if (!opening) return true;
  const day = dayOf(instant.getTime());
  const time = instant.getTime() - startOf(day);
  return isOpenOn(opening, day) && time >= opening.from && time < opening.to;
}

/** Whole working minutes from one instant to another; 0 where the end does not lie after the start. */
export function workingMinutesBetween(start: Date, end: Date, calendar: WorkingCalendar): number {
  const [from, to] = [start.getTime(), end.getTime()];
  if (to <= from) return 0;
  const opening = openingOf(calendar);
  if (!opening) return Math.floor((to - from) / MINUTE_MS);
  const days = openDaysBetween(opening, dayOf(from), dayOf(to));
  const worked =
    days * (opening.to - opening.from) - workedUntil(opening, from) + workedUntil(opening, to);
  return Math.floor(worked / MINUTE_MS);
}

/**
 * The instant at which so many working minutes have passed. It is the end of a day rather than the
 * beginning of the next one. The start itself for no minutes.
 */
export function addWorkingMinutes(start: Date, minutes: number, calendar: WorkingCalendar): Date {
  if (minutes <= 0) return start;
  const opening = openingOf(calendar);
  if (!opening) return new Date(start.getTime() + minutes * MINUTE_MS);
  const perDay = opening.to - opening.from;
  let day = dayOf(start.getTime());
  // Counted from the opening of the first day.
  let left = minutes * MINUTE_MS + workedUntil(opening, start.getTime());
  while (!isOpenOn(opening, day) || left > perDay) {
    if (isOpenOn(opening, day)) left -= perDay;
    day += 1;
  }
  return new Date(startOf(day) + opening.from + left);
}
