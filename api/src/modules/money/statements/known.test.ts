import type { StatementLine } from '../../../documents/statements/readLines.ts';
import { type LineThere, newLines } from './known.ts';

/** Which lines of a file are there already, and which may be. */
let rows = 0;
const line = (more: Partial<StatementLine> = {}): StatementLine => {
  rows += 1;
  return {
    row: rows,
    bookedOn: '2026-11-20',
    bookedAt: null,
    valueOn: null,
    amount: '10.00',
    balance: null,
    reference: '',
    payerReference: '',
    payerName: '',
    payerAccount: '',
    description: 'a',
    ...more,
  };
};
const there = (
  lines: readonly StatementLine[],
  format = 'csv',
  before: readonly LineThere[] = [],
): LineThere[] => [
  ...before,
  ...newLines(lines, { there: before, format }).map((one) => ({ ...one.line, ...one, format })),
];
const fresh = (lines: readonly StatementLine[], known: readonly LineThere[], format = 'csv') =>
  newLines(lines, { there: known, format }).map((one) => [
    lines.findIndex(({ row }) => row === one.line.row),
    one.alikeId === null ? null : known.findIndex(({ id }) => id === one.alikeId),
  ]);

it('money that comes, goes back and comes again is three lines, also in two files', () => {
  const at = (bookedAt: string, balance: string, amount = '10.00') =>
    line({ bookedAt, balance, amount });
  const day = [at('09:00:00', '10.00'), at('09:05:00', '0.00', '-10.00'), at('09:10:00', '10.00')];
  expect(there(day)).toHaveLength(3);
  expect(fresh(day, there(day.slice(0, 1)))).toEqual([
    [1, null],
    [2, null],
  ]);
  expect(fresh(day, there(day))).toEqual([]);
});

it('lines of another format are counted, the one of the same hour first', () => {
  const reference = '0001';
  const morning = line({ reference, bookedAt: '08:00:00', payerName: 'Somchai' });
  const noon = line({ reference, bookedAt: '12:00:30', description: 'b' });
  const bank = [
    line({ reference, bookedAt: '12:00:00', payerName: 'Malee' }),
    line({ reference, bookedAt: '08:00:00' }),
  ];
  expect(fresh(bank, there([morning, noon]), 'mt940')).toEqual([]);
  // The one of the morning is there; the other one is marked for a person.
  expect(fresh(bank, there([morning]), 'mt940')).toEqual([[0, 0]]);
});

it('a line of another format and another payer comes in, and is marked', () => {
  const known = there([line({ payerName: 'Somchai Jaidee', payerAccount: '1112223334' })]);
  const other = line({ payerName: 'Malee Suk', payerAccount: '5556667778' });
  expect(fresh([other], known, 'mt940')).toEqual([[0, 0]]);
  // The same payer, cut short, or written in the other alphabet.
  for (const payerName of ['SOMCHAI JAI', 'สมชาย ใจดี', '']) {
    const same = line({ payerName, payerAccount: 'x-3334' });
    expect([payerName, fresh([same], known, 'mt940')]).toEqual([payerName, []]);
  }
  const balanced = there([line({ balance: '10.00' })]);
  expect(fresh([line({ balance: '20.00' })], balanced)).toEqual([[0, null]]);
  // A balance that was counted by us proves less than one that the bank wrote.
  expect(fresh([line({ balance: '20.00' })], balanced, 'mt940')).toEqual([[0, 0]]);
});

it('lines of one file are never one another', () => {
  const twice = [line({ reference: '0001' }), line({ reference: '0001' })];
  const known = there(twice);
  expect(known.map(({ occurrence }) => occurrence)).toEqual([1, 2]);
  expect(fresh([...twice, line({ reference: '0001' })], known)).toEqual([[2, 0]]);
});

it('an hour or a balance of its own makes a line of its own, which no mark calls in question', () => {
  const known = there([line({ bookedAt: '08:00:00', balance: '10.00' })]);
  expect(
    fresh([line({ bookedAt: '08:00:00', balance: '20.00', description: 'b' })], known),
  ).toEqual([[0, null]]);
  expect(fresh([line({ bookedAt: '08:00:00', description: 'b' })], known)).toEqual([[0, 0]]);
});

it('equal lines of two statements that overlap are told apart by the balance counted behind them', () => {
  const at = (balance: string | null) => line({ balance });
  const first = there([at('10.00'), at('20.00')], 'mt940');
  // The first of these is there; the second is a third one, or one that the bank lists elsewhere now.
  expect(fresh([at('20.00'), at('30.00')], first, 'mt940')).toEqual([[1, 0]]);
  expect(fresh([at('10.00'), at('20.00')], first, 'mt940')).toEqual([]);
  // Lines taken before balances were counted have none.
  expect(fresh([at('10.00'), at('20.00')], there([at(null), at(null)], 'mt940'), 'mt940')).toEqual(
    [],
  );
  expect(fresh([at('20.00'), at('10.00')], first, 'csv')).toEqual([]);
  const referenced = (balance: string) => line({ balance, reference: '0001' });
  expect(fresh([referenced('20.00')], there([referenced('10.00')], 'mt940'), 'mt940')).toEqual([
    [0, 0],
  ]);
});
