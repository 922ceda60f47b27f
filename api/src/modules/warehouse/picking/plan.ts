import { addQuantities, type Condition, subtractQuantities } from '@boxyard/shared/domain';
import { type Ctx, type FieldFault, today } from '../../../kernel/index.ts';
import { type BalanceKey, normaliseSerial, reserve, shrink } from '../../../ledger/index.ts';

/** A line of a document that is picked: which part is taken for it. */
export interface PickItem {
  readonly id: string;
  readonly outPartId: string;
}

/** What is held for a line, and where. */
export interface HeldPick {
  readonly reservationId: string;
  readonly itemId: string;
  readonly bin: string;
  readonly warehouseId: string;
  readonly lotNo: string | null;
  readonly serialNo: string | null;
  readonly quantity: number;
}

/** What somebody says is picked of a line: which serials, or from which bins and lots. */
export interface PickedLine {
  readonly quantity: number;
  readonly serials?: readonly string[] | undefined;
  readonly picks?:
    | readonly {
        readonly bin: string;
        readonly lotNo?: string | null | undefined;
        readonly quantity: number;
      }[]
    | undefined;
}

/** Stock that may be taken instead of what is held. */
export interface Found extends BalanceKey {
  readonly bin: string;
  readonly lotNo: string | null;
  readonly serialNo: string | null;
  readonly condition: Condition;
  readonly free: number;
}

/** What a line is to be picked from: of what is held, and what takes its place. */
export interface Plan<I extends PickItem, P extends HeldPick> {
  readonly item: I;
  readonly kept: readonly { readonly pick: P; readonly quantity: number }[];
  readonly fresh: readonly { readonly key: Found; readonly quantity: number }[];
}

interface Mine<I extends PickItem, P extends HeldPick> {
  readonly item: I;
  readonly picks: readonly P[];
  readonly places: readonly Found[];
}

interface Planned<I extends PickItem, P extends HeldPick> {
  readonly plan: Plan<I, P>;
  readonly wrong: readonly FieldFault[];
}

/**
 * Where a line is picked from: what was scanned, else where it is held, along the bins (2.7). A serial
 * or a bin that is not held takes the place of one that is.
 */
export function planOf<I extends PickItem, P extends HeldPick>(
  line: PickedLine,
  { item, picks, places }: Mine<I, P>,
): Planned<I, P> {
  const mine = {
    item,
    picks: picks.filter((pick) => pick.itemId === item.id),
    places: places.filter((place) => place.itemId === item.outPartId),
  };
  if (line.serials !== undefined && line.serials.length > 0) return bySerial(line, mine);
  if (line.picks !== undefined && line.picks.length > 0) return byPlace(line, mine);
  let open = line.quantity;
  const kept = mine.picks.map((pick) => {
    const quantity = Math.min(open, pick.quantity);
    open = subtractQuantities(open, quantity);
    return { pick, quantity };
  });
  return { plan: { item, kept, fresh: [] }, wrong: [] };
}

function bySerial<I extends PickItem, P extends HeldPick>(
  line: PickedLine,
  { item, picks, places }: Mine<I, P>,
): Planned<I, P> {
  const wanted = (line.serials ?? []).map(normaliseSerial);
  const distinct = new Set(wanted);
  const wrong: FieldFault[] = [];
  if (distinct.size !== wanted.length) wrong.push({ field: 'serials', code: 'SERIAL_REPEATED' });
  if (distinct.size !== line.quantity) {
    wrong.push({ field: 'serials', code: 'SERIAL_COUNT', params: { expected: line.quantity } });
  }
  const fresh: Plan<I, P>['fresh'][number][] = [];
  for (const serialNo of distinct) {
    if (picks.some((pick) => pick.serialNo === serialNo)) continue;
    const key = places.find((place) => place.serialNo === serialNo);
    if (key && key.free > 0) fresh.push({ key, quantity: 1 });
    else wrong.push({ field: 'serials', code: 'SERIAL_NOT_AVAILABLE', params: { serialNo } });
  }
  const kept = picks.map((pick) => ({
    pick,
    quantity: pick.serialNo !== null && distinct.has(pick.serialNo) ? 1 : 0,
  }));
  return { plan: { item, kept, fresh }, wrong };
}

function byPlace<I extends PickItem, P extends HeldPick>(
  line: PickedLine,
  { item, picks, places }: Mine<I, P>,
): Planned<I, P> {
  const wanted = line.picks ?? [];
  const wrong: FieldFault[] = [];
  if (addQuantities(...wanted.map(({ quantity }) => quantity)) !== line.quantity) {
    wrong.push({ field: 'picks', code: 'PICK_SUM', params: { expected: line.quantity } });
  }
  const taken = new Map(picks.map((pick) => [pick, 0]));
  const fresh: Plan<I, P>['fresh'][number][] = [];
  wanted.forEach((want, index) => {
    const isThere = (place: { readonly bin: string; readonly lotNo: string | null }) =>
      place.bin === want.bin.toUpperCase() && (want.lotNo == null || place.lotNo === want.lotNo);
    let open = want.quantity;
    for (const pick of picks.filter(isThere)) {
      const used = taken.get(pick) ?? 0;
      const more = Math.min(open, subtractQuantities(pick.quantity, used));
      taken.set(pick, addQuantities(used, more));
      open = subtractQuantities(open, more);
    }
    for (const key of places.filter(isThere)) {
      const quantity = Math.min(open, key.free);
      if (quantity <= 0) continue;
      fresh.push({ key, quantity });
      open = subtractQuantities(open, quantity);
    }
    if (open > 0) {
      const available = subtractQuantities(want.quantity, open);
      wrong.push({
        field: `picks[${index}].quantity`,
        code: 'INSUFFICIENT_STOCK',
        params: { available },
      });
    }
  });
  const kept = picks.map((pick) => ({ pick, quantity: taken.get(pick) ?? 0 }));
  return { plan: { item, kept, fresh }, wrong };
}

/** What was scanned and is not held: free stock in the warehouses that the lines are taken from. */
export async function foundFor(
  ctx: Ctx,
  {
    items,
    lines,
    warehouseIds,
  }: {
    readonly items: readonly PickItem[];
    readonly lines: readonly PickedLine[];
    readonly warehouseIds: readonly string[];
  },
): Promise<Found[]> {
  const serials = lines.flatMap((line) => (line.serials ?? []).map(normaliseSerial));
  const bins = lines.flatMap((line) => (line.picks ?? []).map(({ bin }) => bin.toUpperCase()));
  if (serials.length + bins.length === 0) return [];
  const { rows } = await ctx.pg.query<Omit<Found, 'free'> & { free: string }>({
    name: 'picking.found',
    text: `select b.item_id as "itemId", b.location_id as "locationId", b.lot_id as "lotId",
        b.serial_id as "serialId", b.condition, n.code as bin, l.lot_no as "lotNo",
        s.serial_no as "serialNo", (b.on_hand - b.reserved)::text as free
      from stock_balances b join bins n on n.id = b.location_id
      left join lots l on l.id = b.lot_id left join serials s on s.id = b.serial_id
      where b.item_id = any($1::uuid[]) and b.item_type = 'part' and b.is_physical
        and b.on_hand > b.reserved and b.condition <> 'defective' and n.is_active and not n.is_locked
        and n.warehouse_id = any($2::uuid[])
        and (s.serial_no = any($3::text[]) or (b.serial_id is null and upper(n.code) = any($4::text[])))
        and (l.expiry_date is null or l.expiry_date >= $5::date)
      order by array_position(array['new', 'refurbished', 'used'], b.condition), l.expiry_date, l.lot_no`,
    values: [
      items.map((item) => item.outPartId),
      [...new Set(warehouseIds)],
      serials,
      bins,
      today(ctx.clock),
    ],
  });
  return rows.map((place) => ({ ...place, free: Number(place.free) }));
}

/** Some stock that is held anew, because it was scanned in place of something else. */
export interface Exchanged<I extends PickItem> {
  readonly reservationId: string;
  readonly item: I;
  readonly key: Found;
  readonly quantity: number;
}

/**
 * Holds what plans take from elsewhere, then lets go of as much of what was held: new places come
 * first, so that locks are taken as in a posting. `between` writes what the new holds are for.
 */
export async function exchange<I extends PickItem, P extends HeldPick>(
  ctx: Ctx,
  {
    docType,
    docId,
    expiresAt,
    plans,
    between = async () => {},
  }: {
    readonly docType: string;
    readonly docId: string;
    readonly expiresAt: Date | null;
    readonly plans: readonly Plan<I, P>[];
    readonly between?: (made: readonly Exchanged<I>[]) => Promise<void>;
  },
): Promise<Exchanged<I>[]> {
  const now = ctx.clock.now();
  const fresh = plans.flatMap(({ item, fresh: places }) =>
    places.map((place) => ({ item, ...place })),
  );
  if (fresh.length === 0) return [];
  const ids = await reserve(ctx.pg, {
    docType,
    docId,
    now,
    expiresAt,
    lines: fresh.map(({ item, key, quantity }) => ({
      itemId: key.itemId,
      locationId: key.locationId,
      lotId: key.lotId ?? null,
      serialId: key.serialId ?? null,
      condition: key.condition,
      quantity,
      docItemId: item.id,
    })),
  });
  const made = fresh.map((one, index) => ({ ...one, reservationId: ids[index] ?? '' }));
  await between(made);
  await shrink(ctx.pg, { now, parts: plans.flatMap(unpickedReservations) });
  return made;
}

/** As much of what is held and not picked as was taken from elsewhere, the last bins first. */
function unpickedReservations<I extends PickItem, P extends HeldPick>({
  kept,
  fresh,
}: Plan<I, P>): { id: string; quantity: number }[] {
  let over = addQuantities(...fresh.map(({ quantity }) => quantity));
  return [...kept].reverse().flatMap(({ pick, quantity: picked }) => {
    const quantity = Math.min(over, subtractQuantities(pick.quantity, picked));
    if (quantity <= 0) return [];
    over = subtractQuantities(over, quantity);
    return [{ id: pick.reservationId, quantity }];
  });
}
