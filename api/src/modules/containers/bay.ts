import { type Ctx, created, newId } from '../../kernel/index.ts';

/** Where the containers of a warehouse stand: a bin of their own, made with the first of them. */
const BAY = 'CONTAINERS';

/** The bin that containers of a warehouse are booked in. */
export async function containerBay(ctx: Ctx, warehouseId: string): Promise<string> {
  const find = () =>
    ctx.db
      .selectFrom('bins')
      .where('warehouseId', '=', warehouseId)
      .where('code', '=', BAY)
      .select('id')
      .executeTakeFirst();
  const found = await find();
  if (found) return found.id;
  // Two receipts may come to an empty warehouse at once.
  await ctx.db
    .insertInto('bins')
    .values({ id: newId(), warehouseId, code: BAY, ...created(ctx) })
    .onConflict((conflict) => conflict.columns(['warehouseId', 'code']).doNothing())
    .execute();
  const made = await find();
  if (!made) throw new Error(`warehouse ${warehouseId} has no place for containers`);
  return made.id;
}
