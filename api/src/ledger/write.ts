import type { Pg } from '../kernel/index.ts';
import { refreshLevels } from './levels.ts';
import { type Plan, quantityText } from './plan.ts';
import { LedgerError, type PostResult } from './types.ts';

/** Written by every posting. */
const WRITE_PLAIN = `
with m as (
  insert into stock_moves (id, company_id, to_company_id, doc_type, doc_id, document_no, doc_item_id,
    action, part_no, item_type, item_id, qty, from_location_id, to_location_id, lot_id, serial_id,
    condition_from, condition_to, unit_cost, value, effective_date, posted_at, posted_by,
    reverses_move_id, request_id, prev_hash, hash)
  select t.id, t.company_id, t.to_company_id, $1, $2, $3, t.doc_item_id, t.action, t.part_no,
    t.item_type, t.item_id, t.qty, t.from_id, t.to_id, t.lot_id, t.serial_id, t.condition_from,
    t.condition_to, t.unit_cost, t.value, $4::date, $5::timestamptz, $6::uuid, t.reverses, $7,
    t.prev_hash, t.hash
  from unnest($8::uuid[], $9::uuid[], $10::uuid[], $11::uuid[], $12::text[], $13::int[], $14::text[],
    $15::uuid[], $16::numeric[], $17::uuid[], $18::uuid[], $19::uuid[], $20::uuid[], $21::text[],
    $22::text[], $23::numeric[], $24::numeric[], $25::uuid[], $26::bytea[], $27::bytea[])
    with ordinality as t(id, company_id, to_company_id, doc_item_id, action, part_no, item_type,
      item_id, qty, from_id, to_id, lot_id, serial_id, condition_from, condition_to, unit_cost,
      value, reverses, prev_hash, hash, ord)
  order by t.ord
  returning id, seq, item_type, item_id, lot_id, serial_id
), e as (
  insert into stock_entries (move_seq, side, company_id, item_type, item_id, location_id, lot_id,
    serial_id, condition, qty, value, is_physical, effective_date, posted_at)
  select m.seq, t.side, t.company_id, m.item_type, m.item_id, t.location_id, m.lot_id, m.serial_id,
    t.condition, t.qty, t.value, t.is_physical, $4::date, $5::timestamptz
  from unnest($28::uuid[], $29::smallint[], $30::uuid[], $31::uuid[], $32::text[], $33::numeric[],
    $34::numeric[], $35::boolean[])
    as t(move_id, side, company_id, location_id, condition, qty, value, is_physical)
  join m on m.id = t.move_id
), b as (
  insert into stock_balances (company_id, item_type, item_id, location_id, lot_id, serial_id,
    condition, is_physical, on_hand, reserved)
  select * from unnest($36::uuid[], $37::text[], $38::uuid[], $39::uuid[], $40::uuid[], $41::uuid[],
    $42::text[], $43::boolean[], $44::numeric[], $45::numeric[])
  on conflict (item_id, location_id, serial_id, lot_id, condition, item_type)
  do update set on_hand = excluded.on_hand, reserved = excluded.reserved
), v as (
  update part_valuations p
  set owned_qty = t.owned_qty, owned_value = t.owned_value, avg_cost = t.avg_cost,
    last_hash = t.last_hash, available = t.available, own_moves = p.own_moves + t.own_moves,
    received_moves = p.received_moves + t.received_moves
  from unnest($46::uuid[], $47::text[], $48::uuid[], $49::numeric[], $50::numeric[], $51::numeric[],
    $52::bytea[], $53::numeric[], $54::int[], $55::int[])
    as t(company_id, item_type, item_id, owned_qty, owned_value, avg_cost, last_hash, available,
      own_moves, received_moves)
  where p.company_id = t.company_id and p.item_type = t.item_type and p.item_id = t.item_id
)`;
const WRITE = `${WRITE_PLAIN} select id, seq::text as seq from m`;

/** With serials, variances or reservations, which most postings have none of. */
const WRITE_FULL = `${WRITE_PLAIN}, s as (
  update serials s set location_id = t.location_id, condition = t.condition
  from unnest($56::uuid[], $57::uuid[], $58::text[]) as t(id, location_id, condition)
  where s.id = t.id
), c as (
  insert into cost_variances (id, company_id, item_type, item_id, move_id, amount, effective_date,
    created_at)
  select new_id(), t.*, $4::date, $5::timestamptz
  from unnest($59::uuid[], $60::text[], $61::uuid[], $62::uuid[], $63::numeric[])
    as t(company_id, item_type, item_id, move_id, amount)
), r as (
  update stock_reservations r
  set consumed_qty = r.consumed_qty + t.consumed,
    status = case when t.done then 'consumed' else r.status end,
    ended_at = case when t.done then $5::timestamptz end
  from unnest($64::uuid[], $65::numeric[], $66::boolean[]) as t(id, consumed, done)
  where r.id = t.id
)
select id, seq::text as seq from m`;

/**
 * Writes a plan in one statement (toolchain, "Speed seen on PostgreSQL"), and a second one when a
 * part's stock level changes, which few postings do.
 */
export async function writePlan(pg: Pg, plan: Plan): Promise<PostResult> {
  const { moves, entries, balances, valuations, serials, variances, reservations } = plan;
  const head = moves[0];
  if (head === undefined) return { moves: [] };
  const isPlain = serials.length + variances.length + reservations.length === 0;
  const { rows } = await pg
    .query<{ id: string; seq: string }>({
      name: isPlain ? 'ledger-write' : 'ledger-write-full',
      text: isPlain ? WRITE : WRITE_FULL,
      values: [
        head.docType,
        head.docId,
        head.documentNo,
        head.effectiveDate,
        head.postedAt,
        head.postedBy,
        head.requestId,
        moves.map((m) => m.id),
        moves.map((m) => m.companyId),
        moves.map((m) => m.toCompanyId),
        moves.map((m) => m.docItemId),
        moves.map((m) => m.action),
        moves.map((m) => m.partNo),
        moves.map((m) => m.itemType),
        moves.map((m) => m.itemId),
        moves.map((m) => m.qty),
        moves.map((m) => m.from),
        moves.map((m) => m.to),
        moves.map((m) => m.lotId),
        moves.map((m) => m.serialId),
        moves.map((m) => m.conditionFrom),
        moves.map((m) => m.conditionTo),
        moves.map((m) => m.unitCost),
        moves.map((m) => m.value),
        moves.map((m) => m.reversesMoveId),
        moves.map((m) => m.prevHash),
        moves.map((m) => m.hash),
        entries.map((e) => e.moveId),
        entries.map((e) => e.side),
        entries.map((e) => e.companyId),
        entries.map((e) => e.locationId),
        entries.map((e) => e.condition),
        entries.map((e) => e.qty),
        entries.map((e) => e.value),
        entries.map((e) => e.isPhysical),
        balances.map((b) => b.companyId),
        balances.map((b) => b.itemType),
        balances.map((b) => b.itemId),
        balances.map((b) => b.locationId),
        balances.map((b) => b.lotId),
        balances.map((b) => b.serialId),
        balances.map((b) => b.condition),
        balances.map((b) => b.isPhysical),
        balances.map((b) => quantityText(b.onHand)),
        balances.map((b) => quantityText(b.reserved)),
        valuations.map((v) => v.companyId),
        valuations.map((v) => v.itemType),
        valuations.map((v) => v.itemId),
        valuations.map((v) => v.valuation.ownedQty),
        valuations.map((v) => v.valuation.ownedValue),
        valuations.map((v) => v.valuation.avgCost),
        valuations.map((v) => v.lastHash),
        valuations.map((v) => v.available),
        valuations.map((v) => v.ownMoves),
        valuations.map((v) => v.receivedMoves),
        ...(isPlain
          ? []
          : [
              serials.map((s) => s.id),
              serials.map((s) => s.locationId),
              serials.map((s) => s.condition),
              variances.map((v) => v.companyId),
              variances.map((v) => v.itemType),
              variances.map((v) => v.itemId),
              variances.map((v) => v.moveId),
              variances.map((v) => v.amount),
              reservations.map((r) => r.id),
              reservations.map((r) => r.consumed),
              reservations.map((r) => r.done),
            ]),
      ],
    })
    .catch(asLedgerError);
  if (plan.levels.length > 0) await refreshLevels(pg, { keys: plan.levels, today: plan.today });
  const seqs = new Map(rows.map((row) => [row.id, row.seq]));
  return {
    moves: moves
      .filter((move) => !move.isAuxiliary)
      .map((move) => ({
        id: move.id,
        seq: seqs.get(move.id) ?? '',
        itemId: move.itemId,
        docItemId: move.docItemId,
        quantity: Number(move.qty),
        unitCost: move.unitCost,
        value: move.value,
      })),
  };
}

/** The unique indexes are the last guards; what they refuse has a name of its own. */
function asLedgerError(error: unknown): never {
  const constraint =
    typeof error === 'object' && error !== null && 'constraint' in error ? error.constraint : null;
  if (constraint === 'stock_moves_once') throw new LedgerError('ALREADY_POSTED');
  if (constraint === 'stock_moves_reverses_uq') throw new LedgerError('ALREADY_REVERSED');
  throw error;
}
