import type { Ctx } from '../../../kernel/index.ts';
import { lockContainerOf } from './locks.ts';
import { type WarrantyRow, warranties } from './type.ts';

/** What became of a warranty, or what it was, where contracts exchanged its container (docs/adr/0091). */
type Link = Pick<WarrantyRow, 'id' | 'productId' | 'previousId'>;

/** The warranty that goes on with this one on the container that took the place of its own. */
export const nextOnOther = (ctx: Ctx, { id, productId }: Pick<Link, 'id' | 'productId'>) =>
  ctx.db
    .selectFrom('warranties')
    .where('previousId', '=', id)
    .where('productId', '<>', productId)
    .select(['id', 'productId', 'previousId', 'documentNo'])
    .executeTakeFirst();

/** The warranty that this one goes on with, of the container whose place its own has taken. */
export const previousOnOther = async (ctx: Ctx, { previousId, productId }: Link) =>
  previousId === null
    ? undefined
    : ctx.db
        .selectFrom('warranties')
        .where('id', '=', previousId)
        .where('productId', '<>', productId)
        .select(['id', 'productId', 'previousId', 'documentNo'])
        .executeTakeFirst();

/**
 * The warranty whose money an invoice brings, locked after its container: the last that goes on with
 * the one it names.
 */
export async function paidBy(ctx: Ctx, sourceId: string): Promise<WarrantyRow | undefined> {
  const id = await goesOnAs(ctx, sourceId);
  await lockContainerOf(ctx, 'warranties', id);
  const row = await warranties.type.load(ctx, id, { lock: true });
  // Its container may have been exchanged while another one held it.
  const next = row && (await nextOnOther(ctx, row));
  return next ? paidBy(ctx, next.id) : row;
}

/** The last warranty that goes on with one, which is itself where none does. */
async function goesOnAs(ctx: Ctx, id: string): Promise<string> {
  const row = await warranties.type.load(ctx, id, { lock: false });
  const next = row && (await nextOnOther(ctx, row));
  return next ? goesOnAs(ctx, next.id) : id;
}

/** The warranty that the invoice of this one names: the first that it goes on with. */
export async function billedAs(ctx: Ctx, row: Link): Promise<string> {
  const previous = await previousOnOther(ctx, row);
  return previous ? billedAs(ctx, previous) : row.id;
}
