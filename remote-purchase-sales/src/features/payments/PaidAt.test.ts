import { instantOf, momentOf } from './PaidAt.tsx';

test.each([
  ['2026-11-28', '09:30', '2026-11-28T02:30:00.000Z'],
  ['2026-11-28', '', '2026-11-28T05:00:00.000Z'],
  [null, '09:30', null],
  ['.5', '09:30', '.5'],
])('%s at %s is the instant %s', (day, time, instant) => {
  expect(instantOf(day, time)).toBe(instant);
});

test.each([
  ['2026-11-28T18:15:00.000Z', { day: '2026-11-29', time: '01:15' }],
  ['.5x', { day: '.5x', time: '12:00' }],
  [null, { day: null, time: '12:00' }],
])('%s is read as the day and the time of Bangkok', (value, moment) => {
  expect(momentOf(value)).toEqual(moment);
});
