import type { BiddingDetail, QuotationDetail } from '@boxyard/shared/contract';

type Values = Readonly<Record<string, unknown>>;
type Asked = BiddingDetail['items'][number];

/** What a line of the form is about, beside what is typed into it. */
const labelOf = (item: Asked | QuotationDetail['items'][number]) => ({
  part: item.part,
  description: item.description,
  unit: item.unit,
  requestedQty: 'requestedQty' in item ? item.requestedQty : item.quantity,
});

/** A line for each that the round still asks for, without a price. */
export const emptyLines = (items: readonly Asked[]) =>
  items
    .filter((item) => !item.isReleased)
    .map((item) => ({ biddingItemId: item.id, label: labelOf(item), quantity: item.quantity }));

/** The lines of a quotation, then those of the round that it does not offer. */
export function linesOf(quotation: QuotationDetail, round: BiddingDetail) {
  const quoted = quotation.items.map(({ id: _id, ...item }) => ({
    biddingItemId: item.biddingItemId,
    label: labelOf({ id: '', ...item }),
    quantity: item.quantity,
    unitPrice: item.unitPrice,
    discountPct: item.discountPct,
    moq: item.moq,
    leadTimeDays: item.leadTimeDays,
    warrantyMonths: item.warrantyMonths,
    brandOffered: item.brandOffered,
  }));
  const rest = round.items.filter(
    ({ id }) => !quotation.items.some(({ biddingItemId }) => biddingItemId === id),
  );
  return [...quoted, ...emptyLines(rest)];
}

const isPriced = ({ unitPrice }: Values): boolean =>
  unitPrice !== undefined && unitPrice !== null && unitPrice !== '';

/** What is sent: lines without a price are not offered. */
export function quotationBody({ items, biddingId: _round, ...terms }: Values): Values {
  const lines = (items ?? []) as readonly Values[];
  return {
    ...terms,
    shippingFee: terms.shippingFee ?? undefined,
    creditDays: terms.creditDays ?? undefined,
    items: lines.filter(isPriced).map(({ label: _label, discountPct, ...line }) => ({
      ...line,
      ...(discountPct ? { discountPct } : {}),
    })),
  };
}
