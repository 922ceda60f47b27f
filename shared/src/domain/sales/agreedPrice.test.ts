import { agreedPriceOf, discountOfList, listPriceIn, type PriceTerms } from './agreedPrice.ts';

const terms = (more: Partial<PriceTerms>): PriceTerms => ({
  type: 'sale',
  price: '80000.00',
  discountType: null,
  discountValue: null,
  installmentCount: null,
  interval: null,
  startDate: '2026-11-20',
  endDate: null,
  ...more,
});

const monthly = { type: 'lease', price: '5000.00', interval: 'month' } as const;

/** Prices of contracts beside the list price (domain-containers 1.3). */
describe('the discount of a contract', () => {
  it.each([
    ['a sale below the list', '100000.00', {}, '20.00'],
    ['a sale above the list', '70000.00', {}, '0.00'],
    ['a model without a list price', null, { discountType: 'percent', discountValue: '5' }, '5.00'],
    [
      'a price above the list that hides a discount',
      '70000.00',
      { discountType: 'amount', discountValue: '20000.00' },
      '25.00',
    ],
    [
      'hire purchase, whose instalments make one price',
      '100000.00',
      { type: 'installment', installmentCount: 10 },
      '20.00',
    ],
    [
      'a lease far below its list, for many periods',
      '5000.00',
      { type: 'lease', price: '100.00', installmentCount: 60 },
      '98.00',
    ],
    [
      'a lease for two periods',
      '5000.00',
      { type: 'lease', price: '4000.00', installmentCount: 2 },
      '20.00',
    ],
    [
      'a lease with a discount on all of it',
      '5000.00',
      {
        type: 'lease',
        price: '5000.00',
        installmentCount: 10,
        discountType: 'amount',
        discountValue: '10000.00',
      },
      '20.00',
    ],
    [
      'a lease that runs for ten years and is paid for two months',
      '5000.00',
      { ...monthly, installmentCount: 2, endDate: '2036-11-19' },
      '98.33',
    ],
    [
      'a lease by quarters that is paid for a half of its year',
      '15000.00',
      {
        ...monthly,
        price: '15000.00',
        interval: 'quarter',
        installmentCount: 2,
        endDate: '2027-11-19',
      },
      '50.00',
    ],
    [
      'a lease whose last period is not a whole one',
      '5000.00',
      { ...monthly, installmentCount: 12, endDate: '2027-12-18' },
      '0.00',
    ],
    [
      'a lease by quarters that runs for almost two and is paid for one',
      '15000.00',
      {
        ...monthly,
        price: '15000.00',
        interval: 'quarter',
        installmentCount: 1,
        endDate: '2027-05-18',
      },
      '40.00',
    ],
    [
      'a lease by quarters with two months that nobody pays',
      '15000.00',
      {
        ...monthly,
        price: '15000.00',
        interval: 'quarter',
        installmentCount: 4,
        endDate: '2028-01-19',
      },
      '14.29',
    ],
    [
      'a lease that is paid in advance, each rent for a year',
      '5000.00',
      { ...monthly, price: '60000.00', installmentCount: 2, endDate: '2028-11-19' },
      '0.00',
    ],
    [
      'a lease with more rents than months',
      '5000.00',
      { ...monthly, installmentCount: 12, endDate: '2026-12-19' },
      '0.00',
    ],
  ] as const)('of %s', (...[, listPrice, more, percent]) => {
    expect(discountOfList(listPrice, terms(more))).toBe(percent);
  });
});

it('the price of a lease is the rent of one period after its discount', () => {
  const lease = { type: 'lease', price: '5000.00', installmentCount: 10 } as const;
  expect(agreedPriceOf(terms({ ...lease, discountType: 'percent', discountValue: '10.00' }))).toBe(
    '4500.00',
  );
});

it.each([
  ['exclusive', '88000.00'],
  ['none', '88000.00'],
  ['inclusive', '94160.00'],
] as const)('a list price beside a price that is %s of VAT', (vatMode, price) => {
  expect(listPriceIn('88000.00', { vatMode, vatRate: '7.00' })).toBe(price);
});
