import Big from 'big.js';
import fc from 'fast-check';
import { add, compare, round } from '../values/decimal.ts';
import {
  dueDateAfter,
  makePlan,
  type PlanInput,
  planFaults,
  type ScheduleRow,
  taxPointOf,
} from './paymentPlan.ts';

const base: PlanInput = {
  type: 'installment',
  price: '100000.00',
  discount: null,
  vatMode: 'exclusive',
  vatRate: '7.00',
  whtRate: '0.00',
  deposit: { amount: '0.00', refundable: false },
  downPayment: '0.00',
  installmentCount: 12,
  interval: 'month',
  dueDay: 5,
  contractDate: '2026-11-20',
  firstDueDate: '2026-12-05',
  interestType: 'none',
  interestRate: '0.00',
};

const sum = (
  rows: readonly ScheduleRow[],
  key: 'principal' | 'interest' | 'vat' | 'total' | 'wht',
) => round(add('0', ...rows.filter((row) => row.countsTowardsTotal).map((row) => row[key])));

describe('makePlan', () => {
  it('lets the last instalment absorb what rounding left', () => {
    const { rows, totals } = makePlan({ ...base, installmentCount: 3 });
    expect(rows.map(({ total }) => total)).toEqual(['35666.66', '35666.66', '35666.68']);
    expect(totals.grandTotal).toBe('107000.00');
  });

  it('charges flat interest on the first balance, and VAT on it', () => {
    const { totals } = makePlan({ ...base, interestType: 'flat', interestRate: '6.00' });
    expect(totals).toMatchObject({
      interestTotal: '6000.00',
      vatAmount: '7420.00',
      grandTotal: '113420.00',
    });
  });

  it('charges effective interest on what is still owed', () => {
    const { rows } = makePlan({ ...base, interestType: 'effective', interestRate: '12.00' });
    // 100,000 at 1 % a month in 12 payments: the textbook's 8,884.88.
    expect(rows[0]).toMatchObject({ principal: '7884.88', interest: '1000.00' });
    expect(rows[11]).toMatchObject({ interest: '87.97' });
  });

  it('takes a down payment and a deposit off what is financed, and gives a refundable one back', () => {
    const input = {
      ...base,
      vatMode: 'inclusive' as const,
      price: '107000.00',
      downPayment: '21400.00',
    };
    const kept = makePlan({ ...input, deposit: { amount: '10700.00', refundable: false } });
    expect(kept.totals).toMatchObject({ financedAmount: '70000.00', grandTotal: '107000.00' });
    expect(kept.rows.slice(0, 2).map(({ kind, total }) => [kind, total])).toEqual([
      ['deposit', '10700.00'],
      ['downPayment', '21400.00'],
    ]);
    const lent = makePlan({ ...input, deposit: { amount: '10700.00', refundable: true } });
    expect(lent.totals).toMatchObject({ financedAmount: '80000.00', grandTotal: '107000.00' });
    expect(lent.rows[0]).toMatchObject({ vat: '0.00', countsTowardsTotal: false });
  });

  it('counts the rent of a lease by period and withholds tax from it', () => {
    const { totals, rows } = makePlan({
      ...base,
      type: 'lease',
      price: '5000.00',
      whtRate: '5.00',
      installmentCount: 24,
    });
    expect(totals).toMatchObject({
      subTotal: '120000.00',
      grandTotal: '128400.00',
      whtAmount: '6000.00',
      netReceivable: '122400.00',
    });
    expect(rows[0]).toMatchObject({ total: '5350.00', wht: '250.00', net: '5100.00' });
  });

  it('pays a sale in one row', () => {
    expect(makePlan({ ...base, type: 'full' }).rows).toMatchObject([
      { kind: 'installment', dueDate: '2026-12-05', total: '107000.00' },
    ]);
  });

  it.each([
    { from: '2027-01-31', months: 1, day: 'last', date: '2027-02-28' },
    { from: '2028-01-31', months: 1, day: 'last', date: '2028-02-29' },
    { from: '2026-12-05', months: 13, day: 28, date: '2028-01-28' },
    { from: '2026-11-15', months: 3, day: 15, date: '2027-02-15' },
  ] as const)('$from and $months months on day $day is $date', ({ from, months, day, date }) => {
    expect(dueDateAfter(from, months, day)).toBe(date);
  });

  it.each([
    [{ installmentCount: 1 }, 'installmentCount', 'RANGE'],
    [{ installmentCount: 121 }, 'installmentCount', 'RANGE'],
    [{ downPayment: '100000.01' }, 'downPayment', 'ABOVE_TOTAL'],
    [{ type: 'lease', downPayment: '1.00' }, 'downPayment', 'NOT_FOR_LEASE'],
    [
      { type: 'full', interestType: 'flat', interestRate: '1.00' },
      'interestType',
      'ONLY_INSTALMENT',
    ],
    [{ interestType: 'flat' }, 'interestRate', 'REQUIRED'],
    [{ dueDay: 29 }, 'dueDay', 'RANGE'],
    [{ firstDueDate: '2026-11-19' }, 'firstDueDate', 'BEFORE_DOCUMENT'],
    [{ discount: { type: 'amount', value: '100000.01' } }, 'discountValue', 'ABOVE_TOTAL'],
    [{ discount: { type: 'percent', value: '100.01' } }, 'discountValue', 'PERCENT'],
  ] as const)('refuses %j', (change, field, code) => {
    expect(planFaults({ ...base, ...change })).toContainEqual({ field, code });
  });

  it('says when VAT becomes due', () => {
    expect(taxPointOf('sale', 'customer')).toBe('delivery');
    expect(taxPointOf('installment', 'company')).toBe('dueDate');
    expect(taxPointOf('installment', 'customer')).toBe('delivery');
    expect(taxPointOf('lease', 'company')).toBe('payment');
  });
});

const money = (max: number) =>
  fc.integer({ min: 0, max }).map((satang) => (satang / 100).toFixed(2));
const percent = (max: number) => money(max * 100);

const plans = fc
  .record({
    type: fc.constantFrom('full', 'installment', 'lease'),
    price: money(500_000_000),
    discount: fc.option(
      fc.oneof(
        fc.record({ type: fc.constant('percent' as const), value: percent(100) }),
        fc.record({ type: fc.constant('amount' as const), value: money(10_000_000) }),
      ),
    ),
    vatMode: fc.constantFrom('exclusive', 'inclusive', 'none'),
    vatRate: fc.constantFrom('7.00', '10.00', '0.00', '6.30'),
    whtRate: fc.constantFrom('0.00', '1.00', '3.00', '5.00'),
    deposit: fc.record({ amount: money(5_000_000), refundable: fc.boolean() }),
    downPayment: money(50_000_000),
    installmentCount: fc.integer({ min: 2, max: 120 }),
    interval: fc.constantFrom('month', 'quarter'),
    dueDay: fc.oneof(fc.integer({ min: 1, max: 28 }), fc.constant('last' as const)),
    contractDate: fc.constant('2026-11-20'),
    firstDueDate: fc.constantFrom('2026-11-20', '2026-12-31', '2028-02-29'),
    interestType: fc.constantFrom('none', 'flat', 'effective'),
    interestRate: percent(30),
  })
  .map((input) => input as PlanInput)
  .filter((input) => planFaults(input).length === 0);

/** The long run of the tests takes as many as were asked for. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
const IS_FULL = process.env.TEST_FULL === '1';
const PLANS = IS_FULL ? 100_000 : 2500;

it(`${PLANS} random plans add up to the satang, and nothing of them is negative`, () => {
  fc.assert(
    fc.property(plans, (input) => {
      const { rows, totals } = makePlan(input);
      const counted = rows.filter((row) => row.countsTowardsTotal);
      const figures = {
        principal: sum(rows, 'principal'),
        interest: sum(rows, 'interest'),
        vat: sum(rows, 'vat'),
        total: sum(rows, 'total'),
        wht: sum(rows, 'wht'),
      };
      const expected = {
        principal: totals.baseAmount,
        interest: totals.interestTotal,
        vat: totals.vatAmount,
        total: totals.grandTotal,
        wht: totals.whtAmount,
      };
      if (JSON.stringify(figures) !== JSON.stringify(expected)) {
        throw new Error(`${JSON.stringify(figures)} is not ${JSON.stringify(expected)}`);
      }
      const dates = counted
        .filter(({ kind }) => kind === 'installment')
        .map(({ dueDate }) => dueDate);
      return (
        rows.every((row) =>
          [row.principal, row.interest, row.vat, row.wht, row.net].every(
            (amount) => compare(amount, 0) >= 0,
          ),
        ) && dates.every((date, index) => index === 0 || date > (dates[index - 1] ?? ''))
      );
    }),
    { numRuns: PLANS },
  );
}, 1_800_000);

/**
 * The second calculation of effective plans, by another way: the payment is found by bisection over
 * the present value of all payments, with nothing of the first one in it.
 */
function paymentByBisection({
  financed,
  rate,
  periods,
}: {
  financed: string;
  rate: Big;
  periods: number;
}): Big {
  const discount = new Big(1).div(rate.plus(1));
  const worth = (payment: Big): Big => {
    let value = new Big(0);
    for (let period = 0; period < periods; period++) {
      value = value.plus(payment).times(discount).round(16);
    }
    return value;
  };
  let low = new Big(0);
  let high = new Big(financed).times(rate.plus(1)).plus(1);
  while (high.minus(low).gt('0.0000001')) {
    const middle = low.plus(high).div(2).round(10);
    if (worth(middle).lt(financed)) low = middle;
    else high = middle;
  }
  return low.plus(high).div(2);
}

it('effective plans agree with a second calculation', () => {
  fc.assert(
    fc.property(
      fc.record({
        price: fc.integer({ min: 1_000_000, max: 500_000_000 }),
        rate: fc.integer({ min: 50, max: 3000 }),
        installmentCount: fc.integer({ min: 2, max: 120 }),
        interval: fc.constantFrom('month' as const, 'quarter' as const),
      }),
      ({ price, rate, installmentCount, interval }) => {
        const input: PlanInput = {
          ...base,
          price: (price / 100).toFixed(2),
          interestType: 'effective',
          interestRate: (rate / 100).toFixed(2),
          installmentCount,
          interval,
        };
        const { rows } = makePlan(input);
        const months = interval === 'month' ? 1 : 3;

        const periodic = new Big(input.interestRate).div(100).times(months).div(12);
        const payment = paymentByBisection({
          financed: input.price,
          rate: periodic,
          periods: installmentCount,
        });
        let balance = new Big(input.price);
        return rows.every((row, index) => {
          const interest = balance.times(periodic).round(2, Big.roundHalfUp);
          balance = balance.minus(row.principal);
          const paid = new Big(row.principal).plus(row.interest);
          const isLast = index === rows.length - 1;
          // Every payment is the exact one rounded; the last one pays off what is left.
          return (
            interest.minus(row.interest).abs().lte('0.01') &&
            (isLast ? balance.eq(0) : paid.minus(payment).abs().lte('0.006'))
          );
        });
      },
    ),
    { numRuns: IS_FULL ? 1_000 : 200 },
  );
}, 1_800_000);
