import { decimal } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { anyId, type Ctx } from '../../../kernel/index.ts';
import type { MoveInput, PostedMove } from '../../../ledger/index.ts';
import type { ProductRow } from './type.ts';

/** What of a container its title is about. */
type Titled = Pick<ProductRow, 'id' | 'interiorBinId'>;

/** What the container was worth when it left the books the last time. */
export async function worthWhenSold(ctx: Ctx, row: Titled, sold: string): Promise<string> {
  const { rows } = await ctx.pg.query<{ value: string }>({
    name: 'products.worthWhenSold',
    text: `select value::text from stock_moves
      where item_type = 'container' and item_id = $1 and to_location_id = $2 order by seq desc limit 1`,
    values: [row.id, sold],
  });
  const [last] = rows;
  if (!last) throw new Error(`container ${row.id} was never sold`);
  return last.value;
}

/**
 * What came to lie inside a container that is not ours any more comes back at what it was worth when it
 * left, as sold goods do; per unit, by part, lot and serial. Parts of a job came into it without passing
 * through the books: they are worth what they cost the job.
 */
export async function valuedAsSold<M extends MoveInput>(
  ctx: Ctx,
  { id, interiorBinId }: Titled,
  moves: readonly M[],
): Promise<(M & { readonly unitCost: string })[]> {
  const keyOf = (move: Pick<MoveInput, 'itemId' | 'lotId' | 'serialId'>) =>
    [move.itemId, move.lotId ?? '', move.serialId ?? ''].join('/');
  const itemIds = moves.map(({ itemId }) => itemId);
  const [rows, built] = await Promise.all([
    ctx.db
      .selectFrom('stockMoves')
      .where('itemId', '=', anyId(itemIds))
      .where('toLocationId', '=', interiorBinId)
      .groupBy(['itemId', 'lotId', 'serialId'])
      .select(['itemId', 'lotId', 'serialId'])
      .select((eb) => [
        eb.fn.sum<string>('value').as('value'),
        eb.fn.sum<string>('qty').as('qty'),
        eb.fn.sum<string | null>('qty').filterWhere('value', '=', '0').as('unvalued'),
      ])
      .execute(),
    ctx.db
      .selectFrom('productParts')
      .where('productId', '=', id)
      .where('partId', '=', anyId(itemIds))
      .groupBy(['partId', 'lotId', 'serialId'])
      .select(['partId as itemId', 'lotId', 'serialId'])
      .select(sql<string>`sum(quantity * unit_cost) / sum(quantity)`.as('unitCost'))
      .execute(),
  ]);
  const unitCosts = new Map(built.map((row) => [keyOf(row), row.unitCost]));
  const costs = new Map(
    rows.map((row) => {
      const key = keyOf(row);
      const ofJobs = decimal.multiply(row.unvalued ?? '0', unitCosts.get(key) ?? '0');
      return [key, decimal.round(decimal.divide(decimal.add(row.value, ofJobs), row.qty), 6)];
    }),
  );
  return moves.map((move) => ({ ...move, unitCost: costs.get(keyOf(move)) ?? '0' }));
}

/** THB that moves took with them. */
export const worthOf = (moves: readonly Pick<PostedMove, 'value'>[]): string =>
  decimal.round(moves.reduce((sum, { value }) => decimal.add(sum, value), '0'));
