import { addQuantities, subtractQuantities } from '@boxyard/shared/domain';
import type { Pg } from '../kernel/index.ts';
import { shrink } from './reservations.ts';
import type { BalanceKey } from './types.ts';

/** Stock that turns out not to be there. */
export interface Loss extends BalanceKey {
  readonly quantity: number;
}

/** What a document no longer holds. */
export interface LostReservation {
  readonly reservationId: string;
  readonly docType: string;
  readonly docId: string;
  readonly docItemId: string | null;
  readonly quantity: number;
}

interface HeldRow {
  readonly ord: string;
  readonly onHand: string;
  readonly reserved: string;
  readonly id: string | null;
  readonly docType: string;
  readonly docId: string;
  readonly docItemId: string | null;
  readonly open: string;
}

/**
 * Frees what a loss takes from under reservations, the youngest of a place first, so that the loss can
 * be posted (domain-warehouse 2.13). What is lost must differ in place from line to line. The caller
 * posts in the same transaction: serials and valuations are locked here in a posting's order.
 */
export async function releaseForLosses(
  pg: Pg,
  { now, companyId, losses }: { now: Date; companyId: string; losses: readonly Loss[] },
): Promise<LostReservation[]> {
  if (losses.length === 0) return [];
  await pg.query({
    name: 'ledger-losses-serials',
    text: 'select 1 from serials where id = any($1::uuid[]) order by id for no key update',
    values: [losses.map(({ serialId }) => serialId ?? null).filter((id) => id !== null)],
  });
  await pg.query({
    name: 'ledger-losses-lock',
    text: `select 1 from part_valuations v
      where v.company_id = $1 and v.item_type = 'part' and v.item_id = any($2::uuid[])
      order by v.company_id, v.item_type, v.item_id for no key update`,
    values: [companyId, losses.map(({ itemId }) => itemId)],
  });
  const { rows } = await pg.query<HeldRow>({
    name: 'ledger-losses-held',
    text: `select k.ord, b.on_hand as "onHand", b.reserved, r.id, r.doc_type as "docType",
        r.doc_id as "docId", r.doc_item_id as "docItemId", (r.qty - r.consumed_qty)::text as open
      from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[])
        with ordinality as k(item_id, location_id, lot_id, serial_id, condition, ord)
      join stock_balances b on b.item_id = k.item_id and b.location_id = k.location_id
        and b.item_type = 'part' and b.lot_id is not distinct from k.lot_id
        and b.serial_id is not distinct from k.serial_id and b.condition = k.condition
      join stock_reservations r on r.status = 'active' and r.item_id = k.item_id
        and r.location_id = k.location_id and r.item_type = 'part'
        and r.lot_id is not distinct from k.lot_id
        and r.serial_id is not distinct from k.serial_id and r.condition = k.condition
      order by k.ord, r.created_at desc, r.id desc`,
    values: [
      losses.map(({ itemId }) => itemId),
      losses.map(({ locationId }) => locationId),
      losses.map(({ lotId }) => lotId ?? null),
      losses.map(({ serialId }) => serialId ?? null),
      losses.map(({ condition }) => condition ?? 'new'),
    ],
  });
  const lost = [...Map.groupBy(rows, ({ ord }) => Number(ord))].flatMap(([ord, held]) =>
    taken(losses[ord - 1]?.quantity ?? 0, held),
  );
  await shrink(pg, {
    now,
    parts: lost.map(({ reservationId, quantity }) => ({ id: reservationId, quantity })),
  });
  return lost;
}

/** What the reservations of one place give up for a loss there. */
function taken(quantity: number, held: readonly HeldRow[]): LostReservation[] {
  const [first] = held;
  if (!first) return [];
  const free = subtractQuantities(Number(first.onHand), Number(first.reserved));
  let open = subtractQuantities(quantity, free);
  return held.flatMap(({ id, docType, docId, docItemId, open: has }) => {
    const part = Math.min(open, Number(has));
    if (part <= 0 || id === null) return [];
    open = addQuantities(open, -part);
    return [{ reservationId: id, docType, docId, docItemId, quantity: part }];
  });
}
