import fc from 'fast-check';
import type { WorkingCalendar } from '../settings/settings.ts';
import { addWorkingMinutes, isWorkingTime, workingMinutesBetween } from './workingTime.ts';

/** A minute of Bangkok as it is written there. */
const bangkok = (text: string): Date => new Date(`${text.replace(' ', 'T')}:00+07:00`);
const written = (time: Date): string =>
  new Date(time.getTime() + 7 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

const OFFICE: WorkingCalendar = {
  days: [1, 2, 3, 4, 5],
  from: '08:30',
  to: '17:30',
  // A Monday, and a Saturday that is off anyway.
  holidays: ['2026-12-07', '2026-12-12'],
};
const CLOSED: WorkingCalendar = { ...OFFICE, days: [] };
const BACKWARDS: WorkingCalendar = { ...OFFICE, from: '17:30', to: '08:30' };

// 2026-11-27 is a Friday.
it.each<[string, WorkingCalendar, string, number, string]>([
  ['within a day', OFFICE, '2026-11-27 09:00', 60, '2026-11-27 10:00'],
  [
    'until the day closes, not until the next opens',
    OFFICE,
    '2026-11-27 16:30',
    60,
    '2026-11-27 17:30',
  ],
  ['over the weekend', OFFICE, '2026-11-27 16:30', 61, '2026-11-30 08:31'],
  ['from before the day opens', OFFICE, '2026-11-27 05:00', 30, '2026-11-27 09:00'],
  ['from after the day closed', OFFICE, '2026-11-26 20:00', 30, '2026-11-27 09:00'],
  ['from a Sunday', OFFICE, '2026-11-29 12:00', 540, '2026-11-30 17:30'],
  ['over a holiday', OFFICE, '2026-12-04 17:00', 60, '2026-12-08 09:00'],
  ['from within a holiday', OFFICE, '2026-12-07 10:00', 1, '2026-12-08 08:31'],
  ['24 working hours', OFFICE, '2026-11-30 08:30', 1440, '2026-12-02 14:30'],
  [
    'over the year, while it is yesterday in UTC',
    { ...OFFICE, days: [5], from: '00:00', to: '06:00' },
    '2026-12-31 23:00',
    30,
    '2027-01-01 00:30',
  ],
  ['nothing', OFFICE, '2026-11-29 12:00', 0, '2026-11-29 12:00'],
  ['less than nothing', OFFICE, '2026-11-29 12:00', -5, '2026-11-29 12:00'],
  ['around the clock where no day is open', CLOSED, '2026-11-29 12:00', 1440, '2026-11-30 12:00'],
  ['around the clock where no hour is open', BACKWARDS, '2026-11-29 12:00', 90, '2026-11-29 13:30'],
])('adds working minutes: %s', (_case, calendar, ...[start, minutes, end]) => {
  expect(written(addWorkingMinutes(bangkok(start), minutes, calendar))).toBe(end);
  expect(workingMinutesBetween(bangkok(start), bangkok(end), calendar)).toBe(Math.max(0, minutes));
});

it.each<[string, WorkingCalendar, string, string, number]>([
  ['a weekend', OFFICE, '2026-11-27 17:30', '2026-11-30 08:30', 0],
  ['a week', OFFICE, '2026-11-23 00:00', '2026-11-30 00:00', 5 * 540],
  ['a week with a holiday', OFFICE, '2026-12-07 00:00', '2026-12-14 00:00', 4 * 540],
  [
    'a holiday that is named twice',
    { ...OFFICE, holidays: ['2026-12-07', '2026-12-07'] },
    '2026-12-07 00:00',
    '2026-12-09 00:00',
    540,
  ],
  ['the same instant', OFFICE, '2026-11-27 10:00', '2026-11-27 10:00', 0],
  ['an end before its start', OFFICE, '2026-11-27 12:00', '2026-11-27 10:00', 0],
  ['a closed calendar', CLOSED, '2026-11-27 12:00', '2026-11-29 12:00', 2880],
])('counts working minutes: %s', (_case, calendar, ...[start, end, minutes]) => {
  expect(workingMinutesBetween(bangkok(start), bangkok(end), calendar)).toBe(minutes);
});

it.each<[string, WorkingCalendar, string, boolean]>([
  ['at the first minute', OFFICE, '2026-11-27 08:30', true],
  ['before it', OFFICE, '2026-11-27 08:29', false],
  ['in the last minute', OFFICE, '2026-11-27 17:29', true],
  ['when it closes', OFFICE, '2026-11-27 17:30', false],
  ['on a Saturday', OFFICE, '2026-11-28 10:00', false],
  ['on a holiday', OFFICE, '2026-12-07 10:00', false],
  ['where no day is open', CLOSED, '2026-11-28 03:00', true],
])('tells working time: %s', (_case, calendar, ...[at, expected]) => {
  expect(isWorkingTime(bangkok(at), calendar)).toBe(expected);
});

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const calendars: fc.Arbitrary<WorkingCalendar> = fc
  .record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }),
    hours: fc.uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 2, maxLength: 2 }),
    holidays: fc.array(
      fc
        .integer({ min: 0, max: 60 })
        .map((day) => new Date(Date.UTC(2026, 10, 1 + day)).toISOString().slice(0, 10)),
      { maxLength: 20 },
    ),
  })
  .map(({ days, hours: [a = 0, b = 0], holidays }) => ({
    days,
    from: clock(Math.min(a, b)),
    to: clock(Math.max(a, b)),
    holidays,
  }));
const minutes = fc.integer({ min: 0, max: 60 * 1440 });
const instants = minutes.map(
  (minute) => new Date(bangkok('2026-11-01 00:00').getTime() + minute * 60_000),
);

it('takes away what it added, and stops at a minute that was worked', () => {
  fc.assert(
    fc.property(
      calendars,
      instants,
      fc.integer({ min: 1, max: 3000 }),
      (calendar, start, added) => {
        const end = addWorkingMinutes(start, added, calendar);
        expect(workingMinutesBetween(start, end, calendar)).toBe(added);
        expect(isWorkingTime(new Date(end.getTime() - 1), calendar)).toBe(true);
      },
    ),
  );
});

it('counts the same in one span as in two, and as minute by minute', () => {
  fc.assert(
    fc.property(calendars, fc.tuple(instants, instants, instants), (calendar, times) => {
      const [a, b, c] = times.toSorted((x, y) => x.getTime() - y.getTime()) as [Date, Date, Date];
      const between = (from: Date, to: Date) => workingMinutesBetween(from, to, calendar);
      expect(between(a, b) + between(b, c)).toBe(between(a, c));
      expect(between(a, c)).toBeLessThanOrEqual((c.getTime() - a.getTime()) / 60_000);
    }),
  );
  fc.assert(
    fc.property(calendars, instants, fc.integer({ min: 0, max: 3000 }), (calendar, start, span) => {
      let counted = 0;
      for (let minute = 0; minute < span; minute += 1) {
        if (isWorkingTime(new Date(start.getTime() + minute * 60_000), calendar)) counted += 1;
      }
      const end = new Date(start.getTime() + span * 60_000);
      expect(workingMinutesBetween(start, end, calendar)).toBe(counted);
    }),
    { numRuns: 30 },
  );
});
