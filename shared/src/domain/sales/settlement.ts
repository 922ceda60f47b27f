import { computeAmounts } from '../purchasing/amounts.ts';
import { add, compare, type Decimal, minimum, round, subtract } from '../values/decimal.ts';

/**
 * What is asked for at the end of a contract besides its payments (docs/adr/0043): damages are made
 * good and bear no VAT, a fee is a service and does.
 */
export const CHARGE_KINDS = ['damage', 'fee'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

/** Lines that one settlement takes. */
export const MAX_CHARGES = 20;

export interface SettlementCharge {
  readonly kind: ChargeKind;
  /** Before VAT. */
  readonly amount: Decimal;
}

interface Owed {
  /** Of the invoice, or of what is not billed yet. */
  readonly id: string;
  readonly amount: Decimal;
}

export interface SettlementInput {
  /** What the contract still asks for, in the order in which it is settled. */
  readonly owed: readonly Owed[];
  readonly charges: readonly SettlementCharge[];
  /** What was paid of a deposit that is given back. */
  readonly deposit: Decimal;
  /** Per cent, of fees. */
  readonly vatRate: Decimal;
}

/** With VAT, and what the deposit pays of it. */
export interface SettledLine {
  readonly amount: Decimal;
  readonly setOff: Decimal;
}

export interface SettlementFigures {
  /** As they were given. */
  readonly owedLines: readonly SettledLine[];
  readonly chargeLines: readonly SettledLine[];
  readonly owed: Decimal;
  readonly charged: Decimal;
  readonly deposit: Decimal;
  readonly setOff: Decimal;
  /** Of the deposit what nothing is owed for: it is paid back. */
  readonly credit: Decimal;
  readonly stillOwed: Decimal;
}

/** Charges in the order in which the deposit pays them. */
const PAID_FIRST: readonly ChargeKind[] = ['fee', 'damage'];

/** What each charge of one kind comes to, as their invoice adds them up. */
function totalsOf(charges: readonly SettlementCharge[], vatRate: Decimal): Decimal[] {
  const isTaxed = charges[0]?.kind === 'fee' && compare(vatRate, 0) > 0;
  return computeAmounts({
    vatMode: isTaxed ? 'exclusive' : 'none',
    vatRate: isTaxed ? vatRate : '0.00',
    whtRate: '0.00',
    discount: null,
    lines: charges.map(({ kind, amount }) => ({
      quantity: 1,
      unitPrice: amount,
      isService: kind === 'fee',
    })),
  }).lines.map(({ grandTotal }) => grandTotal);
}

const sumOf = (amounts: readonly Decimal[]): Decimal => round(add('0', ...amounts));

/**
 * The account between both sides at the end of a contract. What is owed longest is settled first, then
 * fees, then damages. What is owed and charged is what the deposit pays and what stays owed; the deposit
 * is what it pays and what is paid back: never a satang more or less.
 */
export function settlementOf(input: SettlementInput): SettlementFigures {
  let left = round(input.deposit);
  const pay = (amount: Decimal): SettledLine => {
    const setOff = round(minimum(left, amount));
    left = round(subtract(left, setOff));
    return { amount: round(amount), setOff };
  };
  const owedLines = input.owed.map(({ amount }) => pay(amount));
  const paid = new Map<SettlementCharge, SettledLine>();
  for (const kind of PAID_FIRST) {
    const ofKind = input.charges.filter((charge) => charge.kind === kind);
    const totals = totalsOf(ofKind, input.vatRate);
    for (const [index, charge] of ofKind.entries()) paid.set(charge, pay(totals[index] ?? '0.00'));
  }
  const chargeLines = input.charges.map(
    (charge) => paid.get(charge) ?? { amount: '0.00', setOff: '0.00' },
  );
  const owed = sumOf(owedLines.map(({ amount }) => amount));
  const charged = sumOf(chargeLines.map(({ amount }) => amount));
  const setOff = round(subtract(input.deposit, left));
  return {
    owedLines,
    chargeLines,
    owed,
    charged,
    deposit: round(input.deposit),
    setOff,
    credit: left,
    stillOwed: round(subtract(add(owed, charged), setOff)),
  };
}

/** What of the deposit pays the invoice of one kind of charge. */
export const setOffOf = (
  charges: readonly SettlementCharge[],
  { kind, lines }: { readonly kind: ChargeKind; readonly lines: readonly SettledLine[] },
): Decimal =>
  sumOf(
    charges.map((charge, index) => (charge.kind === kind ? (lines[index]?.setOff ?? '0') : '0')),
  );
