import { addQuantities } from '@boxyard/shared/domain';
import { type Ctx, settingOf, today } from '../../../kernel/index.ts';
import { placesOf } from '../../../ledger/index.ts';
import { insertImport, type NewItem } from '../goodsImport/create.ts';
import type { CreatedImport } from '../goodsImport/types.ts';
import type { Parcel } from './transit.ts';
import { type ItemRow, TRANSFER_MOVES, type TransferRow } from './type.ts';

/** Who may not receive the goods; a company of one keeper lets whoever shipped receive as well (2.8). */
export async function barredReceiver(
  ctx: Ctx,
  { companyId, shippedBy }: { companyId: string; shippedBy: string | null },
): Promise<string | null> {
  return (await settingOf(ctx, { companyId, key: 'transfer.shipperMayReceive' }))
    ? null
    : shippedBy;
}

/** The goods import that waits for parcels in transit: one line for each line, lot and condition. */
export async function announce(
  ctx: Ctx,
  {
    row,
    items,
    parcels,
    warehouseId,
    sentBy,
  }: {
    readonly row: TransferRow;
    readonly items: readonly ItemRow[];
    readonly parcels: readonly Parcel[];
    readonly warehouseId: string;
    readonly sentBy: string | null;
  },
): Promise<CreatedImport> {
  const { TRANSIT } = await placesOf(ctx, row.companyId);
  const order = new Map(items.map((item) => [item.id, item]));
  const groups = Map.groupBy(parcels, ({ itemId, lotId, condition }) =>
    [itemId, lotId, condition].join('/'),
  );
  const lines = [...groups.values()].flatMap((group): (NewItem & { lineNo: number })[] => {
    const [first] = group;
    const item = first && order.get(first.itemId);
    if (!first || !item) return [];
    return [
      {
        lineNo: item.lineNo,
        sourceItemId: item.id,
        partId: item.partId,
        expectedQty: addQuantities(...group.map(({ quantity }) => quantity)),
        lotId: first.lotId,
        serialIds: group.map(({ serialId }) => serialId).filter((id) => id !== null),
        conditionFrom: first.condition,
        unitCost: null,
      },
    ];
  });
  return insertImport(ctx, {
    companyId: row.companyId,
    warehouseId,
    fromLocationId: TRANSIT,
    documentDate: today(ctx.clock),
    sourceType: TRANSFER_MOVES,
    sourceId: row.id,
    sourceNo: row.documentNo,
    sentBy,
    items: lines.sort((a, b) => a.lineNo - b.lineNo).map(({ lineNo: _lineNo, ...line }) => line),
  });
}
