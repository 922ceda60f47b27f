import fc from 'fast-check';
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
  ...newLines(lines, { there: before, format }).map((one) => ({
    ...one.line,
    ...one,
    format,
    statementId: `${before.length}`,
    toDate: lines.at(-1)?.bookedOn ?? '',
    closingBalance: lines.at(-1)?.balance ?? null,
  })),
];
const fresh = (
  lines: readonly StatementLine[],
  known: readonly LineThere[],
  file: string | { readonly format: string; readonly openingBalance: string } = 'csv',
) =>
  newLines(lines, {
    there: known,
    ...(typeof file === 'string' ? { format: file } : file),
  }).map((one) => [
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

it('a file that opens with the balance at which a statement of the day ended repeats none of its lines', () => {
  const came = () => line({ balance: '10.00' });
  const day = [came(), line({ amount: '-10.00', balance: '0.00' })];
  for (const format of ['csv', 'mt940']) {
    expect(fresh([came()], there(day, format), { format, openingBalance: '0.00' })).toEqual([
      [0, 0],
    ]);
    expect(fresh([came()], there(day, format), { format, openingBalance: '7.00' })).toEqual([]);
  }
});

it('a movement behind one that is there is never one before it, in formats that keep the order', () => {
  const back = (balance: string) => line({ amount: '-5.00', balance });
  const known = there([line({ balance: '110.00' }), back('105.00')], 'mt940');
  const next = [back('105.00'), back('100.00'), line({ balance: '110.00' })];
  expect(fresh(next, known, 'mt940')).toEqual([
    [1, 1],
    [2, 0],
  ]);
});

it('a file without counted balances takes nothing for repeated whose balance is known', () => {
  const known = there([line({ balance: '10.00' })], 'mt940');
  expect(fresh([line()], known, 'mt940')).toEqual([[0, 0]]);
});

it('no movement of files that overlap is lost, whatever came, went back and came again', () => {
  const step = fc.record({
    amount: fc.constantFrom(10, -10, 20),
    payerName: fc.constantFrom('', 'Somchai'),
  });
  const cuts = fc.tuple(fc.nat(6), fc.nat(6), fc.nat(6));
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 6 }), cuts, (steps, [a, b, c]) => {
      let balance = 100;
      const all = steps.map(({ amount, payerName }) => {
        balance += amount;
        return { amount: amount.toFixed(2), balance: balance.toFixed(2), payerName };
      });
      const made = (from: number, to: number) => all.slice(from, to).map((one) => line(one));
      const from = Math.min(a % all.length, b % all.length);
      const to = 1 + Math.max(a % all.length, b % all.length);
      // The next file goes on somewhere within the first one, or behind it.
      const start = Math.min(from + (c % (to - from + 1)), all.length);
      const before = (start === 0 ? 100 : Number(all[start - 1]?.balance)).toFixed(2);
      const file = { format: 'mt940', openingBalance: before };
      const taken = fresh(made(start, all.length), there(made(from, to), 'mt940'), file);
      expect(taken.length).toBeGreaterThanOrEqual(all.length - Math.max(start, to));
    }),
    { numRuns: 3000, seed: 20261129 },
  );
});
