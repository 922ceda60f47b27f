import { changeOf, figureOf } from './figures.ts';

test('figures carry their unit beside them', () => {
  expect(figureOf('1234567.5', 'money')).toEqual({ text: '1,234,567.50', before: '฿', after: '' });
  expect(figureOf('42', 'count')).toEqual({ text: '42', before: '', after: '' });
  expect(figureOf('12.34', 'percent')).toEqual({ text: '12.3', before: '', after: '%' });
});

test('a change needs something to compare with', () => {
  expect(changeOf('110', '100')).toBe(10);
  expect(changeOf('50', '100')).toBe(-50);
  expect(changeOf('5', '0')).toBeNull();
  expect(changeOf('5', null)).toBeNull();
});
