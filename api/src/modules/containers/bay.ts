import { type Ctx, created, newId } from '../../kernel/index.ts';
import { placesOf } from '../../ledger/index.ts';

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

/** The location inside a container that a company builds or takes over: a bin of its company's place for insides. */
export async function makeInterior(
  ctx: Ctx,
  companyId: string,
  serialNumber: string,
): Promise<string> {
  const { CONTAINER } = await placesOf(ctx, companyId);
  const place = await ctx.db
    .selectFrom('bins')
    .where('id', '=', CONTAINER)
    .select('warehouseId')
    .executeTakeFirstOrThrow();
  const id = newId();
  await ctx.db
    .insertInto('bins')
    .values({ id, warehouseId: place.warehouseId, code: serialNumber, ...created(ctx) })
    .execute();
  return id;
}
