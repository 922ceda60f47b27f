import fc from 'fast-check';
import {
  addMonths,
  calendarDays,
  formatDate,
  formatDateTime,
  formatRelative,
  formatTypedDate,
  parseTypedDate,
  presetRange,
  weekdayNames,
} from './dates.ts';
import {
  figureText,
  formatDecimal,
  formatPercent,
  formatQuantity,
  parseTypedNumber,
} from './numbers.ts';

describe('dates', () => {
  test('are written as offices write them', () => {
    expect(formatDate('2026-11-21', 'en')).toBe('21 Nov 2026');
    expect(formatDate('2026-11-21', 'th')).toBe('21 พ.ย. 2569');
    expect(formatDate('2024-02-29', 'th')).toBe('29 ก.พ. 2567');
  });

  test('instants are told by the Bangkok clock', () => {
    expect(formatDateTime('2026-11-20T18:05:00.000Z', 'en')).toBe('21 Nov 2026 01:05');
    expect(formatDateTime('2026-12-31T17:00:00.000Z', 'th')).toBe('1 ม.ค. 2570 00:00');
  });

  test('what is shown can be typed again: every day, both languages', () => {
    const day = fc
      .integer({ min: 0, max: 40_000 })
      .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, fc.constantFrom('en' as const, 'th' as const), (date, locale) => {
        expect(parseTypedDate(formatTypedDate(date, locale))).toBe(date);
        expect(parseTypedDate(formatDate(date, locale))).toBe(date);
        expect(parseTypedDate(date)).toBe(date);
      }),
    );
  });

  test.each([
    ['21/11/2569', '2026-11-21'],
    ['21-11-69', '2026-11-21'],
    ['21/11/26', '2026-11-21'],
    ['21/11/2026', '2026-11-21'],
    ['21/11/2569', '2026-11-21'],
    ['21112569', '2026-11-21'],
    ['21 พฤศจิกายน 2569', '2026-11-21'],
    ['21 พ.ย. 2569', '2026-11-21'],
    ['21 nov 2026', '2026-11-21'],
    ['29/02/2567', '2024-02-29'],
    ['29/02/2568', null],
    ['31/04/2026', null],
    ['soon', null],
    ['1/13/2026', null],
    // Two figures of a year are of the calendar in which they are near.
    ['5-Jan-26', '2026-01-05'],
    ['05/01/26', '2026-01-05'],
    ['5/1/69', '2026-01-05'],
    ['๕/๑/๒๕๖๙', '2026-01-05'],
    ['๕ ม.ค. ๖๙', '2026-01-05'],
    ['2026/1/5', '2026-01-05'],
    ['2569-1-5', '2026-01-05'],
    ['\u200B5/1/2569', '2026-01-05'],
    ['n/a', null],
    ['-', null],
    ['ไม่มี', null],
    ['31/2/2569', null],
    ['5/1/25690', null],
    ['46000', null],
  ])('%s is %s: the era is never added twice', (typed, iso) => {
    expect(parseTypedDate(typed)).toBe(iso);
  });

  test('a month is six weeks from a Monday', () => {
    const days = calendarDays({ year: 2026, month: 11 });
    expect(days).toHaveLength(42);
    expect(days[0]).toBe('2026-10-26');
    expect(days).toContain('2026-11-30');
    expect(weekdayNames('en')[0]).toBe('Mon');
  });

  test('a month later is its last day where the day does not exist', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2024-03-31', -1)).toBe('2024-02-29');
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15');
  });

  test('ready-made ranges', () => {
    expect(presetRange('lastMonth', '2026-03-15')).toEqual({
      start: '2026-02-01',
      end: '2026-02-28',
    });
    expect(presetRange('last7', '2026-03-03')).toEqual({ start: '2026-02-25', end: '2026-03-03' });
  });

  test('relative times round towards now', () => {
    const now = new Date('2026-11-21T10:00:00Z');
    expect(formatRelative('2026-11-21T07:01:00Z', now, 'en')).toBe('2 hours ago');
    expect(formatRelative('2026-11-20T09:00:00Z', now, 'th')).toBe('เมื่อวาน');
  });
});

describe('figures', () => {
  test('are grouped, with a true minus and fixed places', () => {
    expect(formatDecimal('1234567.5', 2)).toBe('1,234,567.50');
    expect(formatDecimal('-1070', 2)).toBe('−1,070.00');
    expect(formatDecimal('-0.001', 2)).toBe('0.00');
    expect(formatDecimal('12.5', 4)).toBe('12.5000');
    expect(formatDecimal('9999999999999.99', 2)).toBe('9,999,999,999,999.99');
  });

  test('quantities drop zeros that say nothing', () => {
    expect(formatQuantity(1250)).toBe('1,250');
    expect(formatQuantity(0.125)).toBe('0.125');
    expect(formatQuantity(10)).toBe('10');
    expect(formatQuantity(0)).toBe('0');
    expect(formatPercent('7.00')).toBe('7%');
    expect(formatPercent('0.00')).toBe('0%');
  });

  test('what people type or paste is read', () => {
    expect(parseTypedNumber('฿ 1,234.50')).toBe('1234.50');
    expect(parseTypedNumber('−5')).toBe('-5');
    expect(parseTypedNumber('12.')).toBe('12');
    expect(parseTypedNumber('1.2.3')).toBeNull();
    expect(parseTypedNumber('ten')).toBeNull();
    expect(parseTypedNumber('12,50')).toBeNull();
    expect(parseTypedNumber('1,2,5')).toBeNull();
  });

  test.each([
    ['1,250.50 บาท', '1250.50'],
    ['๑,๒๕๐.๕๐', '1250.50'],
    ['1\u202F250.50', '1250.50'],
    ['1 250 000', '1250000'],
    [' ฿ 7 ', '7'],
    // A calculator and a chat put marks around what is copied from them.
    ['\u202D1,250.50\u202C', '1250.50'],
    ['\u200B1250', '1250'],
    ['\uFEFF7', '7'],
  ])('%j is the figure %s', (pasted, figure) => {
    expect(parseTypedNumber(figureText(pasted))).toBe(figure);
  });

  test('a percentage is the figure of a share alone', () => {
    expect(figureText('12.5 %', true)).toBe('12.5');
    expect(figureText('๗%', true)).toBe('7');
    expect(parseTypedNumber(figureText('7 บาท', true))).toBeNull();
  });

  test.each([
    'n/a',
    '-',
    '—',
    '.',
    'ไม่มี',
    'NULL',
    'none',
    '12.5%',
    // Two cells that came as one, or a slip.
    '2 5',
    '1 2345',
    '1.250,00',
    '1 250,50',
    '(1,250.00)',
    '1,250.50-',
    '1’250.50',
    '1,25,000',
    '3 pcs',
    'USD 700',
    '1e3',
    '½',
    '--5',
    '∞',
  ])('%s is no figure, and stays as it was pasted', (pasted) => {
    expect(parseTypedNumber(figureText(pasted))).toBeNull();
  });
});
