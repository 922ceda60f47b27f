import { type Amounts, computeAmounts, type VatMode } from '@boxyard/shared/domain';

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

/** Totals of a form that is still being typed: the server's own function on what there is. */
export const amountsOf = (order: Order, vatRate: string = VAT_RATE): Amounts =>
  computeAmounts({
    vatMode: order.vatMode ?? 'exclusive',
    vatRate,
    whtRate: order.whtRate || '0.00',
    discount: order.discount ?? null,
    lines: (order.items ?? []).map((line) => ({
      quantity: line.quantity ?? 0,
      unitPrice: line.unitPrice || '0.0000',
      discount: line.discount ?? null,
      isService: line.isService === true,
    })),
  });
