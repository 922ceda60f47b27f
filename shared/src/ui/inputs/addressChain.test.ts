import { ofZipcode, withLevel, withZipcode, type ZipcodeRow, zipcodeOf } from './addressChain.ts';

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
  expect(withLevel(before, { level: 'provinceId', id: 20 })).toEqual({
    line1: '9',
    provinceId: 20,
    amphoeId: null,
    districtId: null,
    zipcode: null,
  });
  expect(withLevel(before, { level: 'provinceId', id: 10 })).toBe(before);
});

test('a district of a code that several share keeps the code, and the choice is among them', () => {
  const rows = [row('10110', 1, 1033), row('10110', 2, 1039), row('10110', 3, 1039)];
  const typed = withZipcode({ line1: '9' }, '10110', rows);
  expect(typed).toMatchObject({ provinceId: 10, amphoeId: null, districtId: null });
  expect(ofZipcode([{ id: 1001 }, { id: 1033 }, { id: 1039 }], 'amphoeId', rows)).toEqual([
    { id: 1033 },
    { id: 1039 },
  ]);
  expect(ofZipcode([{ id: 2001 }], 'amphoeId', rows)).toEqual([{ id: 2001 }]);
  expect(withLevel(typed, { level: 'amphoeId', id: 1039 }, rows)).toEqual({
    line1: '9',
    provinceId: 10,
    amphoeId: 1039,
    districtId: null,
    zipcode: '10110',
  });
  expect(withLevel(typed, { level: 'amphoeId', id: 1033 }, rows)).toMatchObject({
    districtId: 1,
    zipcode: '10110',
  });
  expect(withLevel(typed, { level: 'amphoeId', id: 1001 }, rows)).toMatchObject({ zipcode: null });
});

test('a sub-district brings its postal code where there is one, or keeps the typed one', () => {
  expect(zipcodeOf([row('10250', 1)], null)).toBe('10250');
  expect(zipcodeOf([row('10250', 1), row('10260', 1)], null)).toBeNull();
  expect(zipcodeOf([row('10250', 1), row('10260', 1)], '10260')).toBe('10260');
});
