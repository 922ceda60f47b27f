import {
  add,
  allocate,
  compare,
  type Decimal,
  divide,
  isNegative,
  minimum,
  multiply,
  round,
  subtract,
} from '../values/decimal.ts';

/**
 * Amounts of an order, receipt or invoice with Thai VAT, discounts and withholding tax
 * (domain-warehouse 1.10). Everything is rounded half-up once, at document level; what is shown
 * on a line sums to the document by largest remainder (D7, I19; docs/adr/0009).
 */
export const VAT_MODES = ['exclusive', 'inclusive', 'none'] as const;
export type VatMode = (typeof VAT_MODES)[number];
export interface Discount {
  readonly type: 'percent' | 'amount';
  /** `percent`: 0.00–100.00; `amount`: THB. */
  readonly value: Decimal;
}

export interface AmountLine {
  readonly quantity: number;
  /** 4 places. */
  readonly unitPrice: Decimal;
  readonly discount?: Discount | null;
  /** Withholding tax is due on services only. */
  readonly isService?: boolean;
}

export interface AmountInput {
  readonly lines: readonly AmountLine[];
  readonly discount?: Discount | null;
  readonly vatMode: VatMode;
  /** Per cent, `7.00`. */
  readonly vatRate: Decimal;
  /** Per cent; withheld from service lines. */
  readonly whtRate?: Decimal;
}

export interface LineAmounts {
  /** round2(quantity × price) − line discount. */
  readonly lineTotal: Decimal;
  /** Share of the document discount. */
  readonly documentDiscount: Decimal;
  /** Share of the base: what the line costs before VAT. */
  readonly baseAmount: Decimal;
  readonly vatAmount: Decimal;
  readonly grandTotal: Decimal;
}

export interface Amounts {
  readonly subTotal: Decimal;
  readonly discountTotal: Decimal;
  readonly baseAmount: Decimal;
  readonly vatAmount: Decimal;
  readonly grandTotal: Decimal;
  readonly whtBase: Decimal;
  readonly whtAmount: Decimal;
  readonly netPayable: Decimal;
  readonly lines: readonly LineAmounts[];
}

/** What a discount takes off `amount`: never more than all of it. 2 places. */
export function discountOf(discount: Discount | null | undefined, amount: Decimal): Decimal {
  if (!discount) return '0.00';
  const taken =
    discount.type === 'percent'
      ? round(multiply(amount, divide(discount.value, 100)))
      : round(discount.value);
  return isNegative(taken) ? '0.00' : round(minimum(taken, amount));
}

/** round2(quantity × price): what a line costs before its discount. */
export const grossOf = (line: Pick<AmountLine, 'quantity' | 'unitPrice'>): Decimal =>
  round(multiply(line.quantity, line.unitPrice));

/** What a line costs after its discount. */
export function lineTotalOf(line: AmountLine): Decimal {
  const gross = grossOf(line);
  return round(subtract(gross, discountOf(line.discount, gross)));
}

/** Whether a discount as an amount is more than what it is taken from. */
export const isAboveTotal = (discount: Discount | null | undefined, total: Decimal): boolean =>
  discount?.type === 'amount' && compare(discount.value, total) > 0;

function baseAndVat(net: Decimal, mode: VatMode, rate: Decimal): { base: Decimal; vat: Decimal } {
  if (mode === 'none') return { base: round(net), vat: '0.00' };
  if (mode === 'exclusive')
    return { base: round(net), vat: round(multiply(net, divide(rate, 100))) };
  const base = round(divide(multiply(net, 100), add(100, rate)));
  return { base, vat: round(subtract(net, base)) };
}

/** All amounts of a document. Pure; the server's answer and the form's preview are this function. */
export function computeAmounts(input: AmountInput): Amounts {
  const lineTotals = input.lines.map(lineTotalOf);
  const subTotal = round(add(...lineTotals));
  const documentDiscount = discountOf(input.discount, subTotal);
  const net = round(subtract(subTotal, documentDiscount));
  const { base, vat } = baseAndVat(net, input.vatMode, input.vatRate);

  const discountShares = allocate(documentDiscount, lineTotals);
  const nets = lineTotals.map((total, index) => subtract(total, discountShares[index] ?? '0'));
  const baseShares = allocate(base, nets);
  // With VAT in the price, what a line shows before VAT and as VAT is what was charged for it.
  const vatShares =
    input.vatMode === 'inclusive'
      ? nets.map((lineNet, index) => round(subtract(lineNet, baseShares[index] ?? '0')))
      : allocate(vat, nets);

  const whtBase = round(
    add('0', ...baseShares.filter((_, index) => input.lines[index]?.isService === true)),
  );
  const rate = input.whtRate ?? '0';
  const whtAmount = compare(rate, 0) > 0 ? round(multiply(whtBase, divide(rate, 100))) : '0.00';
  const grandTotal = round(add(base, vat));

  return {
    subTotal,
    discountTotal: documentDiscount,
    baseAmount: base,
    vatAmount: vat,
    grandTotal,
    whtBase,
    whtAmount,
    netPayable: round(subtract(grandTotal, whtAmount)),
    lines: lineTotals.map((lineTotal, index) => ({
      lineTotal,
      documentDiscount: discountShares[index] ?? '0.00',
      baseAmount: baseShares[index] ?? '0.00',
      vatAmount: vatShares[index] ?? '0.00',
      grandTotal: round(add(baseShares[index] ?? '0', vatShares[index] ?? '0')),
    })),
  };
}
