import { addQuantities, type Condition, subtractQuantities } from '@boxyard/shared/domain';
import { type Ctx, unseen } from '../../../kernel/index.ts';
import { placesOf } from '../../../ledger/index.ts';
import { type ItemRow, type TransferRow, transfers } from './type.ts';

/** Goods of one line that are told apart: by lot, serial or condition. */
export interface Parcel {
  /** The line of the transfer. */
  readonly itemId: string;
  readonly lotId: string | null;
  readonly serialId: string | null;
  readonly condition: Condition;
  readonly quantity: number;
}

/** Some goods that left the source, and the bin that they left. */
export interface Shipped extends Parcel {
  readonly locationId: string;
  readonly bin: string;
}

/** Some of one line, as a number or as the database writes it. */
interface Figure {
  readonly itemId: string;
  readonly quantity: number | string;
}

type Flow = 'shipped' | 'received' | 'damaged' | 'returned' | 'lost';

interface FlowRow extends Omit<Shipped, 'quantity'> {
  readonly what: Flow;
  readonly quantity: string;
}

/**
 * What the moves of a transfer and of its goods imports brought into TRANSIT (positive) and took out
 * of it, by the place at the other end: no figure of a transfer is kept beside the ledger (I22).
 */
export async function flowsOf(ctx: Ctx, row: TransferRow): Promise<FlowRow[]> {
  const { TRANSIT } = await placesOf(ctx, row.companyId);
  const { rows } = await ctx.pg.query<FlowRow>({
    name: 'transfers.flows',
    text: `select case when m.doc_id = $1 then m.doc_item_id else g.source_item_id end as "itemId",
        m.lot_id as "lotId", m.serial_id as "serialId", n.id as "locationId", n.code as bin,
        case when m.from_location_id = $2 then m.condition_from else m.condition_to end as condition,
        case when m.doc_id = $1 then case when w.is_system then 'lost' else 'shipped' end
          when w.kind = 'quarantine' then 'damaged' when w.id = $3 then 'returned'
          else 'received' end as what,
        sum(case when m.to_location_id = $2 then m.qty else -m.qty end)::text as quantity
      from stock_moves m
      join bins n on n.id = case when m.from_location_id = $2 then m.to_location_id else m.from_location_id end
      join warehouses w on w.id = n.warehouse_id
      left join goods_import_items g on g.id = m.doc_item_id
      where m.doc_id = any(array(select $1::uuid union all select i.id from goods_imports i where i.source_id = $1))
      group by 1, 2, 3, 4, 5, 6, 7
      having sum(case when m.to_location_id = $2 then m.qty else -m.qty end) <> 0
      order by min(m.seq)`,
    values: [row.id, TRANSIT, row.fromWarehouseId],
  });
  return rows;
}

/** What left the source, parcel by parcel. */
export async function shippedOf(ctx: Ctx, row: TransferRow): Promise<Shipped[]> {
  const flows = await flowsOf(ctx, row);
  return flows
    .filter(({ what }) => what === 'shipped')
    .map(({ what: _what, quantity, ...parcel }) => ({ ...parcel, quantity: Number(quantity) }));
}

const keyOf = ({ itemId, lotId, serialId, condition }: Omit<Parcel, 'quantity'>): string =>
  [itemId, lotId, serialId, condition].join('/');

/** Parcels that came into TRANSIT and have not left it. */
export function inTransit(flows: readonly FlowRow[]): Parcel[] {
  return [...Map.groupBy(flows, keyOf).values()].flatMap((same): Parcel[] => {
    const [first] = same;
    const quantity = addQuantities(...same.map((flow) => Number(flow.quantity)));
    if (!first || quantity <= 0) return [];
    const { itemId, lotId, serialId, condition } = first;
    return [{ itemId, lotId, serialId, condition, quantity }];
  });
}

interface Announced {
  readonly itemId: string;
  readonly lotId: string | null;
  readonly condition: string;
  readonly quantity: string;
  readonly serialIds: readonly string[];
}

/** What goods imports still wait for. */
async function announcedOf(
  ctx: Ctx,
  { transferId, except }: { transferId: string; except: string | null },
): Promise<Announced[]> {
  const { rows } = await ctx.pg.query<Announced>({
    name: 'transfers.announced',
    text: `select g.source_item_id as "itemId", g.lot_id as "lotId", g.condition_from as condition,
        g.expected_qty::text as quantity, g.serial_ids as "serialIds"
      from goods_imports i join goods_import_items g on g.import_id = i.id
      where i.source_id = $1 and i.status in ('pending', 'inspecting') and g.posted_at is null
        and i.id is distinct from $2`,
    values: [transferId, except],
  });
  return rows;
}

/** Parcels in transit that no goods import waits for: the open discrepancy (2.6). */
function missingOf(parcels: readonly Parcel[], announced: readonly Announced[]): Parcel[] {
  const serials = new Set(announced.flatMap(({ serialIds }) => serialIds));
  return parcels.flatMap((parcel): Parcel[] => {
    if (parcel.serialId !== null) return serials.has(parcel.serialId) ? [] : [parcel];
    const waited = announced
      .filter((line) => line.itemId === parcel.itemId && line.lotId === parcel.lotId)
      .filter((line) => line.condition === parcel.condition)
      .map((line) => Number(line.quantity));
    const quantity = subtractQuantities(parcel.quantity, addQuantities(...waited));
    return quantity > 0 ? [{ ...parcel, quantity }] : [];
  });
}

/** What of a transfer is missing now. */
export async function missingParcels(ctx: Ctx, row: TransferRow): Promise<Parcel[]> {
  const [flows, announced] = await Promise.all([
    flowsOf(ctx, row),
    announcedOf(ctx, { transferId: row.id, except: null }),
  ]);
  return missingOf(inTransit(flows), announced);
}

/** What of a transfer is in transit now. */
export const transitParcels = async (ctx: Ctx, row: TransferRow): Promise<Parcel[]> =>
  inTransit(await flowsOf(ctx, row));

/**
 * Brings the lines in step with the moves. Answers them as they are now. `except`: an import that is
 * about to end.
 */
export async function refreshItems(
  ctx: Ctx,
  row: TransferRow,
  { except = null }: { readonly except?: string | null } = {},
): Promise<ItemRow[]> {
  const [flows, announced, items] = await Promise.all([
    flowsOf(ctx, row),
    announcedOf(ctx, { transferId: row.id, except }),
    transfers.linesOf(ctx, row.id),
  ]);
  return writeItems(ctx, { items, flows, missing: missingOf(inTransit(flows), announced) });
}

/**
 * Writes what the moves say to the lines: sums are never kept by adding and taking away, so that they
 * cannot drift (I17, I22). Answers the lines as they are then.
 */
export function writeItems(
  ctx: Ctx,
  {
    items,
    flows,
    missing,
  }: {
    readonly items: readonly ItemRow[];
    readonly flows: readonly FlowRow[];
    readonly missing: readonly Parcel[];
  },
): ItemRow[] {
  const total = (parcels: readonly Figure[], itemId: string) =>
    addQuantities(
      ...parcels
        .filter((parcel) => parcel.itemId === itemId)
        .map(({ quantity }) => Math.abs(Number(quantity))),
    );
  const moved = (what: Flow, itemId: string) =>
    total(
      flows.filter((flow) => flow.what === what),
      itemId,
    );
  const fresh = items.map((item) => ({
    ...item,
    shippedQty: moved('shipped', item.id),
    receivedQty: moved('received', item.id),
    damagedQty: moved('damaged', item.id),
    returnedQty: moved('returned', item.id),
    lostQty: moved('lost', item.id),
    missingQty: total(missing, item.id),
  }));
  const written = ctx.pg.query({
    name: 'transfers.refreshItems',
    text: `update part_transfer_items i set shipped_qty = t.shipped, received_qty = t.received,
        damaged_qty = t.damaged, returned_qty = t.returned, lost_qty = t.lost, missing_qty = t.missing
      from unnest(${unseen('$1')}, $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[],
        $7::numeric[]) as t(id, shipped, received, damaged, returned, lost, missing)
      where i.id = t.id`,
    values: [
      fresh.map(({ id }) => id),
      fresh.map(({ shippedQty }) => shippedQty),
      fresh.map(({ receivedQty }) => receivedQty),
      fresh.map(({ damagedQty }) => damagedQty),
      fresh.map(({ returnedQty }) => returnedQty),
      fresh.map(({ lostQty }) => lostQty),
      fresh.map(({ missingQty }) => missingQty),
    ],
  });
  ctx.background(written);
  return fresh;
}

/** Numbers of the lots and serials of parcels, by id. */
export async function namesOf(
  ctx: Ctx,
  parcels: readonly Pick<Parcel, 'lotId' | 'serialId'>[],
): Promise<ReadonlyMap<string, string>> {
  const traced = parcels.filter(({ lotId, serialId }) => lotId !== null || serialId !== null);
  if (traced.length === 0) return new Map();
  const { rows } = await ctx.pg.query<{ id: string; name: string }>({
    name: 'transfers.traceNames',
    text: `select id, lot_no as name from lots where id = any($1::uuid[])
      union all select id, serial_no from serials where id = any($2::uuid[])`,
    values: [traced.map(({ lotId }) => lotId), traced.map(({ serialId }) => serialId)],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
