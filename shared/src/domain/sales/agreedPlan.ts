import { add, type Decimal, round } from '../values/decimal.ts';
import type { PaymentPlan, ScheduleRow } from './paymentPlan.ts';

const isSamePayment = (one: ScheduleRow, other: ScheduleRow): boolean =>
  one.seq === other.seq && one.kind === other.kind && one.dueDate === other.dueDate;

/**
 * The plan of a lease whose rent changes: payments that are billed or were due before stay as they were
 * agreed, and only later ones have the new amount. Each payment is a period of its own, so the totals are
 * what all of them come to (docs/domain/money.md "What a contract owes").
 */
export function withAgreed(
  { rows: proposed, totals }: PaymentPlan,
  {
    rows: agreed,
    isVatInPrice,
  }: { readonly rows: readonly ScheduleRow[]; readonly isVatInPrice: boolean },
): PaymentPlan {
  const rows = proposed.map((row) => agreed.find((one) => isSamePayment(one, row)) ?? row);
  const counted = rows.filter(({ countsTowardsTotal }) => countsTowardsTotal);
  const sum = (amount: (row: ScheduleRow) => Decimal): Decimal =>
    round(add('0', ...counted.map(amount)));
  const baseAmount = sum(({ principal }) => principal);
  const grandTotal = sum(({ total }) => total);
  return {
    rows,
    totals: {
      ...totals,
      subTotal: round(add(isVatInPrice ? grandTotal : baseAmount, totals.discountTotal)),
      baseAmount,
      vatAmount: sum(({ vat }) => vat),
      grandTotal,
      whtAmount: sum(({ wht }) => wht),
      netReceivable: sum(({ net }) => net),
      financedAmount: round(
        add(
          '0',
          ...counted.filter(({ kind }) => kind === 'installment').map((row) => row.principal),
        ),
      ),
    },
  };
}
