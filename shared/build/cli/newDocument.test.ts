import { makeWorkingCopy, PASSED } from './workingCopy.ts';

let copy: ReturnType<typeof makeWorkingCopy>;
beforeAll(() => {
  copy = makeWorkingCopy();
});
afterAll(() => copy?.remove());

// ADR 0019: what the generator writes is a family that works, not a sketch of one.
test('a family that the generator writes fits in', () => {
  const names = ['warehouse', 'loans', '--thai', 'ใบยืมอะไหล่', '--prefix', 'LN'];
  expect(copy.command('newDocument.mjs', ...names)).toEqual(PASSED);
  expect(copy.command('wiring.mjs')).toEqual(PASSED);
}, 1_200_000);

// A minute and a half: in the long run, and in `test:changed` where the generator, its templates or
// what they stand on have changed. What else changes is held by the suites of the other families.
if (process.env.TEST_FULL || process.env.TEST_GENERATOR)
  test('it has its types and passes its tests unchanged', () => {
    expect(copy.command('typecheck.mjs')).toEqual(PASSED);
    expect(copy.jest('warehouse/loans', 'features/loans', 'shared/src/domain/access')).toEqual(
      PASSED,
    );
  }, 1_200_000);
