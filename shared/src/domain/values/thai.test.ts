import {
  isBranchCode,
  isPhone,
  isTaxId,
  legible,
  normaliseDigits,
  normaliseName,
  normalisePhone,
} from './thai.ts';

describe('Thai identifiers', () => {
  it.each([
    ['0105552029681', true],
    ['0-1055-52029-68-1', true],
    ['๐-๑๐๕๕-๕๒๐๒๙-๖๘-๑', true],
    ['0\u20111055\u00A052029–68\u22121', true],
    ['0101700230705', false],
    ['010555202968', false],
  ])('tax id %s is %s', (value, expected) => {
    expect(isTaxId(value)).toBe(expected);
  });

  it.each([
    ['081-234-5678', true],
    ['02 123 4567', true],
    ['๐๘๑ ๒๓๔ ๕๖๗๘', true],
    ['+66 81 234 5678', true],
    ['1234567890', false],
    ['n/a', false],
    ['-', false],
    ['—', false],
    ['ไม่มี', false],
    ['NULL', false],
    ['081-234-5678 ต่อ 12', false],
    ['+1 212 555 0100', false],
  ])('phone %s is %s', (value, expected) => {
    expect(isPhone(value)).toBe(expected);
  });

  it('numbers have one form, however they are written', () => {
    for (const typed of [
      '0812345678',
      '๐๘๑-๒๓๔–๕๖๗๘',
      '081\u00A0234\u20115678',
      '+66 81 234 5678',
    ]) {
      expect(normalisePhone(typed)).toBe('0812345678');
    }
    expect(normaliseDigits('๐-๑๐๕๕-๕๒๐๒๙-๖๘-๑')).toBe('0105552029681');
  });

  it.each([
    // A list of contacts puts marks of direction around a number that is copied from it.
    ['\u202A081-234-5678\u202C', '0812345678'],
    ['(02) 123-4567', '021234567'],
    ['02.123.4567', '021234567'],
    ['+66 (0) 81 234 5678', '0812345678'],
    ['+6602 123 4567', '021234567'],
    ['0066 81 234 5678', '0812345678'],
    ['(+66)81\u2009234\u20095678', '0812345678'],
  ])('phone %j is dialled as %s', (typed, kept) => {
    expect(normalisePhone(typed)).toBe(kept);
    expect(isPhone(typed)).toBe(true);
  });

  it.each(['\u202A0105552029681\u202C', '0105552029681\u200B', '\u20660 1055 52029 68 1\u2069'])(
    'tax id %j has marks that nobody sees',
    (typed) => {
      expect(normaliseDigits(typed)).toBe('0105552029681');
      expect(isTaxId(typed)).toBe(true);
    },
  );

  it.each(['n/a', '-', '—', 'ไม่มี', 'NULL', 'none', '0', '0000000000000'])(
    '%s is no tax id',
    (typed) => {
      expect(isTaxId(typed)).toBe(false);
    },
  );

  it('branch codes have five digits', () => {
    expect(isBranchCode('00000')).toBe(true);
    expect(isBranchCode('1')).toBe(false);
  });

  it('names lose zero-width characters and doubled spaces', () => {
    expect(normaliseName(' บริษัท\u200B  อะไหล่ ')).toBe('บริษัท อะไหล่');
    expect(normaliseName('\u202Efdp.exe\u2066')).toBe('fdp.exe');
  });

  it.each([
    ['น\u0E49\u0E4D\u0E32', 'น\u0E49\u0E33'],
    ['น\u0E4D\u0E49\u0E32', 'น\u0E49\u0E33'],
    ['น\u0E33\u0E49', 'น\u0E49\u0E33'],
    ['ล\u0E4D\u0E32ปาง', 'ล\u0E33ปาง'],
    ['\u0E40\u0E40ก้ว', '\u0E41ก้ว'],
    ['น\u0E49\u0E33', 'น\u0E49\u0E33'],
    ['ค\u0E4D\u0E32ส\u0E31\u0E48ง', 'ค\u0E33ส\u0E31\u0E48ง'],
    ['ถ\u0E49\u0E4D\u0E32', 'ถ\u0E49\u0E33'],
    ['ซ\u0E33\u0E49ซ\u0E4D\u0E49\u0E32', 'ซ\u0E49\u0E33ซ\u0E49\u0E33'],
    ['\u0E40\u0E40\u0E1B\u0E49\u0E07', '\u0E41\u0E1B\u0E49\u0E07'],
    // A circle without a tail is another sign.
    ['น\u0E4Dา\u0E19'.replace('า', 'ก'), 'น\u0E4Dก\u0E19'],
  ])('%j is kept as it looks', (typed, kept) => {
    expect(normaliseName(typed)).toBe(kept);
    expect(legible(typed)).toBe(kept);
  });

  it('no letter carries more than four marks', () => {
    expect(legible(`a${'\u0301'.repeat(5_000)}b`)).toBe(`a${'\u0301'.repeat(4)}b`);
    expect(legible('ที่นี่ที่ไหน')).toBe('ที่นี่ที่ไหน');
  });
});
