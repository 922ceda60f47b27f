import { bangkokDate, type Condition, toThousandths } from '@boxyard/shared/domain';
import type { Pg } from '../kernel/index.ts';
import { reserve } from './reservations.ts';
import { LedgerError } from './types.ts';

/** A line that wants stock of a part from the bins of a warehouse. */
export interface Want {
  readonly docItemId: string;
  readonly itemId: string;
  readonly warehouseId: string;
  readonly quantity: number;
}

/** What is held for a line, and where. */
export interface Held {
  readonly reservationId: string;
  readonly docItemId: string;
  readonly quantity: number;
}

interface Place {
  readonly itemId: string;
  readonly warehouseId: string;
  readonly locationId: string;
  readonly lotId: string | null;
  readonly serialId: string | null;
  readonly condition: Condition;
  readonly free: number;
}

/**
 * What may be picked, in the order in which it is picked: new before used, lots by their expiry
 * (FEFO), lots and serials by their age (FIFO), then along the bins (domain-warehouse 2.7).
 */
async function placesFor(pg: Pg, wants: readonly Want[], today: string): Promise<Place[]> {
  const { rows } = await pg.query<Omit<Place, 'free'> & { free: string }>({
    name: 'ledger-pick-places',
    text: `select b.item_id as "itemId", n.warehouse_id as "warehouseId", b.location_id as "locationId",
        b.lot_id as "lotId", b.serial_id as "serialId", b.condition, (b.on_hand - b.reserved)::text as free
      from stock_balances b
      join bins n on n.id = b.location_id join warehouses w on w.id = n.warehouse_id
      left join lots l on l.id = b.lot_id left join serials s on s.id = b.serial_id
      where b.item_id = any($1::uuid[]) and n.warehouse_id = any($2::uuid[]) and b.item_type = 'part'
        and b.is_physical and b.on_hand > b.reserved and b.condition <> 'defective'
        and w.is_pickable and n.is_active and not n.is_locked
        and (l.expiry_date is null or l.expiry_date >= $3::date)
      order by array_position(array['new', 'refurbished', 'used'], b.condition),
        l.expiry_date nulls last, coalesce(l.created_at, s.created_at), n.code, b.lot_id, s.serial_no`,
    values: [wants.map(({ itemId }) => itemId), wants.map(({ warehouseId }) => warehouseId), today],
  });
  return rows.map((row) => ({ ...row, free: toThousandths(Number(row.free)) }));
}

/** Shares the places out among the lines, first come first served. */
function chosen(wants: readonly Want[], places: readonly Place[]) {
  const left = new Map(places.map((place) => [place, place.free]));
  return wants.flatMap((want) => {
    let open = toThousandths(want.quantity);
    return places.flatMap((place) => {
      const free = left.get(place) ?? 0;
      const isIts = place.itemId === want.itemId && place.warehouseId === want.warehouseId;
      const taken = isIts ? Math.min(open, free) : 0;
      if (taken <= 0) return [];
      left.set(place, free - taken);
      open -= taken;
      const { warehouseId: _warehouse, free: _free, ...key } = place;
      return [{ ...key, docItemId: want.docItemId, quantity: taken / 1000 }];
    });
  });
}

/** Others may take what was seen free before it is locked; what is seen after that stays. */
const TRIES = 4;
const RACED: ReadonlySet<string> = new Set(['INSUFFICIENT_STOCK', 'BIN_LOCKED']);

/**
 * Holds as much as there is of what lines want, and says where. What cannot be held is left out: the
 * caller sees by the sums which lines are short.
 */
export async function holdBest(
  pg: Pg,
  {
    wants,
    ...request
  }: {
    readonly docType: string;
    readonly docId: string;
    readonly now: Date;
    readonly expiresAt: Date | null;
    readonly wants: readonly Want[];
  },
): Promise<Held[]> {
  const open = wants.filter(({ quantity }) => quantity > 0);
  if (open.length === 0) return [];
  for (let attempt = 1; ; attempt += 1) {
    const lines = chosen(open, await placesFor(pg, open, bangkokDate(request.now)));
    if (lines.length === 0) return [];
    try {
      const ids = await reserve(pg, { ...request, lines });
      return lines.map(({ docItemId, quantity }, index) => ({
        reservationId: ids[index] ?? '',
        docItemId,
        quantity,
      }));
    } catch (error) {
      const isRace = error instanceof LedgerError && RACED.has(error.code);
      if (!isRace || attempt === TRIES) throw error;
    }
  }
}
