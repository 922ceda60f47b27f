import fc from 'fast-check';
import { add, compare, round } from '../values/decimal.ts';
import { expectedOf } from './expected.ts';
import { settledStatus, typeOfSource } from './invoiceMachine.ts';
import { billPaymentPayload, crc16, promptPayPayload } from './promptPay.ts';
import { taxShareOf } from './taxShare.ts';

const NO_NOTES = { debitedAmount: '0.00', creditedAmount: '0.00', whtPaid: '0.00' };
const NOTHING = { baseAmount: '0.00', vatAmount: '0.00', grandTotal: '0.00' };
const sumOf = (one: typeof NOTHING, other: typeof NOTHING) => ({
  baseAmount: round(add(one.baseAmount, other.baseAmount)),
  vatAmount: round(add(one.vatAmount, other.vatAmount)),
  grandTotal: round(add(one.grandTotal, other.grandTotal)),
});

const satang = (max: number) => fc.integer({ min: 1, max }).map((value) => round(`${value}e-2`));

test('a late invoice is late though some of it is paid, and a paid one never', () => {
  const at = { dueDate: '2026-11-10', today: '2026-11-11' };
  expect(settledStatus({ ...at, balance: '10.00', settled: '90.00' })).toBe('overdue');
  expect(settledStatus({ ...at, balance: '0.00', settled: '100.00' })).toBe('paid');
  const early = { dueDate: '2026-11-11', today: '2026-11-11' };
  expect(settledStatus({ ...early, balance: '10.00', settled: '90.00' })).toBe('partiallyPaid');
  expect(settledStatus({ ...early, balance: '100.00', settled: '0.00' })).toBe('issued');
});

test('what a contract asks for is a bill', () => {
  expect([typeOfSource('deposit'), typeOfSource('partsSale')]).toEqual(['bill', 'other']);
});

test('tax invoices of however many payments add up to the invoice, to the satang', () => {
  fc.assert(
    fc.property(
      satang(9_999_999),
      fc.array(satang(999_999), { minLength: 1, maxLength: 12 }),
      (vat, parts) => {
        const net = round(add('0', ...parts));
        const grandTotal = round(add(net, vat));
        const charged = { ...NO_NOTES, vatAmount: vat, grandTotal, whtDue: vat };
        let received = '0.00';
        let taxed = NOTHING;
        const shares = parts.map((part) => {
          received = round(add(received, part));
          const share = taxShareOf(charged, { received, taxed });
          taxed = sumOf(taxed, share);
          return share;
        });
        const sum = (key: 'vatAmount' | 'grandTotal' | 'baseAmount') =>
          round(add('0', ...shares.map((share) => share[key])));
        expect([sum('vatAmount'), sum('grandTotal'), sum('baseAmount')]).toEqual([
          vat,
          grandTotal,
          net,
        ]);
        expect(shares.every(({ vatAmount }) => compare(vatAmount, 0) >= 0)).toBe(true);
      },
    ),
  );
});

test('withheld tax counts as received with its money', () => {
  const charged = { ...NO_NOTES, vatAmount: '70.00', grandTotal: '1070.00', whtDue: '50.00' };
  const all = { baseAmount: '1000.00', vatAmount: '70.00', grandTotal: '1070.00' };
  expect(taxShareOf(charged, { received: '1020.00', taxed: NOTHING })).toEqual(all);
  expect(taxShareOf(charged, { received: '1070.00', taxed: all }).grandTotal).toBe('0.00');
});

test('a credit note before the last payment leaves less to be taxed', () => {
  const charged = { ...NO_NOTES, vatAmount: '700.00', grandTotal: '10700.00' };
  const first = taxShareOf(
    { ...charged, whtDue: '300.00' },
    { received: '100.00', taxed: NOTHING },
  );
  expect(first).toEqual({ baseAmount: '96.15', vatAmount: '6.73', grandTotal: '102.88' });
  const credited = { ...charged, creditedAmount: '5350.00', whtDue: '150.00' };
  expect(sumOf(first, taxShareOf(credited, { received: '5350.00', taxed: first }))).toEqual({
    baseAmount: '5000.00',
    vatAmount: '350.00',
    grandTotal: '5350.00',
  });
});

test('where a certificate was more than is withheld after a credit note, all is taxed with the rest of the money', () => {
  const charged = {
    vatAmount: '56.30',
    grandTotal: '860.63',
    debitedAmount: '0.00',
    creditedAmount: '309.47',
    whtDue: '25.76',
    whtPaid: '40.22',
  };
  expect(taxShareOf(charged, { received: '510.94', taxed: NOTHING }).grandTotal).toBe('551.16');
  expect(taxShareOf(charged, { received: '500.00', taxed: NOTHING }).grandTotal).toBe('524.51');
});

test('the checksum is the one that banks compute', () => {
  // The check value of CRC-16/CCITT-FALSE.
  expect(crc16('123456789')).toBe('29B1');
});

test('a PromptPay code names account, amount and currency', () => {
  expect(promptPayPayload('0105552001116', '1070.00')).toMatch(
    /^00020101021229370016A00000067701011102130105552001116530376454071070\.005802TH6304[0-9A-F]{4}$/,
  );
  expect(promptPayPayload('0812345678', '1.50')).toContain('01130066812345678');
});

test('a bill payment names the biller, the customer and the invoice', () => {
  const text = billPaymentPayload(
    { billerId: '010555200111601', ref1: 'CUS-0001', ref2: 'IV2611-0001' },
    '99.00',
  );
  expect(text).toContain('A000000677010112');
  expect(text).toContain('0207CUS0001');
  expect(text).toContain('0310IV26110001');
});

const WITHHELD = { balance: '1070.00', whtDue: '30.00', whtPaid: '0.00' };

test.each([
  ['money comes without what is withheld', 'transfer', {}, '1040.00'],
  ['a certificate stands for what is withheld', 'whtCert', {}, '30.00'],
  ['what of the money is still owed', 'cash', { balance: '530.00' }, '500.00'],
  [
    'all of it once the certificate has come',
    'cheque',
    { balance: '1040.00', whtPaid: '30.00' },
    '1040.00',
  ],
  ['nothing is withheld', 'card', { whtDue: '0.00' }, '1070.00'],
  ['only the tax is left, and is paid as money', 'transfer', { balance: '30.00' }, '30.00'],
  [
    'a certificate settles no more than the tax that is missing',
    'whtCert',
    { balance: '20.00', whtPaid: '30.00' },
    '0.00',
  ],
  ['half of it was credited', 'transfer', { balance: '535.00', whtDue: '15.00' }, '520.00'],
  ['less is owed than is withheld', 'whtCert', { balance: '12.50' }, '12.50'],
] as const)('what a payment is expected to settle: %s', (...[, method, changes, expected]) => {
  expect(expectedOf({ ...WITHHELD, ...changes }, method)).toBe(expected);
});
