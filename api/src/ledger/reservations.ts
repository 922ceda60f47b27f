import { bangkokDate, toThousandths } from '@boxyard/shared/domain';
import { v7 } from 'uuid';
import { anyOf, type Pg } from '../kernel/index.ts';
import { refreshLevels } from './levels.ts';
import { loadState } from './load.ts';
import { quantityText } from './plan.ts';
import { balanceKey } from './state.ts';
import { LedgerError, type ReserveRequest } from './types.ts';

/**
 * Holds stock for a document, so that nobody else takes it (I4). All lines or none: the caller
 * that accepts less asks for less. Answers the reservations' ids in the order of the lines.
 */
export async function reserve(pg: Pg, request: ReserveRequest): Promise<string[]> {
  const { lines, now } = request;
  const state = await loadState(pg, {
    now,
    moves: lines.map((line) => ({
      ...line,
      from: line.locationId,
      to: line.locationId,
      conditionFrom: line.condition ?? 'new',
    })),
  });
  const taken = new Map<string, number>();
  const rows = lines.map((line) => {
    const place = state.places.get(line.locationId);
    const quantity = toThousandths(line.quantity);
    if (!place?.isHeld || quantity <= 0) {
      throw new LedgerError('INVALID_MOVE', {
        reason: 'UNKNOWN_PLACE',
        locationId: line.locationId,
      });
    }
    if (place.isLocked)
      throw new LedgerError('BIN_LOCKED', { locationId: place.id, bin: place.bin });
    const parts = {
      itemType: line.itemType ?? 'part',
      itemId: line.itemId,
      locationId: line.locationId,
      lotId: line.lotId ?? null,
      serialId: line.serialId ?? null,
      condition: line.condition ?? 'new',
    };
    const key = balanceKey(parts);
    const balance = state.balances.get(key) ?? { onHand: 0, reserved: 0 };
    const before = taken.get(key) ?? 0;
    const free = balance.onHand - balance.reserved - before;
    if (free < quantity) {
      throw new LedgerError('INSUFFICIENT_STOCK', {
        itemId: line.itemId,
        docItemId: line.docItemId ?? null,
        locationId: line.locationId,
        available: Math.max(0, free) / 1000,
        requested: line.quantity,
      });
    }
    taken.set(key, before + quantity);
    return {
      ...parts,
      id: v7(),
      companyId: place.companyId,
      docItemId: line.docItemId ?? null,
      quantity,
    };
  });
  await pg.query({
    name: 'ledger-reserve',
    text: `with r as (
        insert into stock_reservations (id, company_id, doc_type, doc_id, doc_item_id, item_type,
          item_id, location_id, lot_id, serial_id, condition, qty, expires_at, created_at)
        select t.id, t.company_id, $1, $2, t.doc_item_id, t.item_type, t.item_id, t.location_id,
          t.lot_id, t.serial_id, t.condition, t.qty, $3::timestamptz, $4::timestamptz
        from unnest($5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::uuid[], $10::uuid[],
          $11::uuid[], $12::uuid[], $13::text[], $14::numeric[])
          as t(id, company_id, doc_item_id, item_type, item_id, location_id, lot_id, serial_id,
            condition, qty)
        returning item_type, item_id, location_id, lot_id, serial_id, condition, qty)
      ${CHANGE_RESERVED('+')}`,
    values: [
      request.docType,
      request.docId,
      request.expiresAt ?? null,
      now,
      rows.map((row) => row.id),
      rows.map((row) => row.companyId),
      rows.map((row) => row.docItemId),
      rows.map((row) => row.itemType),
      rows.map((row) => row.itemId),
      rows.map((row) => row.locationId),
      rows.map((row) => row.lotId),
      rows.map((row) => row.serialId),
      rows.map((row) => row.condition),
      rows.map((row) => quantityText(row.quantity)),
    ],
  });
  await refreshLevels(pg, { keys: rows.filter(isPart), today: bangkokDate(now) });
  return rows.map((row) => row.id);
}

const isPart = ({ itemType }: { readonly itemType: string }): boolean => itemType === 'part';

/**
 * Gives back what is left of reservations: those named, or all of a document or of some of its
 * lines. Those that are no longer active are passed over. Answers how many ended.
 */
export async function release(
  pg: Pg,
  request: { readonly now: Date } & (
    | { readonly ids: readonly string[] }
    | { readonly docId: string; readonly docItemIds?: readonly string[] }
  ),
): Promise<number> {
  const ids = 'ids' in request ? request.ids : null;
  const docId = 'docId' in request ? request.docId : null;
  const lines = 'docId' in request ? (request.docItemIds ?? null) : null;
  const chosen = `(r.id = ${anyOf('$1')}
    or (r.doc_id = $2 and ($3::uuid[] is null or r.doc_item_id = ${anyOf('$3')})))`;
  // The same order of locks as a posting: the item's valuation first.
  const { rows: held } = await pg.query<{
    companyId: string;
    itemType: string;
    itemId: string;
  }>({
    name: 'ledger-release-lock',
    text: `select v.company_id as "companyId", v.item_type as "itemType", v.item_id as "itemId"
      from part_valuations v where (v.company_id, v.item_type, v.item_id) in
        (select r.company_id, r.item_type, r.item_id from stock_reservations r
          where r.status = 'active' and ${chosen})
      order by v.company_id, v.item_type, v.item_id for no key update of v`,
    values: [ids, docId, lines],
  });
  if (held.length === 0) return 0;
  const { rows } = await pg.query<{ ended: string }>({
    name: 'ledger-release',
    text: `with r as (
        update stock_reservations r set status = 'released', ended_at = $4::timestamptz
        where r.status = 'active' and ${chosen}
        returning item_type, item_id, location_id, lot_id, serial_id, condition,
          qty - consumed_qty as qty
      ), b as (${CHANGE_RESERVED('-')} returning 1)
      select count(*)::text as ended from r`,
    values: [ids, docId, lines, request.now],
  });
  await refreshLevels(pg, { keys: held.filter(isPart), today: bangkokDate(request.now) });
  return Number(rows[0]?.ended ?? 0);
}

/**
 * Gives a part of reservations back, so that the rest stays held: what somebody took from another
 * place is no longer held here. One that is given back whole ends.
 */
export async function shrink(
  pg: Pg,
  {
    now,
    parts,
  }: {
    readonly now: Date;
    readonly parts: readonly { readonly id: string; readonly quantity: number }[];
  },
): Promise<void> {
  if (parts.length === 0) return;
  const ids = parts.map(({ id }) => id);
  const { rows: held } = await pg.query<{
    companyId: string;
    itemType: string;
    itemId: string;
  }>({
    name: 'ledger-shrink-lock',
    text: `select v.company_id as "companyId", v.item_type as "itemType", v.item_id as "itemId"
      from part_valuations v where (v.company_id, v.item_type, v.item_id) in
        (select r.company_id, r.item_type, r.item_id from stock_reservations r
          where r.status = 'active' and r.id = any($1::uuid[]))
      order by v.company_id, v.item_type, v.item_id for no key update of v`,
    values: [ids],
  });
  const { rowCount } = await pg.query({
    name: 'ledger-shrink',
    text: `with t as (select * from unnest($1::uuid[], $2::numeric[]) as t(id, qty)),
      r as (
        update stock_reservations r set
          qty = case when t.qty = r.qty then r.qty else r.qty - t.qty end,
          status = case when t.qty = r.qty - r.consumed_qty then 'released' else r.status end,
          ended_at = case when t.qty = r.qty - r.consumed_qty then $3::timestamptz end
        from t where r.id = t.id and r.status = 'active' and t.qty <= r.qty - r.consumed_qty
        returning r.item_type, r.item_id, r.location_id, r.lot_id, r.serial_id, r.condition, t.qty
      ), b as (${CHANGE_RESERVED('-')} returning 1)
      select 1 from r`,
    values: [ids, parts.map(({ quantity }) => quantity), now],
  });
  if (rowCount !== parts.length) throw new LedgerError('INVALID_MOVE', { reason: 'RESERVATION' });
  await refreshLevels(pg, { keys: held.filter(isPart), today: bangkokDate(now) });
}

/** Carries the sums of the rows `r` over to their balances. */
const CHANGE_RESERVED = (sign: '+' | '-'): string => `
  update stock_balances b set reserved = b.reserved ${sign} t.qty
  from (select item_type, item_id, location_id, lot_id, serial_id, condition, sum(qty) as qty
    from r group by 1, 2, 3, 4, 5, 6) t
  where b.item_id = t.item_id and b.location_id = t.location_id and b.item_type = t.item_type
    and b.serial_id is not distinct from t.serial_id and b.lot_id is not distinct from t.lot_id
    and b.condition = t.condition`;
