import type { Ctx } from '../../../kernel/index.ts';
import { type MoveInput, type PostedMove, placesOf, release } from '../../../ledger/index.ts';
import { onAnyDay } from '../../../workflow/index.ts';
import type { NamedStock } from '../stock/places.ts';
import { heldMoves, holdStock } from '../stock/places.ts';
import { type ClaimRow, claims, type ItemRow } from './type.ts';

/** The claim as far as its moves need it. */
type Mover = Pick<ClaimRow, 'id' | 'documentNo' | 'companyId'>;

/** Posts moves of a claim; a posting without any is none. */
export async function post(
  ctx: Ctx,
  row: Mover,
  {
    action,
    moves,
    on,
  }: {
    readonly action: string;
    readonly moves: readonly MoveInput[];
    /** Bangkok day, today unless said. */
    readonly on?: string;
  },
): Promise<readonly PostedMove[]> {
  if (moves.length === 0) return [];
  const posted = await claims.post(ctx, row, {
    ...onAnyDay(ctx),
    ...(on === undefined ? {} : { effectiveDate: on }),
    action,
    moves,
  });
  return posted.moves;
}

/** Puts goods aside: they lie in quarantine, held for the claim, until they leave or go back (2.10). */
export async function putAside(
  ctx: Ctx,
  row: Mover,
  items: readonly (NamedStock & { readonly id: string })[],
): Promise<void> {
  const { QUARANTINE } = await placesOf(ctx, row.companyId);
  const hold = (some: typeof items) =>
    holdStock(ctx, { docType: claims.moves, docId: row.id, items: some });
  const elsewhere = items.filter(({ binId }) => binId !== QUARANTINE);
  if (elsewhere.length > 0) {
    await hold(elsewhere);
    await post(ctx, row, { action: 'create', moves: await heldMoves(ctx, row.id, QUARANTINE) });
  }
  await hold(items.map((item) => ({ ...item, binId: QUARANTINE })));
}

/** Puts what is still held back where it was taken from; what lay in quarantine is free there. */
export async function putBack(ctx: Ctx, row: Mover, items: readonly ItemRow[]): Promise<void> {
  const { QUARANTINE } = await placesOf(ctx, row.companyId);
  const bins = new Map(items.map((item) => [item.id, item.binId]));
  const held = await heldMoves(ctx, row.id, QUARANTINE);
  const moves = held
    .map((move) => ({ ...move, to: bins.get(move.docItemId ?? '') ?? QUARANTINE }))
    .filter(({ to }) => to !== QUARANTINE);
  await post(ctx, row, { action: 'cancel', moves });
  await release(ctx.pg, { now: ctx.clock.now(), docId: row.id });
}

/** The goods leave for the supplier; they stay ours and are worth what they were (matrix 3.2). */
export async function sendAway(ctx: Ctx, row: Mover, on: string): Promise<void> {
  const { CLAIM } = await placesOf(ctx, row.companyId);
  await post(ctx, row, { action: 'send', moves: await heldMoves(ctx, row.id, CLAIM), on });
}

/** What the supplier has of a claim, on its way to another place, by line. */
export async function atSupplier(
  ctx: Ctx,
  row: Mover,
): Promise<readonly (Omit<MoveInput, 'to'> & { readonly docItemId: string })[]> {
  const { rows } = await ctx.pg.query<{
    docItemId: string;
    itemId: string;
    from: string;
    lotId: string | null;
    serialId: string | null;
    conditionFrom: NamedStock['condition'];
    quantity: string;
  }>({
    name: 'claims.sent',
    text: `select m.doc_item_id as "docItemId", m.item_id as "itemId", m.to_location_id as "from",
        m.lot_id as "lotId", m.serial_id as "serialId", m.condition_to as "conditionFrom",
        m.qty::text as quantity
      from stock_moves m where m.doc_id = $1 and m.doc_type = $2 and m.action = 'send' order by m.seq`,
    values: [row.id, claims.moves],
  });
  return rows.map((move) => ({ ...move, quantity: Number(move.quantity) }));
}
