import type { Condition } from '@boxyard/shared/domain';
import {
  authorId,
  type Ctx,
  conflict,
  type Input,
  named,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { placesOf, release } from '../../../ledger/index.ts';
import { matchItems, onAnyDay, searchTextOf } from '../../../workflow/index.ts';
import { exchange, foundFor, type HeldPick, type Plan, planOf } from '../picking/plan.ts';
import { IS_SOFT_LOCKED } from '../picking/softLock.ts';
import { announce, barredReceiver } from './arrivalNotices.ts';
import { flowsOf, inTransit, writeItems } from './transit.ts';
import { type ItemRow, TOUCHES, TRANSFER_MOVES, type TransferRow, transfers } from './type.ts';

type Body = Input<'transfers.ship'>['body'];

/** Some stock that is held at the source. */
export interface HeldRow extends HeldPick {
  readonly locationId: string;
  readonly lotId: string | null;
  readonly expiryDate: string | null;
  readonly serialId: string | null;
  readonly condition: Condition;
  readonly isCounted: boolean;
}

/** What is held for a transfer, along the bins. */
export async function heldOf(ctx: Ctx, transferId: string): Promise<HeldRow[]> {
  const { rows } = await ctx.pg.query<Omit<HeldRow, 'quantity'> & { quantity: string }>({
    name: 'transfers.held',
    text: `select r.id as "reservationId", r.doc_item_id as "itemId", r.location_id as "locationId",
        n.code as bin, n.warehouse_id as "warehouseId", r.lot_id as "lotId", l.lot_no as "lotNo",
        l.expiry_date::text as "expiryDate", r.serial_id as "serialId", s.serial_no as "serialNo",
        r.condition, ${IS_SOFT_LOCKED} as "isCounted", (r.qty - r.consumed_qty)::text as quantity
      from stock_reservations r join bins n on n.id = r.location_id
      left join lots l on l.id = r.lot_id left join serials s on s.id = r.serial_id
      where r.doc_id = $1 and r.status = 'active'
      order by n.code, l.expiry_date, l.lot_no, s.serial_no, r.id`,
    values: [transferId],
  });
  return rows.map((row) => ({ ...row, quantity: Number(row.quantity) }));
}

/** What leaves: held stock, or what was scanned in its place. */
interface Leaving {
  readonly reservationId: string;
  readonly item: ItemRow;
  readonly key: Pick<HeldRow, 'locationId' | 'lotId' | 'serialId' | 'condition'>;
  readonly quantity: number;
}

/**
 * Sends the goods off: they leave their bins for TRANSIT, worth what they were, and a goods import
 * waits for them at the destination. What was held and stays is free again (2.8).
 */
export const shipTransfer = transfers.action('ship', async (ctx, row, body) => {
  const expectedDate = arrivalOf(ctx, row, body);
  const lines = await transfers.linesOf(ctx, row.id);
  const leaving = await taken(ctx, row, { items: lines, lines: body.items });
  if (leaving.length === 0) throw conflict('NOTHING_SHIPPED');
  await send(ctx, row, leaving);
  const shippedBy = authorId(ctx.actor);
  const [flows, sentBy] = await Promise.all([
    flowsOf(ctx, row),
    barredReceiver(ctx, { companyId: row.companyId, shippedBy }),
    // What was held and stays.
    release(ctx.pg, { now: ctx.clock.now(), docId: row.id }),
  ]);
  const made = await announce(ctx, {
    row,
    items: lines,
    parcels: inTransit(flows),
    warehouseId: row.toWarehouseId,
    sentBy,
  });
  // A goods import waits for all that left: nothing of it is missing yet.
  const items = writeItems(ctx, { items: lines, flows, missing: [] });
  const carrier = body.carrier === undefined ? row.carrier : body.carrier || null;
  const trackingNo = body.trackingNo === undefined ? row.trackingNo : body.trackingNo || null;
  return {
    set: {
      carrier,
      trackingNo,
      expectedDate,
      shippedAt: ctx.clock.now(),
      shippedBy,
      shippedDate: today(ctx.clock),
      isLate: expectedDate < today(ctx.clock),
      // What it was found by before is still true, unless the carrier is another now.
      ...(carrier === row.carrier && trackingNo === row.trackingNo
        ? {}
        : {
            searchText: searchTextOf({
              documentNo: row.documentNo,
              partIds: items.map((item) => item.partId),
              words: [carrier, trackingNo, row.remark],
            }),
          }),
    },
    diff: {
      goodsImport: named('goodsImports', made),
      lines: items.map((item) => ({ lineNo: item.lineNo, shipped: item.shippedQty })),
    },
    touches: [...TOUCHES, 'goodsImports'],
  };
});

/** When the goods should arrive: as it was asked for, unless the carrier says another day. */
function arrivalOf(ctx: Ctx, row: TransferRow, body: Body): string {
  const expectedDate = body.expectedDate ?? row.expectedDate;
  if (body.expectedDate !== undefined && expectedDate < today(ctx.clock)) {
    refuseFaults([{ field: 'expectedDate', code: 'PAST_DATE' }]);
  }
  return expectedDate;
}

/** What was said to leave, else all as it is held; a scanned serial or bin replaces what was held. */
async function taken(
  ctx: Ctx,
  row: TransferRow,
  { items, lines }: { items: readonly ItemRow[]; lines: Body['items'] },
): Promise<Leaving[]> {
  const picks = await heldOf(ctx, row.id);
  const places = await foundFor(ctx, {
    items,
    lines: lines ?? [],
    warehouseIds: [row.fromWarehouseId],
  });
  const said = lines ?? items.map((item) => ({ id: item.id, quantity: item.approvedQty ?? 0 }));
  const plans = matchItems(
    { items, lines: said },
    (item, line, fault): Plan<ItemRow, HeldRow> | undefined => {
      const held = item.approvedQty ?? 0;
      if (line.quantity > held) {
        fault('quantity', { code: 'OVER_PICK', params: { held } });
        return undefined;
      }
      const { plan, wrong } = planOf(line, { item, picks, places });
      for (const { field, ...what } of wrong) fault(field, what);
      return plan;
    },
  );
  const fresh = await exchange(ctx, {
    docType: TRANSFER_MOVES,
    docId: row.id,
    expiresAt: null,
    plans,
  });
  return [
    ...plans.flatMap(({ item, kept }) =>
      kept
        .filter(({ quantity }) => quantity > 0)
        .map(({ pick, quantity }) => ({
          item,
          key: pick,
          quantity,
          reservationId: pick.reservationId,
        })),
    ),
    ...fresh.map(({ item, key, quantity, reservationId }) => ({
      item,
      key: {
        locationId: key.locationId,
        lotId: key.lotId ?? null,
        serialId: key.serialId ?? null,
        condition: key.condition,
      },
      quantity,
      reservationId,
    })),
  ];
}

async function send(ctx: Ctx, row: TransferRow, leaving: readonly Leaving[]): Promise<void> {
  const { TRANSIT } = await placesOf(ctx, row.companyId);
  await transfers.post(ctx, row, {
    ...onAnyDay(ctx),
    action: 'ship',
    moves: leaving.map(({ item, key, quantity, reservationId }) => ({
      itemId: item.partId,
      docItemId: item.id,
      quantity,
      from: key.locationId,
      to: TRANSIT,
      lotId: key.lotId,
      serialId: key.serialId,
      conditionFrom: key.condition,
      reservationId,
    })),
  });
}
