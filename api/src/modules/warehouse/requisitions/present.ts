import {
  openRequisitionQty,
  requisitionLineState,
  shortQty,
} from '@boxyard/shared/domain/warehouse/requisitionLines.ts';
import type { Ctx } from '../../../kernel/index.ts';
import { costFor, loadRefs, pictureUrl, textsFor } from '../../../workflow/index.ts';
import { partFactsOf } from '../stock/facts.ts';
import { alternativesOf, availableOf } from './available.ts';
import { type PickRow, picksOf } from './picks.ts';
import { type ItemRow, type RequisitionRow, requisitions } from './type.ts';

export const requisitionRows = requisitions.rows();

export const presentRequisition = requisitions.document({
  rows: requisitionRows,
  related: {
    from: { requisitions: 'backorderOfId', repairs: 'repairId', jobs: 'jobId' },
    to: { requisitions: 'backorderOfId', goodsImports: 'sourceId' },
  },
  load: (ctx, id) => Promise.all([requisitions.linesOf(ctx, id), picksOf(ctx, id)]),
  more: async (ctx, row, [items, picks]) => ({
    recipientSignature: await pictureUrl(ctx, row.recipientSignatureFileId),
    items: await presentLines(ctx, { row, items, picks }),
  }),
});

/** A line before the decision may lack stock, too: its approver is told what else there is. */
const lacks = (item: ItemRow, available: number | null): boolean =>
  item.approvedQty === null
    ? available !== null && available < item.requestedQty
    : shortQty(item) > 0;

async function presentLines(
  ctx: Ctx,
  {
    row,
    items,
    picks,
  }: { row: RequisitionRow; items: readonly ItemRow[]; picks: readonly PickRow[] },
) {
  const outPartIds = items.map((item) => item.outPartId);
  const isOpen = row.dispatchedAt === null;
  const [stock, facts, refs, said] = await Promise.all([
    isOpen
      ? availableOf(ctx, { partIds: outPartIds, companyId: row.companyId })
      : new Map<string, never[]>(),
    partFactsOf(ctx, { companyId: row.companyId, partIds: outPartIds }),
    loadRefs(ctx, {
      part: items.flatMap((item) => [item.partId, item.substitutePartId]),
      warehouse: picks.map((pick) => pick.warehouseId),
    }),
    // The rest of a line is asked for by another requisition, which is named there.
    textsFor(
      ctx,
      items.map((item) => item.cancelReason),
    ),
  ]);
  const availableHere = (partId: string): number | null => {
    const here = (stock.get(partId) ?? []).find(
      ({ warehouse }) => warehouse.id === row.warehouseId,
    );
    return here === undefined ? 0 : here.available;
  };
  const alternatives = await alternativesOf(ctx, {
    items: isOpen ? items.filter((item) => lacks(item, availableHere(item.outPartId))) : [],
    warehouseId: row.warehouseId,
    companyId: row.companyId,
  });
  const byItem = Map.groupBy(picks, (pick) => pick.itemId);
  return items.map((item) => {
    const part = facts.get(item.outPartId);
    if (!part) throw new Error(`the part of line ${item.id} is missing`);
    return {
      ...item,
      cancelReason: said(item.cancelReason),
      part: refs.ref(item.partId),
      substitute: refs.refOrNull(item.substitutePartId),
      unit: part.unit,
      unitAllowsFraction: part.allowFraction,
      trackingType: part.trackingType,
      barcode: part.barcode,
      openQty: openRequisitionQty(item),
      shortQty: shortQty(item),
      state: requisitionLineState(item),
      available: availableHere(item.outPartId),
      issueValue: costFor(ctx, item.issueValue),
      picks: (byItem.get(item.id) ?? []).map((pick) => ({
        id: pick.reservationId,
        warehouse: refs.ref(pick.warehouseId),
        bin: { id: pick.locationId, code: pick.bin, name: pick.bin, nameTh: null },
        lotNo: pick.lotNo,
        expiryDate: pick.expiryDate,
        serialNo: pick.serialNo,
        condition: pick.condition,
        isCounted: pick.isCounted,
        quantity: pick.quantity,
        pickedQty: pick.dispatchedQty > 0 ? pick.dispatchedQty : pick.pickedQty,
        returnedQty: pick.returnedQty,
        usedQty: pick.usedQty,
      })),
      alternatives: alternatives.get(item.id) ?? [],
    };
  });
}
export type PresentedLine = Awaited<ReturnType<typeof presentLines>>[number];
