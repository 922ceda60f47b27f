import * as z from 'zod/mini';
import { email, longText, money, percent, price, reason } from './fields.ts';

describe('a cause', () => {
  it('is something that can be read', () => {
    for (const blank of ['\u202E'.repeat(30), '\u200B\u200B\u200B', ' \u2066x\u2069y ']) {
      expect(z.safeParse(reason(), blank).success).toBe(false);
    }
    expect(z.parse(reason(), ' เสียหาย\u202E ')).toBe('เสียหาย');
  });
});

test.each([
  ['Info@Boxyard.co.th', 'info@boxyard.co.th'],
  ['info@กขค.ไทย', 'info@กขค.ไทย'],
  ['info@xn--12c1fe0br.xn--o3cw4h', 'info@xn--12c1fe0br.xn--o3cw4h'],
])('%s is an address of mail', (typed, kept) => {
  expect(z.parse(email(), typed)).toBe(kept);
});

test.each(['info', 'info@', '@กขค.ไทย', 'info@ไทย', 'a b@c.th', 'info@กขค.ไทย/x', 'info@กขค .ไทย'])(
  '%s is no address of mail',
  (typed) => {
    expect(z.safeParse(email(), typed).success).toBe(false);
  },
);

describe('a longer text', () => {
  it('keeps its lines, and no mark that turns what follows', () => {
    expect(z.parse(longText(), 'one\ntwo \u202Ethree')).toBe('one\ntwo three');
  });
});

test.each([
  [price(), '10', '10.0000'],
  [price(), '10.5', '10.5000'],
  [money(), '10', '10.00'],
  [money({ signed: true }), '-3.1', '-3.10'],
  [percent(), '7', '7.00'],
])('a figure may be sent with fewer places than it has', (schema, sent, kept) => {
  expect(z.parse(schema, sent)).toBe(kept);
});

test.each(['', '.5', '1e3', '10.12345', ' 10', '1,000', 'ten'])('%p is no price', (sent) => {
  expect(z.safeParse(price(), sent).success).toBe(false);
});
