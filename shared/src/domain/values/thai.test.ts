import { isBranchCode, isPhone, isTaxId, normaliseName } from './thai.ts';

describe('Thai identifiers', () => {
  it.each([
    ['0105552029681', true],
    ['0-1055-52029-68-1', true],
    ['0101700230705', false],
    ['010555202968', false],
  ])('tax id %s is %s', (value, expected) => {
    expect(isTaxId(value)).toBe(expected);
  });

  it.each([
    ['081-234-5678', true],
    ['02 123 4567', true],
    ['1234567890', false],
  ])('phone %s is %s', (value, expected) => {
    expect(isPhone(value)).toBe(expected);
  });

  it('branch codes have five digits', () => {
    expect(isBranchCode('00000')).toBe(true);
    expect(isBranchCode('1')).toBe(false);
  });

  it('names lose zero-width characters and doubled spaces', () => {
    expect(normaliseName(' บริษัท\u200B  อะไหล่ ')).toBe('บริษัท อะไหล่');
    expect(normaliseName('\u202Efdp.exe\u2066')).toBe('fdp.exe');
  });
});
