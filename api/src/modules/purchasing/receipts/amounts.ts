import { addQuantities, decimal, type VatMode } from '@boxyard/shared/domain';

/** An order's line as far as a receipt's amounts follow from it. */
export interface OrderedLine {
  readonly quantity: number;
  readonly unitPrice: string;
  readonly documentDiscount: string;
  readonly baseAmount: string;
  readonly vatAmount: string;
  /** Of receipts posted before. */
  readonly receivedQty: number;
  readonly receivedBase: string;
  readonly receivedVat: string;
  readonly receivedDiscount: string;
}

export interface AcceptedLine {
  readonly acceptedQty: number;
  /** What is charged; another price than the order's scales the line. */
  readonly unitPrice: string;
}

interface Charged {
  readonly baseAmount: string;
  readonly vatAmount: string;
  readonly documentDiscount: string;
}

export interface ReceiptLineAmounts extends Charged {
  /** Before the document discount: total − discount is what VAT is reckoned from (1.10). */
  readonly lineTotal: string;
  /** Shares of the order's line at the order's price. */
  readonly shareBase: string;
  readonly shareVat: string;
  readonly shareDiscount: string;
}

interface Tax {
  readonly vatMode: VatMode;
  readonly vatRate: string;
}

/**
 * What `accepted` of the line is worth of `total`: proportional, and the last one takes what is
 * left, so that the shares of all receipts sum to the line (domain-warehouse 2.5, D7).
 */
function shareOf(
  total: string,
  { line, accepted, taken }: { line: OrderedLine; accepted: number; taken: string },
): string {
  const left = decimal.subtract(total, taken);
  const after = addQuantities(line.receivedQty, accepted);
  const proportion = (quantity: number) =>
    decimal.round(decimal.divide(decimal.multiply(total, quantity), line.quantity));
  if (after < line.quantity) return decimal.round(decimal.minimum(proportion(accepted), left));
  // More than was ordered (within the tolerance) costs what it would have cost.
  const beyond = Math.max(0, after - Math.max(line.quantity, line.receivedQty));
  const more = beyond > 0 ? proportion(Math.round(beyond * 1000) / 1000) : '0';
  return decimal.round(decimal.add(left, more));
}

/** Amounts of a receipt's line from those of the order's line. */
export function receiptLineAmounts(
  line: OrderedLine,
  accepted: AcceptedLine,
  tax: Tax,
): ReceiptLineAmounts {
  const { acceptedQty, unitPrice } = accepted;
  const share = (total: string, taken: string) =>
    acceptedQty === 0 ? '0.00' : shareOf(total, { line, accepted: acceptedQty, taken });
  const ordered: Charged = {
    baseAmount: share(line.baseAmount, line.receivedBase),
    vatAmount: share(line.vatAmount, line.receivedVat),
    documentDiscount: share(line.documentDiscount, line.receivedDiscount),
  };
  const isOrderPrice = acceptedQty === 0 || decimal.compare(unitPrice, line.unitPrice) === 0;
  const charged = isOrderPrice ? ordered : atPrice(ordered, line, { accepted, tax });
  return {
    ...charged,
    lineTotal: decimal.round(
      decimal.add(
        charged.baseAmount,
        tax.vatMode === 'inclusive' ? charged.vatAmount : '0',
        charged.documentDiscount,
      ),
    ),
    shareBase: ordered.baseAmount,
    shareVat: ordered.vatAmount,
    shareDiscount: ordered.documentDiscount,
  };
}

/** Another price scales everything in proportion, discounts included. */
function atPrice(
  ordered: Charged,
  line: OrderedLine,
  { accepted, tax }: { accepted: AcceptedLine; tax: Tax },
): Charged {
  const rate = tax.vatMode === 'none' ? '0' : tax.vatRate;
  const vatOn = (base: string) => decimal.round(decimal.multiply(base, decimal.divide(rate, 100)));
  if (!decimal.isZero(line.unitPrice)) {
    const factor = decimal.divide(accepted.unitPrice, line.unitPrice);
    const scaled = (amount: string) => decimal.round(decimal.multiply(amount, factor));
    const baseAmount = scaled(ordered.baseAmount);
    return {
      baseAmount,
      vatAmount: vatOn(baseAmount),
      documentDiscount: scaled(ordered.documentDiscount),
    };
  }
  // Nothing to scale: what was ordered for nothing is charged as it stands.
  const gross = decimal.round(decimal.multiply(accepted.acceptedQty, accepted.unitPrice));
  if (tax.vatMode !== 'inclusive') {
    return { baseAmount: gross, vatAmount: vatOn(gross), documentDiscount: '0.00' };
  }
  const baseAmount = decimal.round(
    decimal.divide(decimal.multiply(gross, 100), decimal.add(100, rate)),
  );
  const vatAmount = decimal.round(decimal.subtract(gross, baseAmount));
  return { baseAmount, vatAmount, documentDiscount: '0.00' };
}
