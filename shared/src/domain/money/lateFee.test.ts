import { chargedDays, lateFeeOf } from './lateFee.ts';

const days = (count: number, balance: string, rate: string) =>
  Array.from({ length: count }, () => ({ balance, rate }));

test('a whole month bears the rate of a month, a part of it the part', () => {
  expect(lateFeeOf(days(30, '1070.00', '1.50'), 30)).toBe('16.05');
  expect(lateFeeOf(days(10, '1070.00', '1.50'), 30)).toBe('5.35');
  expect(lateFeeOf([], 30)).toBe('0.00');
});

test('each day counts what was owed on it, at the rate of that day', () => {
  const late = [
    ...days(10, '1000.00', '1.00'),
    ...days(10, '400.00', '2.00'),
    ...days(11, '0.00', '2.00'),
  ];
  expect(lateFeeOf(late, 31)).toBe('5.81');
  expect(chargedDays(late)).toBe(20);
});
