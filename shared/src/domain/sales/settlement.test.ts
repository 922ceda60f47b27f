import fc from 'fast-check';
import { add, compare, divide, isZero, multiply, round } from '../values/decimal.ts';
import { CHARGE_KINDS, settlementOf } from './settlement.ts';

const satang = (max: number) => fc.integer({ min: 0, max }).map((value) => round(`${value}e-2`));
const owed = (...amounts: readonly string[]) =>
  amounts.map((amount, index) => ({ id: `iv${index}`, amount }));

test('the deposit pays what is owed longest, then fees with their VAT, then damages', () => {
  const figures = settlementOf({
    owed: owed('1000.00', '500.00'),
    charges: [
      { kind: 'damage', amount: '2000.00' },
      { kind: 'fee', amount: '1000.00' },
    ],
    deposit: '3000.00',
    vatRate: '7.00',
  });
  expect(figures).toMatchObject({
    owed: '1500.00',
    charged: '3070.00',
    setOff: '3000.00',
    credit: '0.00',
    stillOwed: '1570.00',
  });
  expect(figures.owedLines.map(({ setOff }) => setOff)).toEqual(['1000.00', '500.00']);
  expect(figures.chargeLines).toEqual([
    { amount: '2000.00', setOff: '430.00' },
    { amount: '1070.00', setOff: '1070.00' },
  ]);
});

test('what nothing is owed for is paid back, and damages bear no VAT', () => {
  expect(
    settlementOf({
      owed: [],
      charges: [{ kind: 'damage', amount: '100.00' }],
      deposit: '5000.00',
      vatRate: '7.00',
    }),
  ).toMatchObject({ setOff: '100.00', credit: '4900.00', stillOwed: '0.00' });
});

test('it adds up to the satang, and nobody owes and gets something back at once', () => {
  fc.assert(
    fc.property(
      fc.record({
        amounts: fc.array(satang(999_999), { maxLength: 8 }),
        charges: fc.array(
          fc.record({ kind: fc.constantFrom(...CHARGE_KINDS), amount: satang(99_999) }),
          { maxLength: 6 },
        ),
        deposit: satang(2_000_000),
        vatRate: fc.constantFrom('0.00', '7.00', '10.00'),
      }),
      ({ amounts, charges, deposit, vatRate }) => {
        const figures = settlementOf({ owed: owed(...amounts), charges, deposit, vatRate });
        const { setOff, credit, stillOwed, owedLines, chargeLines } = figures;
        const lines = [...owedLines, ...chargeLines];
        expect(round(add(figures.owed, figures.charged))).toBe(round(add(setOff, stillOwed)));
        expect(round(deposit)).toBe(round(add(setOff, credit)));
        expect(round(add('0', ...lines.map((line) => line.setOff)))).toBe(setOff);
        expect(isZero(credit) || isZero(stillOwed)).toBe(true);
        for (const amount of [setOff, credit, stillOwed, ...lines.map((line) => line.setOff)]) {
          expect(compare(amount, 0)).toBeGreaterThanOrEqual(0);
        }
        for (const line of lines) expect(compare(line.setOff, line.amount)).toBeLessThanOrEqual(0);
        // Charges of a kind are one invoice, taxed as a whole.
        const fees = charges.filter(({ kind }) => kind === 'fee').map(({ amount }) => amount);
        const base = round(add('0', ...fees));
        const taxed = chargeLines.filter((_, index) => charges[index]?.kind === 'fee');
        expect(round(add('0', ...taxed.map(({ amount }) => amount)))).toBe(
          round(add(base, round(divide(multiply(base, vatRate), 100)))),
        );
      },
    ),
  );
});
