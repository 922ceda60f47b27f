import { type PaletteEntry, search } from './entries.ts';

const entry = (en: string, th: string, aside = ''): PaletteEntry => ({
  id: en,
  title: { en, th },
  aside,
  words: '',
  run: () => undefined,
});
const entries = [
  entry('Purchase requests', 'ใบขอซื้อ', 'Purchasing'),
  entry('Report of orders', 'รายงานใบสั่งซื้อ', 'Reports'),
  entry('Orders', 'ใบสั่งซื้อ', 'Purchasing'),
];
const found = (query: string) => search(entries, query).map(({ id }) => id);

test('finds by words in either language, titles that begin with them first', () => {
  expect(found('orders')).toEqual(['Orders', 'Report of orders']);
  expect(found('ใบสั่งซื้อ')).toEqual(['Orders', 'Report of orders']);
  expect(found('purchasing ORD')).toEqual(['Orders']);
  expect(found('nothing')).toEqual([]);
  expect(found('  ')).toHaveLength(3);
});
