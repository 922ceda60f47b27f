import { addQuantities, decimal, type VatMode } from '@boxyard/shared/domain';

/** An order's line as far as a receipt's amounts follow from it. */
export interface OrderedLine {
  readonly quantity: number;
  readonly unitPrice: string;
  readonly lineTotal: string;
  readonly documentDiscount: string;
  readonly baseAmount: string;
  readonly vatAmount: string;
  /** Of receipts posted before. */
  readonly receivedQty: number;
  readonly receivedBase: string;
  readonly receivedVat: string;
}

export interface AcceptedLine {
  readonly acceptedQty: number;
  /** What is charged; another price than the order's scales the line. */
  readonly unitPrice: string;
}

export interface ReceiptLineAmounts {
  readonly lineTotal: string;
  readonly documentDiscount: string;
  readonly baseAmount: string;
  readonly vatAmount: string;
  /** Share of the order's line at the order's price. */
  readonly shareBase: string;
  readonly shareVat: string;
}

/**
 * What `quantity` of `ordered` is worth of `total`: proportional, and the last one takes what is
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
  if (after < line.quantity) return decimal.minimum(proportion(accepted), left);
  // More than was ordered (within the tolerance) costs what it would have cost.
  const beyond = Math.max(0, after - Math.max(line.quantity, line.receivedQty));
  return decimal.add(left, beyond > 0 ? proportion(Math.round(beyond * 1000) / 1000) : '0');
}

/** Amounts of a receipt's line from those of the order's line. */
export function receiptLineAmounts(
  line: OrderedLine,
  { acceptedQty, unitPrice }: AcceptedLine,
  { vatMode, vatRate }: { vatMode: VatMode; vatRate: string },
): ReceiptLineAmounts {
  if (acceptedQty === 0) {
    const nothing = '0.00';
    return {
      lineTotal: nothing,
      documentDiscount: nothing,
      baseAmount: nothing,
      vatAmount: nothing,
      shareBase: nothing,
      shareVat: nothing,
    };
  }
  const shareBase = decimal.round(
    shareOf(line.baseAmount, { line, accepted: acceptedQty, taken: line.receivedBase }),
  );
  const shareVat = decimal.round(
    shareOf(line.vatAmount, { line, accepted: acceptedQty, taken: line.receivedVat }),
  );
  const part = (total: string) =>
    decimal.divide(decimal.multiply(total, acceptedQty), line.quantity);
  if (decimal.compare(unitPrice, line.unitPrice) === 0) {
    return {
      lineTotal: decimal.round(part(line.lineTotal)),
      documentDiscount: decimal.round(part(line.documentDiscount)),
      baseAmount: shareBase,
      vatAmount: shareVat,
      shareBase,
      shareVat,
    };
  }
  const rate = vatMode === 'none' ? '0' : vatRate;
  const priced = atPrice(line, { acceptedQty, unitPrice, shareBase, rate, vatMode });
  return {
    lineTotal: priced.lineTotal,
    documentDiscount: priced.documentDiscount,
    baseAmount: priced.base,
    vatAmount: decimal.round(decimal.multiply(priced.base, decimal.divide(rate, 100))),
    shareBase,
    shareVat,
  };
}

/** Another price scales everything in proportion, discounts included. */
function atPrice(
  line: OrderedLine,
  at: AcceptedLine & { shareBase: string; rate: string; vatMode: VatMode },
): { lineTotal: string; documentDiscount: string; base: string } {
  if (decimal.isZero(line.unitPrice)) {
    const gross = decimal.round(decimal.multiply(at.acceptedQty, at.unitPrice));
    const base =
      at.vatMode === 'inclusive'
        ? decimal.round(decimal.divide(decimal.multiply(gross, 100), decimal.add(100, at.rate)))
        : gross;
    return { lineTotal: gross, documentDiscount: '0.00', base };
  }
  const factor = decimal.divide(at.unitPrice, line.unitPrice);
  const scaled = (total: string) =>
    decimal.round(
      decimal.multiply(
        decimal.divide(decimal.multiply(total, at.acceptedQty), line.quantity),
        factor,
      ),
    );
  return {
    lineTotal: scaled(line.lineTotal),
    documentDiscount: scaled(line.documentDiscount),
    base: decimal.round(decimal.multiply(at.shareBase, factor)),
  };
}
