import * as z from 'zod/mini';
import {
  branchCode,
  code,
  date,
  email,
  emails,
  longText,
  money,
  percent,
  phone,
  price,
  reason,
  taxId,
} from './fields.ts';

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
  ['INFO@สาขา๑.กขค.ไทย', 'info@สาขา๑.กขค.ไทย'],
  ['info@กขค.com', 'info@กขค.com'],
  ['ร้าน.กขค@กขค.ไทย', 'ร้าน.กขค@กขค.ไทย'],
  ['info@กขค.ไทย\u200B', 'info@กขค.ไทย'],
  ['\u202Ainfo@boxyard.co.th\u202C', 'info@boxyard.co.th'],
  ['info@น\u0E4D\u0E49\u0E32.ไทย', 'info@น\u0E49\u0E33.ไทย'],
])('%s is an address of mail', (typed, kept) => {
  expect(z.parse(email(), typed)).toBe(kept);
});

test.each([
  'info',
  'info@',
  '@กขค.ไทย',
  'info@ไทย',
  'a b@c.th',
  'info@กขค.ไทย/x',
  'info@กขค .ไทย',
  'info@กขค..ไทย',
  '.ร้าน@กขค.ไทย',
  'ร้าน<b>@กขค.ไทย',
  // Typed with the keyboard of the other language.
  'ร์ดน@boxyard.co.th',
])('%s is no address of mail', (typed) => {
  expect(z.safeParse(email(), typed).success).toBe(false);
});

const PLACEHOLDERS = ['n/a', 'N/A', '-', '—', '.', 'ไม่มี', 'ไม่ทราบ', 'NULL', 'none'];
describe.each([
  ['an address of mail', email(), 'EMAIL'],
  ['addresses of mail', emails(), 'EMAIL'],
  ['a phone', phone(), 'PHONE'],
  ['a tax id', taxId(), 'TAX_ID'],
  ['a branch', branchCode(), 'BRANCH_CODE'],
  ['a day', date(), 'DATE'],
  ['a price', price(), 'PRICE'],
  ['an amount', money(), 'MONEY'],
  ['a share', percent(), 'PERCENT'],
])('%s', (_name, schema, fault) => {
  it.each(PLACEHOLDERS)('is never “%s”', (typed) => {
    const { error } = z.safeParse(schema, typed);
    expect([...new Set(error?.issues.map(({ message }) => message))]).toEqual([fault]);
  });
});

test.each(['๐๐๐๐๐', ' 00000 ', '0000\u200B0'])('%j is the branch 00000', (typed) => {
  expect(z.parse(branchCode(), typed)).toBe('00000');
});

test.each([
  'ก ข#:+(1)',
  'A 1',
  'A\u200B1',
  'A\t1',
  'A\u20111',
  '-A1',
  'A:1',
  '"A1"',
  '\uFF21\uFF11',
  '№1',
])('%j is no code that a label holds', (typed) => {
  expect(z.safeParse(code(), typed).success).toBe(false);
});

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
