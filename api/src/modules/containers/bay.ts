import { type Ctx, created, newId } from '../../kernel/index.ts';
import { placesOf } from '../../ledger/index.ts';

/** Where the containers of a warehouse stand: a bin of their own, made with the first of them. */
const BAY = 'CONTAINERS';

/** The bin that containers of a warehouse are booked in. */
export const containerBay = (ctx: Ctx, warehouseId: string): Promise<string> =>
  binOf(ctx, { warehouseId, code: BAY });

/** A bin by its code, made where there is none yet. */
async function binOf(
  ctx: Ctx,
  { warehouseId, code }: { readonly warehouseId: string; readonly code: string },
): Promise<string> {
  const find = () =>
    ctx.db
      .selectFrom('bins')
      .where('warehouseId', '=', warehouseId)
      .where('code', '=', code)
      .select('id')
      .executeTakeFirst();
  const found = await find();
  if (found) return found.id;
  // Two documents may come to an empty place at once.
  await ctx.db
    .insertInto('bins')
    .values({ id: newId(), warehouseId, code, ...created(ctx) })
    .onConflict((conflict) => conflict.columns(['warehouseId', 'code']).doNothing())
    .execute();
  const made = await find();
  if (!made) throw new Error(`warehouse ${warehouseId} has no place ${code}`);
  return made.id;
}

/** Where what is inside a container lies: with what the company owns, or with what it has sold. */
type Inside = 'CONTAINER' | 'SOLD';

/**
 * The location inside a container, at one of the places of the company that has it or had it: made with
 * the first use, and found again when the container comes back there.
 */
export async function interiorAt(
  ctx: Ctx,
  { companyId, serialNumber }: { readonly companyId: string; readonly serialNumber: string },
  at: Inside,
): Promise<string> {
  const places = await placesOf(ctx, companyId);
  const { warehouseId } = await ctx.db
    .selectFrom('bins')
    .where('id', '=', places[at])
    .select('warehouseId')
    .executeTakeFirstOrThrow();
  return binOf(ctx, { warehouseId, code: serialNumber });
}
