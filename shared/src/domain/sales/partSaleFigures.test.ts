import { discountPercentOf, marginPercentOf } from './partSaleFigures.ts';

const line = (unitPrice: string, standardPrice: string | null, quantity = 2) => ({
  quantity,
  unitPrice,
  standardPrice,
});

interface Case {
  readonly is: string;
  readonly lines: ReturnType<typeof line>[];
  /** Sum of the lines, and what is taken off it. */
  readonly sums: readonly [string, string];
  readonly percent: string;
}
const dearAndCheap = [line('120', '100'), line('50', '100')];

test.each<Case>([
  {
    is: 'nothing at the list price',
    lines: [line('100', '100')],
    sums: ['200', '0'],
    percent: '0.00',
  },
  { is: 'what is taken off', lines: [line('100', '100')], sums: ['200', '30'], percent: '15.00' },
  { is: 'a lower price', lines: [line('90', '100')], sums: ['180', '0'], percent: '10.00' },
  { is: 'both together', lines: [line('90', '100')], sums: ['180', '20'], percent: '20.00' },
  {
    is: 'nothing above the list',
    lines: [line('120', '100')],
    sums: ['240', '0'],
    percent: '0.00',
  },
  { is: 'not made up elsewhere', lines: dearAndCheap, sums: ['340', '0'], percent: '22.73' },
  { is: 'of the price asked', lines: [line('100', null)], sums: ['150', '0'], percent: '25.00' },
  { is: 'all of it', lines: [line('0', '100')], sums: ['0', '0'], percent: '100.00' },
  { is: 'nothing of nothing', lines: [line('0', null)], sums: ['0', '0'], percent: '0.00' },
])('a discount is $is', ({ lines, sums: [subTotal, discountTotal], percent }) => {
  expect(discountPercentOf(lines, { subTotal, discountTotal })).toBe(percent);
});

test('a margin is of what was asked for', () => {
  expect(marginPercentOf('30.00', '120.00')).toBe('25.00');
  expect(marginPercentOf('-30.00', '0.00')).toBeNull();
});
