import { type Ctx, inScope } from '../../../kernel/index.ts';

/** A customer that this person sees; the one that a contract has anyway. */
export async function seenCustomer(
  ctx: Ctx,
  { id, before }: { id: string; before?: string | undefined },
) {
  const row = await ctx.db
    .selectFrom('customers')
    .where('id', '=', id)
    .select(['id', 'companyId', 'name', 'nameEn', 'saleId', 'zoneId', 'isActive', 'isBlacklisted'])
    .executeTakeFirst();
  if (row === undefined || id === before) return row;
  const { companyId, saleId, zoneId } = row;
  return inScope(ctx.actor, { companyId, ownerIds: [saleId], zoneId }) ? row : undefined;
}
