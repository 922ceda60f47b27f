import { automaticChannels, LAST_REMINDED_DAY, reminderStage } from './reminders.ts';

const DAYS = { before: 3, after: [1, 7, 30] };
const dueDate = '2026-11-20';

it.each([
  ['2026-11-16', null],
  ['2026-11-17', -3],
  ['2026-11-20', -3],
  ['2026-11-21', 1],
  ['2026-11-26', 1],
  ['2026-11-27', 7],
  ['2026-12-20', 30],
  ['2027-03-20', 30],
  ['2027-03-21', null],
] as const)('on %s the stage is %s', (today, stage) => {
  expect(reminderStage(DAYS, { dueDate, today })).toBe(stage);
});

it('leaves out days that are zero, whatever their order', () => {
  expect(
    reminderStage({ before: 0, after: [0, 9, 2] }, { dueDate, today: '2026-11-20' }),
  ).toBeNull();
  expect(reminderStage({ before: 0, after: [0, 9, 2] }, { dueDate, today: '2026-11-25' })).toBe(2);
  expect(LAST_REMINDED_DAY).toBeGreaterThan(90);
});

it('goes by SMS only where nothing else reaches the customer', () => {
  expect(automaticChannels(['email', 'line', 'sms'])).toEqual(['email', 'line']);
  expect(automaticChannels(['sms'])).toEqual(['sms']);
  expect(automaticChannels([])).toEqual([]);
});
