import { sharesOf, spread } from './spread.ts';

const line = (costShare: string, more: object = {}) => ({
  partId: 'p',
  quantity: 1,
  disposition: 'stock' as const,
  costShare,
  ...more,
});

it('spreads the cost by price where each price is known, else by the shares that there are', () => {
  const priced = [line('0.00', { price: '100.0000', quantity: 2 }), line('0.00', { price: '50' })];
  expect(spread(priced).map(({ costShare }) => costShare)).toEqual(['80.00', '20.00']);
  const shared = [line('60.00', { price: '1' }), line('20.00')];
  expect(spread(shared).map(({ costShare }) => costShare)).toEqual(['75.00', '25.00']);
  expect(spread([line('0.00'), line(''), line('0.00')]).map((one) => one.costShare)).toEqual([
    '33.34',
    '33.33',
    '33.33',
  ]);
});

it('leaves nothing of it to what is scrapped, and says what the shares add up to', () => {
  const lines = [line('60.00'), line('40.00', { disposition: 'scrap' })];
  expect(sharesOf(lines)).toBe('100.00');
  expect(spread(lines).map(({ costShare }) => costShare)).toEqual(['100.00', '0.00']);
  expect(sharesOf([line('abc'), line('1.5')])).toBe('1.50');
});
