import { BIDDING_AWARDED, biddingMachine, voidStatuses } from '@boxyard/shared/domain';
import { isAwarded } from '@boxyard/shared/domain/purchasing/bids.ts';
import { anyId, asSystem, type Ctx } from '../../../kernel/index.ts';
import { runAction } from '../../../workflow/index.ts';
import { conclusion, reopen, wantedOf } from './award.ts';
import { cancelRound } from './rounds.ts';
import { awardsOf, type BiddingRow, biddings, VOID_ORDERS } from './type.ts';

/** Rounds of a request, locked before the request is, as every action of a round does it. */
export async function lockRoundsOf(ctx: Ctx, requestId: string): Promise<void> {
  await ctx.db
    .selectFrom('biddings')
    .select('id')
    .where('requestId', '=', requestId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Lines of rounds that ask for lines of a request, unless a live order took what was won of them. */
const releasable = (ctx: Ctx, lineIds: readonly string[]) =>
  ctx.db
    .selectFrom('biddingItems as i')
    .innerJoin('biddings as b', 'b.id', 'i.biddingId')
    .where('i.requestItemId', '=', anyId(lineIds))
    .where('i.isReleased', '=', false)
    .where('b.status', 'not in', voidStatuses(biddingMachine))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('quotationItems as q')
            .innerJoin('purchaseOrderItems as o', 'o.quotationItemId', 'q.id')
            .select('o.id')
            .whereRef('q.biddingItemId', '=', 'i.id')
            .where('o.orderStatus', 'not in', VOID_ORDERS),
        ),
      ),
    )
    .select(['i.id', 'i.biddingId', 'i.requestItemId'])
    .orderBy('i.biddingId')
    .execute();

/**
 * Lines of a request that are cancelled are released from their rounds (2.2), and answered. A round
 * that is left with none is cancelled with them; one of which all that is left is awarded is decided, and
 * one that was ordered from stays so.
 */
export async function releaseLines(
  ctx: Ctx,
  { lineIds, reason }: { lineIds: readonly string[]; reason: string },
): Promise<ReadonlySet<string | null>> {
  const held = await releasable(ctx, lineIds);
  const system: Ctx = asSystem(ctx);
  for (const [biddingId, lines] of Map.groupBy(held, (line) => line.biddingId)) {
    const ids = lines.map(({ id }) => id);
    await releaseFrom(system, { biddingId, ids, reason });
  }
  return new Set(held.map(({ requestItemId }) => requestItemId));
}

async function releaseFrom(
  ctx: Ctx,
  { biddingId, ids, reason }: { biddingId: string; ids: readonly string[]; reason: string },
): Promise<void> {
  const round = async (): Promise<BiddingRow> => {
    const row = await biddings.type.load(ctx, biddingId, { lock: true });
    if (!row) throw new Error('a round that has a line is there');
    return row;
  };
  const before = await round();
  const wasDecided = before.status === BIDDING_AWARDED;
  // Its orders gave all its lines free: opened again it would hold lines that are elsewhere by now.
  const wasOrdered = before.orderedAt !== null;
  if (wasDecided) {
    await runAction(ctx, biddings.type, {
      action: 'withdraw-award',
      id: biddingId,
      version: before.version,
      effect: async (row) => {
        await reopen(ctx, row);
        return { to: 'closed', notices: [] };
      },
    });
  }
  await ctx.db
    .updateTable('biddingItems')
    .set({ isReleased: true })
    .where('id', '=', anyId(ids))
    .execute();
  await ctx.db
    .updateTable('quotationItems')
    .set({ wonQuantity: 0, wonReason: null })
    .where('biddingItemId', '=', anyId(ids))
    .execute();
  const [wanted, awards, { version }] = await Promise.all([
    wantedOf(ctx, biddingId),
    awardsOf(ctx, biddingId),
    round(),
  ]);
  if (wanted.length === 0) {
    await cancelRound(ctx, { params: { id: biddingId }, body: { version, reason } });
  } else if (isAwarded(wanted, awards) || (wasDecided && (awards.length > 0 || wasOrdered))) {
    await runAction(ctx, biddings.type, {
      action: 'award',
      id: biddingId,
      version,
      effect: (row) => conclusion(ctx, row),
    });
  }
}
