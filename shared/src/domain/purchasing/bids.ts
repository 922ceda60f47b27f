import * as decimal from '../values/decimal.ts';
import { addQuantities, subtractQuantities } from '../values/quantity.ts';
import { computeAmounts, type VatMode } from './amounts.ts';

/** Prices of quotations made comparable, and which of them are best (domain-warehouse 1.8, 4.1). */

type Decimal = decimal.Decimal;

export interface QuotedLine {
  readonly quantity: number;
  /** 4 places, as the supplier writes it. */
  readonly unitPrice: Decimal;
  readonly discountPct: Decimal;
}

export interface Landed {
  /** Net of discount, without VAT, with its share of the shipping; 2 places. */
  readonly landedTotal: Decimal;
  /** The same for one unit; 4 places. */
  readonly landedUnitPrice: Decimal;
  /** Of the fee as quoted, in proportion to the lines; the shares sum to the fee. */
  readonly shippingShare: Decimal;
}

/**
 * What each line costs until it is here. The shipping fee is quoted as the prices are (with or
 * without VAT) and shared by the lines' amounts; every sum matches by largest remainder (D7).
 */
export function landedLines(
  lines: readonly QuotedLine[],
  terms: { readonly vatMode: VatMode; readonly vatRate: Decimal; readonly shippingFee: Decimal },
): Landed[] {
  if (lines.length === 0) return [];
  const { lines: amounts } = computeAmounts({
    lines: [
      ...lines.map(({ discountPct, ...line }) => ({
        ...line,
        discount: { type: 'percent' as const, value: discountPct },
      })),
      { quantity: 1, unitPrice: terms.shippingFee },
    ],
    vatMode: terms.vatMode,
    vatRate: terms.vatRate,
  });
  const bases = lines.map((_, index) => amounts[index]?.baseAmount ?? '0.00');
  const shipping = decimal.allocate(amounts[lines.length]?.baseAmount ?? '0.00', bases);
  const shares = decimal.allocate(terms.shippingFee, bases);
  return lines.map(({ quantity }, index) => {
    const landedTotal = decimal.round(decimal.add(bases[index] ?? '0', shipping[index] ?? '0'));
    return {
      landedTotal,
      landedUnitPrice: decimal.round(decimal.divide(landedTotal, quantity), 4),
      shippingShare: shares[index] ?? '0.00',
    };
  });
}

/** A line of a quotation that may be awarded. */
export interface Bid {
  readonly id: string;
  readonly biddingItemId: string;
  readonly supplierId: string;
  readonly quantity: number;
  readonly moq: number | null;
  readonly landedTotal: Decimal;
  readonly landedUnitPrice: Decimal;
}

/** What `quantity` of a bid costs: all of it to the satang, part of it in proportion. */
export const costOf = (bid: Bid, quantity: number): Decimal =>
  quantity === bid.quantity
    ? bid.landedTotal
    : decimal.round(decimal.divide(decimal.multiply(bid.landedTotal, quantity), bid.quantity));

const byPrice = (a: Bid, b: Bid) => decimal.compare(a.landedUnitPrice, b.landedUnitPrice);
const cheaper = (a: Decimal, b: Decimal): Decimal => (decimal.compare(a, b) <= 0 ? a : b);

interface Wanted {
  readonly id: string;
  readonly quantity: number;
}

/** Whether a bid can bring all of a line by itself. */
const coversAlone = (bid: Bid, { quantity }: Wanted): boolean =>
  bid.quantity >= quantity && (bid.moq ?? 0) <= quantity;

/** The line filled from the cheapest bid upwards. */
function filled(item: Wanted, bids: readonly Bid[]): { cost: Decimal; covered: number } {
  let rest = item.quantity;
  let cost = '0.00';
  for (const bid of [...bids].sort(byPrice)) {
    const taken = Math.min(rest, bid.quantity);
    if (taken <= 0 || taken < (bid.moq ?? 0)) continue;
    cost = decimal.round(decimal.add(cost, costOf(bid, taken)));
    rest = subtractQuantities(rest, taken);
  }
  return { cost, covered: subtractQuantities(item.quantity, rest) };
}

export interface Comparison {
  /** Cheapest landed unit price of each line, by its id. */
  readonly lowest: ReadonlyMap<string, Decimal>;
  /** The one supplier who brings everything for least; null: nobody offers everything. */
  readonly bestSingle: { readonly supplierId: string; readonly total: Decimal } | null;
  /** Each line from whoever is cheapest; `complete`: every line is offered whole. */
  readonly bestSplit: { readonly total: Decimal; readonly complete: boolean } | null;
}

/** Who is cheapest, line by line and in all. Ties go to whoever comes first. */
export function compareBids(items: readonly Wanted[], bids: readonly Bid[]): Comparison {
  const byItem = Map.groupBy(bids, (bid) => bid.biddingItemId);
  const lowest = new Map<string, Decimal>();
  for (const [id, offered] of byItem) {
    const [first] = [...offered].sort(byPrice);
    if (first) lowest.set(id, first.landedUnitPrice);
  }
  let bestSingle: Comparison['bestSingle'] = null;
  for (const [supplierId, own] of Map.groupBy(bids, (bid) => bid.supplierId)) {
    const costs = items.flatMap((item) => {
      const bid = own.find((one) => one.biddingItemId === item.id && coversAlone(one, item));
      return bid ? [costOf(bid, item.quantity)] : [];
    });
    if (costs.length < items.length) continue;
    const total = decimal.round(decimal.add('0', ...costs));
    if (bestSingle === null || decimal.compare(total, bestSingle.total) < 0) {
      bestSingle = { supplierId, total };
    }
  }
  if (bids.length === 0) return { lowest, bestSingle, bestSplit: null };
  let total = '0.00';
  let complete = true;
  for (const item of items) {
    const offered = byItem.get(item.id) ?? [];
    const { cost, covered } = filled(item, offered);
    const alone = offered
      .filter((bid) => coversAlone(bid, item))
      .map((bid) => costOf(bid, item.quantity));
    const whole = covered === item.quantity ? [cost, ...alone] : alone;
    complete &&= whole.length > 0;
    total = decimal.add(total, whole.length > 0 ? whole.reduce(cheaper) : cost);
  }
  return { lowest, bestSingle, bestSplit: { total: decimal.round(total), complete } };
}

interface WonLine {
  readonly quantity: number;
  readonly wonQuantity: number;
}

/** Where a quotation ends when its round is awarded (1.8). */
export function quotationOutcome(lines: readonly WonLine[]): 'won' | 'partiallyWon' | 'lost' {
  if (lines.every((line) => line.wonQuantity === 0)) return 'lost';
  return lines.every((line) => line.wonQuantity >= line.quantity) ? 'won' : 'partiallyWon';
}

/** Whether every line of a round is awarded whole: then the round is decided (2.3). */
export const isAwarded = (
  items: readonly Wanted[],
  won: readonly { readonly biddingItemId: string; readonly wonQuantity: number }[],
): boolean =>
  items.length > 0 &&
  items.every(
    (item) =>
      addQuantities(
        0,
        ...won.filter((one) => one.biddingItemId === item.id).map((one) => one.wonQuantity),
      ) >= item.quantity,
  );

/** How long a round stays sealed for those who may not see bids: until it closes (2.3). */
export const isSealed = (
  round: { readonly closedAt: Date | null; readonly closesAt: Date },
  now: Date,
): boolean => round.closedAt === null && round.closesAt.getTime() > now.getTime();
