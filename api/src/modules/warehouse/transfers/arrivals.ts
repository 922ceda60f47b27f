import { bangkokDate, subtractQuantities, transferMachine } from '@boxyard/shared/domain';
import { transferStatus } from '@boxyard/shared/domain/warehouse/transferLines.ts';
import { audienceOf, type Ctx, named, notify, record, updated } from '../../../kernel/index.ts';
import type { MoveInput } from '../../../ledger/index.ts';
import type { ImportSource } from '../goodsImport/sources.ts';
import type { ImportItemRow, ImportRow } from '../goodsImport/type.ts';
import { refreshItems, type Shipped, shippedOf } from './transit.ts';
import { type ItemRow, isOverdue, type TransferRow, transfers } from './type.ts';

/** The transfer that announced the goods of an import, locked. */
async function transferOf(ctx: Ctx, row: ImportRow): Promise<TransferRow> {
  const transfer =
    row.sourceId === null
      ? undefined
      : await transfers.type.load(ctx, row.sourceId, { lock: true });
  if (!transfer) throw new Error(`the transfer of goods import ${row.id} is missing`);
  return transfer;
}

/** Goods that the destination refuses go back into the bins that they left (2.6). */
async function sendHome(
  ctx: Ctx,
  row: ImportRow,
  items: readonly ImportItemRow[],
): Promise<MoveInput[]> {
  const shipped = await shippedOf(ctx, await transferOf(ctx, row));
  const left = new Map(shipped.map((parcel) => [parcel, parcel.quantity]));
  return items.flatMap((item) => {
    const base = {
      itemId: item.partId,
      docItemId: item.id,
      from: row.fromLocationId,
      lotId: item.lotId,
    };
    let open = Number(item.expectedQty);
    return shipped
      .filter((parcel) => isOf(item, parcel))
      .flatMap((parcel) => {
        const quantity = Math.min(open, left.get(parcel) ?? 0);
        if (quantity <= 0) return [];
        open = subtractQuantities(open, quantity);
        left.set(parcel, subtractQuantities(left.get(parcel) ?? 0, quantity));
        const { serialId, condition, locationId } = parcel;
        return [{ ...base, quantity, serialId, conditionFrom: condition, to: locationId }];
      });
  });
}

const isOf = (item: ImportItemRow, parcel: Shipped): boolean =>
  parcel.itemId === item.sourceItemId &&
  parcel.lotId === item.lotId &&
  parcel.condition === item.conditionFrom &&
  (parcel.serialId === null || item.serialIds.includes(parcel.serialId));

/** The transfer follows its goods import: its status derives from its lines (I17). */
async function settle(
  ctx: Ctx,
  row: ImportRow,
  { isOver }: { readonly isOver: boolean },
): Promise<void> {
  const transfer = await transferOf(ctx, row);
  const items = await refreshItems(ctx, transfer, { except: isOver ? row.id : null });
  const status = transferStatus(items, { isRecalled: transfer.recalledAt !== null });
  const hasMissing = items.some((item) => item.missingQty > 0);
  const version = transfer.version + 1;
  await ctx.db
    .updateTable('partTransfers')
    .set({
      status,
      version,
      hasMissing,
      isLate: isOverdue(ctx, { status, expectedDate: transfer.expectedDate }),
      ...updated(ctx),
    })
    .where('id', '=', transfer.id)
    .execute();
  await record(ctx, {
    subject: transfers.type.subject,
    subjectId: transfer.id,
    companyId: transfer.companyId,
    action: 'receive',
    from: transfer.status,
    to: status,
    diff: { goodsImport: named('goodsImports', row), lines: items.map(figures) },
    version,
  });
  if (hasMissing && !transfer.hasMissing) await notifyOfMissing(ctx, transfer, items);
}

const figures = (item: ItemRow) => ({
  lineNo: item.lineNo,
  received: item.receivedQty,
  damaged: item.damagedQty,
  missing: item.missingQty,
});

/** Whoever may write it off, and whoever sent it, hears that something did not arrive. */
async function notifyOfMissing(
  ctx: Ctx,
  row: TransferRow,
  items: readonly ItemRow[],
): Promise<void> {
  const people = await audienceOf(ctx, {
    ...transfers.type.scope(row),
    ability: `${transferMachine.page}:write-off`,
    except: [ctx.actor.userId],
  });
  const lines = items.filter((item) => item.missingQty > 0).map((item) => item.lineNo);
  await notify(ctx, [row.createdBy, row.shippedBy, ...people], {
    category: 'alert',
    type: 'warning',
    title: {
      en: `Goods of ${transfers.type.label.en.toLowerCase()} ${row.documentNo} are missing`,
      th: `${transfers.type.label.th} ${row.documentNo} มีของขาดหาย`,
    },
    description: {
      en: `Lines ${lines.join(', ')}: they turned up, or they are written off.`,
      th: `รายการที่ ${lines.join(', ')} กรุณาระบุว่าพบของแล้วหรือตัดเป็นของสูญหาย`,
    },
    action: transfers.path(row.id),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: transfers.type.subject, id: row.id },
    dedupeKey: `${transfers.type.subject}:${row.id}:missing:${bangkokDate(ctx.clock.now())}`,
  });
}

/** What transfers want done with the goods that their imports announce. */
export const transferArrivals: ImportSource = { refuse: sendHome, settle, keepsMissing: true };
