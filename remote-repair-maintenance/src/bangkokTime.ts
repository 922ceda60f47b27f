import { bangkokDate, startOfBangkokDay } from '@boxyard/shared/domain';

const MINUTE_MS = 60_000;
const STEP_MINUTES = 15;
const two = (figure: number) => String(Math.floor(figure)).padStart(2, '0');
const timeOfMinutes = (minutes: number) => `${two(minutes / 60)}:${two(minutes % 60)}`;

/** Times of a day to choose from, in quarters of an hour: `08:30`. */
export const TIMES = Array.from({ length: (24 * 60) / STEP_MINUTES }, (_, index) =>
  timeOfMinutes(index * STEP_MINUTES),
);

/** The time of day of an instant in Bangkok, `HH:MM`. */
export const timeOf = (instant: Date): string =>
  timeOfMinutes(
    (instant.getTime() - startOfBangkokDay(bangkokDate(instant)).getTime()) / MINUTE_MS,
  );

/** The instant of a day and a time of day in Bangkok, ISO. */
export function instantAt(day: string, time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const start = startOfBangkokDay(day).getTime();
  return new Date(start + (hours * 60 + minutes) * MINUTE_MS).toISOString();
}
