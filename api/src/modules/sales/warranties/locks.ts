import { CURRENT_WARRANTY_STATUSES } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import type { Ctx } from '../../../kernel/index.ts';
import { lockProduct } from '../../containers/index.ts';

/**
 * Holds the container of a warranty or request before that itself, as everybody does who changes one:
 * account, contract, container, then requests, warranties and invoices (docs/adr/0041). Where there is
 * none, the action says so.
 */
export async function lockContainerOf(
  ctx: Ctx,
  table: 'warranties' | 'warrantyRequests',
  id: string,
): Promise<void> {
  const row = await ctx.db
    .selectFrom(table)
    .where('id', '=', id)
    .select('productId')
    .executeTakeFirst();
  if (row) await lockProduct(ctx, row.productId);
}

/** Whoever a container is covered for now or later: what ends their cover may void their invoices. */
export async function coveredCustomers(ctx: Ctx, productId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('warranties')
    .where('productId', '=', productId)
    .where('status', 'in', [...CURRENT_WARRANTY_STATUSES])
    .select('customerId')
    .distinct()
    .execute();
  return rows.map(({ customerId }) => customerId);
}
