import * as decimal from '../values/decimal.ts';
import { type Bid, compareBids, costOf, isAwarded, landedLines, quotationOutcome } from './bids.ts';

describe('landed prices', () => {
  const lines = [
    { quantity: 3, unitPrice: '100.0000', discountPct: '0.00' },
    { quantity: 7, unitPrice: '33.3300', discountPct: '10.00' },
    { quantity: 1, unitPrice: '0.0100', discountPct: '0.00' },
  ];
  it.each(['exclusive', 'inclusive', 'none'] as const)(
    'share the shipping by largest remainder, VAT %s: every sum matches',
    (vatMode) => {
      const landed = landedLines(lines, { vatMode, vatRate: '7.00', shippingFee: '100.00' });
      const shares = landed.map((line) => line.shippingShare);
      expect(decimal.round(decimal.add('0', ...shares))).toBe('100.00');
      const total = decimal.add('0', ...landed.map((line) => line.landedTotal));
      // 300.00 + 209.98 + 0.01 and the shipping, before VAT.
      const gross = '609.99';
      const net =
        vatMode === 'inclusive' ? decimal.divide(decimal.multiply(gross, 100), 107) : gross;
      expect(decimal.round(total)).toBe(decimal.round(net));
    },
  );

  it('are none for a quotation without lines, and take a fee on lines that cost nothing', () => {
    const terms = { vatMode: 'none', vatRate: '0.00', shippingFee: '50.00' } as const;
    expect(landedLines([], terms)).toEqual([]);
    const free = [{ quantity: 2, unitPrice: '0.0000', discountPct: '0.00' }];
    expect(landedLines(free, terms)).toEqual([
      { landedTotal: '50.00', landedUnitPrice: '25.0000', shippingShare: '50.00' },
    ]);
  });
});

const bid = (supplierId: string, biddingItemId: string, more: Partial<Bid> & { price: string }) => {
  const { price, quantity = 10, ...rest } = more;
  return {
    id: `${supplierId}-${biddingItemId}`,
    supplierId,
    biddingItemId,
    quantity,
    moq: null,
    landedUnitPrice: decimal.round(price, 4),
    landedTotal: decimal.round(decimal.multiply(price, quantity)),
    ...rest,
  };
};
const items = [
  { id: 'x', quantity: 10 },
  { id: 'y', quantity: 10 },
];

describe('the comparison', () => {
  it('finds the lowest of each line, the best single and the best split', () => {
    const found = compareBids(items, [
      bid('a', 'x', { price: '10' }),
      bid('a', 'y', { price: '30' }),
      bid('b', 'x', { price: '12' }),
      bid('b', 'y', { price: '20' }),
    ]);
    expect([...found.lowest]).toEqual([
      ['x', '10.0000'],
      ['y', '20.0000'],
    ]);
    expect(found.bestSingle).toEqual({ supplierId: 'b', total: '320.00' });
    expect(found.bestSplit).toEqual({ total: '300.00', complete: true });
  });

  it('has no single supplier where nobody offers everything, and says when something lacks', () => {
    const found = compareBids(items, [
      bid('a', 'x', { price: '10', quantity: 4 }),
      bid('b', 'x', { price: '12', quantity: 6 }),
    ]);
    expect(found.bestSingle).toBeNull();
    expect(found.bestSplit).toEqual({ total: '112.00', complete: false });
  });

  it('keeps to smallest quantities, and never splits dearer than one supplier is', () => {
    const found = compareBids(
      [{ id: 'x', quantity: 10 }],
      [
        bid('a', 'x', { price: '1', quantity: 5 }),
        bid('b', 'x', { price: '2', moq: 10 }),
        bid('c', 'x', { price: '9' }),
      ],
    );
    // Five at 1 and five at 9 would be 50; all of it at 2 is 20.
    expect(found.bestSplit).toEqual({ total: '20.00', complete: true });
    expect(found.bestSingle).toEqual({ supplierId: 'b', total: '20.00' });
  });

  it('knows nothing without bids', () => {
    expect(compareBids(items, [])).toEqual({
      lowest: new Map(),
      bestSingle: null,
      bestSplit: null,
    });
  });

  it('takes part of a bid in proportion, all of it to the satang', () => {
    const odd = { ...bid('a', 'x', { price: '1', quantity: 3 }), landedTotal: '10.00' };
    expect([costOf(odd, 3), costOf(odd, 1)]).toEqual(['10.00', '3.33']);
  });
});

describe('the outcome', () => {
  it('of a quotation follows from what was won of its lines', () => {
    const line = (wonQuantity: number) => ({ quantity: 5, wonQuantity });
    expect(quotationOutcome([line(0), line(0)])).toBe('lost');
    expect(quotationOutcome([line(5), line(0)])).toBe('partiallyWon');
    expect(quotationOutcome([line(5), line(5)])).toBe('won');
  });

  it('of a round is there when every line is awarded whole', () => {
    const won = (biddingItemId: string, wonQuantity: number) => ({ biddingItemId, wonQuantity });
    expect(isAwarded(items, [won('x', 4), won('x', 6)])).toBe(false);
    expect(isAwarded(items, [won('x', 4), won('x', 6), won('y', 10)])).toBe(true);
    expect(isAwarded([], [])).toBe(false);
  });
});
