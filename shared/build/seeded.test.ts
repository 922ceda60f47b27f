import fc from 'fast-check';

test('a property that names no seed meets the same values in every run', () => {
  const drawn: number[] = [];
  fc.assert(
    fc.property(fc.nat(), (value) => {
      drawn.push(value);
    }),
    { numRuns: 10 },
  );
  const isLong = process.env.TEST_FULL === '1';
  const same = fc.sample(fc.nat(), { numRuns: 10, seed: 20_261_121 });
  expect(drawn.every((value, index) => value === same[index])).toBe(!isLong);
});
