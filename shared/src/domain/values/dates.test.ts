import {
  addDays,
  bangkokDate,
  daysBetween,
  endOfBangkokDay,
  isDate,
  numberPeriod,
  startOfBangkokDay,
} from './dates.ts';

describe('business dates are decided in Asia/Bangkok', () => {
  it('puts 23:59:59+07 into the day and 00:00+07 into the next', () => {
    expect(bangkokDate(new Date('2026-11-21T16:59:59Z'))).toBe('2026-11-21');
    expect(bangkokDate(new Date('2026-11-21T17:00:00Z'))).toBe('2026-11-22');
  });

  it('bounds an inclusive day by a half-open interval', () => {
    expect(startOfBangkokDay('2026-11-21').toISOString()).toBe('2026-11-20T17:00:00.000Z');
    expect(endOfBangkokDay('2026-11-21').toISOString()).toBe('2026-11-21T17:00:00.000Z');
  });

  it.each([
    ['2024-02-29', true],
    ['2023-02-29', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['0000-01-01', false],
    ['1899-12-31', false],
    ['1900-01-01', true],
    ['2199-12-31', true],
    ['9999-12-31', false],
    ['', false],
  ])('knows whether %s is a day', (value, expected) => {
    expect(isDate(value)).toBe(expected);
  });

  it('counts over month and leap day', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2);
    expect(numberPeriod('2026-11-21')).toBe('2611');
  });
});
