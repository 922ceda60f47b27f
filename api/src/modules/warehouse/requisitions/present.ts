import { can } from '@boxyard/shared/domain';
import {
  openRequisitionQty,
  requisitionLineState,
  shortQty,
} from '@boxyard/shared/domain/warehouse/requisitionLines.ts';
import { sql } from 'kysely';
import { type Ctx, compiledQuery, money } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  loadRefs,
  loadVisible,
  pictureUrl,
  trailOf,
} from '../../../workflow/index.ts';
import { partFactsOf } from '../stock/facts.ts';
import { alternativesOf, availableOf } from './available.ts';
import { type PickRow, picksOf } from './picks.ts';
import { type ItemRow, itemsOf, type RequisitionRow, requisitions } from './type.ts';

type Shown = Pick<
  RequisitionRow,
  | DocumentFieldName
  | 'requesterId'
  | 'purpose'
  | 'warehouseId'
  | 'neededBy'
  | 'itemCount'
  | 'hasShortLines'
  | 'dispatchedAt'
>;

/** Rows of the list, and the head of the detail. */
export async function presentRequisitions(ctx: Ctx, rows: readonly Shown[]) {
  const refs = await loadRefs(ctx, {
    company: rows.map((row) => row.companyId),
    warehouse: rows.map((row) => row.warehouseId),
    user: rows.flatMap((row) => [row.requesterId, row.createdBy, row.approvedBy]),
  });
  return rows.map((row) => ({
    ...documentFields(row, refs),
    requester: refs.user(row.requesterId),
    purpose: row.purpose,
    warehouse: refs.ref(row.warehouseId),
    neededBy: row.neededBy,
    itemCount: row.itemCount,
    hasShortLines: row.hasShortLines,
    dispatchedAt: row.dispatchedAt,
  }));
}

/** A requisition with everything that its page shows. 404 outside this person's scope. */
export async function presentRequisition(ctx: Ctx, id: string) {
  const [row, items, picks, trail, related] = await Promise.all([
    loadVisible(ctx, requisitions.type, { id }),
    itemsOf(ctx, id),
    picksOf(ctx, id),
    trailOf(ctx, requisitions.type.subject, id),
    relatedOf(ctx, { id }),
  ]);
  const [[head], refs, lines] = await Promise.all([
    presentRequisitions(ctx, [row]),
    loadRefs(ctx, { warehouse: [row.toWarehouseId] }),
    presentLines(ctx, { row, items, picks }),
  ]);
  if (!head) throw new Error('one row in, one row out');
  return {
    ...head,
    ...trail,
    related,
    ...actionContext(ctx, requisitions.type, row),
    toWarehouse: refs.refOrNull(row.toWarehouseId),
    refNo: row.refNo,
    recipientName: row.recipientName,
    recipientSignature: await pictureUrl(ctx, row.recipientSignatureFileId),
    dispatchedDate: row.dispatchedDate,
    dispatchedToday: row.dispatchedToday,
    reservedUntil: row.reservedUntil,
    items: lines,
  };
}

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
  const [stock, facts, refs] = await Promise.all([
    isOpen
      ? availableOf(ctx, { partIds: outPartIds, companyId: row.companyId })
      : new Map<string, never[]>(),
    partFactsOf(ctx, { companyId: row.companyId, partIds: outPartIds }),
    loadRefs(ctx, {
      part: items.flatMap((item) => [item.partId, item.substitutePartId]),
      warehouse: picks.map((pick) => pick.warehouseId),
    }),
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
  const seesCost = can(ctx.actor.grants, 'parts-warehouse:view-cost');
  return items.map((item) => {
    const part = facts.get(item.outPartId);
    if (!part) throw new Error(`the part of line ${item.id} is missing`);
    return {
      id: item.id,
      lineNo: item.lineNo,
      part: refs.ref(item.partId),
      substitute: refs.refOrNull(item.substitutePartId),
      unit: part.unit,
      unitAllowsFraction: part.allowFraction,
      trackingType: part.trackingType,
      barcode: part.barcode,
      requestedQty: item.requestedQty,
      approvedQty: item.approvedQty,
      reservedQty: item.reservedQty,
      pickedQty: item.pickedQty,
      cancelledQty: item.cancelledQty,
      dispatchedQty: item.dispatchedQty,
      returnedQty: item.returnedQty,
      openQty: openRequisitionQty(item),
      shortQty: shortQty(item),
      state: requisitionLineState(item),
      available: availableHere(item.outPartId),
      cancelReason: item.cancelReason,
      note: item.note,
      issueValue: seesCost && item.issueValue !== null ? money(item.issueValue) : null,
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
      })),
      alternatives: alternatives.get(item.id) ?? [],
    };
  });
}
export type PresentedLine = Awaited<ReturnType<typeof presentLines>>[number];

/** What it was the rest of, what asks for its own rest, and what put its returns away. */
const relatedOf = compiledQuery(
  (_, { id }: { id: string }) =>
    sql<{ type: string; id: string; documentNo: string | null; status: string }>`
    select 'requisition' as type, o.id, o.document_no as "documentNo", o.status
    from requisitions q join requisitions o on o.id = q.backorder_of_id where q.id = ${id}
    union all
    select 'requisition', o.id, o.document_no, o.status from requisitions o where o.backorder_of_id = ${id}
    union all
    select 'repair', r.id, r.document_no, r.status
    from requisitions q join repairs r on r.id = q.repair_id where q.id = ${id}
    union all
    select 'goodsImport', g.id, g.document_no, g.status from goods_imports g
    where g.source_id = ${id}`,
);
