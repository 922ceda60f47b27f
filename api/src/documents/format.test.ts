import {
  formatDate,
  formatDateTime,
  formatMoney,
  formatQuantity,
  formatUnitPrice,
} from './format.ts';

describe('figures', () => {
  it.each([
    ['0', '0.00'],
    ['1070', '1,070.00'],
    ['-1234567.5', '\u22121,234,567.50'],
    ['0.005', '0.01'],
    ['-0.004', '0.00'],
    ['999.995', '1,000.00'],
    ['90071992547409.93', '90,071,992,547,409.93'],
  ])('money %s', (value, shown) => {
    expect(formatMoney(value)).toBe(shown);
  });

  it('shows unit prices with two to four places and quantities with none to three', () => {
    expect(formatUnitPrice('12.5000')).toBe('12.50');
    expect(formatUnitPrice('0.1275')).toBe('0.1275');
    expect(formatQuantity(1200)).toBe('1,200');
    expect(formatQuantity(2.5)).toBe('2.5');
    expect(formatQuantity('0.1250')).toBe('0.125');
  });

  it.each(['', 'NaN', '1e5', '1,0'])('refuses %j rather than print it', (value) => {
    expect(() => formatMoney(value)).toThrow(TypeError);
  });
});

describe('dates', () => {
  it('shows a business day in both calendars', () => {
    expect(formatDate('2026-11-21', 'en')).toBe('21 Nov 2026');
    expect(formatDate('2026-11-21', 'th')).toBe('21 พ.ย. 2569');
    expect(formatDate('2026-09-01', 'en')).toBe('1 Sep 2026');
  });

  it('shows an instant where the business is: the evening in London is the next day', () => {
    expect(formatDate('2026-11-20T18:30:00.000Z', 'en')).toBe('21 Nov 2026');
    expect(formatDateTime('2026-11-20T17:05:00.000Z', 'en')).toBe('21 Nov 2026 00:05');
    expect(formatDateTime(new Date('2026-11-21T07:05:00Z'), 'th')).toBe('21 พ.ย. 2569 14:05 น.');
  });

  it('refuses what is no date', () => {
    expect(() => formatDate('21/11/2026', 'en')).toThrow(TypeError);
  });
});
