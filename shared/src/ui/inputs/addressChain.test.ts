import { withLevel, withZipcode, type ZipcodeRow, zipcodeOf } from './addressChain.ts';

const row = (zipcode: string, districtId: number, amphoeId = 1001): ZipcodeRow => ({
  zipcode,
  districtId,
  amphoeId,
  provinceId: 10,
});

describe('a postal code', () => {
  test('fills every level that it leaves no choice of', () => {
    const rows = [row('10250', 1), row('10250', 2)];
    expect(withZipcode({ line1: '9 Rama IV' }, '10250', rows)).toEqual({
      line1: '9 Rama IV',
      zipcode: '10250',
      provinceId: 10,
      amphoeId: 1001,
      districtId: null,
    });
  });

  test('keeps a sub-district that fits, and with it the district above', () => {
    const rows = [row('10250', 1, 1001), row('10250', 2, 1002)];
    const before = { provinceId: 10, amphoeId: 1002, districtId: 2 };
    expect(withZipcode(before, '10250', rows)).toEqual({ ...before, zipcode: '10250' });
  });

  test('empties a place that it is not the code of', () => {
    const rows = [row('10250', 1, 1001), row('10250', 2, 1002)];
    const before = { provinceId: 20, amphoeId: 2001, districtId: 200101 };
    expect(withZipcode(before, '10250', rows)).toEqual({
      provinceId: 10,
      amphoeId: null,
      districtId: null,
      zipcode: '10250',
    });
  });

  test('that nobody knows leaves the places as they were', () => {
    const before = { provinceId: 20, amphoeId: 2001, districtId: 200101 };
    expect(withZipcode(before, '99999', [])).toEqual({ ...before, zipcode: '99999' });
  });
});

test('a province chosen anew empties what lies below it', () => {
  const before = { line1: '9', provinceId: 10, amphoeId: 1001, districtId: 1, zipcode: '10250' };
  expect(withLevel(before, 'provinceId', 20)).toEqual({
    line1: '9',
    provinceId: 20,
    amphoeId: null,
    districtId: null,
    zipcode: null,
  });
  expect(withLevel(before, 'provinceId', 10)).toBe(before);
});

test('a sub-district brings its postal code where there is one, or keeps the typed one', () => {
  expect(zipcodeOf([row('10250', 1)], null)).toBe('10250');
  expect(zipcodeOf([row('10250', 1), row('10260', 1)], null)).toBeNull();
  expect(zipcodeOf([row('10250', 1), row('10260', 1)], '10260')).toBe('10260');
});
