import { can, isTerminal, transferMachine } from '@boxyard/shared/domain';
import { inTransitQty, transferLineState } from '@boxyard/shared/domain/warehouse/transferLines.ts';
import { sql } from 'kysely';
import { type Ctx, compiledQuery, money } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  loadRefs,
  loadVisible,
  trailOf,
} from '../../../workflow/index.ts';
import { availableOf } from '../requisitions/available.ts';
import { partFactsOf } from '../stock/facts.ts';
import { type HeldRow, heldOf } from './ship.ts';
import { missingParcels, namesOf, type Parcel, shippedOf } from './transit.ts';
import { type ItemRow, itemsOf, type TransferRow, transfers } from './type.ts';

type Shown = Pick<
  TransferRow,
  | DocumentFieldName
  | 'fromWarehouseId'
  | 'toWarehouseId'
  | 'carrier'
  | 'expectedDate'
  | 'itemCount'
  | 'shippedAt'
  | 'hasMissing'
  | 'isLate'
>;

/** Rows of the list, and the head of the detail. */
export async function presentTransfers(ctx: Ctx, rows: readonly Shown[]) {
  const refs = await loadRefs(ctx, {
    company: rows.map((row) => row.companyId),
    warehouse: rows.flatMap((row) => [row.fromWarehouseId, row.toWarehouseId]),
    user: rows.flatMap((row) => [row.createdBy, row.approvedBy]),
  });
  return rows.map((row) => ({
    ...documentFields(row, refs),
    fromWarehouse: refs.ref(row.fromWarehouseId),
    toWarehouse: refs.ref(row.toWarehouseId),
    carrier: row.carrier,
    expectedDate: row.expectedDate,
    itemCount: row.itemCount,
    shippedAt: row.shippedAt,
    hasMissing: row.hasMissing,
    isLate: row.isLate,
  }));
}

/** A transfer with everything that its page shows. 404 outside this person's scope. */
export async function presentTransfer(ctx: Ctx, id: string) {
  const [row, items, trail, related] = await Promise.all([
    loadVisible(ctx, transfers.type, { id }),
    itemsOf(ctx, id),
    trailOf(ctx, transfers.type.subject, id),
    relatedOf(ctx, { id }),
  ]);
  const assignee = row.assigneeId ?? row.createdBy;
  const [[head], refs, lines, losses] = await Promise.all([
    presentTransfers(ctx, [row]),
    loadRefs(ctx, { user: [assignee, row.shippedBy] }),
    presentLines(ctx, row, items),
    lossesOf(ctx, id),
  ]);
  if (!head) throw new Error('one row in, one row out');
  return {
    ...head,
    ...trail,
    related,
    ...actionContext(ctx, transfers.type, row),
    assignee: refs.userOrNull(assignee),
    trackingNo: row.trackingNo,
    shippedBy: refs.userOrNull(row.shippedBy),
    shippedDate: row.shippedDate,
    recalledAt: row.recalledAt,
    isFromMine: row.isFromMine,
    importUntouched: row.importUntouched,
    items: lines,
    losses,
  };
}

/** Where some of a line is held, or what it left the source as. */
interface Place extends Parcel {
  readonly id: string;
  readonly bin: string;
  readonly lotNo: string | null;
  readonly expiryDate: string | null;
  readonly serialNo: string | null;
  readonly isCounted: boolean;
}

const heldPlaces = (held: readonly HeldRow[]): Place[] =>
  held.map(({ reservationId, ...row }) => ({ ...row, id: reservationId }));

async function shippedPlaces(ctx: Ctx, row: TransferRow): Promise<Place[]> {
  const shipped = await shippedOf(ctx, row);
  const names = await namesOf(ctx, shipped);
  return shipped.map((parcel, index) => ({
    ...parcel,
    id: `${parcel.itemId}-${index}`,
    lotNo: names.get(parcel.lotId ?? '') ?? null,
    expiryDate: null,
    isCounted: false,
    serialNo: names.get(parcel.serialId ?? '') ?? null,
  }));
}

async function presentLines(ctx: Ctx, row: TransferRow, items: readonly ItemRow[]) {
  const isShipped = row.shippedAt !== null;
  const mayShip = !isShipped && !isTerminal(transferMachine, row.status);
  const partIds = items.map((item) => item.partId);
  const [refs, places, missing, stock, facts] = await Promise.all([
    loadRefs(ctx, { part: partIds }),
    isShipped ? shippedPlaces(ctx, row) : heldOf(ctx, row.id).then(heldPlaces),
    row.hasMissing ? missingParcels(ctx, row) : [],
    // Whoever may not look into the source is not told what lies there.
    isShipped || !row.isFromMine ? null : availableOf(ctx, { partIds, companyId: row.companyId }),
    partFactsOf(ctx, { companyId: row.companyId, partIds }),
  ]);
  const names = await namesOf(ctx, missing);
  const available = (partId: string): number | null => {
    if (stock === null) return null;
    const here = (stock.get(partId) ?? []).find(
      ({ warehouse }) => warehouse.id === row.fromWarehouseId,
    );
    return here === undefined ? 0 : here.available;
  };
  return items.map((item) => {
    const part = facts.get(item.partId);
    if (!part) throw new Error(`the part of line ${item.id} is missing`);
    return {
      id: item.id,
      lineNo: item.lineNo,
      part: refs.ref(item.partId),
      unit: part.unit,
      unitAllowsFraction: part.allowFraction,
      trackingType: part.trackingType,
      barcode: part.barcode,
      quantity: item.quantity,
      approvedQty: item.approvedQty,
      shippedQty: item.shippedQty,
      receivedQty: item.receivedQty,
      damagedQty: item.damagedQty,
      returnedQty: item.returnedQty,
      lostQty: item.lostQty,
      missingQty: item.missingQty,
      inTransitQty: inTransitQty(item),
      state: transferLineState(item, { mayShip }),
      available: available(item.partId),
      note: item.note,
      picks: places
        .filter(({ itemId }) => itemId === item.id)
        .map(({ id, bin, lotNo, expiryDate, serialNo, condition, isCounted, quantity }) => ({
          id,
          bin,
          lotNo,
          expiryDate,
          serialNo,
          condition,
          isCounted,
          quantity,
        })),
      missing: missing
        .filter(({ itemId }) => itemId === item.id)
        .map(({ lotId, serialId, condition, quantity }) => ({
          lotNo: names.get(lotId ?? '') ?? null,
          serialNo: names.get(serialId ?? '') ?? null,
          condition,
          quantity,
        })),
    };
  });
}
export type PresentedLine = Awaited<ReturnType<typeof presentLines>>[number];

const writtenOff = compiledQuery((db, given: { transferId: string }) =>
  db
    .selectFrom('partTransferLosses as l')
    .innerJoin('partTransferItems as i', 'i.id', 'l.itemId')
    .leftJoin('lots as lo', 'lo.id', 'l.lotId')
    .leftJoin('serials as s', 's.id', 'l.serialId')
    .where('i.transferId', '=', given.transferId)
    .orderBy('l.createdAt')
    .orderBy('i.lineNo')
    .select(['l.id', 'i.partId', 'l.quantity', 'l.liable', 'l.reason', 'l.value', 'l.createdAt'])
    .select(['l.createdBy', 'lo.lotNo', 's.serialNo']),
);

/** What was written off, with its value for whoever may see values. */
async function lossesOf(ctx: Ctx, id: string) {
  const rows = await writtenOff(ctx, { transferId: id });
  const refs = await loadRefs(ctx, {
    part: rows.map((row) => row.partId),
    user: rows.map((row) => row.createdBy),
  });
  const seesCost = can(ctx.actor.grants, 'parts-warehouse:view-cost');
  return rows.map((row) => ({
    id: row.id,
    part: refs.ref(row.partId),
    quantity: Number(row.quantity),
    trace: row.serialNo ?? row.lotNo,
    liable: row.liable,
    reason: row.reason,
    value: seesCost ? money(row.value) : null,
    at: row.createdAt,
    by: refs.userOrNull(row.createdBy),
  }));
}

/** The goods imports that wait for its goods, or put them away. */
const relatedOf = compiledQuery(
  (_, given: { id: string }) =>
    sql<{ type: string; id: string; documentNo: string | null; status: string }>`
    select 'goodsImport' as type, g.id, g.document_no as "documentNo", g.status from goods_imports g
    where g.source_id = ${given.id} order by g.created_at, g.id`,
);
