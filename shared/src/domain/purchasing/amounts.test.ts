import fc from 'fast-check';
import { add, compare, divide, isNegative, multiply, round, subtract } from '../values/decimal.ts';
import { type AmountInput, computeAmounts, discountOf } from './amounts.ts';

/** I19, and the worked examples of domain-warehouse 1.10. */
const base: AmountInput = {
  lines: [{ quantity: 10, unitPrice: '100.0000' }],
  vatMode: 'exclusive',
  vatRate: '7.00',
};

describe('computeAmounts', () => {
  it.each([
    ['exclusive', '1000.00', '70.00', '1070.00'],
    ['inclusive', '934.58', '65.42', '1000.00'],
    ['none', '1000.00', '0.00', '1000.00'],
  ] as const)('%s VAT', (vatMode, ...figures) => {
    const [baseAmount, vatAmount, grandTotal] = figures;
    expect(computeAmounts({ ...base, vatMode })).toMatchObject({
      baseAmount,
      vatAmount,
      grandTotal,
    });
  });

  it('withholds tax once for the document, on services only', () => {
    const amounts = computeAmounts({
      ...base,
      whtRate: '3.00',
      lines: [
        { quantity: 1, unitPrice: '0.5000', isService: true },
        { quantity: 1, unitPrice: '0.5000', isService: true },
        { quantity: 1, unitPrice: '100.0000' },
      ],
    });
    // Line by line it would be 0.02 + 0.02 (OCA/l10n-thailand 459).
    expect(amounts).toMatchObject({ whtBase: '1.00', whtAmount: '0.03', netPayable: '108.04' });
  });

  it('takes line discounts before the document’s and never below nothing', () => {
    const amounts = computeAmounts({
      ...base,
      lines: [
        { quantity: 2, unitPrice: '50.0000', discount: { type: 'percent', value: '10.00' } },
        { quantity: 1, unitPrice: '10.0000', discount: { type: 'amount', value: '25.00' } },
      ],
      discount: { type: 'amount', value: '1000.00' },
    });
    expect(amounts.lines.map((line) => line.lineTotal)).toEqual(['90.00', '0.00']);
    expect(amounts).toMatchObject({
      subTotal: '90.00',
      discountTotal: '90.00',
      grandTotal: '0.00',
    });
    expect(discountOf({ type: 'percent', value: '0.00' }, '90.00')).toBe('0.00');
  });
});

const money = (max: number) =>
  fc.integer({ min: 0, max }).map((satang) => (satang / 100).toFixed(2));
const price = fc.integer({ min: 0, max: 99_999_999 }).map((value) => (value / 10_000).toFixed(4));
const quantity = fc.integer({ min: 1, max: 5_000_000 }).map((value) => value / 1000);
const discount = fc.option(
  fc.oneof(
    fc.record({ type: fc.constant('percent' as const), value: money(10_000) }),
    fc.record({ type: fc.constant('amount' as const), value: money(5_000_000) }),
  ),
);
const input: fc.Arbitrary<AmountInput> = fc.record({
  lines: fc.array(fc.record({ quantity, unitPrice: price, discount, isService: fc.boolean() }), {
    minLength: 1,
    maxLength: 12,
  }),
  discount,
  vatMode: fc.constantFrom('exclusive' as const, 'inclusive' as const, 'none' as const),
  vatRate: fc.constantFrom('7.00', '10.00', '0.00'),
  whtRate: fc.constantFrom('0.00', '1.00', '3.00', '5.00'),
});

const sum = (values: readonly string[]) => round(add('0', ...values));

describe('I19: amounts of a document', () => {
  it('base + VAT = grand total, shares of the lines sum to the document', () => {
    fc.assert(
      fc.property(input, (document) => {
        const amounts = computeAmounts(document);
        const of = (key: 'lineTotal' | 'documentDiscount' | 'baseAmount' | 'vatAmount') =>
          sum(amounts.lines.map((line) => line[key]));
        expect(round(add(amounts.baseAmount, amounts.vatAmount))).toBe(amounts.grandTotal);
        expect(of('lineTotal')).toBe(amounts.subTotal);
        expect(of('documentDiscount')).toBe(amounts.discountTotal);
        expect(of('baseAmount')).toBe(amounts.baseAmount);
        expect(of('vatAmount')).toBe(amounts.vatAmount);
        expect(round(subtract(amounts.grandTotal, amounts.whtAmount))).toBe(amounts.netPayable);
      }),
      { numRuns: 500 },
    );
  });

  it('each line adds up: total − discount is its VAT base, or with VAT in the price its total', () => {
    fc.assert(
      fc.property(input, (document) => {
        for (const line of computeAmounts(document).lines) {
          const net = round(subtract(line.lineTotal, line.documentDiscount));
          expect(document.vatMode === 'inclusive' ? line.grandTotal : line.baseAmount).toBe(net);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('an uneven discount gives its left-over satang to the largest remainders', () => {
    const amounts = computeAmounts({
      ...base,
      lines: ['100.0000', '100.0000', '100.5000'].map((unitPrice) => ({ quantity: 1, unitPrice })),
      discount: { type: 'amount', value: '10.00' },
    });
    // 3.3278, 3.3278 and 3.3444: one satang over, to the third.
    expect(amounts.lines.map((line) => line.documentDiscount)).toEqual(['3.33', '3.33', '3.34']);
    // VAT on the sum: 290.50 × 7 % = 20.335.
    expect(amounts).toMatchObject({ baseAmount: '290.50', vatAmount: '20.34' });
    expect(amounts.lines.map((line) => line.vatAmount)).toEqual(['6.77', '6.77', '6.80']);
  });

  it('nothing is negative', () => {
    fc.assert(
      fc.property(input, (document) => {
        const { lines, ...amounts } = computeAmounts(document);
        const all = [...Object.values(amounts), ...lines.flatMap((line) => Object.values(line))];
        expect(all.filter(isNegative)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('inclusive and exclusive meet again within a satang', () => {
    fc.assert(
      fc.property(input, (document) => {
        const inclusive = computeAmounts({ ...document, vatMode: 'inclusive' });
        const vat = round(multiply(inclusive.baseAmount, divide(document.vatRate, 100)));
        const difference = subtract(vat, inclusive.vatAmount);
        expect(compare(difference, '0.01')).toBeLessThanOrEqual(0);
        expect(compare(difference, '-0.01')).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 300 },
    );
  });
});
