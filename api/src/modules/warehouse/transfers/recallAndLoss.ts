import { decimal, subtractQuantities } from '@boxyard/shared/domain';
import { transferStatus } from '@boxyard/shared/domain/warehouse/transferLines.ts';
import {
  authorId,
  type Ctx,
  type Input,
  named,
  newId,
  refuseFaults,
} from '../../../kernel/index.ts';
import { normaliseSerial, placesOf } from '../../../ledger/index.ts';
import { expectLossWithin, matchItems, onAnyDay } from '../../../workflow/index.ts';
import { withdrawImports } from '../goodsImport/create.ts';
import { announce } from './arrivalNotices.ts';
import { missingParcels, namesOf, type Parcel, refreshItems, transitParcels } from './transit.ts';
import { type ItemRow, isOverdue, TOUCHES, type TransferRow, transfers } from './type.ts';

/**
 * Calls goods on their way back: nobody waits for them at the destination any more, and a goods import
 * at the source puts them away again (2.8).
 */
export const recallTransfer = transfers.action('recall', async (ctx, row, body) => {
  await withdrawImports(ctx, { sourceId: row.id, reason: body.reason });
  const made = await announce(ctx, {
    row,
    items: await transfers.linesOf(ctx, row.id),
    parcels: await transitParcels(ctx, row),
    warehouseId: row.fromWarehouseId,
    // They come back to whoever sent them.
    sentBy: null,
  });
  await refreshItems(ctx, row);
  return {
    set: { recalledAt: ctx.clock.now() },
    diff: { goodsImport: named('goodsImports', made) },
    touches: [...TOUCHES, 'goodsImports'],
  };
});

interface Settled extends Parcel {
  readonly item: ItemRow;
}

/**
 * Says what became of goods that did not arrive: they turned up and are put away by another goods
 * import, or they are written off at their average cost, and somebody answers for them (2.8).
 */
export const resolveLoss = transfers.action('resolveLoss', async (ctx, row, body) => {
  if (body.outcome === 'lost' && body.liable == null) {
    refuseFaults([{ field: 'liable', code: 'REQUIRED' }]);
  }
  const settled = await chosen(ctx, row, body.items);
  const found = body.outcome === 'found' ? await bringIn(ctx, row, settled) : null;
  if (found === null) await writeOff(ctx, { row, settled, body });
  const items = await refreshItems(ctx, row);
  const to = transferStatus(items, { isRecalled: row.recalledAt !== null });
  return {
    to,
    set: {
      hasMissing: items.some((item) => item.missingQty > 0),
      isLate: isOverdue(ctx, { status: to, expectedDate: row.expectedDate }),
      // The reason is the loss's; the document itself was neither refused nor given up.
      statusReason: row.statusReason,
    },
    diff: {
      outcome: body.outcome,
      ...(found === null ? { liable: body.liable } : { goodsImport: named('goodsImports', found) }),
      lines: settled.map(({ item, quantity }) => ({ lineNo: item.lineNo, quantity })),
    },
    touches: [...TOUCHES, ...(found === null ? [] : ['goodsImports'])],
  };
});

const bringIn = async (ctx: Ctx, row: TransferRow, parcels: readonly Parcel[]) =>
  announce(ctx, {
    row,
    items: await transfers.linesOf(ctx, row.id),
    parcels,
    warehouseId: row.recalledAt === null ? row.toWarehouseId : row.fromWarehouseId,
    sentBy: row.recalledAt === null ? row.shippedBy : null,
  });

/** Which of the missing parcels are settled; every fault at once. */
async function chosen(
  ctx: Ctx,
  row: TransferRow,
  lines: Input<'transfers.resolveLoss'>['body']['items'],
): Promise<Settled[]> {
  const [items, missing] = await Promise.all([
    transfers.linesOf(ctx, row.id),
    missingParcels(ctx, row),
  ]);
  const names = await namesOf(ctx, missing);
  const left = new Map(missing.map((parcel) => [parcel, parcel.quantity]));
  const settle = matchItems({ items, lines, mayRepeat: true }, (item, line, fault): Settled[] => {
    const mine = missing.filter((parcel) => parcel.itemId === item.id);
    const isSerial = mine.some((parcel) => parcel.serialId !== null);
    const wanted = new Set((line.serials ?? []).map(normaliseSerial));
    if (isSerial && wanted.size !== line.quantity) {
      fault('serials', { code: 'SERIAL_COUNT', params: { expected: line.quantity } });
      return [];
    }
    let open = line.quantity;
    const taken = mine
      .filter((parcel) => !isSerial || wanted.has(names.get(parcel.serialId ?? '') ?? ''))
      .filter((parcel) => line.lotNo == null || names.get(parcel.lotId ?? '') === line.lotNo)
      .flatMap((parcel) => {
        const quantity = Math.min(open, left.get(parcel) ?? 0);
        if (quantity <= 0) return [];
        open = subtractQuantities(open, quantity);
        left.set(parcel, subtractQuantities(left.get(parcel) ?? 0, quantity));
        return [{ ...parcel, item, quantity }];
      });
    if (open > 0) {
      const max = subtractQuantities(line.quantity, open);
      fault('quantity', { code: 'OVER_MISSING', params: { max } });
    }
    return taken;
  });
  return settle.flat();
}

async function writeOff(
  ctx: Ctx,
  {
    row,
    settled,
    body,
  }: {
    row: TransferRow;
    settled: readonly Settled[];
    body: Input<'transfers.resolveLoss'>['body'];
  },
): Promise<void> {
  const now = ctx.clock.now();
  const { TRANSIT, ADJUST } = await placesOf(ctx, row.companyId);
  const { moves } = await transfers.post(ctx, row, {
    ...onAnyDay(ctx),
    action: 'resolve-loss',
    // More may be found missing later.
    round: row.version,
    moves: settled.map(({ item, quantity, lotId, serialId, condition }) => ({
      itemId: item.partId,
      docItemId: item.id,
      quantity,
      from: TRANSIT,
      to: ADJUST,
      lotId,
      serialId,
      conditionFrom: condition,
    })),
  });
  await ctx.db
    .insertInto('partTransferLosses')
    .values(
      settled.map(({ item, quantity, lotId, serialId }, index) => ({
        id: newId(),
        itemId: item.id,
        quantity,
        lotId,
        serialId,
        liable: body.liable ?? 'company',
        reason: body.reason,
        value: decimal.round(moves[index]?.value ?? '0'),
        createdAt: now,
        createdBy: authorId(ctx.actor),
      })),
    )
    .execute();
  const { value } = await ctx.db
    .selectFrom('partTransferLosses as l')
    .innerJoin('partTransferItems as i', 'i.id', 'l.itemId')
    .where('i.transferId', '=', row.id)
    .select(({ fn }) => fn.sum<string>('l.value').as('value'))
    .executeTakeFirstOrThrow();
  expectLossWithin(ctx, value);
}
