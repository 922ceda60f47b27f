import { amountInWords } from './amountInWords.ts';

describe('amount in words', () => {
  const table: readonly (readonly [string, string, string])[] = [
    ['0', 'ศูนย์บาทถ้วน', 'Zero baht only'],
    ['0.00', 'ศูนย์บาทถ้วน', 'Zero baht only'],
    ['-0.00', 'ศูนย์บาทถ้วน', 'Zero baht only'],
    ['0.01', 'หนึ่งสตางค์', 'One satang only'],
    ['0.25', 'ยี่สิบห้าสตางค์', 'Twenty-five satang only'],
    ['0.5', 'ห้าสิบสตางค์', 'Fifty satang only'],
    ['1', 'หนึ่งบาทถ้วน', 'One baht only'],
    ['1.11', 'หนึ่งบาทสิบเอ็ดสตางค์', 'One baht and eleven satang only'],
    ['10', 'สิบบาทถ้วน', 'Ten baht only'],
    ['11', 'สิบเอ็ดบาทถ้วน', 'Eleven baht only'],
    ['20', 'ยี่สิบบาทถ้วน', 'Twenty baht only'],
    ['21', 'ยี่สิบเอ็ดบาทถ้วน', 'Twenty-one baht only'],
    ['100', 'หนึ่งร้อยบาทถ้วน', 'One hundred baht only'],
    ['101', 'หนึ่งร้อยเอ็ดบาทถ้วน', 'One hundred and one baht only'],
    ['111', 'หนึ่งร้อยสิบเอ็ดบาทถ้วน', 'One hundred and eleven baht only'],
    ['1070.00', 'หนึ่งพันเจ็ดสิบบาทถ้วน', 'One thousand and seventy baht only'],
    [
      '48150.0000',
      'สี่หมื่นแปดพันหนึ่งร้อยห้าสิบบาทถ้วน',
      'Forty-eight thousand one hundred and fifty baht only',
    ],
    [
      '123456.78',
      'หนึ่งแสนสองหมื่นสามพันสี่ร้อยห้าสิบหกบาทเจ็ดสิบแปดสตางค์',
      'One hundred and twenty-three thousand four hundred and fifty-six baht and seventy-eight satang only',
    ],
    ['1000000', 'หนึ่งล้านบาทถ้วน', 'One million baht only'],
    ['1000001', 'หนึ่งล้านเอ็ดบาทถ้วน', 'One million and one baht only'],
    ['11000011', 'สิบเอ็ดล้านสิบเอ็ดบาทถ้วน', 'Eleven million and eleven baht only'],
    ['21000000.50', 'ยี่สิบเอ็ดล้านบาทห้าสิบสตางค์', 'Twenty-one million baht and fifty satang only'],
    ['1000000000000', 'หนึ่งล้านล้านบาทถ้วน', 'One trillion baht only'],
    ['1000001000000', 'หนึ่งล้านเอ็ดล้านบาทถ้วน', 'One trillion one million baht only'],
    ['-1070', 'ลบหนึ่งพันเจ็ดสิบบาทถ้วน', 'Minus one thousand and seventy baht only'],
    ['0001070', 'หนึ่งพันเจ็ดสิบบาทถ้วน', 'One thousand and seventy baht only'],
  ];

  it.each(table)('%s', (amount, th, en) => {
    expect(amountInWords(amount, 'th')).toBe(th);
    expect(amountInWords(amount, 'en')).toBe(en);
  });

  it('keeps every digit of an amount that a float would lose', () => {
    expect(amountInWords('90071992547409.93', 'en')).toBe(
      'Ninety trillion seventy-one billion nine hundred and ninety-two million five hundred and ' +
        'forty-seven thousand four hundred and nine baht and ninety-three satang only',
    );
  });

  it.each(['', 'abc', '1,070.00', '1e3', '1.005', '--1', '.5'])('refuses %j', (amount) => {
    expect(() => amountInWords(amount, 'th')).toThrow(TypeError);
  });

  it('refuses more digits than it has words for', () => {
    expect(() => amountInWords('1'.padEnd(19, '0'), 'en')).toThrow(RangeError);
  });
});
