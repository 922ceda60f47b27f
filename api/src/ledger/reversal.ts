import type { Condition } from '@boxyard/shared/domain';
import type { Pg } from '../kernel/index.ts';
import type { PlanRequest } from './plan.ts';
import { type ItemType, LedgerError, type ReverseRequest } from './types.ts';

interface Original {
  readonly id: string;
  readonly item_type: ItemType;
  readonly item_id: string;
  readonly qty: string;
  readonly from_location_id: string;
  readonly to_location_id: string;
  readonly lot_id: string | null;
  readonly serial_id: string | null;
  readonly condition_from: Condition;
  readonly condition_to: Condition;
  readonly value: string;
  readonly doc_item_id: string | null;
  readonly reversed: boolean;
  readonly is_reversal: boolean;
}

/** The moves to take back, latest first: what came last leaves first. */
export async function loadOriginals(pg: Pg, moveIds: readonly string[]): Promise<Original[]> {
  const { rows } = await pg.query<Original>({
    name: 'ledger-originals',
    text: `select m.id, m.item_type, m.item_id, m.qty, m.from_location_id, m.to_location_id, m.lot_id,
        m.serial_id, m.condition_from, m.condition_to, m.value, m.doc_item_id,
        exists (select 1 from stock_moves r where r.reverses_move_id = m.id) as reversed,
        m.reverses_move_id is not null as is_reversal
      from stock_moves m where m.id = any($1::uuid[]) order by m.seq desc`,
    values: [moveIds],
  });
  if (rows.length !== new Set(moveIds).size) {
    throw new LedgerError('INVALID_MOVE', { reason: 'UNKNOWN_MOVE' });
  }
  const done = rows.find((row) => row.reversed);
  if (done) throw new LedgerError('ALREADY_REVERSED', { moveId: done.id });
  // A reversal stands: what was taken back by mistake is posted anew, so each story reads forward.
  if (rows.some((row) => row.is_reversal)) {
    throw new LedgerError('INVALID_MOVE', { reason: 'REVERSAL' });
  }
  return rows;
}

/** The contra moves, dated today (3.6). */
export function planReversal(
  { moveIds: _moveIds, ...request }: ReverseRequest,
  originals: readonly Original[],
): PlanRequest {
  return {
    ...request,
    moves: originals.map((move) => ({
      itemType: move.item_type,
      itemId: move.item_id,
      quantity: Number(move.qty),
      from: move.to_location_id,
      to: move.from_location_id,
      lotId: move.lot_id,
      serialId: move.serial_id,
      conditionFrom: move.condition_to,
      conditionTo: move.condition_from,
      docItemId: move.doc_item_id,
      reverses: { moveId: move.id, value: move.value },
    })),
  };
}
