import fc from 'fast-check';
import { addDays, daysBetween } from '../values/dates.ts';
import {
  duesUntil,
  INTERVAL_UNITS,
  isDueByCounter,
  nextDue,
  SCHEDULE_BASES,
  type Schedule,
} from './occurrences.ts';

const schedule = (given: Partial<Schedule>): Schedule => ({
  startsOn: '2026-01-31',
  every: 1,
  unit: 'month',
  basedOn: 'scheduledDate',
  lastDue: null,
  lastDone: null,
  ...given,
});

it.each<[string, Partial<Schedule>, string]>([
  ['the first', {}, '2026-01-31'],
  ['the last of a month without that day', { lastDue: '2026-01-31' }, '2026-02-28'],
  ['the 31st again after it', { lastDue: '2026-02-28' }, '2026-03-31'],
  ['a leap February', { startsOn: '2028-01-31', lastDue: '2028-01-31' }, '2028-02-29'],
  [
    'a year after 29 February',
    { startsOn: '2028-02-29', unit: 'year', lastDue: '2028-02-29' },
    '2029-02-28',
  ],
  [
    '29 February again',
    { startsOn: '2028-02-29', unit: 'year', lastDue: '2031-02-28' },
    '2032-02-29',
  ],
  ['every three months', { every: 3, lastDue: '2026-01-31' }, '2026-04-30'],
  ['every two weeks', { every: 2, unit: 'week', lastDue: '2026-02-14' }, '2026-02-28'],
  [
    'every ten days, over the year',
    { startsOn: '2026-12-25', every: 10, unit: 'day', lastDue: '2026-12-25' },
    '2027-01-04',
  ],
  ['a day between two planned ones', { lastDue: '2026-03-15' }, '2026-03-31'],
  [
    'a start that was moved behind the last one',
    { startsOn: '2026-06-15', lastDue: '2026-05-31' },
    '2026-06-15',
  ],
  ['done late, planned ahead', { lastDue: '2026-02-28', lastDone: '2026-03-20' }, '2026-03-31'],
  // From the day it was done.
  [
    'done late',
    { basedOn: 'completedDate', lastDue: '2026-02-28', lastDone: '2026-03-20' },
    '2026-04-20',
  ],
  [
    'done early',
    { basedOn: 'completedDate', lastDue: '2026-02-28', lastDone: '2026-02-20' },
    '2026-03-20',
  ],
  ['not done: skipped', { basedOn: 'completedDate', lastDue: '2026-02-28' }, '2026-03-28'],
  [
    'done, then skipped',
    { basedOn: 'completedDate', lastDue: '2026-02-28', lastDone: '2026-01-31' },
    '2026-03-28',
  ],
  ['done, and never due', { basedOn: 'completedDate', lastDone: '2026-03-05' }, '2026-04-05'],
])('is due next: %s', (_case, given, expected) => {
  expect(nextDue(schedule(given))).toBe(expected);
});

it.each<[string, Partial<Schedule>, string, number | undefined, readonly string[]]>([
  ['none before the start', {}, '2026-01-30', undefined, []],
  ['the start itself', {}, '2026-01-31', undefined, ['2026-01-31']],
  [
    'those missed',
    { lastDue: '2026-01-31' },
    '2026-04-30',
    undefined,
    ['2026-02-28', '2026-03-31', '2026-04-30'],
  ],
  ['no more than asked for', { unit: 'day' }, '2030-01-01', 2, ['2026-01-31', '2026-02-01']],
  [
    'from the day done on',
    { basedOn: 'completedDate', lastDue: '2026-01-31', lastDone: '2026-02-10' },
    '2026-04-30',
    undefined,
    ['2026-03-10', '2026-04-10'],
  ],
])('is due until a day: %s', (_case, given, ...[today, limit, expected]) => {
  expect(duesUntil(schedule(given), today, limit)).toEqual(expected);
});

it.each([
  ['not yet', { every: 500, lastReading: 1000, reading: 1499 }, false],
  ['exactly', { every: 500, lastReading: 1000, reading: 1500 }, true],
  ['long since', { every: 500, lastReading: 1000, reading: 9000 }, true],
  ['never serviced', { every: 500, lastReading: null, reading: 500 }, true],
  ['never read', { every: 500, lastReading: 1000, reading: null }, false],
  ['a counter that began anew', { every: 500, lastReading: 1000, reading: 499 }, false],
  ['a counter that began anew and came far', { every: 500, lastReading: 1000, reading: 500 }, true],
])('is due by its counter: %s', (_case, counter, expected) => {
  expect(isDueByCounter(counter)).toBe(expected);
});

const days = fc.integer({ min: 0, max: 12_000 }).map((offset) => addDays('2020-01-01', offset));
const schedules = fc.record({
  startsOn: days,
  every: fc.integer({ min: 1, max: 40 }),
  unit: fc.constantFrom(...INTERVAL_UNITS),
  basedOn: fc.constantFrom(...SCHEDULE_BASES),
  lastDue: fc.option(days),
  lastDone: fc.option(days),
});

it('is due after the last time, and never again on the same day', () => {
  fc.assert(
    fc.property(schedules, (given) => {
      const next = nextDue(given);
      if (given.lastDue) expect(next > given.lastDue).toBe(true);
      // Written out, it goes on from there.
      const [first, second] = duesUntil(given, addDays(next, 366 * 40 + 40), 2);
      expect(first).toBe(next);
      expect(second !== undefined && second > next).toBe(true);
    }),
  );
});

it('plans without drift, however often and from whichever day on it is asked', () => {
  fc.assert(
    fc.property(schedules, fc.integer({ min: 1, max: 30 }), (given, count) => {
      const planned = {
        ...given,
        basedOn: 'scheduledDate',
        lastDue: null,
        lastDone: null,
      } as const;
      const dues = duesUntil(planned, '9999-12-31', count);
      expect(dues).toHaveLength(count);
      const [last, before] = [dues.at(-1), dues.at(-2)];
      expect(nextDue({ ...planned, lastDue: before ?? null })).toBe(last);
      if (given.unit === 'day' || given.unit === 'week') {
        const step = given.every * (given.unit === 'week' ? 7 : 1);
        expect(daysBetween(given.startsOn, last ?? '')).toBe(step * (count - 1));
      } else {
        // The day of the month is that of the start wherever the month has it.
        for (const due of dues) {
          const isLast = addDays(due, 1).slice(8) === '01';
          expect(due.slice(8) === given.startsOn.slice(8) || isLast).toBe(true);
        }
      }
    }),
  );
});
