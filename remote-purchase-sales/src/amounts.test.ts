import { amountsOf } from './amounts.ts';

const GOOD = { quantity: 2, unitPrice: '100.0000' };

test.each([
  ['a price', { ...GOOD, unitPrice: 'n/a' }],
  ['a price with its currency', { ...GOOD, unitPrice: '1,250.50 บาท' }],
  ['a price in Thai digits', { ...GOOD, unitPrice: '๑๒' }],
  ['a quantity', { ...GOOD, quantity: '3 pcs' as never }],
])('%s that is no figure counts as not typed yet, and the rest is added up', (_what, wrong) => {
  expect(amountsOf({ items: [GOOD, wrong] })).toMatchObject({ baseAmount: '200.00' });
});

test('a discount that is no figure is none', () => {
  const discount = { type: 'percent' as const, value: '5%' };
  expect(amountsOf({ discount, items: [{ ...GOOD, discount }] })).toMatchObject({
    baseAmount: '200.00',
  });
});
