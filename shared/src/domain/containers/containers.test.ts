import { isSerialPattern, serialNumberOf, serialStem } from './serialPattern.ts';

describe('serial numbers', () => {
  it.each([
    { pattern: '{prefix}{YY}{MM}-{seq:4}', sequence: 7, expected: 'VMA2611-0007' },
    { pattern: '{prefix}-{YYYY}-{seq:6}', sequence: 123456, expected: 'VMA-2026-123456' },
    { pattern: '{prefix}{seq:5}', sequence: 1, expected: 'VMA00001' },
    { pattern: '{prefix}{YY}-{seq:3}', sequence: 1000, expected: 'VMA26-1000' },
  ])('follow the pattern $pattern', ({ pattern, sequence, expected }) => {
    const stem = serialStem(pattern, { prefix: 'VMA', today: '2026-11-23' });
    expect(serialNumberOf(pattern, stem, sequence)).toBe(expected);
  });

  it.each([
    '{seq:4}',
    '{prefix}',
    '{prefix}{seq:2}',
    '{prefix}{seq:4}X',
    '{prefix} {seq:4}',
    '{prefix}{DD}{seq:4}',
  ])('are refused by the pattern %s', (pattern) => expect(isSerialPattern(pattern)).toBe(false));
  it.each(['{prefix}{YY}{MM}-{seq:4}', '{prefix}-{seq:8}', '{prefix}A{YYYY}{seq:3}'])(
    'may follow %s',
    (pattern) => expect(isSerialPattern(pattern)).toBe(true),
  );
});
