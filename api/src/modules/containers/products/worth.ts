import { decimal } from '@boxyard/shared/domain';
import type { Selectable } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import type { Ctx } from '../../../kernel/index.ts';
import type { MoveInput, PostedMove } from '../../../ledger/index.ts';
import type { ProductRow } from './type.ts';

/** Action by which a container leaves the books with everything inside. */
export const SALE = 'hand-over-title';

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

/** A part inside a container, and its move out of there. */
export interface InsideMove<M extends MoveInput = MoveInput> {
  readonly move: M;
  readonly part: Pick<Selectable<Database['productParts']>, 'unitCost' | 'installedAt'>;
}

/** Worth per unit of what left the books with the last sale of a container, by part, lot and serial. */
async function worthOfSale(ctx: Ctx, { id, interiorBinId }: Titled, itemIds: readonly string[]) {
  const { rows } = await ctx.pg.query<{
    postedAt: Date;
    itemId: string | null;
    lotId: string | null;
    serialId: string | null;
    unitCost: string;
  }>({
    name: 'products.worthOfSale',
    text: `select s.posted_at as "postedAt", m.item_id as "itemId", m.lot_id as "lotId",
        m.serial_id as "serialId", (sum(m.value) / sum(m.qty))::text as "unitCost"
      from (select posted_at from stock_moves where item_type = 'container' and item_id = $1
          and doc_id = $1 and action = '${SALE}' order by seq desc limit 1) s
      left join stock_moves m on m.item_id = any($3::uuid[]) and m.doc_id = $1 and m.action = '${SALE}'
        and m.to_location_id = $2 and m.posted_at = s.posted_at
      group by 1, 2, 3, 4`,
    values: [id, interiorBinId, itemIds],
  });
  return rows;
}

/**
 * Values parts of a container that is not ours any more at their own cost: those that were sold
 * with it at what they were worth then, as sold goods do, and each part that came into it later at what it
 * cost. Parts of a job came into it without passing through the books: that is what they cost the job.
 */
export async function valuedAsSold<M extends MoveInput>(
  ctx: Ctx,
  row: Titled,
  inside: readonly InsideMove<M>[],
): Promise<(M & { readonly unitCost: string })[]> {
  const keyOf = (move: {
    itemId: string | null;
    lotId?: string | null;
    serialId?: string | null;
  }) => [move.itemId, move.lotId ?? '', move.serialId ?? ''].join('/');
  const sold = await worthOfSale(
    ctx,
    row,
    inside.map(({ move }) => move.itemId),
  );
  const soldAt = sold[0]?.postedAt ?? null;
  const worth = new Map(sold.map((one) => [keyOf(one), one.unitCost]));
  return inside.map(({ move, part }) => {
    const wasSold = soldAt !== null && part.installedAt <= soldAt;
    const unitCost = (wasSold ? worth.get(keyOf(move)) : undefined) ?? part.unitCost;
    return { ...move, unitCost: decimal.round(unitCost, 6) };
  });
}

/** THB that moves took with them. */
export const worthOf = (moves: readonly Pick<PostedMove, 'value'>[]): string =>
  decimal.round(moves.reduce((sum, { value }) => decimal.add(sum, value), '0'));
