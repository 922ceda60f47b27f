import * as fc from 'fast-check';
import { add, allocate, compare, divide, multiply, round, subtract } from './decimal.ts';

const satang = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
const money = satang.map((value) => round(divide(value, 100)));

describe('decimal', () => {
  it('adds what floats cannot', () => {
    expect(add('0.1', '0.2')).toBe('0.3');
    expect(subtract('1', '0.9')).toBe('0.1');
    expect(multiply('1.005', '100')).toBe('100.5');
  });

  it.each([
    ['1.005', '1.01'],
    ['2.675', '2.68'],
    ['-1.005', '-1.01'],
    ['0', '0.00'],
  ])('rounds %s half-up to %s', (value, expected) => {
    expect(round(value)).toBe(expected);
  });

  it('refuses to divide by zero', () => {
    expect(() => divide('1', '0')).toThrow(RangeError);
  });

  it('allocates to the satang whatever the weights', () => {
    fc.assert(
      fc.property(
        money,
        fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 50 }),
        (total, weights) => {
          const shares = allocate(total, weights);
          expect(compare(add(...shares), total)).toBe(0);
          expect(shares).toHaveLength(weights.length);
        },
      ),
    );
  });

  it('gives the left-over satang to the largest remainder', () => {
    expect(allocate('10.00', [1, 1, 1])).toEqual(['3.34', '3.33', '3.33']);
    expect(allocate('0.05', [90, 10])).toEqual(['0.05', '0.00']);
  });
});
