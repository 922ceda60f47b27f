import type { Ctx } from '../../kernel/index.ts';

/** Whether a warehouse holds containers, and not parts only. */
export async function holdsContainers(ctx: Ctx, warehouseId: string): Promise<boolean> {
  const warehouse = await ctx.db
    .selectFrom('warehouses')
    .where('id', '=', warehouseId)
    .select('holds')
    .executeTakeFirst();
  return warehouse?.holds !== 'parts';
}
