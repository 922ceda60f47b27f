import fc from 'fast-check';
import { addDays } from '../values/dates.ts';
import { addMonths, listedPrice, monthsBetween, warrantyEnd } from './warranties.ts';

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-11-25', 12, '2027-11-25'],
  ['2026-12-01', 1, '2027-01-01'],
])('%s plus %i months is %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected);
});

it.each([
  ['2026-11-25', 12, '2027-11-24'],
  ['2026-03-01', 1, '2026-03-31'],
  // The month has no such day.
  ['2026-03-31', 1, '2026-04-30'],
  ['2027-01-29', 1, '2027-02-28'],
  ['2028-02-29', 12, '2029-02-28'],
  // It has, in a leap year.
  ['2028-01-29', 1, '2028-02-28'],
  ['2028-02-29', 48, '2032-02-28'],
])('a warranty from %s on for %i months ends with %s', (start, months, expected) => {
  expect(warrantyEnd(start, months)).toBe(expected);
});

const days = fc.integer({ min: 0, max: 20_000 }).map((offset) => addDays('2000-01-01', offset));

it('counts whole months, and never more than have passed', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 240 }), (from, months) => {
      const to = addMonths(from, months);
      expect(monthsBetween(from, to)).toBe(months);
      expect(monthsBetween(from, addDays(to, -1))).toBe(Math.max(0, months - 1));
      if (months > 0) {
        expect(monthsBetween(from, addDays(warrantyEnd(from, months), 1))).toBe(months);
      }
    }),
  );
});

const price = (productModelId: string | null, ageFromMonths: number, pricePerMonth: string) => ({
  productModelId,
  ageFromMonths,
  pricePerMonth,
  validFrom: '2026-01-01',
});
const LIST = [
  price(null, 0, '100.00'),
  price(null, 24, '150.00'),
  price('m', 0, '90.00'),
  { ...price('m', 0, '95.00'), validFrom: '2026-06-01' },
  { ...price('m', 0, '99.00'), validFrom: '2027-01-01' },
];

it.each([
  // Another model, by age; then the model of its own rows, by the latest list.
  ['x', 3, '1200.00'],
  ['x', 30, '1800.00'],
  ['m', 30, '1140.00'],
])('a year of model %s at %i months costs %s', (productModelId, ageMonths, expected) => {
  expect(listedPrice(LIST, { productModelId, ageMonths, months: 12, day: '2026-11-25' })).toBe(
    expected,
  );
});

it('names no price where the list has none', () => {
  expect(
    listedPrice([price('m', 12, '1.00')], {
      productModelId: 'm',
      ageMonths: 11,
      months: 1,
      day: '2026-11-25',
    }),
  ).toBeNull();
});
