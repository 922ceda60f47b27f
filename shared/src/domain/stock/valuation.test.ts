import * as fc from 'fast-check';
import { add, compare, isZero, multiply, round } from '../values/decimal.ts';
import { NOTHING_OWNED, takeIn, takeOut, takeOutAt } from './valuation.ts';

describe('moving average (domain-warehouse 3.3)', () => {
  it('weighs what comes in', () => {
    const first = takeIn(NOTHING_OWNED, 10, '100.00');
    const second = takeIn(first, 30, '600.00');
    expect(second).toEqual({ ownedQty: '40', ownedValue: '700.00', avgCost: '17.500000' });
  });

  it('takes the rest of the value with the last unit', () => {
    const owned = takeIn(NOTHING_OWNED, 3, '10.00');
    const one = takeOut(owned, 1);
    const two = takeOut(one.valuation, 1);
    const last = takeOut(two.valuation, 1);
    expect([one.value, two.value, last.value]).toEqual(['3.33', '3.33', '3.34']);
    expect(last.valuation.ownedValue).toBe('0.00');
  });

  it('shows what a reversal at the original value would break as variance', () => {
    const owned = takeOut(takeIn(takeIn(NOTHING_OWNED, 1, '10.00'), 1, '20.00'), 1).valuation;
    expect(takeOutAt(owned, 1, '20.00')).toMatchObject({
      variance: '-5.00',
      valuation: { ownedValue: '0.00' },
    });
  });

  it('never leaves a negative value, nor value without quantity', () => {
    const step = fc.record({
      quantity: fc.integer({ min: 1, max: 50 }),
      price: fc.integer({ min: 0, max: 99_999 }),
      out: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let valuation = NOTHING_OWNED;
        let moved = '0';
        for (const { quantity, price, out } of steps) {
          if (!out) {
            const value = round(multiply(quantity, price / 100));
            valuation = takeIn(valuation, quantity, value);
            moved = add(moved, value);
          } else if (compare(valuation.ownedQty, quantity) >= 0) {
            const taken = takeOut(valuation, quantity);
            valuation = taken.valuation;
            moved = add(moved, `-${taken.value}`);
          }
          expect(compare(valuation.ownedValue, 0)).toBeGreaterThanOrEqual(0);
          if (isZero(valuation.ownedQty)) expect(isZero(valuation.ownedValue)).toBe(true);
        }
        expect(compare(moved, valuation.ownedValue)).toBe(0);
      }),
    );
  });
});
