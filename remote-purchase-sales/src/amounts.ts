import { type Amounts, computeAmounts, decimal, type VatMode } from '@boxyard/shared/domain';

export type DiscountType = 'percent' | 'amount';

interface Line {
  readonly quantity?: number | null | undefined;
  readonly unitPrice?: string | null | undefined;
  readonly discount?: { readonly type: DiscountType; readonly value: string } | null | undefined;
  readonly isService?: boolean | undefined;
}

/** VAT until the server has said which rate is in force where the goods go. */
const VAT_RATE = '7.00';

interface Order {
  readonly items?: readonly Line[] | undefined;
  readonly discount?: Line['discount'];
  readonly vatMode?: VatMode | undefined;
  readonly whtRate?: string | undefined;
}

/** A form holds what was typed or pasted, right or wrong: what is no figure counts as not typed yet. */
const figure = (value: string | null | undefined, otherwise: string): string =>
  value && decimal.isDecimal(value) ? value : otherwise;

const discountOf = (discount: Line['discount']): NonNullable<Line['discount']> | null =>
  discount && decimal.isDecimal(discount.value) ? discount : null;

/** Totals of a form that is still being typed: the server's own function on what there is. */
export const amountsOf = (order: Order, vatRate: string = VAT_RATE): Amounts =>
  computeAmounts({
    vatMode: order.vatMode ?? 'exclusive',
    vatRate,
    whtRate: figure(order.whtRate, '0.00'),
    discount: discountOf(order.discount),
    lines: (order.items ?? []).map((line) => ({
      quantity: Number.isFinite(line.quantity) ? (line.quantity ?? 0) : 0,
      unitPrice: figure(line.unitPrice, '0.0000'),
      discount: discountOf(line.discount),
      isService: line.isService === true,
    })),
  });
