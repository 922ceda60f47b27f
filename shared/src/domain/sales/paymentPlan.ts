import { type Discount, discountOf, type VatMode } from '../purchasing/amounts.ts';
import {
  add,
  allocate,
  compare,
  type Decimal,
  divide,
  isNegative,
  isZero,
  minimum,
  multiply,
  round,
  subtract,
} from '../values/decimal.ts';

/**
 * Payment plans of contracts (domain-containers 1.3, docs/adr/0027): what is due when, exact to the
 * satang. The server's schedule and the form's preview are this function.
 */
export const CONTRACT_TYPES = ['sale', 'installment', 'lease'] as const;
export type ContractType = (typeof CONTRACT_TYPES)[number];

export const PLAN_TYPES = ['full', 'installment', 'lease'] as const;
export type PlanType = (typeof PLAN_TYPES)[number];

/** The plan that a type of contract is paid by. */
export const planOf: Readonly<Record<ContractType, PlanType>> = {
  sale: 'full',
  installment: 'installment',
  lease: 'lease',
};

export const INTEREST_TYPES = ['none', 'flat', 'effective'] as const;
export type InterestType = (typeof INTEREST_TYPES)[number];

export const PLAN_INTERVALS = ['month', 'quarter'] as const;
export type PlanInterval = (typeof PLAN_INTERVALS)[number];

export const INSTALLMENTS = { min: 2, max: 120 } as const;
/** The last day that every month has. */
const LAST_COMMON_DAY = 28;

/** Length of each payment interval in months. */
export const INTERVAL_MONTHS: Readonly<Record<PlanInterval, number>> = { month: 1, quarter: 3 };

export interface PlanInput {
  readonly type: PlanType;
  /** Of a lease the rent of one period; else the whole price. With VAT where it is inclusive. */
  readonly price: Decimal;
  readonly discount: Discount | null;
  readonly vatMode: VatMode;
  /** Per cent. */
  readonly vatRate: Decimal;
  /** Per cent, withheld from what is charged before VAT. */
  readonly whtRate: Decimal;
  /** A refundable deposit is no part of the price; any other is paid towards it. */
  readonly deposit: { readonly amount: Decimal; readonly refundable: boolean };
  readonly downPayment: Decimal;
  readonly installmentCount: number;
  readonly interval: PlanInterval;
  /** 1–28, or the last day of the month. */
  readonly dueDay: number | 'last';
  readonly contractDate: string;
  readonly firstDueDate: string;
  readonly interestType: InterestType;
  /** Per cent a year. */
  readonly interestRate: Decimal;
}

export const SCHEDULE_KINDS = ['deposit', 'downPayment', 'installment'] as const;

export interface ScheduleRow {
  readonly seq: number;
  readonly kind: (typeof SCHEDULE_KINDS)[number];
  readonly dueDate: string;
  /** Before VAT. */
  readonly principal: Decimal;
  readonly interest: Decimal;
  readonly vat: Decimal;
  readonly total: Decimal;
  readonly wht: Decimal;
  /** What arrives as money. */
  readonly net: Decimal;
  /** false: a deposit that is given back. */
  readonly countsTowardsTotal: boolean;
}

export interface PlanTotals {
  readonly subTotal: Decimal;
  readonly discountTotal: Decimal;
  readonly baseAmount: Decimal;
  readonly interestTotal: Decimal;
  readonly vatAmount: Decimal;
  readonly grandTotal: Decimal;
  readonly whtAmount: Decimal;
  readonly netReceivable: Decimal;
  /** What is paid in instalments, before interest and VAT. */
  readonly financedAmount: Decimal;
}

export interface PaymentPlan {
  readonly totals: PlanTotals;
  readonly rows: readonly ScheduleRow[];
}

/** Why a plan cannot be made, by the field of the contract. */
export interface PlanFault {
  readonly field: string;
  readonly code: string;
}

const lastDay = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/** The due day in the month that is so many months after `from`. */
export function dueDateAfter(from: string, months: number, dueDay: number | 'last'): string {
  const count = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1 + months;
  const year = Math.floor(count / 12);
  const last = lastDay(year, count % 12);
  const day = dueDay === 'last' ? last : Math.min(dueDay, last);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${year}-${two((count % 12) + 1)}-${two(day)}`;
}

/** Base and VAT of an amount that was entered in the contract's manner. */
function taxed(
  amount: Decimal,
  { vatMode, vatRate }: Pick<PlanInput, 'vatMode' | 'vatRate'>,
): { base: Decimal; vat: Decimal } {
  if (vatMode === 'none') return { base: round(amount), vat: '0.00' };
  if (vatMode === 'exclusive') {
    return { base: round(amount), vat: round(divide(multiply(amount, vatRate), 100)) };
  }
  const base = round(divide(multiply(amount, 100), add(100, vatRate)));
  return { base, vat: round(subtract(amount, base)) };
}

/** `total` in so many equal parts; the last one absorbs what rounding left. */
function evenly(total: Decimal, count: number): Decimal[] {
  const part = round(divide(total, count));
  return absorbing(
    total,
    Array.from({ length: count }, () => part),
  );
}

/** These parts of a total, none more than is left; the last one is all that is left. */
function absorbing(total: Decimal, parts: readonly Decimal[]): Decimal[] {
  let left = total;
  return parts.map((part, index) => {
    const taken = index === parts.length - 1 ? round(left) : round(minimum(part, left));
    left = subtract(left, taken);
    return taken;
  });
}

/** Per cent a period, as a fraction. */
const periodRate = ({ interestRate, interval }: PlanInput): Decimal =>
  divide(multiply(interestRate, INTERVAL_MONTHS[interval]), 1200);

/** (1 + r)ⁿ to 24 places. */
function compounded(rate: Decimal, periods: number): Decimal {
  let factor: Decimal = '1';
  for (let period = 0; period < periods; period++) {
    factor = round(multiply(factor, add(1, rate)), 24);
  }
  return factor;
}

interface Parts {
  readonly principal: Decimal[];
  readonly interest: Decimal[];
}

const noInterest = (financed: Decimal, count: number): Parts => ({
  principal: evenly(financed, count),
  interest: Array.from({ length: count }, () => '0.00'),
});

/** Interest on the first balance for the whole time. */
function flat(financed: Decimal, input: PlanInput): Parts {
  const count = input.installmentCount;
  const interest = round(multiply(multiply(financed, periodRate(input)), count));
  return { principal: evenly(financed, count), interest: evenly(interest, count) };
}

/** Equal payments; interest on what is still owed. */
function effective(financed: Decimal, input: PlanInput): Parts {
  const count = input.installmentCount;
  const rate = periodRate(input);
  const factor = compounded(rate, count);
  if (isZero(subtract(factor, 1))) return noInterest(financed, count);
  const payment = round(divide(multiply(multiply(financed, rate), factor), subtract(factor, 1)));
  const principal: Decimal[] = [];
  const interest: Decimal[] = [];
  let balance = financed;
  for (let index = 0; index < count; index++) {
    const charged = round(multiply(balance, rate));
    const repaid =
      index === count - 1 ? round(balance) : round(minimum(subtract(payment, charged), balance));
    interest.push(charged);
    principal.push(isNegative(repaid) ? '0.00' : repaid);
    balance = subtract(balance, principal[index] ?? '0');
  }
  return { principal, interest };
}

function partsOf(financed: Decimal, input: PlanInput): Parts {
  if (input.interestType === 'flat') return flat(financed, input);
  if (input.interestType === 'effective') return effective(financed, input);
  return noInterest(financed, countOf(input));
}

/** How many regular payments a plan has. */
const countOf = ({ type, installmentCount }: Pick<PlanInput, 'type' | 'installmentCount'>) =>
  type === 'full' ? 1 : installmentCount;

const subTotalOf = (input: PlanInput): Decimal =>
  round(input.type === 'lease' ? multiply(input.price, countOf(input)) : input.price);

/** What is against a plan; none: it can be made. */
export function planFaults(input: PlanInput): PlanFault[] {
  const faults: PlanFault[] = [];
  const fault = (field: string, code: string) => faults.push({ field, code });
  const subTotal = subTotalOf(input);
  if (input.discount?.type === 'amount' && compare(input.discount.value, subTotal) > 0) {
    fault('discountValue', 'ABOVE_TOTAL');
  }
  if (input.discount?.type === 'percent' && compare(input.discount.value, 100) > 0) {
    fault('discountValue', 'PERCENT');
  }
  const whole = input.type === 'installment';
  const { installmentCount: count } = input;
  if (input.type !== 'full' && (count < INSTALLMENTS.min || count > INSTALLMENTS.max)) {
    fault('installmentCount', 'RANGE');
  }
  if (input.type === 'lease' && !isZero(input.downPayment)) {
    fault('downPayment', 'NOT_FOR_LEASE');
  }
  if (!whole && input.interestType !== 'none') fault('interestType', 'ONLY_INSTALMENT');
  if (input.interestType !== 'none' && isZero(input.interestRate)) {
    fault('interestRate', 'REQUIRED');
  }
  if (input.dueDay !== 'last' && (input.dueDay < 1 || input.dueDay > LAST_COMMON_DAY)) {
    fault('dueDay', 'RANGE');
  }
  if (input.firstDueDate < input.contractDate) fault('firstDueDate', 'BEFORE_DOCUMENT');
  const net = subtract(subTotal, discountOf(input.discount, subTotal));
  const ahead = add(input.downPayment, input.deposit.refundable ? '0' : input.deposit.amount);
  if (compare(ahead, net) > 0) fault('downPayment', 'ABOVE_TOTAL');
  return faults;
}

interface Draft extends Pick<ScheduleRow, 'kind' | 'dueDate' | 'principal' | 'interest' | 'vat'> {
  readonly countsTowardsTotal: boolean;
}

/** What is paid ahead of the regular payments. */
function aheadOf(input: PlanInput): Draft[] {
  const { deposit, contractDate } = input;
  const row = (kind: 'deposit' | 'downPayment', amount: Decimal): Draft => {
    const { base, vat } = taxed(amount, input);
    return {
      kind,
      dueDate: contractDate,
      principal: base,
      interest: '0.00',
      vat,
      countsTowardsTotal: true,
    };
  };
  const deposits: Draft[] = isZero(deposit.amount)
    ? []
    : deposit.refundable
      ? // What is given back is no sale, and carries no VAT.
        [
          {
            kind: 'deposit',
            dueDate: contractDate,
            principal: round(deposit.amount),
            interest: '0.00',
            vat: '0.00',
            countsTowardsTotal: false,
          },
        ]
      : [row('deposit', deposit.amount)];
  return isZero(input.downPayment)
    ? deposits
    : [...deposits, row('downPayment', input.downPayment)];
}

const sumOf = <K extends string>(rows: readonly Readonly<Record<K, Decimal>>[], key: K): Decimal =>
  round(add('0', ...rows.map((row) => row[key])));

/**
 * The amounts and the schedule of a contract without faults. Every column of the rows that count
 * adds up to its total, and the last regular payment absorbs what rounding left.
 */
export function makePlan(input: PlanInput): PaymentPlan {
  const subTotal = subTotalOf(input);
  const discountTotal = discountOf(input.discount, subTotal);
  const price = taxed(round(subtract(subTotal, discountTotal)), input);
  const drafts = aheadOf(input);
  const counted = drafts.filter((row) => row.countsTowardsTotal);
  const financed = round(subtract(price.base, sumOf(counted, 'principal')));
  const { principal, interest } = partsOf(financed, input);
  const interestTotal = round(add('0', ...interest));
  const rate = input.vatMode === 'none' ? '0' : input.vatRate;
  const vatAmount = round(add(price.vat, divide(multiply(interestTotal, rate), 100)));
  // Rounding each amount paid ahead may take a satang more VAT than there is.
  const vatLeft = subtract(vatAmount, sumOf(counted, 'vat'));
  const vats = absorbing(
    isNegative(vatLeft) ? '0' : vatLeft,
    principal.map((part, index) =>
      round(divide(multiply(add(part, interest[index] ?? '0'), rate), 100)),
    ),
  );
  const months = INTERVAL_MONTHS[input.interval];
  const regular = principal.map((part, index): Draft => {
    const dueDate =
      index === 0
        ? input.firstDueDate
        : dueDateAfter(input.firstDueDate, index * months, input.dueDay);
    return {
      kind: 'installment',
      dueDate,
      principal: part,
      interest: interest[index] ?? '0.00',
      vat: vats[index] ?? '0.00',
      countsTowardsTotal: true,
    };
  });
  const all = settle([...drafts, ...regular], { vatAmount });
  const chargeable = round(add(price.base, interestTotal));
  const whtAmount = round(divide(multiply(chargeable, input.whtRate), 100));
  const grandTotal = round(add(chargeable, vatAmount));
  return {
    totals: {
      subTotal,
      discountTotal,
      baseAmount: price.base,
      interestTotal,
      vatAmount,
      grandTotal,
      whtAmount,
      netReceivable: round(subtract(grandTotal, whtAmount)),
      financedAmount: financed,
    },
    rows: withheld(all, { whtAmount, whtRate: input.whtRate }),
  };
}

/** Takes what was charged ahead above the VAT of the contract off the rows ahead. */
function settle(rows: readonly Draft[], { vatAmount }: { vatAmount: Decimal }): Draft[] {
  const counted = rows.filter((row) => row.countsTowardsTotal);
  const vats = absorbing(
    vatAmount,
    counted.map((row) => row.vat),
  );
  let place = 0;
  return rows.map((row) =>
    row.countsTowardsTotal ? { ...row, vat: vats[place++] ?? '0.00' } : row,
  );
}

/** Numbers the rows and says what is withheld from each. */
function withheld(
  rows: readonly Draft[],
  { whtAmount, whtRate }: { whtAmount: Decimal; whtRate: Decimal },
): ScheduleRow[] {
  const charges = rows
    .filter((row) => row.countsTowardsTotal)
    .map((row) => round(add(row.principal, row.interest)));
  const rounded = absorbing(
    whtAmount,
    charges.map((charge) => round(divide(multiply(charge, whtRate), 100))),
  );
  // Of a few satang the last row may not bear all that rounding left.
  const isBearable = compare(rounded.at(-1) ?? '0', charges.at(-1) ?? '0') <= 0;
  const parts = isBearable ? rounded : allocate(whtAmount, charges);
  let place = 0;
  return rows.map((row, index) => {
    const total = round(add(row.principal, row.interest, row.vat));
    const wht = row.countsTowardsTotal ? (parts[place++] ?? '0.00') : '0.00';
    return { seq: index + 1, ...row, total, wht, net: round(subtract(total, wht)) };
  });
}

/** Whose the container is while it is paid for: of a lease, and of hire purchase, ours. */
export const TITLE_HOLDERS = ['company', 'customer'] as const;
export type TitleHolder = (typeof TITLE_HOLDERS)[number];

/**
 * When VAT becomes due (domain-containers 0): goods with their delivery, hire purchase with each due
 * date although nothing was paid, a lease when the money arrives.
 */
export const taxPointOf = (type: ContractType, titleHolder: TitleHolder) =>
  type === 'lease'
    ? 'payment'
    : type === 'installment' && titleHolder === 'company'
      ? 'dueDate'
      : 'delivery';
export const TAX_POINTS = ['delivery', 'dueDate', 'payment'] as const;
