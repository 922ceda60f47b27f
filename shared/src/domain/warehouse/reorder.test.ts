import fc from 'fast-check';
import { projectedStock, type ReorderFigures, suggestedOrder } from './reorder.ts';

const figures = (given: Partial<ReorderFigures> = {}): ReorderFigures => ({
  available: 0,
  incoming: 0,
  onOrder: 0,
  requested: 0,
  reorderPoint: 10,
  minStock: null,
  maxStock: null,
  reorderQty: null,
  pack: 1,
  ...given,
});

describe('what to reorder (domain-warehouse 1.4)', () => {
  it.each<[string, Partial<ReorderFigures>, number]>([
    ['fills up to the maximum', { available: 4, maxStock: 30 }, 26],
    ['fills up to the point without a maximum', { available: 4 }, 6],
    ['buys the usual quantity at least', { available: 9, reorderQty: 50 }, 50],
    [
      'buys more than the usual quantity where that is not enough',
      { maxStock: 80, reorderQty: 50 },
      80,
    ],
    ['buys whole packs', { available: 4, maxStock: 30, pack: 12 }, 36],
    ['buys a pack at the point exactly', { available: 10, pack: 5 }, 5],
    ['counts what is on its way', { available: 4, incoming: 3, onOrder: 2, requested: 2 }, 0],
    ['takes the minimum where there is no point', { reorderPoint: null, minStock: 5 }, 5],
    ['leaves alone what nobody watches', { reorderPoint: null }, 0],
    ['leaves alone what is above its point', { available: 11 }, 0],
    ['knows fractions', { available: 0.1, incoming: 0.2, reorderPoint: 0.3, pack: 0.5 }, 0.5],
  ])('%s', (_name, given, expected) => {
    expect(suggestedOrder(figures(given))).toBe(expected);
  });

  it('lifts the stock above the point, by whole packs, and no pack too many', () => {
    const quantity = fc.integer({ min: 0, max: 500 });
    fc.assert(
      fc.property(quantity, quantity, quantity, fc.integer({ min: 1, max: 24 }), (...drawn) => {
        const [available, onOrder, point, pack] = drawn;
        const one = figures({
          available,
          onOrder,
          reorderPoint: point,
          maxStock: point + 40,
          pack,
        });
        const bought = suggestedOrder(one);
        const after = projectedStock(one) + bought;
        expect(bought % pack).toBe(0);
        expect(after).toBeGreaterThan(point);
        if (bought > 0) expect(after).toBeLessThan(point + 40 + pack);
      }),
    );
  });
});
