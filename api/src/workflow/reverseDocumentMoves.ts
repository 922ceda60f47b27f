import { authorId, type Ctx, conflict, takeNumber, today } from '../kernel/index.ts';
import { reverseMoves } from '../ledger/index.ts';

interface Posted {
  readonly id: string;
  readonly companyId: string;
}

/**
 * Takes back all that a document posted: the same goods into the same bins at the same value, under a
 * number of their own, which is answered. 409 where nothing was posted. `mayOverrideHold`: also in a period
 * on hold.
 */
export async function reverseDocumentMoves(
  ctx: Ctx,
  { id, companyId }: Posted,
  { docType, mayOverrideHold = false }: { docType: string; mayOverrideHold?: boolean },
): Promise<string> {
  const { rows } = await ctx.pg.query<{ id: string }>({
    name: 'workflow.postedMoves',
    text: `select id from stock_moves
      where doc_id = $1 and doc_type = $2 and reverses_move_id is null`,
    values: [id, docType],
  });
  if (rows.length === 0) throw conflict('NOTHING_POSTED');
  const documentNo = await takeNumber(ctx, { companyId, docType: 'RV', date: today(ctx.clock) });
  await reverseMoves(ctx.pg, {
    docType: 'reversal',
    docId: id,
    documentNo,
    action: 'reverse',
    now: ctx.clock.now(),
    postedBy: authorId(ctx.actor),
    requestId: ctx.requestId,
    mayOverrideHold,
    moveIds: rows.map((row) => row.id),
  });
  return documentNo;
}
