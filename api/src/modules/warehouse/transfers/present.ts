import { isTerminal, transferMachine } from '@boxyard/shared/domain';
import { inTransitQty, transferLineState } from '@boxyard/shared/domain/warehouse/transferLines.ts';
import { type Ctx, compiledQuery } from '../../../kernel/index.ts';
import { costFor, loadRefs } from '../../../workflow/index.ts';
import { availableOf } from '../requisitions/available.ts';
import { partFactsOf } from '../stock/facts.ts';
import { type HeldRow, heldOf } from './ship.ts';
import { missingParcels, namesOf, type Parcel, shippedOf } from './transit.ts';
import { type ItemRow, type TransferRow, transfers } from './type.ts';

export const transferRows = transfers.rows();

export const presentTransfer = transfers.document({
  rows: transferRows,
  related: { to: { goodsImports: 'sourceId' } },
  load: transfers.linesOf,
  more: async (ctx, row, items) => {
    const [lines, losses] = await Promise.all([
      presentLines(ctx, row, items),
      lossesOf(ctx, row.id),
    ]);
    return { items: lines, losses, foundMissingByIds: row.foundMissingByIds };
  },
});

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
      ...item,
      part: refs.ref(item.partId),
      unit: part.unit,
      unitAllowsFraction: part.allowFraction,
      trackingType: part.trackingType,
      barcode: part.barcode,
      inTransitQty: inTransitQty(item),
      state: transferLineState(item, { mayShip }),
      available: available(item.partId),
      picks: places.filter(({ itemId }) => itemId === item.id),
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
  return rows.map((row) => ({
    id: row.id,
    part: refs.ref(row.partId),
    quantity: Number(row.quantity),
    trace: row.serialNo ?? row.lotNo,
    liable: row.liable,
    reason: row.reason,
    value: costFor(ctx, row.value),
    at: row.createdAt,
    by: refs.userOrNull(row.createdBy),
  }));
}
