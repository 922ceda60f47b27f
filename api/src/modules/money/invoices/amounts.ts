import { can, computeAmounts, decimal } from '@boxyard/shared/domain';
import type { TaxPoint } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { isAboveTotal } from '@boxyard/shared/domain/purchasing/amounts.ts';
import {
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  invalid,
  settingOf,
} from '../../../kernel/index.ts';

export type InvoiceBody = Omit<Input<'invoices.create'>['body'], 'companyId'>;
export type Line = InvoiceBody['items'][number];

export const vatRateOf = (ctx: Ctx, companyId: string): Promise<string> =>
  settingOf(ctx, { companyId, key: 'vatRate' });

interface Priced {
  readonly vatMode: InvoiceBody['vatMode'];
  readonly vatRate: string;
  readonly whtRate: string;
  readonly discount: { readonly type: 'percent' | 'amount'; readonly value: string } | null;
  readonly items: readonly Pick<Line, 'quantity' | 'unitPrice' | 'isService'>[];
}

/** Totals of an invoice by the one function that the form uses, too. */
export function amountsOf({ items, ...priced }: Priced) {
  const amounts = computeAmounts({
    ...priced,
    lines: items.map(({ quantity, unitPrice, isService = false }) => ({
      quantity,
      unitPrice,
      isService,
    })),
  });
  if (decimal.compare(amounts.subTotal, decimal.MAX_AMOUNT) > 0) {
    throw invalid([{ field: 'items', code: 'MAX', params: { max: decimal.MAX_AMOUNT } }]);
  }
  return amounts;
}

export type InvoiceAmounts = ReturnType<typeof amountsOf>;

/** Columns of an invoice that its amounts fill. */
export const amountColumns = (amounts: InvoiceAmounts) => ({
  subTotal: amounts.subTotal,
  discountTotal: amounts.discountTotal,
  baseAmount: amounts.baseAmount,
  vatAmount: amounts.vatAmount,
  grandTotal: amounts.grandTotal,
  whtAmount: amounts.whtAmount,
});

/** Lines of an invoice with their shares of what it charges. */
export const itemRows = (invoiceId: string, items: readonly Line[], amounts: InvoiceAmounts) =>
  items.map((item, index) => ({
    invoiceId,
    lineNo: index + 1,
    description: item.description,
    quantity: item.quantity,
    unit: item.unit || null,
    unitPrice: item.unitPrice,
    isService: item.isService ?? false,
    lineTotal: amounts.lines[index]?.lineTotal ?? '0.00',
    baseAmount: amounts.lines[index]?.baseAmount ?? '0.00',
    vatAmount: amounts.lines[index]?.vatAmount ?? '0.00',
  }));

/** A discount takes off at most all of the lines. */
export function discountFaults(
  discount: Priced['discount'],
  { subTotal, field }: { readonly subTotal: string; readonly field: string },
): FieldFault[] {
  if (discount?.type === 'percent' && decimal.compare(discount.value, 100) > 0) {
    return [{ field, code: 'PERCENT' }];
  }
  return isAboveTotal(discount, subTotal)
    ? [{ field, code: 'DISCOUNT_ABOVE_TOTAL', params: { max: subTotal } }]
    : [];
}

/**
 * A discount above one's limit is for somebody whose limit is higher: 409 APPROVAL_LIMIT, or DISCOUNT_LIMIT
 * where what was agreed is below its list price already (`given`, in per cent), since both count together.
 */
export function expectDiscountWithin(
  ctx: Ctx,
  {
    discountTotal,
    subTotal,
    given = '0.00',
  }: Pick<InvoiceAmounts, 'discountTotal' | 'subTotal'> & { readonly given?: string },
): void {
  const { actor } = ctx;
  if (actor.kind === 'system' || decimal.isZero(discountTotal) || decimal.isZero(subTotal)) return;
  const limit = actor.discountLimitPercent;
  if (limit === null && can(actor.grants, 'all:manage')) return;
  // The rest of a list price of 100, times the sum of the lines: exact, without a division.
  const left = decimal.multiply(
    decimal.subtract(100, given),
    decimal.subtract(subTotal, discountTotal),
  );
  const least = limit === null ? null : decimal.multiply(decimal.subtract(100, limit), subTotal);
  if (least !== null && decimal.compare(left, least) >= 0) return;
  const percent = decimal.subtract(100, decimal.divide(left, subTotal));
  throw decimal.isZero(given)
    ? conflict('APPROVAL_LIMIT', { limit: limit ?? '0.00' })
    : conflict('DISCOUNT_LIMIT', { limit: limit ?? '0.00', percent: decimal.round(percent) });
}

/** What is wrong with VAT and tax point together. */
export function taxFaults(
  { vatMode, taxPoint }: { readonly vatMode: InvoiceBody['vatMode']; readonly taxPoint: TaxPoint },
  isVatRegistered: boolean,
): FieldFault[] {
  if (vatMode !== 'none' && !isVatRegistered)
    return [{ field: 'vatMode', code: 'NOT_VAT_REGISTERED' }];
  if ((vatMode === 'none') !== (taxPoint === 'none')) {
    return [{ field: 'taxPoint', code: 'TAX_POINT_DIFFERS' }];
  }
  return [];
}
