import { strengthOf } from './strength.ts';

test.each([
  ['short1!', 0],
  ['aaaaaaaaaaaa', 1],
  ['1234567890', 1],
  ['password123', 1],
  ['abcabcabcabc', 1],
  ['warehouse9', 2],
  ['Warehouse 2026', 4],
  ['three calm green containers', 4],
])('%s is of strength %i', (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
