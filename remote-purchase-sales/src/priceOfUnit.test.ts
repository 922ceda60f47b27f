import { priceOfUnit } from './priceOfUnit.ts';

const box = { id: 'b' };

describe('the price a line begins with', () => {
  it.each([
    [
      'of a piece',
      { lastPurchasePrice: '2.5000', purchaseUnit: null, purchaseFactor: 1 },
      '2.5000',
    ],
    [
      'of a box of twelve',
      { lastPurchasePrice: '2.5000', purchaseUnit: box, purchaseFactor: 12 },
      '30.0000',
    ],
    [
      'of the list where nothing was bought',
      { lastPurchasePrice: null, purchaseUnit: box, purchaseFactor: 2 },
      '8.0000',
    ],
  ])('is that %s', (_name, part, price) => {
    expect(priceOfUnit({ standardPrice: '4.0000', ...part })).toBe(price);
  });

  it('is nothing where nothing is known', () => {
    const part = {
      lastPurchasePrice: null,
      standardPrice: null,
      purchaseUnit: null,
      purchaseFactor: 1,
    };
    expect(priceOfUnit(part)).toBe('0.0000');
  });
});
