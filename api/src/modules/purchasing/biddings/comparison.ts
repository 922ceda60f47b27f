import {
  biddingMachine,
  comparedQuotationStatuses,
  decimal,
  quotationMachine,
  refusalOf,
  startsFrom,
} from '@boxyard/shared/domain';
import { compareBids, costOf } from '@boxyard/shared/domain/purchasing/bids.ts';
import { type Ctx, money, viewerOf } from '../../../kernel/index.ts';
import { loadRefs, loadVisible } from '../../../workflow/index.ts';
import { bidsOf, wantedOf } from './award.ts';
import { biddingItemsOf, bidHeadsOf, orderedLines, quotedLines } from './present.ts';
import { biddings, type QuotationRow } from './type.ts';

const stands = (row: QuotationRow): boolean =>
  comparedQuotationStatuses.some((status) => status === row.status);

/** Lines by suppliers, with what is lowest, what is won, and the best totals (4.1). */
export async function comparisonOf(ctx: Ctx, id: string) {
  const round = await loadVisible(ctx, biddings.type, { id });
  const [items, heads, wanted, bids, refs] = await Promise.all([
    biddingItemsOf(ctx, id),
    bidHeadsOf(ctx, id),
    wantedOf(ctx, id),
    bidsOf(ctx, id),
    loadRefs(ctx, { supplier: round.supplierIds }),
  ]);
  const standing = heads.filter(({ row }) => stands(row) && !row.isSealed);
  const quoted = await Promise.all(
    standing.map(async ({ row }) => ({ row, lines: await quotedLines(ctx, row) })),
  );
  const ordered = await orderedLines(
    ctx,
    quoted.flatMap(({ lines }) => lines.map((line) => line.id)),
  );
  const { lowest, bestSingle, bestSplit } = compareBids(wanted, bids);
  const valid = new Map(bids.map((bid) => [bid.id, bid]));
  const mayAward = startsFrom(biddingMachine, 'award', round.status);
  const viewer = viewerOf(ctx.actor);
  const refusalFor = (row: QuotationRow): string | null => {
    if (!mayAward) return 'INVALID_STATE';
    const refusal = refusalOf(quotationMachine, 'win', { doc: row, viewer });
    return refusal === null ? null : refusal.code;
  };
  const cells = quoted.flatMap(({ row, lines }) =>
    lines.map((line) => ({
      id: line.id,
      biddingItemId: line.biddingItemId,
      quotationId: row.id,
      supplierId: row.supplierId,
      quantity: line.quantity,
      moq: line.moq,
      unitPrice: line.unitPrice ?? '0.0000',
      discountPct: line.discountPct ?? '0.00',
      landedUnitPrice: line.landedUnitPrice ?? '0.0000',
      landedTotal: line.landedTotal ?? '0.00',
      leadTimeDays: line.leadTimeDays,
      warrantyMonths: line.warrantyMonths,
      brandOffered: line.brandOffered,
      isLowest:
        valid.has(line.id) && lowest.get(line.biddingItemId) === (line.landedUnitPrice ?? ''),
      isWinner: line.isWinner,
      wonQuantity: line.wonQuantity,
      wonReason: line.wonReason,
      isOrdered: ordered.has(line.id),
      refusal: refusalFor(row),
    })),
  );
  const wonOf = (supplierId: string): string =>
    decimal.round(
      decimal.add(
        '0',
        ...cells
          .filter((one) => one.supplierId === supplierId && one.isWinner)
          .map((one) => costOf(one, one.wonQuantity)),
      ),
    );
  const suppliers = round.supplierIds.map((supplierId) => {
    const own = standing.find(({ row }) => row.supplierId === supplierId);
    return {
      supplier: refs.ref(supplierId),
      quotation: own?.head ?? null,
      deliveryDays: own?.row.deliveryDays ?? null,
      creditDays: own?.row.creditDays ?? null,
      shippingFee: own ? money(own.row.shippingFee) : null,
      wonTotal: wonOf(supplierId),
    };
  });
  return {
    id: round.id,
    version: round.version,
    documentNo: round.documentNo,
    status: round.status,
    suppliers,
    items: items.map((item) => ({
      ...item,
      cells: cells.filter((one) => one.biddingItemId === item.id),
    })),
    bestSingle,
    bestSplit,
    awardedTotal: decimal.round(decimal.add('0', ...suppliers.map((one) => one.wonTotal))),
  };
}
