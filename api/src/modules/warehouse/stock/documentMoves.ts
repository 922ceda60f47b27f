import { MOVES_SHOWN } from '@boxyard/shared/contract';
import { can } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';
import type { DocumentMoves } from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { partsOf } from './ledger.ts';
import { presentMoves, withNames } from './moves.ts';

/** The containers among what was moved. */
async function containersOf(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('products')
    .where('id', '=', (on) => on.fn.any(on.val([...new Set(ids)])))
    .select(['id', 'serialNumber', 'name'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      mustRef(row.id, row.serialNumber, { name: row.name, nameTh: null }),
    ]),
  );
}

/**
 * What a document did to the stock, in the order in which it was posted. Whoever sees the document
 * sees its moves; what lies in bins that they count blind, and costs, are left out as everywhere.
 */
export const documentMoves: DocumentMoves = async (ctx, { id, moveTypes }) => {
  const posted = ctx.db
    .selectFrom('stockMoves as m')
    .where('m.docId', '=', id)
    .where('m.docType', '=', sql<string>`any(${moveTypes}::text[])`);
  const [rows, { total }] = await Promise.all([
    withNames(posted).orderBy('m.seq').limit(MOVES_SHOWN).execute(),
    posted.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  const idsOf = (type: string) =>
    rows.filter(({ itemType }) => itemType === type).map(({ itemId }) => itemId);
  const [shown, parts, containers] = await Promise.all([
    presentMoves(ctx, rows),
    partsOf(ctx, idsOf('part')),
    containersOf(ctx, idsOf('container')),
  ]);
  // What a container cost is guarded by a verb of its own.
  const seesContainerCost = can(ctx.actor.grants, 'container-warehouse:view-cost');
  const moves = shown.map((move, index) => {
    const itemId = rows[index]?.itemId ?? '';
    const part = parts.get(itemId);
    const item = part?.part ?? containers.get(itemId);
    if (!item) throw new Error(`what move ${move.id} moved is missing`);
    const isHidden = part === undefined && !seesContainerCost;
    return {
      ...move,
      ...(isHidden ? { unitCost: null, value: null } : {}),
      item,
      unit: part?.unit ?? null,
    };
  });
  return { moves, total };
};
