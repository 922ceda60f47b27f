import { withoutPersonalData } from './redact.ts';

test.each([
  ["Cannot read properties of undefined (reading 'name')", null],
  ['mail to somchai@demo.test failed', 'mail to … failed'],
  ['Unexpected token S, "Somchai Dee" is not JSON', 'Unexpected token S, "…" is not JSON'],
  ["no value 'Somchai Dee' here", "no value '…' here"],
  ['tax 0105552029681, row 12', 'tax #, row 12'],
  ['record 01890000-0000-7000-8000-00000000ffff', 'record #'],
  ['GET https://x.example/parts?search=dee failed', 'GET https://x.example/… failed'],
  ['ไม่พบ สมชาย in list', '… … in list'],
])('%s', (message, kept) => {
  expect(withoutPersonalData(message)).toBe(kept ?? message);
});

test('a message is short', () => {
  expect(withoutPersonalData('x'.repeat(5000))).toHaveLength(200);
});
