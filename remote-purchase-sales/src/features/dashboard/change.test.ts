import { changeOf } from './change.ts';

test('a change needs something to compare with', () => {
  expect(changeOf('110', '100')).toBe(10);
  expect(changeOf('50', '100')).toBe(-50);
  expect(changeOf('5', '0')).toBeNull();
  expect(changeOf('5', null)).toBeNull();
});
