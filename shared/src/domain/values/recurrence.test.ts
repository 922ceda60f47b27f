import {
  daysOf,
  endOfMonth,
  lastTime,
  nextTime,
  type Period,
  type Recurrence,
  timesBetween,
} from './recurrence.ts';

const daily = (hour: number): Recurrence => ({ every: 'day', weekday: null, monthDay: null, hour });
const weekly = (weekday: number, hour: number): Recurrence => ({
  ...daily(hour),
  every: 'week',
  weekday,
});
const monthly = (monthDay: number, hour: number): Recurrence => ({
  ...daily(hour),
  every: 'month',
  monthDay,
});
/** An hour of Bangkok as it is written there. */
const bangkok = (text: string): Date => new Date(`${text.replace(' ', 'T')}:00+07:00`);
const written = (time: Date): string =>
  new Date(time.getTime() + 7 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

describe('the next time, in Bangkok', () => {
  it.each<[string, Recurrence, string, string]>([
    ['a day, before its hour', daily(8), '2026-11-29 07:59', '2026-11-29 08:00'],
    ['a day, at its hour', daily(8), '2026-11-29 08:00', '2026-11-30 08:00'],
    ['midnight, while it is yesterday in UTC', daily(0), '2026-11-29 06:00', '2026-11-30 00:00'],
    ['the last hour', daily(23), '2026-12-31 23:00', '2027-01-01 23:00'],
    ['a Monday, on a Sunday', weekly(1, 8), '2026-11-29 12:00', '2026-11-30 08:00'],
    [
      'a Monday, on that Monday after its hour',
      weekly(1, 8),
      '2026-11-30 08:01',
      '2026-12-07 08:00',
    ],
    ['a Sunday', weekly(7, 20), '2026-11-29 12:00', '2026-11-29 20:00'],
    ['the 31st in a month of 30 days', monthly(31, 8), '2026-11-29 08:00', '2026-11-30 08:00'],
    ['the 31st in a month that has it', monthly(31, 8), '2026-11-30 08:00', '2026-12-31 08:00'],
    ['the 31st in February', monthly(31, 8), '2027-01-31 08:00', '2027-02-28 08:00'],
    ['the 29th in February', monthly(29, 8), '2027-01-29 08:00', '2027-02-28 08:00'],
    ['the 30th in a leap February', monthly(30, 8), '2028-01-30 08:00', '2028-02-29 08:00'],
    ['the 28th after a leap February', monthly(28, 8), '2028-02-28 08:00', '2028-03-28 08:00'],
    ['the first, over the year', monthly(1, 0), '2026-12-01 00:00', '2027-01-01 00:00'],
    // Clocks are changed elsewhere on these days.
    ['a day on which Europe changes its clocks', daily(2), '2026-10-24 02:00', '2026-10-25 02:00'],
    ['a day on which America changes its clocks', daily(2), '2026-03-07 02:00', '2026-03-08 02:00'],
  ])('of %s', (_what, recurrence, ...[after, next]) => {
    expect(written(nextTime(recurrence, bangkok(after)))).toBe(next);
    // It is the last until then, and nothing lies between.
    expect(written(lastTime(recurrence, bangkok(next)))).toBe(next);
    expect(lastTime(recurrence, new Date(bangkok(next).getTime() - 1)) <= bangkok(after)).toBe(
      true,
    );
  });
});

it('counts the times that were missed', () => {
  const from = bangkok('2026-11-01 08:00');
  expect(timesBetween(daily(8), from, bangkok('2026-11-05 08:00'))).toBe(4);
  expect(
    timesBetween(monthly(31, 8), bangkok('2026-11-30 08:00'), bangkok('2027-03-31 08:00')),
  ).toBe(4);
  expect(timesBetween(daily(8), from, from)).toBe(0);
});

describe('days that move along', () => {
  it.each<[Period, string, string, string]>([
    ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['yesterday', '2028-03-01', '2028-02-29', '2028-02-29'],
    ['yesterday', '2027-01-01', '2026-12-31', '2026-12-31'],
    ['last7Days', '2026-11-29', '2026-11-22', '2026-11-28'],
    ['last30Days', '2026-03-01', '2026-01-30', '2026-02-28'],
    // Weeks begin on Monday.
    ['lastWeek', '2026-11-29', '2026-11-16', '2026-11-22'],
    ['lastWeek', '2026-11-30', '2026-11-23', '2026-11-29'],
    ['lastWeek', '2027-01-02', '2026-12-21', '2026-12-27'],
    ['thisMonth', '2026-11-01', '2026-11-01', '2026-11-01'],
    ['thisMonth', '2026-11-29', '2026-11-01', '2026-11-29'],
    ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2028-03-30', '2028-02-01', '2028-02-29'],
    ['lastMonth', '2027-01-15', '2026-12-01', '2026-12-31'],
    ['thisYear', '2026-11-29', '2026-01-01', '2026-11-29'],
    ['lastYear', '2028-02-29', '2027-01-01', '2027-12-31'],
  ])('%s on %s', (period, today, ...days) => {
    expect(daysOf(period, today)).toEqual(days);
  });

  it('every day has neither beginning nor end', () =>
    expect(daysOf('all', '2026-11-29')).toBeNull());
});

it.each([
  ['2026-02-01', '2026-02-28'],
  ['2028-02-29', '2028-02-29'],
  ['2026-12-31', '2026-12-31'],
  ['2026-04-30', '2026-04-30'],
])('the month of %s ends on %s', (day, last) => expect(endOfMonth(day)).toBe(last));
